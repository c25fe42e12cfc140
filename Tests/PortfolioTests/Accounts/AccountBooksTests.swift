import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Lots in separate books for each account, in hand-calculated examples.
struct AccountBooksTests {
  /// Kraken and Ledger buy, Kraken sends 1.5 that arrive a day later, Ledger sells 2.
  private static let paper = AccountDesk(
    rows: [
      trade(.buy, 1, 100, "2025-03-01", "Kraken"), trade(.buy, 1, 200, "2025-03-15", "Ledger"),
      trade(.buy, 1, 300, "2025-04-01", "Kraken"), trade(.sell, 2, 400, "2025-06-01", "Ledger"),
    ],
    moves: transfer("1.5", "Kraken", "2025-05-01", "Ledger", "2025-05-02"))

  @Test func `a transfer carries lots with their dates and costs`() {
    let desk = Self.paper
    #expect(
      desk.gains(.fifo) == [
        "Ledger 1 of 2025-03-01 cost 100 gain 300", "Ledger 1 of 2025-03-15 cost 200 gain 200",
      ])
    #expect(
      desk.lots(.fifo) == ["Kraken 0.5 of 2025-04-01 at 150", "Ledger 0.5 of 2025-04-01 at 150"])
    #expect(
      desk.gains(.lifo) == [
        "Ledger 1 of 2025-04-01 cost 300 gain 100", "Ledger 1 of 2025-03-15 cost 200 gain 200",
      ])
    #expect(
      desk.gains(.hifo) == [
        "Ledger 1 of 2025-04-01 cost 300 gain 100", "Ledger 1 of 2025-03-15 cost 200 gain 200",
      ])
    #expect(desk.gains(.average) == ["Ledger 2 of - cost 400 gain 400"])
    #expect(desk.lots(.average) == ["Kraken 0.5 of - at 100", "Ledger 0.5 of - at 100"])
  }

  @Test func `between its two ends a transfer is on the way`() {
    var desk = Self.paper
    desk.end = utc("2025-05-01T12:00:00Z")
    desk.rows.removeLast()
    #expect(
      desk.lots(.fifo) == [
        "Kraken 0.5 of 2025-04-01 at 150", "Ledger 1 of 2025-03-15 at 200",
        "way 1 of 2025-03-01 at 100", "way 0.5 of 2025-04-01 at 150",
      ])
  }

  @Test func `an open deposit has no cost until it is answered`() throws {
    var desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, "2025-03-01", "Kraken"), trade(.buy, 1, 300, "2025-03-02", "Kraken"),
        trade(.sell, 1, 400, "2025-06-01", "Ledger"),
      ],
      moves: transfer("1", "Kraken", "2025-05-01", "Ledger", "2025-05-02"))
    let moves = desk.moves
    for index in desk.moves.indices { desk.moves[index].transfer = nil }
    #expect(desk.gains(.fifo) == ["Ledger 1 of - cost ? gain ?"])
    // The open withdrawal still took the oldest lot.
    #expect(desk.lots(.fifo) == ["Kraken 1 of 2025-03-02 at 300", "way 1 of 2025-03-01 at 100"])
    let holding = try #require(desk.positions(.fifo).holdings.first)
    #expect(!holding.isCostKnown && !holding.isRealizedKnown)
    #expect(desk.positions(.fifo).summary.knownRealizedPnL == nil)
    desk.moves = moves
    #expect(desk.gains(.fifo) == ["Ledger 1 of 2025-03-01 cost 100 gain 300"])
    #expect(desk.positions(.fifo).holdings.first?.totalCost == 300)
    #expect(desk.positions(.fifo).summary.knownRealizedPnL == 300)
  }

  @Test func `coins that an account gives without having got them have no cost`() throws {
    let desk = AccountDesk(
      rows: [
        trade(.buy, 2, 100, "2025-03-01", "Kraken"), trade(.sell, 1, 400, "2025-06-01", nil),
      ], moves: [])
    #expect(desk.gains(.fifo) == ["- 1 of - cost ? gain ?"])
    #expect(desk.lots(.fifo) == ["Kraken 2 of 2025-03-01 at 200"])
    let holding = try #require(desk.positions(.fifo).holdings.first)
    #expect(holding.totalAmount == 1)
    #expect(!holding.isCostKnown)
  }

  @Test func `at one instant coins arrive before they are needed`() {
    let date = "2025-05-01"
    let desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, date, "A"), trade(.sell, 1, 400, date, "C"),
      ],
      // The later transfer was recorded first.
      moves: transfer("1", "B", date, "C", date) + transfer("1", "A", date, "B", date))
    #expect(desk.gains(.fifo) == ["C 1 of 2025-05-01 cost 100 gain 300"])
    #expect(desk.lots(.fifo) == [])
  }

  @Test func `clocks that differ lose no lot`() {
    let desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, "2025-03-01", "A"), trade(.sell, 1, 400, "2025-05-01T09:00:00Z", "B"),
      ], moves: transfer("1", "A", "2025-05-01T10:00:00Z", "B", "2025-05-01T08:00:00Z"))
    #expect(desk.gains(.fifo) == ["B 1 of 2025-03-01 cost 100 gain 300"])
  }

  @Test func `a migration takes along the lots of the account`() {
    let link = UUID()
    var old = trade(.sell, 1, 0, "2025-04-01", "B")
    (old.kind, old.link) = (.migrate, link)
    var new = trade(.buy, 100, 0, "2025-04-01", "B")
    (new.kind, new.link, new.coinId) = (.migrate, link, "new")
    var sale = trade(.sell, 100, 5, "2025-05-01", "B")
    sale.coinId = "new"
    let desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, "2025-03-01", "A"), trade(.buy, 1, 300, "2025-03-02", "B"), old, new,
        sale,
      ], moves: [])
    #expect(desk.gains(.fifo) == ["B 100 of 2025-03-02 cost 300 gain 200"])
    #expect(desk.lots(.fifo) == ["A 1 of 2025-03-01 at 100"])
  }

  @Test func `what a sale would realize follows the account`() throws {
    var desk = Self.paper
    desk.rows.removeLast()
    func result(_ account: String?) throws -> [String] {
      let sale = trade(.sell, 1, 400, "2025-07-01", account)
      return try whatIfSold(
        sale, after: desk.rows, carrying: desk.carried(CostBasis.allCases)
      ).map { "\($0.costBasis) \($0.realized.map { "\($0)" } ?? "?")" }
    }
    #expect(
      try result("Ledger") == [
        "average 200", "buyAverage 200", "fifo 300", "lifo 100", "hifo 100", "hmrc 200",
      ])
    #expect(try result(nil).dropLast().allSatisfy { $0.hasSuffix("?") })
  }

  @Test(arguments: [CostBasis.average, .fifo, .lifo, .hifo])
  func `an explanation and a history have the accounts' costs`(method: CostBasis) {
    let desk = Self.paper
    let found = CoinExplanation(
      of: Coin(id: "coin", symbol: "c", name: "Coin"), history: desk.rows, costBasis: method,
      carrying: desk.carried([method]))
    let holding = desk.positions(method).holdings.first
    #expect(found.holding?.exact == holding?.exact)
    #expect(found.sales.map(\.cost) == [holding?.soldCost])
    #expect(found.steps.last?.cost == holding?.totalCost)
    #expect(found.lots.compactMap(\.location?.account) == ["Kraken", "Ledger"])
    let costs = MatchedCosts(desk.rows, costBasis: method, carrying: desk.carried([method]))
    var series = SeriesCollector(
      of: "coin", in: day("2025-06-01")...day("2025-06-02"), costBasis: method,
      matchedCosts: costs, carrying: desk.carried([method]))
    for row in desk.rows { series.add(row) }
    #expect(
      series.finished().text.hasSuffix(
        "\(holding?.totalCost ?? 0) 200 0 20240 0 0 800 0 0 1 0"))
  }
}

/// A day from a literal.
private func day(_ text: String) -> UTCDay { UTCDay(utc(text)) }

/// 26 CFR 1.1012-1(j)(5): which units are sold after lots were transferred.
struct UnitsOfAccountsTests {
  @Test func `example 1: in a wallet the units that the books name`() {
    let lot = trade(.buy, 20, 5, "2026-01-01", "B")
    var payment = trade(.sell, 10, 10, "2026-09-02", "WALLET")
    (payment.kind, payment.lots) = (.spend, [lot.id])
    let desk = AccountDesk(
      rows: [trade(.buy, 10, 2, "2025-01-01", "A"), lot, payment],
      moves: transfer("10", "A", "2026-09-01", "WALLET", "2026-09-01")
        + transfer("20", "B", "2026-09-01", "WALLET", "2026-09-01"))
    #expect(desk.gains(.fifo) == ["WALLET 10 of 2026-01-01 cost 50 gain 50"])
  }

  @Test func `example 2: in a wallet the earliest acquired, whenever they came`() {
    let desk = AccountDesk(
      rows: [
        trade(.buy, 10, 2, "2025-01-01", "A"), trade(.buy, 20, 5, "2026-01-01", "B"),
        trade(.sell, 10, 10, "2026-09-02", "WALLET"),
      ],
      moves: transfer("20", "B", "2026-08-31", "WALLET", "2026-08-31")
        + transfer("10", "A", "2026-09-01", "WALLET", "2026-09-01"))
    #expect(desk.gains(.fifo) == ["WALLET 10 of 2025-01-01 cost 20 gain 80"])
  }

  @Test func `example 3: at a broker the units that were specified`() {
    let lot = trade(.buy, 20, 5, "2026-01-01", "BEX")
    var sale = trade(.sell, 10, 10, "2027-09-01", "BEX")
    sale.lots = [lot.id]
    let desk = AccountDesk(
      rows: [trade(.buy, 10, 9, "2025-08-01", "CRX"), lot, sale],
      moves: transfer("10", "CRX", "2027-08-01", "BEX", "2027-08-01"))
    #expect(desk.gains(.fifo) == ["BEX 10 of 2026-01-01 cost 50 gain 50"])
  }

  @Test func `example 4: at a broker the earliest acquired, those transferred in among them`() {
    let desk = AccountDesk(
      rows: [
        trade(.buy, 10, 9, "2025-08-01", "CRX"), trade(.buy, 20, 5, "2026-01-01", "BEX"),
        trade(.sell, 10, 10, "2027-09-01", "BEX"),
      ], moves: transfer("10", "CRX", "2027-08-01", "BEX", "2027-08-01"))
    #expect(desk.gains(.fifo) == ["BEX 10 of 2025-08-01 cost 90 gain 10"])
  }
}

/// Revenue Procedure 2024-28, section 6: how remaining units are allocated to wallets on
/// 2025-01-01.
struct RevProc202428Tests {
  private static let bought = [
    trade(.buy, 10, 1, "2019-07-01", "XYZ"), trade(.buy, 20, 5, "2020-09-01", "GHI"),
  ]
  /// The sale of 2024 used units of 2020: the newest first.
  private static let sold = bought + [trade(.sell, 6, 7, "2024-12-01", "XYZ")]
  /// The same remaining units when the oldest are sold first: 4 with XYZ, 20 with GHI.
  private static let left = AccountDesk(
    rows: [
      trade(.buy, 10, 1, "2019-07-01", "XYZ"), trade(.buy, 14, 5, "2020-09-01", "GHI"),
    ], moves: transfer("6", "XYZ", "2024-12-01", "GHI", "2024-12-01"))

  private static func rules(_ text: String) throws -> LotsPerAccount {
    LotsPerAccount(from: day("2025-01-01"), order: try #require(LotOrder(text: text)))
  }

  @Test func `6.01 example 1: nothing is left to allocate`() throws {
    let desk = AccountDesk(
      rows: Self.bought + [trade(.sell, 30, 7, "2024-12-01", "XYZ")], moves: [],
      rules: try Self.rules("earliest"))
    #expect(desk.lots(.fifo) == [])
  }

  @Test func `6.02 example 2: before 2025 one book over all wallets`() throws {
    let desk = AccountDesk(
      rows: Self.sold, moves: [], rules: try Self.rules("earliest: XYZ, GHI"))
    #expect(desk.gains(.lifo) == ["XYZ 6 of 2020-09-01 cost 30 gain 12"])
    // Derived: 24 units and a basis of 80 are left.
    #expect(
      desk.lots(.lifo) == [
        "GHI 6 of 2019-07-01 at 6", "GHI 14 of 2020-09-01 at 70", "XYZ 4 of 2019-07-01 at 4",
      ])
  }

  @Test func `6.03 example 3: unit by unit, as the taxpayer lists them`() throws {
    var desk = AccountDesk(
      rows: Self.sold, moves: [],
      rules: try Self.rules(
        "2 coin of 2019-07-01 to XYZ; 2 coin of 2020-09-01 to XYZ; 8 coin of 2019-07-01 to GHI; "
          + "12 coin of 2020-09-01 to GHI"))
    #expect(
      desk.lots(.lifo) == [
        "GHI 8 of 2019-07-01 at 8", "GHI 12 of 2020-09-01 at 60", "XYZ 2 of 2019-07-01 at 2",
        "XYZ 2 of 2020-09-01 at 10",
      ])
    // One unit of each lot, entered as two sales.
    for lot in Self.bought {
      var sale = trade(.sell, 1, 7, "2025-03-01", "XYZ")
      sale.lots = [lot.id]
      desk.rows.append(sale)
    }
    #expect(
      desk.gains(.lifo).suffix(2) == [
        "XYZ 1 of 2019-07-01 cost 1 gain 6", "XYZ 1 of 2020-09-01 cost 5 gain 2",
      ])
  }

  @Test func `6.04 example 4: highest basis first, and then the earliest acquired is sold`() throws
  {
    let rules = try Self.rules("highest-cost: XYZ, GHI")
    let allocation = [
      "GHI 10 of 2019-07-01 at 10", "GHI 10 of 2020-09-01 at 50", "XYZ 4 of 2020-09-01 at 20",
    ]
    #expect(AccountDesk(rows: Self.sold, moves: [], rules: rules).lots(.lifo) == allocation)
    var desk = Self.left
    desk.rules = rules
    #expect(desk.lots(.fifo) == allocation)
    desk.rows.append(trade(.sell, 2, 7, "2025-03-01", "GHI"))
    #expect(desk.gains(.fifo) == ["GHI 2 of 2019-07-01 cost 2 gain 12"])
  }

  @Test func `6.05 example 5: a gift is of the earliest acquired units of the wallet`() throws {
    var desk = Self.left
    desk.rules = try Self.rules("highest-cost: XYZ, GHI")
    var gift = trade(.sell, 2, 0, "2025-03-01", "GHI")
    gift.kind = .give
    desk.rows.append(gift)
    #expect(desk.gains(.fifo) == [])
    #expect(
      desk.lots(.fifo) == [
        "GHI 8 of 2019-07-01 at 8", "GHI 10 of 2020-09-01 at 50", "XYZ 4 of 2020-09-01 at 20",
      ])
  }

  @Test func `rp2: earliest lots go to the accounts in the order named`() throws {
    let desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, "2024-06-01", "Coinbase"), trade(.buy, 1, 1000, "2024-07-01", "Kraken"),
        trade(.buy, 1, 500, "2025-02-01", "BlockFi"),
      ], moves: [], rules: try Self.rules("earliest: Kraken, Coinbase, BlockFi"))
    #expect(
      desk.lots(.fifo) == [
        "BlockFi 1 of 2025-02-01 at 500", "Coinbase 1 of 2024-07-01 at 1000",
        "Kraken 1 of 2024-06-01 at 100",
      ])
  }

  @Test func `what is on the way on that day is served last`() throws {
    var desk = AccountDesk(
      rows: [
        trade(.buy, 1, 100, "2024-06-01", "A"), trade(.buy, 1, 300, "2024-07-01", "B"),
      ], moves: transfer("0.5", "A", "2024-12-31", "B", "2025-01-02"),
      rules: try Self.rules("earliest"))
    desk.end = utc("2025-01-01T10:00:00Z")
    #expect(
      desk.lots(.fifo) == [
        "A 0.5 of 2024-06-01 at 50", "B 0.5 of 2024-06-01 at 50", "B 0.5 of 2024-07-01 at 150",
        "way 0.5 of 2024-07-01 at 150",
      ])
  }
}

/// A lot order reads back as it is written, and any other text is refused.
struct LotOrderTests {
  @Test(arguments: [
    "earliest", "highest-cost", "highest-cost: Kraken, My wallet",
    "earliest; 2 bitcoin of 2019-07-01 to My wallet; 0.5 ethereum of 2020-09-01 to Kraken",
  ])
  func `an order is read as it is written`(text: String) {
    #expect(LotOrder(text: text)?.text == text)
  }

  @Test(arguments: [
    "", "latest", "earliest:", "earliest; ", "2 bitcoin", "2 bitcoin of yesterday to Kraken",
    "-2 bitcoin of 2019-07-01 to Kraken", "0 bitcoin of 2019-07-01 to Kraken",
    "earliest: A,, B", "2 bitcoin of 2019-07-01 to ",
  ])
  func `another text is refused`(text: String) { #expect(LotOrder(text: text) == nil) }
}

// MARK: - Shorthand

private func trade(
  _ type: TransactionType, _ amount: Quantity, _ price: Price, _ date: String,
  _ account: String?
) -> Transaction {
  Transaction(
    coinId: "coin", type: type, amount: amount, pricePerCoin: price, date: instant(date),
    account: account)
}

private func transfer(
  _ amount: String, _ from: String, _ left: String, _ to: String, _ arrived: String
) -> [Move] {
  let (first, second) = (UUID(), UUID())
  return [
    Move(
      id: first, account: from, coinId: "coin", amount: -exact(amount), date: instant(left),
      transfer: second),
    Move(
      id: second, account: to, coinId: "coin", amount: exact(amount), date: instant(arrived),
      transfer: first),
  ]
}

private func instant(_ text: String) -> Date { utc(text) }

/// A ledger with accounts, and its results in short texts.
private struct AccountDesk {
  var rows: [Transaction]
  var moves: [Move]
  var rules = LotsPerAccount()
  var end = utc("2026-01-01T00:00:00Z")

  func carried(_ methods: [CostBasis]) -> CarriedLots {
    CarriedLots(
      rows, methods: methods, accounts: AccountMoves(moves, rules: rules, until: end))
  }

  func positions(_ method: CostBasis) -> Positions {
    Positions(
      transactions: rows, currentPrices: [:], costBasis: method, carrying: carried([method]))
  }

  /// `Ledger 1 of 2025-03-01 cost 100 gain 300`.
  func gains(_ method: CostBasis) -> [String] {
    computeGains(rows, costBasis: method, carrying: carried([method])).rows.map { row in
      "\(row.account ?? "-") \(row.exactAmount) of \(row.acquired.map { UTCDay($0).text } ?? "-")"
        + " cost \(row.exactCost.map { "\($0)" } ?? "?")"
        + " gain \(row.exactGain.map { "\($0)" } ?? "?")"
    }
  }

  /// `Kraken 0.5 of 2025-04-01 at 150`.
  func lots(_ method: CostBasis) -> [String] {
    var coin = LotsOfCoin(coinId: "coin", costBasis: method, carrying: carried([method]))
    for row in rows where row.coinId == "coin" { coin.apply(row) }
    return coin.finished().map { lot in
      let location = lot.location.map { $0 == .onTheWay ? "way" : $0.account ?? "-" } ?? "whole"
      return "\(location) \(lot.exactAmount) of \(lot.acquired.map { UTCDay($0).text } ?? "-")"
        + " at \(lot.isCostKnown ? "\(lot.exactCost)" : "?")"
    }
  }
}
