import Exact
import Portfolio
import SamplePortfolio
import Testing

/// Each coin of the sample portfolio has a week of prices before its recorded one.
struct SampleHistoryTests {
  @Test func `every coin of the sample has a week before its prices`() throws {
    let closes = try SamplePortfolio.closes()
    let byCoin = Dictionary(grouping: closes, by: \.coinId)
    #expect(Set(byCoin.keys) == Set(SamplePortfolio.transactions.map(\.coinId)))
    for (coin, week) in byCoin {
      #expect(week.count == 7, "\(coin)")
      #expect(week.allSatisfy { $0.price > 0 && $0.time < SamplePortfolio.recordedAt })
      #expect(zip(week, week.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }
}
