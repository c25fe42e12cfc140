import BitpalTesting
import CellGrid
import Dashboard
import Exact
import Portfolio
import Testing
import Widgets

/// Keys lead to pages and actions from everywhere in the dashboard.
///
/// - Escape never quits, and Ctrl-C always does.
/// - Help lists the keys of the page.
/// - Messages, and the end of a long filter or command, are always visible.
/// - An undo says what it reversed.
/// - An error from outside cannot write control characters to the terminal.
@Suite struct NavigationTests {
  @Test(arguments: [
    ([Key.character("2")], DashboardTab.portfolio),
    ([.character("3")], .transactions),
    ([.character("3"), .character("1")], .home),
    ([.tab], .portfolio),
    ([.tab, .tab, .tab], .charts),
    ([.backTab], .gains),
    ([.character("]")], .portfolio),
    ([.enter], .charts),
    ([.escape], .home),
    ([.character("2"), .escape], .portfolio),
  ])
  func `keys lead to tabs`(keys: [Key], tab: DashboardTab) {
    var driven = Driven()
    for key in keys { driven.press(key) }
    #expect(driven.state.tab == tab)
    #expect(driven.effects.isEmpty)
  }

  @Test(arguments: [
    (Key.character("q"), DashboardEffect.quit), (.ctrl("c"), .quit),
    (.character("r"), .refresh), (.character("u"), .step(.undo)), (.ctrl("r"), .step(.redo)),
  ])
  func `keys ask the world`(key: Key, effect: DashboardEffect) {
    for tab in DashboardTab.allCases {
      var driven = Driven(tab: tab)
      #expect(driven.press(key) == [effect])
    }
  }

  @Test func `escape never quits`() {
    for scene in Driven.scenes {
      var driven = Driven()
      scene.open(&driven)
      driven.press(.escape, .escape, .escape, .escape)
      #expect(!driven.effects.contains(.quit), "\(scene.name)")
    }
  }

  @Test func `control-C quits from everywhere`() {
    for scene in Driven.scenes {
      var driven = Driven()
      scene.open(&driven)
      #expect(driven.press(.ctrl("c")) == [.quit], "\(scene.name)")
    }
  }

  @Test func `a refresh under way is shown, and another can be requested after it`() {
    var driven = Driven()
    driven.send(.refreshStarted)
    #expect(driven.row(23).contains("Refreshing…"))
    #expect(driven.press(.character("r")) == [.refresh])
    driven.send(.refreshEnded(message: "CoinGecko cannot be reached"))
    #expect(driven.row(23).contains("CoinGecko cannot be reached"))
    driven.press(.down)
    #expect(!driven.row(23).contains("reached"))
    #expect(driven.press(.character("r")) == [.refresh])
  }

  @Test(arguments: [
    ("S", WidgetFamily.small), ("M", .medium), ("L", .large), ("-", nil), ("+-", .small),
    ("-+", .medium), ("++", .large), ("+++-", .medium), ("MM", nil),
  ])
  func `keys choose the size of the widgets`(keys: String, family: WidgetFamily?) {
    var driven = Driven()
    driven.type(keys)
    #expect(driven.state.family == family)
  }

  @Test func `the focus ring moves and its panel opens`() {
    var driven = Driven(120, 40)
    driven.press(.down, .left)
    #expect(driven.text.contains("Recent"))
    driven.press(.enter)
    #expect(driven.state.tab == .transactions)
  }

  @Test func `help lists the page's keys and closes`() {
    var driven = Driven()
    driven.type("2?")
    #expect(driven.text.contains("│ Keys"))
    #expect(driven.text.contains("Filter as you type"))
    driven.press(.escape)
    #expect(!driven.text.contains("│ Keys"))
    #expect(driven.state.tab == .portfolio)
  }

  @Test(arguments: [(80, 24), (60, 20), (40, 12)])
  func `a message that needs the room of the tabs has it`(columns: Int, rows: Int) {
    var driven = Driven(columns, rows, tab: .transactions)
    driven.send(.failed("The disk is full: 0 bytes are left"))
    #expect(driven.row(rows - 1).contains("The disk is full: 0 bytes are left"))
    driven.send(.failed(String(repeating: "long ", count: 30)))
    #expect(driven.row(rows - 3).contains("long long"), "what is longer opens above the line")
    driven.press(.down)
    #expect(driven.row(rows - 1).filter { $0 != " " }.contains("3Transactions"))
  }

  @Test func `of a long filter or command the end is seen`() {
    var driven = Driven(40, 12, tab: .transactions)
    driven.type("/" + String(repeating: "a", count: 60) + "xyz")
    #expect(driven.row(11).contains("xyz"))
    driven.press(.escape)
    driven.type(":" + String(repeating: "a", count: 60) + "xyz")
    #expect(driven.row(11).contains("xyz"))
  }

  @Test func `what an undo did is said`() {
    var driven = Driven()
    let row = LedgerStep.Row(before: Sample.transactions.first, after: nil)
    driven.send(.stepped(.undo, LedgerStep(rows: [row])))
    #expect(driven.row(23).contains("Undone: Buy 0.5 BTC is gone"))
    driven.send(.portfolioChanged(Sample.empty))
    driven.send(.stepped(.undo, LedgerStep(rows: [row])))
    #expect(
      driven.row(23).contains("Undone: Buy 0.5 BTC is gone"), "the last of its coin has its name")
    driven.send(.stepped(.redo, nil))
    #expect(driven.row(23).contains("Nothing to redo"))
  }

  @Test func `a failure from outside cannot write to the terminal`() {
    var driven = Driven()
    driven.send(.failed("no\u{1B}[2J\nroom"))
    #expect(driven.state.message?.text == "no room")
    #expect(driven.state.message?.isError == true)
  }
}

/// Lists keep their selection when prices, order and filter change.
///
/// - Lists are sorted by key and by click, filtered while typing, and scroll with the selection.
/// - A row is copied as it is displayed.
/// - Privacy leaves no amount on any page.
/// - Unpriced coins keep their row and are counted.
@Suite struct Lists {
  @Test(arguments: [
    ("2", "› BTC"), ("2j", "› ETH"), ("2G", "› DOT"), ("2Gk", "› SOL"), ("2Gg", "› BTC"),
    ("3j", "› 2025-08-02"),
  ])
  func `letters move the selection`(keys: String, mark: String) {
    var driven = Driven()
    driven.type(keys)
    #expect(driven.text.contains(mark))
  }

  @Test func `from another page a column sorts in its usual order`() {
    var driven = Driven(tab: .charts)
    for _ in 1...2 {
      driven.type(":sort portfolio value")
      driven.press(.enter)
      #expect(driven.text.contains("Value ↓"), "\(driven.text)")
      driven.type("4")
    }
  }

  @Test func `the selection stays on its coin when prices change`() {
    var driven = Driven(tab: .portfolio)
    driven.press(.down)
    var coins = Sample.coins
    coins["ethereum"]?.currentPrice = 90_000
    driven.send(.portfolioChanged(Sample.data(coins: coins)))
    #expect(driven.text.contains("› ETH"))
    #expect(driven.row(11).contains("ETH"))
  }

  @Test(arguments: [
    (HoldingSort.byName, "ADA"), (.byQuantity, "SHIB"), (.byPrice, "BTC"), (.byLoss, "BTC"),
  ])
  func `a click on a heading sorts by it`(sort: HoldingSort, first: String) {
    var driven = Driven(tab: .portfolio)
    driven.click(sort.rawValue)
    #expect(driven.row(11).contains(first))
  }

  enum HoldingSort: String, Sendable {
    case byName = "Coin"
    case byQuantity = "Quantity"
    case byPrice = "Price"
    case byLoss = "P&L %"
  }

  @Test
  func `a coin's share has the color that it has in the allocation bar, however it is sorted`() {
    var driven = Driven(180, 40, tab: .portfolio)
    driven.type("O")
    let grid = driven.frame.grid
    let roles = (0..<40).filter { driven.row($0).contains(" BTC ") }.flatMap { row in
      (0..<180).compactMap { column -> String? in
        let cell = grid[column, row]
        let isBar = cell.scalar.value >= 0x2588 && cell.scalar.value <= 0x258F
        return isBar ? cell.style.role.name : nil
      }
    }
    #expect(Set(roles) == [Role.series(0).name])
  }

  @Test func `o goes through every column that is shown and O turns round`() {
    var driven = Driven(120, 40, tab: .portfolio)
    var orders: Set<String> = []
    for _ in 0..<9 {
      driven.type("o")
      orders.insert(driven.row(10))
    }
    #expect(orders.count == 9)
    let before = driven.row(11)
    driven.type("O")
    #expect(driven.row(11) != before)
  }

  @Test func `a filter narrows as it is typed and escape undoes it`() {
    var driven = Driven(tab: .portfolio)
    driven.type("/sh")
    #expect(driven.text.contains("SHIB"))
    #expect(!driven.text.contains("$76,871"))
    #expect(driven.row(23).contains("/sh"))
    driven.type("q")
    #expect(driven.effects.isEmpty, "a typed q is not a command")
    driven.press(.backspace, .enter)
    #expect(driven.state.context == .portfolio)
    driven.press(.escape)
    #expect(driven.text.contains("BTC"))
  }

  @Test func `transactions are found by coin, kind and note`() {
    for (filter, found) in [
      ("bitcoin", "2024-02-03"), ("gift", "2025-03-01"), ("first", "2024-02-03"),
    ] {
      var driven = Driven(tab: .transactions)
      driven.type("/" + filter)
      #expect(driven.text.contains(found))
      #expect(!driven.text.contains("2026-02-11"))
    }
  }

  @Test func `more than five closed coins fold`() {
    let trades = (0..<7).flatMap { index in
      ledger("buy 1 at 10", "sell 1 at 20", coin: "coin-\(index)")
    }
    var driven = Driven(80, 40, tab: .portfolio, data: Sample.data(trades, coins: [:]))
    #expect(driven.text.contains("2 more"))
    driven.type("x")
    #expect(!driven.text.contains("2 more"))
    #expect(driven.text.contains("COIN-6"))
    driven.type("x")
    driven.press(.end, .enter)
    #expect(!driven.text.contains("2 more"), "Enter unfolds too")
  }

  @Test func `a list longer than the screen scrolls with its selection`() {
    let trades = (0..<60).flatMap { ledger("buy \($0 + 1) at 10", coin: "coin-\($0)") }
    var driven = Driven(80, 24, tab: .transactions, data: Sample.data(trades, coins: [:]))
    driven.press(.end)
    #expect(driven.row(22).hasPrefix("  › "))
    driven.press(.home)
    #expect(driven.row(2).hasPrefix("  › "))
    driven.press(.pageDown)
    #expect(driven.text.contains("› "))
    driven.send(.mouse(DashboardMouse(.wheelDown, column: 5, row: 5)))
    driven.send(.resize(columns: 30, rows: 5))
    #expect(driven.text.contains("› "), "the selection stays in sight")
  }

  @Test func `the coin page explains the average`() {
    var driven = Driven(tab: .portfolio)
    driven.press(.enter)
    #expect(driven.text.contains("Average     $12,645.08 ÷ 0.3 = $42,150.25"))
    #expect(driven.text.contains("Unrealized  $23,061.30 − $12,645.08 = ▲ +$10,416.23 +82.37%"))
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
  }

  @Test func `the coin page has the coin's chart where its rows leave room`() {
    var high = Driven(120, 40, tab: .portfolio)
    high.press(.enter)
    #expect(high.text.contains("Price  ") && high.text.contains("Reading the history"))
    #expect(high.state.wantedReadings.contains(.series(.coin("bitcoin"))))
    high.type("Y")
    #expect(high.state.range == .year)
    var low = Driven(80, 24, tab: .portfolio)
    low.press(.enter)
    #expect(!low.state.wantedReadings.contains(.series(.coin("bitcoin"))))
  }

  @Test func `a row is copied as it is seen`() {
    var driven = Driven(tab: .transactions)
    #expect(driven.type("y") == [.copy("2026-02-11\tBuy\tSOL\t60\t$71.15\t$4,269.00")])
    #expect(!driven.row(23).contains("copied"), "nothing is said before it is known")
    for (outcome, sentence) in [
      (CopyOutcome.copied, "Row copied"), (.sent, "Row sent to the terminal"),
      (.failed, "This terminal has no clipboard"),
    ] {
      driven.send(.copied(outcome))
      #expect(driven.text.contains(sentence))
    }
    #expect(driven.type("py") == [.copy("2026-02-11\tBuy\tSOL\t•••••\t$•••••\t$•••••")])
  }

  @Test func `privacy leaves no amount on any page`() {
    for scene in Driven.scenes where scene.name != "portfolio-private" {
      var driven = Driven(160, 50)
      driven.type("p")
      scene.open(&driven)
      for amount in ["35,733", "23,061", "10,416", "0.3 ", "25000000", "4,269", "12,645"] {
        #expect(!driven.text.contains(amount), "\(amount) on \(scene.name)")
      }
    }
  }

  @Test func `unpriced coins keep their row and are counted`() {
    let driven = Driven(tab: .portfolio)
    #expect(driven.text.contains("5 of 6 priced"))
    #expect(driven.row(16).contains("12.345678"))
    #expect(driven.row(16).contains("—"))
  }
}
