import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Short histories from the series of coins, against those from all transactions.
struct CoinSeriesTests {
  /// The series of a ledger's coins, each from its own rows, after encoding and decoding.
  private func coinSeries(
    _ rows: [Transaction], in window: ClosedRange<UTCDay>, _ method: CostBasis
  ) throws -> [CoinSeries] {
    let carried = CarriedLots(rows, methods: [method])
    return try Dictionary(grouping: rows, by: \.coinId).map { id, own in
      var series = SeriesCollector(
        of: id, in: window, costBasis: method,
        matchedCosts: method == .hmrc ? MatchedCosts(own, carrying: carried) : nil,
        carrying: carried)
      for row in own { series.add(row) }
      let made = series.finished()
      let read = try #require(CoinSeries(coinId: id, text: made.text))
      #expect(read == made)
      return read
    }
  }

  @Test(arguments: CostBasis.allCases, ["USD", "EUR"])
  func `a history of any days in a window is the one of the whole ledger`(
    method: CostBasis, currency: String
  ) throws {
    for seed in Repetition.seeds(UInt64(1)...200, few: 12) {
      var dice = SeededGenerator(seed: seed)
      let rates = WavingRates(missing: UTCDay(number: 19_000 + Int(seed % 40)))
      let rows = counted(EstimatedLedger(seed: seed).rows, in: currency, rates: rates).transactions
      let dollarRate: ((UTCDay) -> ExchangeRate?)? =
        currency == "USD" ? nil : { rates.rate(from: "USD", to: currency, on: $0) }
      for _ in 0..<4 {
        let first = Int.random(in: 18_997...19_031, using: &dice)
        let window = UTCDay(number: first)...UTCDay(number: first + 12)
        let from = Int.random(in: first...first + 12, using: &dice)
        let days =
          UTCDay(
            number: from)...UTCDay(number: Int.random(in: from...first + 12, using: &dice))
        let expected = computeHistory(
          transactions: rows, prices: TwoPrices(), days: days, interval: .day, costBasis: method,
          dollarRate: dollarRate)
        var history = HistoryCollector(
          prices: TwoPrices(), days: days, interval: .day, costBasis: method,
          coinSeries: try coinSeries(rows, in: window, method), dollarRate: dollarRate)
        let found = history.finished()
        #expect(found.points == expected.points, "seed \(seed), \(days) in \(window)")
        #expect(found.returns == expected.returns, "seed \(seed), \(days) in \(window)")
        #expect(found.figures == expected.figures, "seed \(seed), \(days) in \(window)")
      }
    }
  }

  @Test func `a text that no series wrote is none`() throws {
    let rows = EstimatedLedger(seed: 1).rows
    let window = UTCDay(number: 19_010)...UTCDay(number: 19_020)
    let text = try #require(try coinSeries(rows, in: window, .fifo).first { $0.text.count > 40 })
      .text
    #expect(CoinSeries(coinId: "a", text: text) != nil)
    let wrong = [
      "", ";", "1", "1 2 3", "1 2 3 x", "01 2 3 0", "1 2 3 0;", "1 2 3 0;1 2 3 0 19000 1 1 0",
      "1 2 3 0;1 2 3 0 19000 1 1 0 2", text + " ", text + ";1", " " + text, "1 2 3 99999",
    ]
    for text in wrong { #expect(CoinSeries(coinId: "a", text: text) == nil, "\(text)") }
  }
}
