import BitpalTesting
import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Dashboard

/// The packed sales of the gains page equal the computed gains.
///
/// - Every cost-basis method gives the same sums, lots and holding periods.
/// - Years and days follow the taxpayer's time zone.
/// - Long lists can be filtered, sorted and read to the end.
/// - The chart of many sales keeps its first, last, highest and lowest values.
@Suite struct PackedSalesTests {
  /// A purchase a day and, from the second year on, a sale of a coin bought a year before.
  private static let long: [Transaction] = (0..<1000).flatMap { day in
    let date = UTCDay(number: 18_262 + day).start
    let coin = ["bitcoin", "ethereum"][day % 2]
    let buy = Transaction(
      coinId: coin, type: .buy, amount: 2, pricePerCoin: Price(day + 1), date: date)
    let sale = Transaction(
      coinId: coin, type: .sell, amount: 1, pricePerCoin: Price(3 * day % 1000 + 1),
      date: date)
    return day < 366 ? [buy] : [buy, sale]
  }

  @Test(arguments: CostBasis.allCases)
  func `packed sales are the sales that were computed`(costBasis: CostBasis) throws {
    let gains = computeGains(Self.long, costBasis: costBasis)
    let book = GainsBook(gains, version: 1)
    let sales = gains.grouped(by: .sale)
    #expect(book.sales.count == sales.count)
    let all = try #require(book.years.first)
    #expect(all.sums.gain == gains.totals.gain?.figure)
    #expect(all.sums.proceeds == gains.totals.proceeds?.figure)
    for (index, sale) in sales.reversed().enumerated() {
      let line = book.sales.line(at: index)
      #expect(line.coinID == sale.coinId)
      #expect(line.sold == sale.soldDay)
      #expect(line.sums.cost == sale.cost?.figure)
      #expect(line.sums.gain == sale.gain?.figure)
    }
    let lots = gains.rows.reversed().map { ($0.cost, $0.daysHeld, $0.term) }
    let packed = (0..<book.sales.count).flatMap { book.sales.lots(at: $0).reversed() }
    #expect(packed.map(\.cost) == lots.map(\.0))
    #expect(packed.map(\.daysHeld) == lots.map(\.1))
    #expect(packed.map(\.term) == lots.map(\.2))
    for kind in gains.grouped(by: .coin) {
      let line = try #require(all.coins.first { $0.coinID == kind.coinId })
      #expect(line.sums.gain == kind.gain?.figure)
      #expect(line.sums.saleCount == kind.saleCount)
      #expect(line.sums.lotCount == gains.rows.count { $0.coinId == kind.coinId })
      #expect(book.lots(of: line, in: all, limit: 7).count == 7)
    }
  }

  @Test func `years and days are the taxpayer's, also where a day without a time comes first`() {
    let trades = [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 9, pricePerCoin: 10, date: utc("2025-01-01")),
      // New Year's Day without a time, and New Year's Eve in Los Angeles.
      Transaction(
        coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 30, date: utc("2026-01-01")),
      Transaction(
        coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 50,
        date: utc("2026-01-01T02:30:00Z")),
    ]
    let book = GainsBook(
      computeGains(trades, costBasis: .fifo, calendar: .losAngeles), version: 1)
    #expect(book.years.map(\.number) == [nil, 2026, 2025])
    #expect(book.years.map(\.sums.gain) == [60, 20, 40])
    #expect((0..<2).map { book.sales.line(at: $0).sold?.text } == ["2026-01-01", "2025-12-31"])
    #expect(book.sales.lots(at: 1).map(\.daysHeld) == [364])
  }

  @Test func `a list of a thousand sales is filtered, sorted and read to its end`() {
    var driven = Driven(120, 40, tab: .gains, data: Sample.data(Self.long))
    #expect(driven.text.contains("1 of 634"))
    driven.press(.end)
    #expect(driven.text.contains("2021-01-01"))
    driven.type("o")
    #expect(driven.text.contains("Coin ↑"))
    driven.type("/2022-05")
    driven.press(.enter)
    #expect(driven.text.contains("31 of 31, 634 in all  /2022-05"))
    #expect(driven.lines(with: "ETH").contains { $0.contains("2022-05-01") })
    #expect(!driven.text.contains("2022-06-01"))
  }

  @Test func `of very many sales the series keeps its ends and extremes`() throws {
    // Move four days of the ledger into each day.
    let crowded = Self.long.map { transaction in
      var moved = transaction
      moved.date = UTCDay(number: UTCDay(transaction.date).number / 4).start
      return moved
    }
    let book = GainsBook(computeGains(crowded), version: 1)
    let year = try #require(book.years.first)
    var sum: Cost = 0
    var series: [ExactDecimal] = [0]
    var last: Date?
    for index in year.sales.reversed() {
      var gains = GainTotals()
      book.sales.forEachLot(at: index) { gains.add($0) }
      sum += try #require(gains.gain)
      // Sales at one instant count as one step of the series.
      if book.sales.sold(at: index) == last { series.removeLast() }
      last = book.sales.sold(at: index)
      series.append(sum.figure)
    }
    let kept = year.realized.compactMap(\.value)
    #expect(kept.count < 2 * year.sales.count)
    #expect(kept.first == series.first)
    #expect(kept.last == series.last)
    #expect(kept.max() == series.max())
    #expect(kept.min() == series.min())
  }
}
