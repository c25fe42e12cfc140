import Exact
import FoundationEssentials
import Testing
import Portfolio

/// When a holding is long-term.
struct HoldingPeriodTests {
  @Test(arguments: [
    ("2023-03-01", "2024-03-02"), ("2023-02-28", "2024-03-01"), ("2024-02-28", "2025-03-01"),
    ("2024-02-29", "2025-03-01"), ("2023-12-31", "2025-01-01"), ("2024-12-30", "2025-12-31"),
    ("2022-02-28", "2023-03-01"), ("2024-03-31", "2025-04-01"), ("2024-04-30", "2025-05-01"),
  ])
  func `a holding is long from the day after its anniversary`(acquired: String, long: String) throws
  {
    let bought = try #require(UTCDay(text: acquired))
    let first = try #require(UTCDay(text: long))
    #expect(HoldingPeriod.year.firstLongDay(acquired: bought) == first)
    #expect(HoldingPeriod.year.isLong(acquired: bought, sold: first))
    #expect(!HoldingPeriod.year.isLong(acquired: bought, sold: first.advanced(by: -1)))
  }

  @Test func `a number of days is counted`() throws {
    let bought = try #require(UTCDay(text: "2023-03-01"))
    #expect(!HoldingPeriod.days(365).isLong(acquired: bought, sold: bought.advanced(by: 365)))
    #expect(HoldingPeriod.days(365).isLong(acquired: bought, sold: bought.advanced(by: 366)))
    #expect(HoldingPeriod.days(0).isLong(acquired: bought, sold: bought.advanced(by: 1)))
  }

  @Test func `gains use the year unless days are named`() throws {
    func instant(_ text: String) throws -> Date { try #require(UTCDay(text: text)).start }
    let rows = [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 1, date: try instant("2023-03-01")),
      Transaction(
        coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 2,
        date: try instant("2024-03-01")),
      Transaction(
        coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 2,
        date: try instant("2024-03-02")),
    ]
    #expect(computeGains(rows, costBasis: .fifo).rows.map(\.term) == [.short, .long])
    #expect(
      computeGains(rows, costBasis: .fifo, holdingPeriod: .days(365)).rows.map(\.term)
        == [.long, .long])
  }
}
