import BitpalTesting
import CellGrid
import FoundationEssentials
import Portfolio
import Testing

@testable import Dashboard

/// Lists as the user arranges them: filters with operators, columns, views, and deletions.
@Suite struct ArrangedLists {
  @Test(arguments: [
    (">5000", true), (">9,999", false), ("<5000", false), (">=9000", true), ("<", true),
    ("kind:buy", true), ("kind:sell", false), ("acct:cold", true), ("acct:kraken", false),
    ("2025-03..", true), ("..2025-02", false), ("2025-03..2025-03", true), ("2024..2026", true),
    ("bitcion", true), ("etherum", false), ("kind:buy >5000 2025-03..", true), ("kind:", true),
  ])
  func `operators narrow the transactions`(filter: String, isFound: Bool) {
    var row = Sample.row(1, "bitcoin", .buy, "0.1", "90000", "2025-03-14")
    row.account = "Cold wallet"
    var driven = Driven(tab: .transactions, data: Sample.data([row]))
    driven.type("/\(filter)")
    #expect(driven.text.contains("9,000") == isFound, "\(driven.text)")
  }

  @Test func `amounts narrow the holdings, and the best match is selected`() {
    var driven = Driven(tab: .portfolio)
    driven.type("/>6000")
    #expect(
      driven.lines(with: "› BTC").count == 1 && !driven.text.contains("$617.57"), "\(driven.text)")
    driven.press(.escape)
    driven.type("/cadrano")
    #expect(driven.lines(with: "› ADA").count == 1, "\(driven.text)")
  }

  @Test func `a column is hidden, remembered and shown again`() throws {
    var driven = Driven(120, 40, tab: .portfolio)
    #expect(driven.text.contains("Avg cost"))
    driven.type("cavg")
    driven.press(.enter)
    #expect(driven.state.context == .palette, "more columns can follow")
    driven.press(.escape)
    #expect(!driven.text.contains("Avg cost"))
    var next = Driven(120, 40, tab: .portfolio)
    next.restore(driven.state.memory)
    #expect(!next.text.contains("Avg cost"))
    next.type("cavg")
    next.press(.enter, .escape)
    #expect(next.text.contains("Avg cost"))
  }

  @Test func `a view brings its filter and order back`() {
    var driven = Driven(tab: .transactions)
    driven.type("/kind:buy")
    driven.press(.enter)
    driven.type("vbuys")
    #expect(driven.text.contains("Save as view buys"))
    driven.press(.enter)
    driven.press(.escape)
    driven.type("2")
    var next = Driven(tab: .home)
    next.restore(driven.state.memory)
    next.type("vbuys")
    next.press(.enter)
    #expect(next.state.tab == .transactions && next.text.contains("/kind:buy"))
    next.type(":delete the view")
    next.press(.enter)
    next.type("v")
    #expect(!next.text.contains("View buys"))
  }

  @Test func `coins of one symbol are distinguished`() {
    let ids = ["dogecoin", "binance-peg-dogecoin", "doge-on-base", "department-of-government"]
    var book = CoinBook()
    book.add(ids.map { Coin(id: $0, symbol: "doge", name: "Doge") })
    #expect(Set(ids.map { book[$0].symbol }).count == 4)
    #expect(ids.allSatisfy { book[$0].symbol.hasPrefix("DOGE:") && book[$0].symbol.count <= 10 })
    let alike = [
      "department-of-gov-efficiency", "department-of-government-efficiency",
      "department-of-government-efficiency-2",
    ]
    book.add(alike.map { Coin(id: $0, symbol: "doge", name: "Department Of Efficiency") })
    #expect(Set(alike.map { book[$0].symbol }).count == alike.count)
    book = CoinBook()
    book.add([Coin(id: "dogecoin", symbol: "doge", name: "Dogecoin")])
    #expect(book["dogecoin"].symbol == "DOGE")
  }

  @Test func `every page has its name at 80 columns`() {
    for tab in DashboardTab.allCases where tab != .inbox {
      let footer = Driven(tab: tab).row(23)
      for other in DashboardTab.allCases where other != .inbox {
        #expect(footer.contains(other == tab ? other.title : other.shortTitle), "\(footer)")
      }
      #expect(footer.contains("? help") && footer.contains("q quit"), "\(footer)")
    }
  }

  @Test func `Enter alone deletes nothing`() {
    var driven = Driven(tab: .transactions)
    driven.type("d")
    #expect(driven.press(.enter).isEmpty)
    #expect(driven.state.context == .question)
    #expect(driven.type("y").count == 1)
  }

  @Test func `a row is reached by its number, and digits stay pages`() {
    var driven = Driven(tab: .transactions)
    driven.type("N:3")
    driven.press(.enter)
    #expect(driven.lines(with: "3 ›").count == 1, "\(driven.text)")
    driven.type("2")
    #expect(driven.state.tab == .portfolio)
  }

  @Test func `a coin that was put on the watchlist is selected`() {
    let coins = ["bitcoin", "ethereum", "solana"].compactMap { Sample.coins[$0] }
    var driven = Driven(tab: .watchlist)
    driven.send(
      .portfolioChanged(
        DashboardData(
          positions: Sample.whole.positions, transactions: Sample.transactions,
          entry: Sample.whole.entry, watchlist: coins.map { WatchedCoin($0, week: []) })))
    driven.send(.followed("solana", true))
    #expect(driven.lines(with: "› SOL").count == 1, "\(driven.text)")
  }

  @Test func `the palette finds with typing mistakes`() {
    var driven = Driven(tab: .portfolio)
    driven.type(":etherum")
    #expect(driven.text.contains("Open Ethereum"))
  }

  @Test(arguments: [(100, 30), (100, 24), (120, 30), (200, 60)])
  func `from 100 columns the selected row has its detail`(columns: Int, rows: Int) {
    for tab in [DashboardTab.portfolio, .transactions] {
      let driven = Driven(columns, rows, tab: tab)
      #expect(
        driven.text.contains(tab == .portfolio ? "Realized" : "Worth now")
          || driven.text.contains("Amount"), "\(driven.text)")
    }
  }

  @Test func `at 80 columns a short list leaves its rows to the selected row`() {
    let rows = [Sample.row(1, "bitcoin", .buy, "0.1", "90000", "2025-03-14", notes: "the first")]
    for (tab, fact) in [(DashboardTab.portfolio, "Average"), (.transactions, "Since then")] {
      var driven = Driven(tab: tab, data: Sample.data(rows))
      #expect(driven.text.contains(fact), "\(driven.text)")
      #expect(driven.row(22).contains("╯"), "the detail ends at the foot: \(driven.text)")
      driven.send(.resize(columns: 64, rows: 24))
      #expect(driven.row(22).contains("╯") && !driven.text.contains(fact), "the chart alone")
    }
  }

  @Test func `days are shown at 40 columns, however long an amount is`() {
    let rows = [
      Sample.row(1, "shiba-inu", .buy, "275862068.965517", "0.0000145", "2025-03-14"),
      Sample.row(2, "bitcoin", .buy, "0.12345678", "90000", "2025-03-15"),
    ]
    let driven = Driven(40, 12, tab: .transactions, data: Sample.data(rows))
    #expect(driven.lines(with: "2025-03-14  Buy   SHIB").count == 1, "\(driven.text)")
    #expect(driven.text.contains("275,862,069") && driven.text.contains("0.12345678"))
  }
}
