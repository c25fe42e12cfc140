import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The examples of the Internal Revenue Service and of the Code of Federal Regulations.
///
/// Purchase days that an example omits are invented; so are prices that it calls "any".
struct UnitedStatesExampleTests {
  private static func row(
    _ date: String, _ type: TransactionType, _ amount: Int, _ coin: String, _ dollars: ExactDecimal,
    fee: ExactDecimal? = nil, kind: TransactionKind? = nil, label: TransactionLabel? = nil
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: Quantity(amount),
      pricePerCoin: Cost(dollars).perCoin(of: Quantity(amount)), date: utc(date), kind: kind,
      label: label,
      payment: MoneyAmount(amount: dollars, currency: "USD"),
      fee: fee.map { TransactionFee(amount: $0) })
  }

  /// The gains as reported on form 8949.
  private static func counted(_ trades: [Transaction]) -> Gains {
    let rules = TaxRules(.unitedStates, trades)
    return rules.measured(computeGains(trades.map(rules.counted), costBasis: .fifo))
  }

  /// Amount realized, cost and gain of each row.
  private static func figures(_ trades: [Transaction], of coin: String) -> [[ExactDecimal?]] {
    counted(trades).rows.filter { $0.coinId == coin }.map { [$0.proceeds, $0.cost, $0.gain] }
  }

  private static func basis(_ trades: [Transaction], of coin: String) -> String {
    let rules = TaxRules(.unitedStates, trades)
    let held = Positions(
      transactions: trades.map(rules.counted), currentPrices: [:], costBasis: .fifo
    ).holdings.first { $0.id == coin }
    return held.map { "\($0.totalAmount) \($0.totalCost)" } ?? "none"
  }

  @Test func `1.1001-7(b)(5) Example 1: services paid in coins, with a fee in cash`() {
    let trades = [
      Self.row("2025-02-01", .buy, 20, "A", 10),
      Self.row("2025-03-01", .sell, 10, "A", 10, fee: 1, kind: .spend),
    ]
    #expect(Self.figures(trades, of: "A") == [[9, 5, 4]])
  }

  /// A swap of ten A that cost 5 for B on 2025-03-01, as a user enters it.
  private static func swap(
    _ given: Int = 10, for received: Int = 20, worth: Int, fee: TransactionFee
  ) throws -> [Transaction] {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.swap, "A", Quantity(given))
    terms.other = .init(coinId: "B", amount: Quantity(received))
    (terms.total, terms.fee, terms.date) = (ExactDecimal(worth), fee, utc("2025-03-01"))
    return try [row("2025-02-01", .buy, 10, "A", 5)] + terms.record(.example).transactions
  }

  @Test func `1.1001-7(b)(5) Example 2, 1.1012-1(h)(4)(i): a swap with a fee in cash`()
    throws
  {
    let trades = try Self.swap(worth: 20, fee: TransactionFee(amount: 2))
    #expect(Self.figures(trades, of: "A") == [[18, 5, 13]])
    #expect(Self.basis(trades, of: "B") == "20 20")
  }

  @Test func `1.1012-1(h)(4)(ii) Example 2: a fee in a third coin`() throws {
    let trades =
      try [Self.row("2025-02-01", .buy, 2, "C", 1)]
      + Self.swap(worth: 20, fee: TransactionFee(amount: 2, currency: "C"))
    #expect(Self.figures(trades, of: "A") == [[18, 5, 13]])
    #expect(Self.figures(trades, of: "C") == [[2, 1, 1]])
    #expect(Self.basis(trades, of: "B") == "20 20")
  }

  @Test
  func `1.1001-7(b)(5) Example 3: a fee in a third coin costs a fee itself`() throws {
    let trades =
      try [Self.row("2025-02-01", .buy, 3, "C", exact("1.5"))]
      + Self.swap(worth: 20, fee: TransactionFee(amount: 2))
      + [Self.row("2025-03-01", .sell, 3, "C", 3, fee: 1, kind: .fee)]
    #expect(Self.figures(trades, of: "A") == [[18, 5, 13]])
    #expect(Self.figures(trades, of: "C") == [[2, exact("1.5"), exact("0.5")]])
    #expect(Self.basis(trades, of: "B") == "20 20")
  }

  @Test
  func `1.1001-7(b)(5) Example 4, 1.1012-1(h)(4)(iii): a fee withheld from the coin given`() throws
  {
    let trades = try Self.swap(
      9, for: 18, worth: 18, fee: TransactionFee(amount: 1, currency: "A"))
    #expect(Self.figures(trades, of: "A") == [[18, 5, 13]])
    #expect(Self.basis(trades, of: "B") == "18 18")
  }

  @Test
  func `1.1001-7(b)(5) Example 5: a fee withheld from the coin received realizes nothing`() throws {
    let trades = try Self.swap(worth: 20, fee: TransactionFee(amount: 3, currency: "B"))
    #expect(Self.figures(trades, of: "A") == [[17, 5, 12]])
    #expect(Self.figures(trades, of: "B").isEmpty)
    #expect(Self.basis(trades, of: "B") == "17 17")
  }

  @Test
  func `1.1012-1(j)(5) Examples 5 and 6: the unit withheld is of those just received, by fifo too`()
    throws
  {
    let trades =
      try [Self.row("2025-02-01", .buy, 10, "B", 1)]
      + Self.swap(for: 10, worth: 20, fee: TransactionFee(amount: 1, currency: "B"))
    #expect(Self.figures(trades, of: "B").isEmpty)
    let sale = Self.row("2025-04-01", .sell, 19, "B", 38)
    #expect(
      Self.counted(trades + [sale]).rows.filter { $0.coinId == "B" }.map { [$0.amount, $0.cost] }
        == [[10, 1], [9, 18]])
  }

  @Test
  func `1.1012-1(h)(3): coins received cost what they were worth, not what was given`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.swap, "A", 10)
    terms.other = .init(coinId: "B", amount: 20)
    (terms.total, terms.worth, terms.date) = (19, 20, utc("2025-03-01"))
    let trades =
      try [Self.row("2025-02-01", .buy, 10, "A", 5)] + terms.record(.example).transactions
    #expect(Self.figures(trades, of: "A") == [[20, 5, 15]])
    #expect(Self.basis(trades, of: "B") == "20 20")
  }

  @Test(arguments: [
    ("2025-06-17", GainRow.Term.short), ("2025-06-18", .long), ("2025-06-19", .long),
  ])
  func `Publication 544 (2025), chapter 4: more than one year by the calendar`(
    sold: String, term: GainRow.Term
  ) {
    let rows = computeGains(
      [Self.row("2024-06-17", .buy, 1, "X", 5), Self.row(sold, .sell, 1, "X", 6)], costBasis: .fifo
    ).rows
    #expect(rows.map(\.term) == [term])
  }

  @Test func `Publication 550 (2025): the day of the trade decides the year`() throws {
    let trades = [
      Self.row("2025-06-02", .buy, 1, "X", 5),
      Self.row("2026-01-01T02:30:00Z", .sell, 1, "X", 6),
    ]
    let year = try #require(TaxYear("2025", of: .unitedStates))
    let gains = computeGains(trades, costBasis: .fifo, days: year.days, calendar: .losAngeles)
    #expect(gains.rows.count == 1)
  }

  @Test
  func `Instructions for form 8949 (2025), Example 5: coin for coin after three years`() {
    let trades = [
      Self.row("2022-06-01", .buy, 1, "A", 1_000),
      Self.row("2025-06-01", .sell, 1, "A", 3_000, kind: .swap),
      Self.row("2025-06-01", .buy, 1, "B", 3_000, kind: .swap),
    ]
    #expect(Self.figures(trades, of: "A") == [[3_000, 1_000, 2_000]])
    #expect(computeGains(trades, costBasis: .fifo).rows.map(\.term) == [.long])
  }

  @Test
  func `Instructions for form 8949 (2025), Example 6: a coin received for work`() {
    let gains = computeGains(
      [
        Self.row("2025-03-03", .buy, 1, "A", 10_000, kind: .reward, label: .other),
        Self.row("2025-05-05", .sell, 1, "A", 12_000),
      ], costBasis: .fifo)
    #expect(gains.incomeTotal == 10_000)
    #expect(gains.rows.map { [$0.cost, $0.gain] } == [[10_000, 2_000]])
    #expect(gains.rows.map(\.term) == [.short])
  }

  @Test(arguments: [(12_000, 2_000), (7_000, -1_000), (9_000, 0)])
  func `Publication 551 (12-2025), p. 14: a gift that was worth 8,000 and had cost 10,000`(
    sold: Int, gain: Int
  ) throws {
    let trades = try Self.gift() + [Self.row("2025-03-03", .sell, 1, "X", ExactDecimal(sold))]
    #expect(Self.counted(trades).rows.map(\.gain) == [ExactDecimal(gain)])
    #expect(Self.counted(trades).totals.gain?.figure == ExactDecimal(gain))
  }

  @Test
  func `Publication 544 (2025), table 4-2: where its worth is the basis, the period begins then`()
    throws
  {
    let sales = [(7_000, GainRow.Term.short), (9_000, .long), (12_000, .long)]
    for (sold, term) in sales {
      let trades = try Self.gift() + [Self.row("2024-06-01", .sell, 1, "X", ExactDecimal(sold))]
      #expect(Self.counted(trades).rows.map(\.term) == [term], "\(sold)")
    }
  }

  @Test
  func `the worth of a gift follows it into another account, and each part of it`() throws {
    var transfer = EventTerms()
    (transfer.kind, transfer.coinId, transfer.amount) = (.transfer, "X", 1)
    (transfer.account, transfer.toAccount) = ("Kraken", "Ledger")
    transfer.date = utc("2024-03-01")
    let moves = AccountMoves(
      try transfer.record(.example).moves, rules: LotsPerAccount(), until: utc("2026-01-01"))
    var gift = try Self.gift()
    gift[0].account = "Kraken"
    var sale = Self.row("2025-03-03", .sell, 1, "X", 3_500)
    (sale.amount, sale.account) = (exact("0.5"), "Ledger")
    let trades = gift + [sale]
    let rules = TaxRules(.unitedStates, trades)
    let gains = computeGains(
      trades, costBasis: .fifo,
      carrying: CarriedLots(trades, methods: [.fifo], accounts: moves))
    #expect(rules.measured(gains).rows.map { [$0.cost, $0.gain] } == [[4_000, -500]])
  }

  /// One X that its giver had bought for 10,000, given on 2024-02-01 when it was worth 8,000.
  private static func gift() throws -> [Transaction] {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount, terms.date) = (.gift, "X", 1, utc("2024-02-01"))
    (terms.total, terms.worth, terms.acquired) = (10_000, 8_000, utc("2022-02-01"))
    return try terms.record(.example).transactions
  }

  @Test
  func `Rev. Rul. 2019-24: an airdrop after a fork is income, a fork alone is not`() {
    let before = [Self.row("2019-02-01", .buy, 50, "R", 100)]
    #expect(computeGains(before, costBasis: .fifo).income.isEmpty)
    let trades =
      before + [Self.row("2019-08-01", .buy, 25, "S", 50, kind: .reward, label: .fork)]
    #expect(computeGains(trades, costBasis: .fifo).incomeTotal == 50)
    #expect(Self.basis(trades, of: "S") == "25 50" && Self.basis(trades, of: "R") == "50 100")
  }

  @Test
  func `1.1001-7(b)(1)(i): cash in a swap is a part of its proceeds, not of the new coin's cost`()
    throws
  {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.swap, "A", 10)
    (terms.date, terms.other) = (utc("2025-03-01"), EventTerms.OtherSide(coinId: "B", amount: 20))
    (terms.total, terms.worth) = (18, 15)
    (terms.cash, terms.fee) = (SwapCash(amount: 5, currency: "USD"), TransactionFee(amount: 2))
    let trades =
      [Self.row("2025-01-01", .buy, 10, "A", 4)] + (try terms.record(.unpriced).transactions)
    #expect(Self.figures(trades, of: "A") == [[18, 4, 14]])
    #expect(Self.basis(trades, of: "B") == "20 15")
  }

  @Test
  func `Rev. Rul. 2023-14: a reward is income of the year in which it can be disposed of`() throws {
    // In UTC it is in the new year, in the taxpayer's time zone in the old one.
    let reward = Self.row("2025-01-01T06:00:00Z", .buy, 2, "M", 8, kind: .reward, label: .staking)
    let years = ["2024", "2025"].compactMap { TaxYear($0, of: .unitedStates) }
    let income = years.map {
      computeGains([reward], costBasis: .fifo, days: $0.days, calendar: .losAngeles).incomeTotal
    }
    #expect(income == [8, 0])
  }
}

extension Evidence {
  /// The coin C is worth a dollar; no other price is known.
  fileprivate static let example = Evidence(
    rates: InventedRates(), prices: ExamplePrices(), isMoney: { $0 == "USD" }, rank: { _ in nil })
}

private struct ExamplePrices: DailyPrices {
  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    coinId == "C" ? DailyPrice(price: 1, day: day, source: "example") : nil
  }
}
