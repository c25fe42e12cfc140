import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Testing

/// One click selects, a double click opens, and the wheel scrolls.
///
/// - Questions are answered by a click, and nothing under them responds.
/// - The mouse can be left to the terminal, by key or by setting.
@Suite struct Mouse {
  @Test func `one click selects, two open`() {
    for (tab, row) in [(DashboardTab.portfolio, "SOL  "), (.transactions, "2024-06-30")] {
      var driven = Driven(tab: tab)
      driven.click(row)
      #expect(driven.lines(with: "›").contains { $0.contains(row) })
      #expect(driven.state.context != .coin)
      driven.click(row)
      #expect(driven.state.context == .coin)
    }
  }

  @Test func `two slow clicks, or clicks on two rows, open nothing`() {
    var driven = Driven(tab: .portfolio)
    driven.click("ETH  ")
    driven.now += 2
    driven.click("ETH  ")
    #expect(driven.state.context == .portfolio)
    driven.click("BTC  ")
    driven.click("ETH  ")
    #expect(driven.state.context == .portfolio)
    driven.click("ETH  ")
    #expect(driven.state.context == .coin)
  }

  @Test func `a double click on the row that is selected opens once`() {
    var driven = Driven(tab: .portfolio)
    driven.click("BTC  ")
    driven.click("BTC  ")
    #expect(driven.state.context == .coin)
    #expect(driven.text.contains("Average"))
  }

  @Test func `two clicks on a coin's transaction edit it`() {
    var driven = Driven(tab: .transactions)
    driven.press(.enter)
    driven.click("2026-02-11")
    driven.click("2026-02-11")
    #expect(driven.text.contains("Edit the transaction"))
  }

  @Test func `the wheel scrolls lists and help`() {
    let trades = (0..<60).flatMap { ledger("buy \($0 + 1) at 10", coin: "coin-\($0)") }
    for tab in [DashboardTab.portfolio, .transactions] {
      var driven = Driven(tab: tab, data: Sample.data(trades, coins: [:]))
      let first = driven.text
      for _ in 0..<20 { driven.send(.mouse(DashboardMouse(.wheelDown, column: 5, row: 12))) }
      #expect(driven.text != first)
      for _ in 0..<30 { driven.send(.mouse(DashboardMouse(.wheelUp, column: 5, row: 12))) }
      #expect(driven.text == first)
    }
  }

  @Test func `the fold of closed coins opens by one click`() {
    let trades = (0..<7).flatMap { index in
      ledger("buy 1 at 10", "sell 1 at 20", coin: "coin-\(index)")
    }
    var driven = Driven(80, 40, tab: .portfolio, data: Sample.data(trades, coins: [:]))
    driven.click("2 more")
    #expect(driven.text.contains("COIN-6"))
  }

  @Test func `questions are answered by a click`() {
    var driven = Driven(tab: .transactions)
    driven.type("d")
    driven.click("no  ")
    #expect(driven.state.context == .transactions)
    driven.type("d")
    #expect(driven.click("y yes").count == 1)
  }

  @Test func `what lies under a form, a question or the help does not answer`() {
    for opener in ["a", "d", "?", ":"] {
      var driven = Driven(200, 50, tab: .transactions)
      driven.type(opener)
      let context = driven.state.context
      driven.send(.mouse(DashboardMouse(.press, column: 40, row: 3)))
      driven.send(.mouse(DashboardMouse(.press, column: 40, row: 3)))
      driven.send(.mouse(DashboardMouse(.press, column: 2, row: 49)))
      #expect(driven.state.context == context, "\(opener)")
      #expect(driven.state.tab == .transactions)
    }
  }

  @Test func `it can be left to the terminal and taken back`() {
    var driven = Driven(120, 40, tab: .portfolio)
    #expect(driven.type("m") == [.setMouse(false)])
    #expect(driven.row(39).contains("Mouse off; m takes it back"))
    driven.click("ETH")
    driven.click("3 Trans")
    #expect(driven.state.tab == .portfolio)
    #expect(driven.type("m") == [.setMouse(true)])
    driven.click("3 Trans")
    #expect(driven.state.tab == .transactions)
  }

  @Test func `the configuration can begin without it`() {
    var state = DashboardState(columns: 80, rows: 24, data: Sample.data(), hasMouse: false)
    #expect(!state.hasMouse)
    let click = DashboardMouse(.press, column: 10, row: 23)
    #expect(update(&state, .mouse(click), now: Sample.now).isEmpty)
    #expect(state.tab == .home)
  }
}
