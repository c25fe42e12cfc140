import BitpalTesting
import CellGrid
import Exact
import Foundation
import Portfolio
import Testing
import Dashboard

/// What small windows say, and what they may not cut.
@Suite struct SmallWindows {
  @Test(arguments: [(40, 12), (50, 11), (24, 11), (20, 8), (30, 5), (30, 4), (15, 4)])
  func `every total says how many holdings it includes`(size: (Int, Int)) {
    for tab in [DashboardTab.home, .portfolio] {
      for data in [Sample.whole, Sample.offline] {
        let text = Driven(size.0, size.1, tab: tab, data: data).text
        #expect(text.contains("5/6") || text.contains("5 of 6"), "\(tab)\n\(text)")
        #expect(text.contains("$"), "\(text)")
      }
    }
  }

  @Test func `the card drops whole notes and never cuts one`() {
    var ledger = LedgerOutline(
      version: 1, rowCount: 12, coinIDs: [], newest: [], moveCount: 21, openMoveCount: 21)
    ledger.waitingRowCount = 78
    let data = DashboardData(
      positions: Sample.whole.positions, ledger: ledger, entry: Sample.whole.entry,
      history: Sample.history)
    for columns in 66...110 {
      let driven = Driven(columns, 24, tab: .portfolio, data: data)
      let line = driven.lines(with: "priced").first ?? ""
      #expect(line.contains("priced") && !line.contains("…"), "\(driven.text)")
    }
  }

  @Test func `a form that does not fit says so`() {
    for keys in ["a", "e"] {
      var driven = Driven(20, 8, tab: .transactions)
      driven.type(keys)
      let words = driven.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("The form does not fit: enlarge"), "\(driven.text)")
    }
  }

  @Test func `one cell is not blank`() {
    let text = Driven(1, 1).text
    #expect(!text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty, "\(text)")
  }

  @Test func `the title of the help is not overwritten`() {
    var driven = Driven(20, 8)
    driven.type("?")
    #expect(driven.text.contains("Keys") && driven.text.contains("? all"), "\(driven.text)")
    driven = Driven(80, 24)
    driven.type("?")
    #expect(driven.text.contains("? shows all keys"))
  }

  @Test(arguments: [DashboardTab.home, .portfolio, .transactions, .watchlist])
  func `range keys without a chart change nothing and say which way the window is too small`(
    tab: DashboardTab
  ) {
    // A short watchlist leaves room for a chart early.
    let sizes = tab == .watchlist ? [(60, 8, "low")] : [(60, 20, ""), (160, 10, "low")]
    for (columns, rows, way) in sizes {
      var driven = Driven(
        columns, rows, tab: tab, data: Sample.following([Sample.coins["bitcoin"]!]))
      if tab == .home { driven.type("L") }
      let range = driven.state.range
      driven.type("Y")
      #expect(driven.text.contains("This window is too \(way)"), "\(driven.text)")
      #expect(driven.state.range == range)
    }
  }

  @Test(arguments: [DashboardTab.watchlist, .home])
  func `range keys where no chart is shown say so`(tab: DashboardTab) {
    var driven = Driven(tab == .home ? 120 : 60, tab == .home ? 40 : 20, tab: tab)
    if tab == .home { driven.type("x") }
    let range = driven.state.range
    driven.type("Y")
    #expect(driven.text.contains("No chart is shown here"), "\(driven.text)")
    #expect(driven.state.range == range)
  }

  @Test func `amounts of recent transactions keep clear of the symbol`() {
    let rows = [
      Sample.row(1, "bitcoin", .buy, "123456789.12345678", "60000", "2025-05-01"),
      Sample.row(2, "bitcoin", .sell, "23456789.1", "65000", "2025-06-01"),
    ]
    for columns in 90...130 {
      let driven = Driven(columns, 30, data: Sample.data(rows))
      #expect(!driven.text.contains("BTC$") && !driven.text.contains("BTC-"), "\(driven.text)")
    }
  }

  @Test func `a long symbol has the whole width of the list of charts`() {
    let rows = ["axs-before-2020", "bitcoin"].enumerated().map { index, coin in
      Sample.row(UInt8(index), coin, .buy, "1", "10", "2025-05-01")
    }
    let text = Driven(120, 40, tab: .charts, data: Sample.data(rows)).text
    #expect(text.contains("AXS-BEFORE-2020"), "\(text)")
  }
}

/// Figures of coins and questions in whole digits.
@Suite struct WholeFigures {
  @Test func `the change of a price has the digits and the arrow of a price`() {
    var driven = Driven(120, 40, tab: .portfolio)
    driven.type("/shib")
    driven.press(.enter, .enter)
    let days = (0...30).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(TimeInterval((day - 30) * 86_400)), exact("0.00000578"))
    }
    driven.send(.seriesRead(.coin("shiba-inu"), PriceSeries(days: days, week: [])))
    #expect(driven.text.contains("▲ +$0.00000035 +6.06%"), "\(driven.text)")
  }

  @Test func `amounts of a question's rows are whole or not next to each other`() {
    var book = Sample.openBook
    let amount = MaskableText("-32.156874000000003 USDT", masked: "-•••••")
    book.causes[0].rows[0] = StatedRow(
      [
        StatedRow.Statement("File", MaskableText("bitvavo.csv")),
        StatedRow.Statement("Line", MaskableText("24")),
        StatedRow.Statement("Amount", amount),
      ])
    for columns in [80, 100, 110, 120, 140] {
      var driven = Driven(columns, 24)
      driven.openInbox(data: Sample.inbox(book))
      #expect(driven.text.contains("-32.156874000000003 USDT"), "\(driven.text)")
    }
  }
}

/// What the command line says before it has an entry.
@Suite struct CommandHints {
  @Test func `an answer that needs a price asks for one`() {
    var driven = Driven(80, 24)
    driven.openInbox("j")
    driven.press(.enter, .enter)
    #expect(driven.text.contains("Type a price in dollars, such as 0.35"), "\(driven.text)")
    driven.type("abc")
    #expect(driven.press(.enter).isEmpty)
    #expect(driven.text.contains("Type a price in dollars"), "the line stays open")
    #expect(!driven.text.contains("No command"))
  }

  @Test func `without a saved view the key says how to save one`() {
    var driven = Driven(80, 24, tab: .portfolio)
    driven.type("v")
    #expect(driven.text.contains("Filter or sort a list first"), "\(driven.text)")
    driven = Driven(80, 24, tab: .portfolio)
    driven.type("/b")
    driven.press(.enter)
    driven.type("v")
    #expect(driven.text.contains("Type a name to save the list as a view"), "\(driven.text)")
  }

  @Test func `the list of columns begins with a column`() {
    var driven = Driven(100, 30, tab: .transactions)
    driven.type("c")
    let chosen = driven.lines(with: "│›").first ?? driven.lines(with: "›").first ?? ""
    #expect(chosen.contains("Column "), "\(driven.text)")
    driven.press(.enter)
    #expect(driven.text.contains("hidden"))
  }

  @Test func `the help says where Enter is no yes`() {
    var driven = Driven(100, 40)
    driven.type("?/yes")
    #expect(driven.text.contains("Yes; Enter does not delete, replace or discard"))
  }
}
