import BitpalTesting
import CellGrid
import Dashboard
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The page of a coin shows how each of its figures is calculated.
///
/// - Lots have account, cost, result and age; a pool has none.
/// - Without a price, what depends on it is left out.
/// - Narrow windows keep the results, and privacy masks every amount.
/// - Many closed cycles are summed up, and the newest are listed.
/// - Transactions can be edited, deleted and added.
@Suite struct CoinExplanation {
  /// The page of the first holding, or of another row.
  private func page(_ columns: Int = 100, row: Int = 0, data: DashboardData = Sample.whole)
    -> Driven
  {
    var driven = Driven(columns, 40, tab: .portfolio, data: data)
    for _ in 0..<row { driven.press(.down) }
    driven.press(.enter)
    return driven
  }

  @Test func `each figure of a coin is shown with those it comes from`() {
    let bitcoin = page()
    for line in [
      "Bought      0.5 for $21,075.13",
      "Sold        0.2 for $19,424.10",
      "Realized    $19,424.10 − their cost $8,430.05 = ▲ +$10,994.05",
      "Held        0.3 for $12,645.08",
      "Average     $12,645.08 ÷ 0.3 = $42,150.25",
      "Value       0.3 × $76,871.00 = $23,061.30",
      "Unrealized  $23,061.30 − $12,645.08 = ▲ +$10,416.23 +82.37%",
      "Total P&L   +$10,994.05 realized +$10,416.23 unrealized = ▲ +$21,410.28",
    ] {
      #expect(bitcoin.text.contains(line), "\(line)")
    }
  }

  @Test func `closed cycles are shown and counted`() {
    let solana = page(row: 2)
    #expect(
      solana.text.contains(
        "2025-01-19  40 bought at $190.40 sold at $240.75 = ▲ +$2,014.00 +26.44%"))
    #expect(
      solana.text.contains("Total P&L   +$2,014.00 closed +$771.00 unrealized = ▲ +$2,785.00"))
    #expect(!solana.text.contains("Sold "), "the open cycle has no sale")
  }

  @Test func `what the price alone tells is left out without one`() {
    let wide = page(row: 5)
    #expect(wide.text.contains("Value       unknown: no price"))
    #expect(!wide.text.contains("Unrealized"))
    #expect(!wide.text.contains("Total P&L"))
  }

  @Test func `where the way has no room the result stays`() {
    let narrow = page(40)
    for line in [
      "Average     $42,150.25", "Unrealized  ▲ +$10,416.23 +82.37%", "Total P&L   ▲ +$21,410.28",
    ] {
      #expect(narrow.text.contains(line), "\(line)")
    }
    #expect(!narrow.text.contains("…"))
  }

  @Test func `privacy masks every amount of it`() {
    var driven = page()
    driven.type("p")
    #expect(driven.text.contains("Average     $••••• ÷ ••••• = $•••••"))
    #expect(driven.text.contains("+82.37%"))
  }

  /// Lots of bitcoin by FIFO, in two accounts and in transit; one is estimated, and one has an
  /// unknown origin.
  private static func detail(_ costBasis: CostBasis = .fifo) -> CoinDetail {
    func row(_ amount: String, _ price: String, _ day: String, _ account: String) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: .buy, amount: exact(amount), pricePerCoin: exact(price),
        date: utc(day), account: account)
    }
    var rows = [
      row("0.25", "42150.25", "2024-02-03", "Kraken"),
      row("0.1", "90000", "2025-04-27T23:30:00Z", "Kraken"),
      row("0.05", "90000", "2025-06-01", "Ledger"),
    ]
    rows[2].valuation = Valuation(kind: .dailyPrice, source: "test", day: UTCDay(rows[2].date))
    let moves = [
      Move(
        account: "Kraken", coinId: "bitcoin", amount: exact("-0.05"), date: utc("2026-01-01")),
      Move(account: "Coinbase", coinId: "bitcoin", amount: exact("0.01"), date: utc("2026-01-02")),
    ]
    let carried = CarriedLots(
      rows, methods: [costBasis],
      accounts: AccountMoves(moves, rules: LotsPerAccount(), until: Sample.now))
    var lots = LotsOfCoin(coinId: "bitcoin", costBasis: costBasis, carrying: carried)
    for row in rows { lots.apply(row) }
    var detail = CoinDetail(
      version: Sample.whole.ledger.version, rows: rows, count: rows.count, costBasis: costBasis)
    detail.show(lots.finished(), .london)
    return detail
  }

  @Test func `lots have their account, cost, result and age by the days of taxes`() throws {
    for (columns, rows) in Goldens.sizes {
      var driven = Driven(columns, rows, tab: .portfolio)
      driven.press(.enter)
      driven.send(.coinRead("bitcoin", Self.detail()))
      driven.press(.home)
      try Goldens.check(driven, name: "coin-lots-\(columns)x\(rows)")
    }
    var driven = page()
    driven.send(.coinRead("bitcoin", Self.detail()))
    #expect(driven.text.contains("5 lots by fifo"))
    // In London it is already the next day, whose anniversary is today: long-term from tomorrow on.
    let today = try #require(driven.lines(with: "2025-04-28").first)
    #expect(today.contains("365") && today.contains("2026-04-29"), "\(today)")
    let estimated = try #require(driven.lines(with: "2025-06-01").first)
    #expect(estimated.contains("~$4,500.00") && estimated.contains("~-$656.45"), "\(estimated)")
    let unknown = try #require(driven.lines(with: "Coinbase").first)
    #expect(unknown.split(separator: " ") == ["Coinbase", "0.01", "—", "$768.71", "—"])
    driven.type("p")
    #expect(!driven.text.contains("4,500") && driven.text.contains("~$•••••"))
  }

  @Test func `a pool has no lots, and says so`() {
    for basis in [CostBasis.average, .buyAverage, .hmrc] {
      var driven = page()
      var detail = CoinDetail(version: Sample.whole.ledger.version, rows: [], count: 0)
      detail.costBasis = basis
      driven.send(.coinRead("bitcoin", detail))
      #expect(driven.text.contains("Lots        none: one pool"))
    }
  }

  @Test func `of many closed cycles the newest are listed, and the sums are of all`() throws {
    var rows: [Transaction] = []
    for day in 1...4 {
      for (type, price) in [(TransactionType.buy, 10), (.sell, 10 + day)] {
        rows.append(
          Transaction(
            coinId: "bitcoin", type: type, amount: 1, pricePerCoin: Price(price),
            date: utc("2025-01-0\(day)")))
      }
    }
    rows.append(
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 10, date: utc("2025-02-01")))
    let positions = Positions(transactions: rows, currentPrices: Sample.coins)
    let data = DashboardData(positions: positions, transactions: rows, entry: Sample.data().entry)
    var driven = Driven(120, 40, tab: .portfolio, data: data)
    #expect(driven.text.contains("4 cycles, last 2025-01-04"), "\(driven.text)")
    driven.press(.enter)
    var detail = CoinDetail(version: data.ledger.version, rows: rows, count: rows.count)
    detail.closed = Array(positions.closedPositions.prefix(1))
    driven.send(.coinRead("bitcoin", detail))
    #expect(driven.text.contains("3 more: bitpal closed bitcoin"), "\(driven.text)")
    #expect(driven.lines(with: "Total P&L").first?.contains("+$10.00 closed") == true)
  }

  @Test func `after the last listed transaction the number of older ones is reached`() {
    let rows = (1...60).map { number in
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 10,
        date: utc("2025-01-01").addingTimeInterval(Double(number) * 3600))
    }
    let positions = Positions(transactions: rows, currentPrices: Sample.coins)
    let data = DashboardData(positions: positions, transactions: rows, entry: Sample.data().entry)
    var driven = Driven(100, 30, tab: .portfolio, data: data)
    driven.press(.enter)
    driven.send(
      .coinRead(
        "bitcoin",
        CoinDetail(version: data.ledger.version, rows: rows.suffix(50).reversed(), count: 60)))
    driven.type("G")
    #expect(driven.text.contains("10 older: filter the Transactions page by BTC"), "\(driven.text)")
  }

  @Test func `the Portfolio page lists the lots of the selected coin`() {
    var driven = Driven(120, 60, tab: .portfolio)
    driven.send(.coinRead("bitcoin", Self.detail()))
    #expect(driven.text.contains("5 lots by fifo"))
    let lot = driven.lines(with: "2024-02-03").first { $0.contains("▲ +$6,944.15") }
    #expect(lot?.contains(" 0.2 ") == true, "\(driven.text)")
    driven.send(
      .coinRead("bitcoin", CoinDetail(version: Sample.whole.ledger.version, rows: [], count: 0)))
    #expect(driven.lines(with: "Lots  ").first?.contains("none: one pool") == true)
  }

  @Test func `its transactions are edited, deleted and added to`() {
    var driven = page()
    driven.type("e")
    #expect(driven.text.contains("Edit the transaction"))
    driven.press(.escape)
    driven.type("d")
    #expect(driven.text.contains("Delete the sale of 0.2 BTC on 2024-12-20?"))
    #expect(driven.text.contains("You will own 0.5 BTC."))
    driven.type("na")
    #expect(driven.text.contains("Coin    BTC  bitcoin"))
  }
}

/// An empty ledger welcomes the user and shows the first keys, at every size.
@Suite struct FirstRun {
  @Test(arguments: DashboardTab.allCases.filter { ![.watchlist, .inbox].contains($0) })
  func `an empty ledger invites and tells the next key`(tab: DashboardTab) {
    for (columns, rows) in [(200, 60), (80, 24), (40, 12), (30, 8), (24, 5)] {
      var driven = Driven(columns, rows, tab: tab, data: Sample.empty)
      #expect(driven.text.contains("a   Add a transaction"), "\(columns)×\(rows)")
      driven.click("Add a transaction")
      #expect(driven.state.context == .form)
    }
  }

  @Test func `it welcomes, and shows the way in and around`() {
    var driven = Driven(data: Sample.empty)
    for text in [
      "Welcome to bitpal", "No holdings yet", ":   Command by name", "?   Help",
      ":import FILE", "bitpal --demo",
    ] {
      #expect(driven.text.contains(text))
    }
    driven.click("Command by name")
    #expect(driven.state.context == .palette)
  }

  @Test func `the first transaction ends it`() {
    var driven = Driven(data: Sample.empty)
    driven.send(.portfolioChanged(Sample.whole))
    #expect(!driven.text.contains("Welcome"))
    #expect(driven.text.contains("$35,733.93"))
  }

  @Test func `what would do nothing is not offered`() {
    let driven = Driven(200, 40, data: Sample.empty)
    #expect(!driven.row(39).contains("open"))
    #expect(!driven.row(39).contains("smaller"))
    #expect(driven.row(39).contains("a add"))
  }
}
