import CellGrid
import Dashboard
import Testing

/// Every command can be run by its key, its name or a part of it.
///
/// - The best match is first, and only commands that work on the page are offered.
/// - Escape leaves the command line without effect.
/// - A name without a match is reported.
/// - `s` and the first letters of a column sort by it.
@Suite struct CommandLine {
  @Test(arguments: [
    ("q", DashboardEffect.quit), ("quit", .quit), ("ref", .refresh), ("prices", .refresh),
    ("undo", .step(.undo)), ("redo", .step(.redo)), ("REFRESH", .refresh),
  ])
  func `a command is run by its key, its name or a part of it`(
    text: String, effect: DashboardEffect
  ) {
    for opener in [Key.character(":"), .ctrl("p")] {
      var driven = Driven(tab: .portfolio)
      driven.press(opener)
      driven.type(text)
      #expect(driven.effects.isEmpty, "typing does nothing yet")
      #expect(driven.press(.enter) == [effect])
      #expect(driven.state.context == .portfolio)
    }
  }

  @Test func `commands stand with their keys, the best match first`() {
    var driven = Driven(tab: .transactions)
    driven.type(":trans")
    #expect(driven.row(23).contains(":trans"))
    let commands = driven.lines(with: "ransaction").filter { $0.hasPrefix("│") }
    #expect(commands[0].contains("Add a transaction") && commands[0].hasSuffix("a │"))
    #expect(commands[3].contains("Go to Transactions"))
  }

  @Test(arguments: [("he", "Help"), ("so", "Sort by"), ("tra", "Add a tra"), ("portf", "Go to P")])
  func `a name that begins so comes before words that hold it`(text: String, title: String) {
    var driven = Driven(tab: .transactions)
    driven.type(":" + text)
    #expect(driven.lines(with: "│›")[0].contains("›\(title)"))
  }

  @Test func `arrows choose and Enter does it`() {
    var driven = Driven(tab: .home)
    driven.type(":go to")
    driven.press(.down, .down, .down, .down, .up, .enter)
    #expect(driven.state.tab == .charts)
  }

  @Test func `Escape leaves it, and so does erasing more than there is`() {
    var driven = Driven()
    driven.type(":x")
    driven.press(.escape)
    #expect(driven.state.context == .home)
    driven.type(":x")
    driven.press(.backspace)
    #expect(driven.state.context == .palette)
    driven.press(.backspace)
    #expect(driven.state.context == .home)
    driven.type(":refresh")
    driven.press(.ctrl("u"))
    #expect(driven.row(23).contains(" :"))
    #expect(driven.effects.isEmpty)
  }

  @Test func `what no command is called is said`() {
    var driven = Driven()
    driven.type(":xyzzy")
    #expect(driven.text.contains("No command or coin matches"))
    driven.press(.enter)
    #expect(driven.row(23).contains("No command or coin matches xyzzy"))
  }

  @Test(arguments: [
    ("", "Date", "Date ↑"), ("k", "Kind", "Kind↑"), ("to", "Total", "Total ↓"),
    ("total", "Total", "Total ↓"), ("n", "Name", "Name ↑"), ("am", "Amount", "Amount ↓"),
  ])
  func `s and a column's first letters sort by it`(typed: String, column: String, heading: String) {
    var driven = Driven(120, 40, tab: .transactions)
    driven.type("s" + typed)
    #expect(driven.lines(with: "│›").first?.contains("›Sort by \(column) ") == true)
    let next = driven.lines(with: "Sort by").firstIndex { $0.contains("the next column") }
    #expect(next.map { $0 == driven.lines(with: "Sort by").count - 1 } != false)
    driven.press(.enter)
    #expect(driven.row(1).contains(heading))
  }

  @Test func `from a page without columns the others' are sorted`() {
    var driven = Driven(120, 40)
    driven.type(":sort transactions total")
    #expect(driven.lines(with: "│›").first?.contains("›Sort Transactions by Total") == true)
    driven.press(.enter)
    #expect(driven.state.tab == .transactions && driven.row(1).contains("Total ↓"))
  }

  @Test func `only what works here is offered`() {
    var driven = Driven(80, 60, tab: .home)
    driven.type(":")
    #expect(!driven.text.contains("Sort by"))
    driven.press(.escape)
    driven.type("L:")
    #expect(driven.text.contains("Larger") == false, "large is the largest")
    driven.press(.escape)
    driven.type("2:sort")
    #expect(driven.text.contains("Sort by the next column"))
  }

  @Test func `a command is run by a click, and the list scrolls`() {
    var driven = Driven()
    driven.type(":")
    #expect(driven.text.contains("more ─"))
    for _ in 0..<40 { driven.send(.mouse(DashboardMouse(.wheelDown, column: 5, row: 15))) }
    driven.click("Quit ")
    #expect(driven.effects == [.quit])
  }

  @Test func `every command of every page does its work from the line`() {
    for tab in DashboardTab.allCases {
      let start = Driven(tab: tab)
      // These open a sub-menu of the command line.
      let parts: Set<ActionID> = [
        .sortBy, .theme, .currency, .watchMore, .addAlert, .columns, .views,
      ]
      for action in KeyMap().actions
      where action.contexts.contains(start.state.context) && !parts.contains(action.id) {
        var driven = start
        driven.type(":" + action.id.rawValue)
        driven.press(.enter)
        #expect(driven.state.context != .palette, "\(action.id.rawValue)")
      }
    }
  }
}

/// Help lists every action with its keys, the most useful ones of the page first.
///
/// - It can be searched and scrolled, and a click runs an action.
/// - Its filter does not change the page's filter.
@Suite struct Help {
  @Test func `every action stands in the help, under every place`() {
    var driven = Driven(80, 330, tab: .portfolio)
    driven.type("??")
    let lines = driven.lines(with: "│")
    for action in DashboardAction.all where action.id != .toggleClosed {
      let names = action.keys.isEmpty ? [":"] : action.keys.map(\.label)
      let keys = "│ " + names.joined(separator: " ") + " "
      let isThere = lines.contains { $0.contains("  \(action.title)  ") && $0.contains(keys) }
      #expect(isThere, "\(action.title)")
    }
    for context in DashboardContext.allCases {
      #expect(lines.contains { $0.contains("│ \(context.title)") }, "\(context.title)")
    }
  }

  @Test func `a key of the page that would do nothing is left out`() {
    var driven = Driven(80, 330, tab: .portfolio)
    driven.type("??")
    #expect(!driven.text.contains("closed positions"), "all of the few are shown")
    driven.press(.escape, .escape)
    driven.type("4??")
    let charts = driven.text.split(separator: "Everywhere").first ?? ""
    #expect(charts.contains("Compare with the benchmark"))
    #expect(!charts.contains("Copy the row") && !charts.contains("Add the coin to"))
  }

  @Test func `it begins with the dozen keys that the page is used by`() {
    for (tab, title) in [
      (DashboardTab.portfolio, "Filter as you type"), (.watchlist, "Add an alert"),
    ] {
      var driven = Driven(tab: tab)
      driven.type("?")
      #expect(driven.text.contains(title))
      let titles = Set(DashboardAction.all.map(\.title)).filter(driven.text.contains)
      #expect((7...14).contains(titles.count), "\(driven.text)")
      driven.type("?")
      #expect(driven.text.contains("Everywhere") || driven.text.contains(" of "))
      driven.type("?")
      #expect(driven.text.contains(title) && driven.state.context == .help)
    }
  }

  @Test func `titles stand in one column`() {
    var driven = Driven(80, 330)
    driven.type("??")
    let columns = ["Open what", "Refresh prices", "Page down", "Erase to the left"].map { title in
      driven.lines(with: title).first?.firstRange(of: title).map { range in
        driven.lines(with: title)[0].distance(
          from: driven.lines(with: title)[0].startIndex, to: range.lowerBound)
      }
    }
    #expect(Set(columns).count == 1)
  }

  @Test func `it is searched as one types`() {
    var driven = Driven(tab: .portfolio)
    driven.type("?/sor")
    #expect(driven.text.contains("Sort by the next column"))
    #expect(!driven.text.contains("Refresh prices"))
    driven.type("qq")
    #expect(driven.text.contains("No key does that"))
    #expect(driven.effects.isEmpty)
    driven.press(.backspace, .backspace, .enter)
    #expect(driven.state.context == .help)
    driven.press(.escape)
    #expect(driven.text.contains("Open what is selected"))
    #expect(driven.state.context == .help)
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
  }

  @Test func `its filter is not the page's`() {
    var driven = Driven(tab: .portfolio)
    driven.type("/btc")
    driven.press(.enter)
    driven.type("?/sort")
    driven.press(.escape, .escape)
    #expect(driven.row(23).contains("/btc"))
    #expect(!driven.text.contains("$6,861"))
  }

  @Test func `it scrolls to its end and not beyond`() {
    var driven = Driven()
    driven.type("??")
    driven.press(.end)
    #expect(driven.lines(with: " of ").first?.contains(where: \.isNumber) == true)
    let last = driven.text
    driven.press(.down, .pageDown)
    #expect(driven.text == last)
    driven.send(.mouse(DashboardMouse(.wheelUp, column: 40, row: 10)))
    #expect(driven.text != last)
    driven.press(.home)
    #expect(driven.text.contains("Open what is selected"))
  }

  @Test func `a click on a line of this page does what its key does`() {
    var driven = Driven(80, 60, tab: .portfolio)
    driven.type("?")
    driven.click("Add a transaction")
    #expect(driven.state.context == .form)
  }
}
