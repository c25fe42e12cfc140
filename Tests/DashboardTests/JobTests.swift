import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// Shell commands that run in the dashboard.
@Suite struct JobsFromTheLine {
  @Test(arguments: [
    ("backup", DashboardJob.backup("")), ("backup ~/b.sqlite", .backup("~/b.sqlite")),
    ("verify", .verify), ("export all.json", .export("all.json")),
    ("alert bitcoin above 100000", .alert("bitcoin above 100000")),
  ])
  func `what the shell does is reached from the line, and the screen stays`(
    text: String, job: DashboardJob
  ) {
    var driven = Driven()
    driven.type(":" + text)
    #expect(driven.press(.enter) == [.run(job)])
    #expect(driven.row(23).contains("…"), "what goes on is said")
    driven.send(.jobEnded(DashboardJobResult(job, status: 0, lines: ["  one", "", "All done."])))
    let sentence = job == .verify ? "Verified: the ledger is sound; !" : "All done."
    #expect(driven.row(23).contains(sentence))
    driven.type("!")
    #expect(driven.lines(with: "│").contains { $0.contains("All done.") })
    #expect(driven.lines(with: "│").contains { $0.contains("one") })
  }

  @Test func `a failed job is an error, and none runs next to another`() {
    var driven = Driven()
    driven.type(":verify")
    driven.press(.enter)
    driven.type(":backup")
    #expect(driven.press(.enter).isEmpty)
    #expect(driven.row(23).contains("Wait for this to end: Verifying the ledger…"))
    driven.send(.jobEnded(DashboardJobResult(.verify, status: 2, lines: ["It is damaged."])))
    #expect(
      driven.state.message
        == DashboardMessage(
          text: "It is damaged.", isError: true, date: driven.now))
    driven.type(":backup")
    #expect(driven.press(.enter) == [.run(.backup(""))])
  }

  @Test func `an error of a command is one sentence without the words of the shell`() {
    var driven = Driven(120, 24)
    let lines = ["error: 1,5 is not a price.", "help: Write 1.5, with a point."]
    driven.send(.jobEnded(DashboardJobResult(.alert("bitcoin below 1,5"), status: 2, lines: lines)))
    #expect(driven.row(23).contains("1,5 is not a price. Write 1.5, with a point."))
    #expect(!driven.text.contains("help: ") && !driven.text.contains("error: "))
  }

  @Test func `a file that exists is replaced only after a yes`() {
    var driven = Driven()
    driven.type(":export a.csv")
    driven.press(.enter)
    driven.send(.fileExists(.export("a.csv")))
    #expect(driven.text.contains("Replace a.csv?"))
    #expect(driven.type("n").isEmpty)
    driven.type(":export a.csv")
    driven.press(.enter)
    driven.send(.fileExists(.export("a.csv")))
    #expect(driven.type("y") == [.run(.export("a.csv"), replaces: true)])
  }

  @Test func `an import, which asks, has the terminal; without a file it waits for one`() {
    var driven = Driven()
    driven.type(":import")
    #expect(driven.press(.enter).isEmpty)
    #expect(driven.row(23).contains(":import "))
    driven.type("trades.csv")
    #expect(driven.press(.enter) == [.runInTerminal(.importFile("trades.csv"))])
  }
}

/// Alerts and watched coins are added and removed on the command line.
///
/// - An alert is built from coin, condition and price, and starts with the selected coin.
/// - Any coin of the catalog is found; coins with the same name are distinguished by their ids.
/// - An empty watchlist says so above the existing alerts.
@Suite struct AlertsFromTheLine {
  @Test func `an alert is made coin by condition by figure`() {
    var driven = Driven(tab: .home)
    driven.type(":alert")
    driven.press(.enter)
    #expect(driven.effects == [.searchCoins("")])
    #expect(driven.text.contains("Alert on Bitcoin"))
    #expect(driven.type("eth").last == .searchCoins("eth"))
    #expect(driven.lines(with: "│›").first?.contains("Alert on Ethereum") == true)
    driven.press(.enter)
    #expect(driven.row(23).contains(":alert ethereum "))
    driven.press(.down)
    driven.press(.enter)
    #expect(driven.row(23).contains(":alert ethereum below "))
    #expect(driven.press(.enter).isEmpty, "a figure is wanted")
    driven.type("1500")
    #expect(driven.press(.enter) == [.run(.alert("ethereum below 1500"))])
  }

  @Test func `coins that are neither held nor watched are found as well`() {
    var driven = Driven(tab: .watchlist)
    driven.type("nlin")
    driven.send(
      .coinsFound(
        query: "lin", [Coin(id: "chainlink", symbol: "link", name: "Chainlink")],
        ranks: ["chainlink": 15]))
    #expect(driven.lines(with: "│›").first?.contains("Alert on Chainlink") == true)
  }

  @Test func `on a selected coin the alert is about it`() {
    var driven = Driven(tab: .portfolio)
    driven.type(":add an alert")
    driven.press(.enter)
    #expect(driven.row(23).contains(":alert bitcoin "))
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 40)])
  func `a page without rows says so in a frame, above the alerts there are`(size: (Int, Int)) {
    let data = DashboardData(
      positions: Sample.whole.positions, transactions: Sample.transactions,
      entry: Sample.whole.entry,
      alerts: [
        PriceAlert(
          id: Driven.newID, coinId: "bitcoin", condition: .above(100_000), created: Sample.now)
      ])
    let driven = Driven(size.0, size.1, tab: .watchlist, data: data)
    let row = (0..<size.1).first { driven.row($0).contains("│ No coin on the watchlist") }
    #expect(row != nil, "\(driven.text)")
    let alerts = (0..<size.1).first { driven.row($0).contains("Alerts") } ?? size.1
    #expect(row.map { $0 < alerts } == true)
    let gains = Driven(
      size.0, size.1, tab: .gains, data: Sample.data(Array(Sample.transactions.prefix(2))))
    #expect(gains.text.contains("│ Nothing was sold yet"))
  }

  @Test func `an alert is removed from the line`() {
    let id = Driven.newID
    let data = DashboardData(
      positions: Sample.whole.positions, transactions: Sample.transactions,
      entry: Sample.whole.entry,
      alerts: [
        PriceAlert(
          id: id, coinId: "bitcoin", condition: .above(100_000), created: Sample.now)
      ])
    var driven = Driven(data: data)
    driven.type(":remove alert")
    #expect(driven.text.contains("Remove the alert: Bitcoin at or above $100,000.00"))
    let job = DashboardJob.removeAlert(id, "Bitcoin at or above $100,000.00")
    #expect(driven.press(.enter) == [.run(job)])
  }

  @Test(arguments: [DashboardTab.home, .portfolio, .transactions, .charts, .gains])
  func `a coin is put on the watchlist from every page`(tab: DashboardTab) {
    var driven = Driven(tab: tab)
    driven.type(":watchlist")
    #expect(driven.text.contains("Add a coin to the watchlist"), "\(driven.text)")
    driven.press(.ctrl("u"))
    driven.type("watchMore")
    driven.press(.enter)
    #expect(driven.row(23).contains(":watch "))
  }

  @Test func `coins of one name are distinguished by their ids`() {
    let name = "Department Of Government Efficiency"
    let ids = ["department-of-government-efficiency", "department-of-government-efficiency-2"]
    let coins =
      [Coin(id: "dogecoin", symbol: "doge", name: "Dogecoin")]
      + ids.map { Coin(id: $0, symbol: "doge", name: name) }
    for columns in [60, 80, 120] {
      var driven = Driven(columns, 24)
      driven.type("adoge")
      driven.send(.coinsFound(query: "doge", coins, ranks: ["dogecoin": 10]))
      let lines = driven.lines(with: "efficiency")
      #expect(lines.count == 2 && lines.last?.contains("efficiency-2 ") == true, "\(driven.text)")
      #expect(columns == 60 || lines.last?.contains(" \(ids[1]) ") == true)
    }
    var palette = Driven(100, 30)
    palette.type(":watch doge")
    palette.send(.coinsFound(query: "doge", coins))
    #expect(palette.text.contains("Watch \(name) (\(ids[1]))"))
  }
}
