import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The examples of the Bulletin officiel des finances publiques (BOI-RPPM-PVBMC-30-20, 2019-09-02),
/// and how programs interpret its rules.
///
/// Euros are the ledger's own money here. Days are invented, and so are coins where an example has
/// only euros.
struct FranceExampleTests {
  private static func row(
    _ date: String, _ kind: TransactionKind, _ amount: Quantity, _ coin: String,
    _ euros: ExactDecimal,
    fee: ExactDecimal? = nil
  ) -> Transaction {
    let type: TransactionType = kind == .buy || kind == .reward ? .buy : .sell
    return Transaction(
      coinId: coin, type: type, amount: amount, pricePerCoin: Cost(euros).perCoin(of: amount),
      date: utc(date), kind: kind, payment: MoneyAmount(amount: euros, currency: "USD"),
      fee: fee.map { TransactionFee(amount: $0) })
  }

  private static func portfolio(
    _ rows: [Transaction], prices: [String: Price] = [:]
  ) -> GlobalPortfolio {
    var portfolio = GlobalPortfolio(calendar: .utc) { coinId, _ in prices[coinId] }
    for row in rows { portfolio.apply(row) }
    return portfolio
  }

  /// Lines 212, 213, 220, 221 and 223, and the gain, of each sale.
  private static func lines(_ portfolio: GlobalPortfolio) -> [[ExactDecimal?]] {
    portfolio.cessions.map { sale in
      [sale.value, sale.price, sale.acquired, sale.used, sale.left, sale.gain].map { $0?.figure }
    }
  }

  @Test func `bofip 110`() {
    let portfolio = Self.portfolio([
      Self.row("2024-01-10", .buy, 1, "xyz", 1_000),
      Self.row("2024-03-10", .sell, exact("0.375"), "xyz", 450),
      Self.row("2024-08-10", .sell, exact("0.625"), "xyz", 1_300),
    ])
    #expect(
      Self.lines(portfolio) == [
        [1_200, 450, 1_000, 0, 1_000, 75], [1_300, 1_300, 1_000, 375, 625, 675],
      ])
    #expect(portfolio.cessions.map(\.fraction) == [375, 625])
  }

  @Test
  func `bofip 120`() throws {
    let swap = try Self.swap("2024-03-10", "aaa", for: "bbb", worth: 750, cash: 150)
    let portfolio = Self.portfolio(
      [Self.row("2024-01-10", .buy, 1, "aaa", 500)] + swap
        + [Self.row("2024-10-10", .sell, 1, "bbb", 800)])
    #expect(portfolio.cessions.map(\.adjustedPrice) == [750, 800])
    #expect(portfolio.cessions.map(\.acquired) == [500, 1_250])
    #expect(portfolio.cessions.map(\.used) == [0, 500])
    #expect(portfolio.cessions.map(\.adjusted) == [0, 150])
    #expect(portfolio.cessions.map(\.left) == [500, 600])
    #expect(portfolio.cessions.map(\.fraction) == [500, 600])
    #expect(portfolio.cessions.map(\.gain) == [250, 200])
    // According to the form, the coins received are the price, and the money is its adjustment.
    #expect(portfolio.cessions.map(\.price) == [600, 800])
    #expect(portfolio.cessions.map(\.adjustment) == [150, 0])
    #expect(portfolio.cessions.map(\.value) == [750, 800])
  }

  @Test
  func `money paid`() throws {
    let swap = try Self.swap("2024-03-10", "aaa", for: "bbb", worth: 600, cash: -150, fee: 10)
    let portfolio = Self.portfolio(
      [Self.row("2024-01-10", .buy, 1, "aaa", 500)] + swap
        + [Self.row("2024-10-10", .sell, 1, "bbb", 800)])
    #expect(portfolio.cessions.map(\.price) == [750, 800])
    #expect(portfolio.cessions.map(\.adjustment) == [-150, 0])
    #expect(portfolio.cessions.map(\.adjustedPrice) == [600, 800])
    #expect(portfolio.cessions.map(\.fees) == [10, 0])
    #expect(portfolio.cessions.map(\.acquired) == [500, 1_250])
    #expect(portfolio.cessions.map(\.left) == [500, 750])
    #expect(portfolio.cessions.map(\.gain) == [90, 50])
  }

  private static func swap(
    _ date: String, _ coin: String, for other: String, worth: ExactDecimal, cash: ExactDecimal,
    fee: ExactDecimal? = nil
  ) throws -> [Transaction] {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount, terms.date) = (.swap, coin, 1, utc(date))
    (terms.total, terms.other) = (worth, EventTerms.OtherSide(coinId: other, amount: 1))
    terms.cash = SwapCash(amount: cash, currency: "USD")
    terms.fee = fee.map { TransactionFee(amount: $0) }
    return try terms.record(.unpriced).transactions
  }

  @Test
  func `of the sales of some days, earlier ones have used their part of the cost`() {
    let days = UTCDay(utc("2025-01-01"))...UTCDay(utc("2025-12-31"))
    var portfolio = GlobalPortfolio(calendar: .utc, days: days) { _, _ in nil }
    for row in [
      Self.row("2024-01-10", .buy, 1, "xyz", 1_000),
      Self.row("2024-03-10", .sell, exact("0.375"), "xyz", 450),
      Self.row("2025-08-10", .sell, exact("0.625"), "xyz", 1_300),
    ] {
      portfolio.apply(row)
    }
    #expect(Self.lines(portfolio) == [[1_300, 1_300, 1_000, 375, 625, 675]])
  }

  @Test
  func `bofip 70`() {
    let portfolio = Self.portfolio([
      Self.row("2024-01-10", .buy, 1, "aaa", 500), Self.row("2024-02-10", .buy, 1, "aaa", 300),
      Self.row("2024-03-10", .sell, 2, "aaa", 900),
    ])
    #expect(Self.lines(portfolio) == [[900, 900, 800, 0, 800, 100]])
  }

  @Test func `fees count as the rules of France say`() {
    let portfolio = Self.portfolio([
      Self.row("2024-01-05", .buy, 1, "bitcoin", 6_000),
      Self.row("2024-06-01", .sell, exact("0.5"), "bitcoin", 10_000, fee: 50),
      Self.row("2024-07-01", .sell, exact("0.5"), "bitcoin", 10_000),
    ])
    #expect(portfolio.cessions.map(\.net) == [9_950, 10_000])
    #expect(portfolio.cessions.map(\.gain) == [6_950, 7_000])
  }

  @Test func `two coins are one portfolio`() {
    let portfolio = Self.portfolio(
      [
        Self.row("2024-01-05", .buy, 1, "bitcoin", 10_000),
        Self.row("2024-01-06", .buy, 10, "ethereum", 10_000),
        Self.row("2024-06-01", .sell, 1, "bitcoin", 30_000),
        Self.row("2024-09-01", .sell, 10, "ethereum", 10_000),
      ], prices: ["ethereum": 1_000])
    #expect(portfolio.cessions.map(\.gain) == [15_000, 5_000])
    #expect(portfolio.cessions.map(\.estimated) == [.value, .used])
  }

  @Test
  func
    `coin for coin is deferred; a reward costs nothing; a gift takes its part of the cost along`()
  {
    let portfolio = Self.portfolio([
      Self.row("2024-01-05", .buy, 1, "bitcoin", 10_000),
      Self.row("2024-02-01", .swap, 1, "bitcoin", 20_000),
      {
        var row = Self.row("2024-02-01", .buy, 9, "ethereum", 20_000)
        row.kind = .swap
        return row
      }(),
      Self.row("2024-02-02", .reward, 1, "ethereum", 2_000),
      Self.row("2024-03-01", .give, 5, "ethereum", 10_000),
      Self.row("2024-04-01", .spend, 5, "ethereum", 12_000),
    ])
    #expect(Self.lines(portfolio) == [[12_000, 12_000, 10_000, 5_000, 5_000, 7_000]])
  }

  @Test
  func `a gift without a stored worth takes its part of the cost along at the price of the day`() {
    var gift = Self.row("2024-03-01", .give, 1, "bitcoin", 0)
    gift.payment = nil
    let rows = [
      Self.row("2024-01-05", .buy, 10, "bitcoin", 100_000), gift,
      Self.row("2024-04-01", .sell, 2, "bitcoin", 80_000),
    ]
    let priced = Self.portfolio(rows, prices: ["bitcoin": 35_000])
    #expect(Self.lines(priced) == [[360_000, 80_000, 100_000, 10_000, 90_000, 60_000]])
    #expect(priced.unvalued == nil)
    let unpriced = Self.portfolio(rows)
    #expect(unpriced.cessions.map(\.gain) == [nil])
    #expect(unpriced.unvalued?.day.text == "2024-03-01")
  }

  @Test
  func `the coins of a swap leave before others arrive, whichever row comes first`() throws {
    let swap = try Self.swap("2024-03-10", "aaa", for: "bbb", worth: 600, cash: -150, fee: 10)
    let first = [Self.row("2024-01-10", .buy, 1, "aaa", 500)]
    let last = [Self.row("2024-10-10", .sell, 1, "bbb", 800)]
    let typed = Self.portfolio(first + swap + last, prices: ["bbb": 700])
    #expect(typed.cessions.map(\.value) == [600, 800])
    #expect(typed.cessions.map(\.fees) == [10, 0])
    let turned = Self.portfolio(first + swap.reversed() + last, prices: ["bbb": 700])
    #expect(turned.cessions == typed.cessions)
  }

  @Test
  func `a price that is missing leaves its sale and those after it without a gain`() {
    let portfolio = Self.portfolio([
      Self.row("2024-01-05", .buy, 1, "bitcoin", 10_000),
      Self.row("2024-01-06", .buy, 10, "ethereum", 10_000),
      Self.row("2024-06-01", .sell, 1, "bitcoin", 30_000),
      Self.row("2024-09-01", .sell, 10, "ethereum", 10_000),
    ])
    #expect(portfolio.cessions.map(\.gain) == [nil, nil])
    #expect(portfolio.cessions.map(\.value) == [nil, 10_000])
    #expect(portfolio.missing?.coinId == "ethereum" && portfolio.missing?.day.text == "2024-06-01")
  }
}
