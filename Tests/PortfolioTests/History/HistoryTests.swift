import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Daily prices, written `coin day price`.
private struct ListedPrices: DailyPrices {
  private var prices: [String: ExactDecimal] = [:]

  init(_ lines: String) {
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      prices["\(words[0]) \(words[1])"] = ExactDecimal(String(words[2]))
    }
  }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    prices["\(coinId) \(day.text)"].map { DailyPrice(price: $0, day: day, source: "test") }
  }
}

private func trade(
  _ type: TransactionType, _ amount: Quantity, _ coinId: String, at price: Price,
  _ date: String
) throws -> Transaction {
  Transaction(
    coinId: coinId, type: type, amount: amount, pricePerCoin: price,
    date: try #require(Date(utcText: date)))
}

private func days(_ from: String, _ to: String) throws -> ClosedRange<UTCDay> {
  try #require(UTCDay(text: from))...(try #require(UTCDay(text: to)))
}

/// Each point of the history has the value, cost and results at the end of its day.
///
/// - Every cost-basis method keeps its own cost; under HMRC the gains match the gains report.
/// - A coin without a price is left out of the value and counted as unpriced.
/// - Points are at the ends of weeks and months within the range.
/// - Another currency uses the rate of each day.
struct HistoryTests {
  /// Buys 2 A at 100 on the 1st and 2 more at 160 on the 3rd, sells 1 at 180 late on the 4th.
  private func examples() throws -> [Transaction] {
    [
      try trade(.sell, 1, "a", at: 180, "2025-01-04T23:59:59Z"),
      try trade(.buy, 2, "a", at: 100, "2025-01-01T12:00:00Z"),
      try trade(.buy, 2, "a", at: 160, "2025-01-03T00:00:00Z"),
    ]
  }

  private let prices = ListedPrices(
    """
    a 2025-01-01 110
    a 2025-01-03 150
    a 2025-01-04 180
    a 2025-01-05 200
    """)

  /// Sold at 150 and bought back at 140 ten days later: the sale is matched with that purchase.
  private func boughtBack() throws -> [Transaction] {
    [
      try trade(.buy, 2, "a", at: 100, "2025-01-01T12:00:00Z"),
      try trade(.sell, 1, "a", at: 150, "2025-02-01T12:00:00Z"),
      try trade(.buy, 1, "a", at: 140, "2025-02-11T12:00:00Z"),
      try trade(.sell, 2, "a", at: 160, "2025-06-01T12:00:00Z"),
      try trade(.buy, 1, "b", at: 10, "2025-06-02T12:00:00Z"),
    ]
  }

  @Test func `under hmrc each day has the gains of the sales up to it`() throws {
    let trades = try boughtBack()
    let range = try days("2024-12-31", "2025-06-03")
    let history = computeHistory(
      transactions: trades, prices: prices, days: range, interval: .day, costBasis: .hmrc)
    for point in history.points {
      let gains = computeGains(trades, costBasis: .hmrc, days: range.lowerBound...point.date)
      #expect(point.realizedPnL == gains.totals.gain?.figure, "\(point.date.text)")
      let paid = trades.filter { UTCDay($0.date) <= point.date }.reduce(ExactDecimal(0)) {
        $1.type == .sell ? $0 - $1.total : $0 + $1.total
      }
      #expect(point.invested == (point.realizedPnL ?? 0) + paid, "\(point.date.text)")
    }
    let last = try #require(history.points.last)
    let summary = Positions(transactions: trades, currentPrices: [:], costBasis: .hmrc).summary
    #expect(last.realizedPnL == summary.realizedPnL)
    #expect(last.invested == 10)
    let sold = try #require(history.points.first { $0.date.text == "2025-02-01" })
    #expect(sold.realizedPnL == 10)
  }

  @Test func `under hmrc a range that ends before a matched purchase still counts it`() throws {
    let trades = try boughtBack()
    let range = try days("2025-02-01", "2025-02-01")
    var history = HistoryCollector(
      prices: prices, days: range, interval: .day, costBasis: .hmrc,
      matchedCosts: MatchedCosts(trades))
    for transaction in trades { history.add(transaction) }
    #expect(history.finished().points.map(\.realizedPnL) == [10])
  }

  @Test func `each day's end counts what was traded by then`() throws {
    let history = computeHistory(
      transactions: try examples(), prices: prices, days: try days("2024-12-31", "2025-01-05"),
      interval: .day)
    let points = history.points
    #expect(points.map { $0.date.text.suffix(2) } == ["31", "01", "02", "03", "04", "05"])
    #expect(points.map(\.value) == [0, 220, nil, 600, 540, 600])
    #expect(points.map(\.invested) == [0, 200, 200, 520, 390, 390])
    #expect(points.map(\.realizedPnL) == [0, 0, 0, 0, 50, 50])
    #expect(points.map(\.unrealizedPnL) == [0, 20, nil, 80, 150, 210])
    #expect(points.map(\.holdingCount) == [0, 1, 1, 1, 1, 1])
    #expect(points.map(\.pricedCount) == [0, 1, 0, 1, 1, 1])
  }

  @Test(
    arguments: [
      (CostBasis.average, 390, 50), (.buyAverage, 390, 50), (.fifo, 420, 80), (.lifo, 360, 20),
      (.hifo, 360, 20),
    ])
  func `every method keeps its own cost`(_ method: CostBasis, _ invested: Int, _ realized: Int)
    throws
  {
    let point = try #require(
      computeHistory(
        transactions: try examples(), prices: prices, days: try days("2025-01-05", "2025-01-05"),
        interval: .day, costBasis: method
      ).points.last)
    #expect(point.invested == ExactDecimal(invested))
    #expect(point.realizedPnL == ExactDecimal(realized))
    #expect(point.unrealizedPnL == ExactDecimal(600 - invested))
  }

  @Test func `a coin without a price is left out and counted`() throws {
    let ledger = try examples() + [trade(.buy, 1, "b", at: 70, "2025-01-02T00:00:00Z")]
    let points = computeHistory(
      transactions: ledger, prices: prices, days: try days("2025-01-05", "2025-01-05"),
      interval: .day
    ).points
    #expect(points.map(\.value) == [600])
    #expect(points.map(\.invested) == [460])
    #expect(points.map(\.unrealizedPnL) == [210])
    #expect(points.map(\.pricedCount) == [1])
    #expect(points.map(\.holdingCount) == [2])
  }

  @Test func `the cost to compare is that of the coins that points show, with and without prices`()
    throws
  {
    let ledger = try examples() + [trade(.buy, 1, "b", at: 70, "2025-01-02T00:00:00Z")]
    var history = HistoryCollector(
      prices: ListedPrices("a 2025-01-01 110\nb 2025-01-03 90\na 2025-01-04 180"),
      days: try days("2025-01-01", "2025-01-05"), interval: .day, leavingOutOfPoints: ["b"])
    for transaction in ledger.sorted(by: { $0.date < $1.date }) { history.add(transaction) }
    let points = history.finished().points
    #expect(points.map(\.value) == [220, nil, nil, 540, nil])
    #expect(points.map(\.shownCost) == [200, 200, 520, 390, 390])
    #expect(points.map(\.invested) == [200, 270, 590, 460, 460])
  }

  @Test(
    arguments: [
      (HistoryInterval.week, ["2025-01-05", "2025-01-12"]),
      (.month, ["2024-12-31"]),
    ])
  func `points are ends of intervals within the range`(
    _ interval: HistoryInterval, _ ends: [String]
  ) throws {
    let history = computeHistory(
      transactions: [], prices: prices, days: try days("2024-12-31", "2025-01-12"),
      interval: interval)
    #expect(history.points.map(\.date.text) == ends)
    #expect(history.points.allSatisfy { $0.value == 0 })
  }

  @Test func `a february ends with its last day`() throws {
    let ends = computeHistory(
      transactions: [], prices: prices, days: try days("2024-02-01", "2025-03-30"),
      interval: .month
    ).points.map(\.date.text)
    #expect(ends.first == "2024-02-29")
    #expect(ends.last == "2025-02-28")
    #expect(ends.count == 13)
  }

  @Test func `another currency counts at the day's own rate`() throws {
    let points = computeHistory(
      transactions: try examples(), prices: prices, days: try days("2025-01-04", "2025-01-05"),
      interval: .day
    ) { day in
      day.text == "2025-01-05"
        ? nil : ExchangeRate(numerator: 1, denominator: 3, day: day, source: "test")
    }.points
    #expect(points.map(\.value) == [180, nil])
    #expect(points.map(\.pricedCount) == [1, 0])
  }
}

/// Time-weighted and money-weighted returns of a range match hand-calculated examples.
///
/// - Later deposits do not change the time-weighted return.
/// - Trades count at their own prices, and trades within a day as one step.
/// - Coins held before the range count at the close before it.
/// - A missing price, an empty portfolio or a rate beyond all bounds makes the return unknown.
struct ReturnsTests {
  private func returns(
    _ ledger: [Transaction], _ prices: String, _ range: ClosedRange<UTCDay>
  ) -> HistoryReturns {
    computeHistory(
      transactions: ledger, prices: ListedPrices(prices), days: range, interval: .month
    ).returns
  }

  @Test func `one year of ten percent is ten percent`() throws {
    let found = returns(
      [try trade(.buy, 1, "a", at: 100, "2025-01-01")],
      "a 2025-01-01 100\na 2025-12-31 110", try days("2025-01-01", "2025-12-31"))
    #expect(found.timeWeighted == 10)
    #expect(found.timeWeightedPerYear == 10)
    #expect(found.moneyWeighted == 10)
  }

  @Test func `money paid in later does not change the time weighted return`() throws {
    // 100 grows to 120, 120 more are added, and all of it falls by a quarter: 1.2 × 0.75 = 0.9.
    let found = returns(
      [
        try trade(.buy, 1, "a", at: 100, "2025-01-01"),
        try trade(.buy, 1, "a", at: 120, "2025-07-02"),
      ],
      "a 2025-01-01 100\na 2025-07-02 120\na 2025-12-31 90", try days("2025-01-01", "2025-12-31"))
    #expect(found.timeWeighted == -10)
    // 100 x³⁶⁵ + 120 x¹⁸³ = 180.
    let moneyWeighted = try #require(found.moneyWeighted)
    #expect(abs(moneyWeighted - (try ExactDecimal(exact: "-24.6"))) < 1)
  }

  @Test func `what was bought and sold counts at its own prices`() throws {
    // Bought at 100, closed at 105, sold at 120 on a day that closed at 90.
    let found = returns(
      [
        try trade(.buy, 1, "a", at: 100, "2025-01-01"),
        try trade(.sell, 1, "a", at: 120, "2025-01-02"),
      ],
      "a 2025-01-01 105\na 2025-01-02 90", try days("2025-01-01", "2025-01-31"))
    #expect(found.timeWeighted == 20)
  }

  @Test func `bought and sold within a day is one step`() throws {
    let found = returns(
      [
        try trade(.buy, 1, "a", at: 100, "2025-01-01T01:00:00Z"),
        try trade(.sell, 1, "a", at: 150, "2025-01-01T02:00:00Z"),
      ],
      "a 2025-01-01 105", try days("2025-01-01", "2025-01-31"))
    #expect(found.timeWeighted == 50)
  }

  @Test func `what was held before counts at the close before the range`() throws {
    let found = returns(
      [try trade(.buy, 2, "a", at: 1, "2024-01-01")],
      "a 2024-12-31 100\na 2025-12-31 125", try days("2025-01-01", "2025-12-31"))
    #expect(found.timeWeighted == 25)
    #expect(found.moneyWeighted == 25)
  }

  @Test func `a missing price makes the return unknown`() throws {
    let ledger = [try trade(.buy, 2, "a", at: 1, "2024-01-01")]
    let year = try days("2025-01-01", "2025-12-31")
    for prices in ["a 2024-12-31 100", "a 2025-12-31 125"] {
      let found = returns(ledger, prices, year)
      #expect(found.timeWeighted == nil)
      #expect(found.moneyWeighted == nil)
    }
  }

  @Test func `nothing held has no return`() throws {
    let found = returns([], "", try days("2025-01-01", "2025-12-31"))
    #expect(found == returns([], "", try days("2024-01-01", "2024-12-31")))
    #expect(found.timeWeighted == nil)
    #expect(found.moneyWeighted == nil)
  }

  @Test func `a rate beyond every bound is unknown`() throws {
    let found = returns(
      [try trade(.buy, 1, "a", at: 100, "2025-01-01")],
      "a 2025-01-01 100\na 2025-01-02 200", try days("2025-01-01", "2025-01-02"))
    #expect(found.timeWeighted == 100)
    #expect(found.moneyWeighted == nil)
  }
}
