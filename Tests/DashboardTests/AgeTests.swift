import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// No market figure is drawn without its age.
@Suite struct Ages {
  static let sizes = [
    (12, 3), (16, 3), (20, 4), (20, 6), (24, 5), (30, 7), (38, 9), (40, 8), (40, 12), (60, 15),
    (80, 24), (100, 30), (120, 40), (200, 60),
  ]

  private static func data(
    _ failure: RefreshFailure? = nil, _ transactions: [Transaction] = Sample.transactions
  ) -> DashboardData {
    let watched = ["bitcoin", "solana"].compactMap { Sample.coins[$0] }
    return DashboardData(
      positions: Positions(transactions: transactions, currentPrices: Sample.coins),
      transactions: transactions,
      entry: Sample.data(transactions, failure: failure).entry, history: Sample.history,
      watchlist: watched.map { WatchedCoin($0, week: []) })
  }

  @Test(arguments: Ages.sizes)
  func `what waits does not take the place of the age`(columns: Int, rows: Int) {
    let whole = Ages.data()
    var ledger = LedgerOutline(
      version: 1, rowCount: 1, coinIDs: ["bitcoin"], newest: [Sample.transactions[0]],
      moveCount: 8, openMoveCount: 8)
    ledger.waitingRowCount = 9
    let waiting = DashboardData(positions: whole.positions, ledger: ledger, entry: whole.entry)
    for tab in [DashboardTab.home, .portfolio] {
      let driven = Driven(columns, rows, tab: tab, data: waiting)
      #expect(Condition.fresh.ages.contains { driven.text.contains($0) }, "\(driven.text)")
    }
  }

  /// A state of the prices, with the text of their age and the word next to it.
  enum Condition: String, CaseIterable {
    case fresh, stale, offline, refused

    var data: DashboardData {
      switch self {
      case .fresh, .stale: Ages.data()
      case .offline: Ages.data(.offline)
      case .refused: Ages.data(.unableToRefresh)
      }
    }
    var now: Date { Sample.now.addingTimeInterval(self == .stale ? 3 * 3600 : 0) }
    var ages: [String] { self == .stale ? ["3 h ago", "3h"] : ["5 min ago", "5m"] }
    var words: [String] {
      switch self {
      case .fresh: []
      case .stale: ["Stale"]
      case .offline: ["Offline"]
      case .refused: ["Unable to refresh", "No refresh"]
      }
    }
  }

  private func check(_ driven: Driven, _ condition: Condition, _ name: String) {
    let text = driven.text
    let context = "\(name) at \(driven.state.columns)×\(driven.state.rows), \(condition)\n\(text)"
    #expect(condition.ages.contains { text.contains($0) }, "\(context)")
    guard driven.state.columns >= 30 else { return }
    #expect(condition.words.isEmpty || condition.words.contains { text.contains($0) }, "\(context)")
  }

  @Test(arguments: Condition.allCases, [DashboardTab.home, .portfolio, .charts, .watchlist])
  func `every page that shows prices says how old they are`(
    condition: Condition, tab: DashboardTab
  ) {
    for (columns, rows) in Self.sizes {
      var driven = Driven(columns, rows, tab: tab, data: condition.data)
      driven.now = condition.now
      check(driven, condition, "\(tab)")
      guard tab == .charts else { continue }
      driven.press(.down)
      check(driven, condition, "a coin's chart")
    }
  }

  @Test(arguments: Condition.allCases)
  func `a coin's page says how old its price is`(condition: Condition) {
    for (columns, rows) in Self.sizes {
      var driven = Driven(columns, rows, tab: .portfolio, data: condition.data)
      driven.now = condition.now
      driven.press(.enter)
      let isTiny = columns < 20 || rows < 4
      #expect(driven.state.coin != nil || isTiny)
      check(driven, condition, "coin")
    }
  }

  @Test(arguments: Condition.allCases)
  func `what a transaction is worth now has an age`(condition: Condition) {
    var driven = Driven(120, 40, tab: .transactions, data: condition.data)
    driven.now = condition.now
    #expect(driven.text.contains("Worth now"))
    check(driven, condition, "transactions")
  }

  @Test func `coins that are only watched have an age as well`() {
    for (failure, word) in [(nil, "Updated 5 min ago"), (RefreshFailure.offline, "Offline")] {
      let driven = Driven(80, 24, tab: .watchlist, data: Self.data(failure, []))
      #expect(driven.row(0).contains(word))
    }
  }

  @Test func `a coin that the last refresh left out is marked and has an age of its own`() {
    var coins = Sample.coins
    coins["solana"]?.lastUpdated = Sample.refreshed.addingTimeInterval(-5 * 3600)
    var driven = Driven(160, 40, tab: .portfolio, data: Sample.data(coins: coins))
    #expect(driven.lines(with: " $84.00 ").first?.contains("old price") == true)
    #expect(driven.lines(with: " $2,287.27 ").first?.contains("old price") == false)
    driven.type("4jjj")
    #expect(driven.text.contains("SOL Solana"))
    #expect(driven.text.contains("5 h ago"))
    #expect(driven.text.contains("Stale"))
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `prices that the source left old are old everywhere, and have no change of 24 hours`(
    size: (Int, Int)
  ) {
    let old = Sample.refreshed.addingTimeInterval(-5 * 3600)
    let coins = Sample.coins.mapValues { coin in
      var coin = coin
      coin.lastUpdated = old
      return coin
    }
    let data = Sample.data(coins: coins)
    for tab in DashboardTab.allCases {
      let driven = Driven(size.0, size.1, tab: tab, data: data)
      #expect(!driven.text.contains("% 24 h"), "\(driven.text)")
    }
    let home = Driven(size.0, size.1, data: data).text
    #expect(home.contains("Stale") && home.contains("5 h ago"), "\(home)")
    #expect(!home.contains("▲ +2.51%"), "a coin's change is as old as its price")
    let card = Driven(size.0, size.1, tab: .portfolio, data: data).row(1)
    #expect(card.contains("Stale") && card.contains("5 h ago"), "\(card)")
  }

  @Test func `one old price of several makes the total as old as that`() {
    var coins = Sample.coins
    coins["cardano"]?.lastUpdated = Sample.refreshed.addingTimeInterval(-5 * 3600)
    let data = Sample.data(coins: coins)
    for tab in [DashboardTab.home, .portfolio, .charts] {
      let text = Driven(120, 40, tab: tab, data: data).text
      #expect(text.contains("Stale") && text.contains("5 h ago"), "\(text)")
    }
    let card = Driven(120, 40, tab: .portfolio, data: data).row(1)
    #expect(card.contains("% 24 h, 4 of 6"), "\(card)")
  }

  @Test func `a change of 24 hours ends on the day of its prices`() {
    var driven = Driven(120, 40, tab: .portfolio, data: Self.data())
    driven.now = Sample.now.addingTimeInterval(5 * 86_400)
    #expect(driven.row(1).contains("% 24 h to Apr 28, 5 of 6"), "\(driven.text)")
    for tab in DashboardTab.allCases {
      var page = Driven(120, 40, tab: tab, data: Self.data())
      page.now = driven.now
      #expect(!page.text.contains("% 24 h ") || page.text.contains("% 24 h to Apr 28"))
      #expect(!page.text.contains("▲ +2.51%"), "\(page.text)")
    }
    driven.press(.enter)
    #expect(driven.text.contains("▼ -1.04% 24 h to Apr 28"), "\(driven.text)")
  }

  @Test func `the ages on the screen are those that are waited for`() {
    var coins = Sample.coins
    let old = Sample.refreshed.addingTimeInterval(-5 * 3600)
    coins["cardano"]?.lastUpdated = old
    var driven = Driven(120, 40, tab: .portfolio, data: Sample.data(coins: coins))
    driven.press(.enter)
    #expect(driven.state.coin?.coinID == "bitcoin")
    #expect(Set(driven.state.shownPriceTimes) == [old, Sample.refreshed])
    let watched = Driven(120, 40, tab: .watchlist, data: Self.data(nil, []))
    #expect(watched.state.shownPriceTimes.contains(Sample.refreshed))
  }

  @Test func `nothing was ever updated before the first refresh`() {
    let none = Positions(transactions: [], currentPrices: [:])
    let widget = prepareWidgetData(
      summary: none.summary, holdings: [], lastUpdated: Sample.now, isRefreshed: false)
    let data = DashboardData(
      positions: none, transactions: [], entry: PortfolioEntry(date: Sample.now, data: widget))
    #expect(AgeNote(data.entry, at: Sample.now).forms.first?.first?.text == "Never updated")
  }

  @Test func `the word next to an old figure is drawn as a warning`() {
    let driven = Driven(80, 24, tab: .watchlist, data: Self.data(.offline))
    let row = driven.row(0)
    let start = row.distance(
      from: row.startIndex, to: row.firstRange(of: "Offline")?.lowerBound ?? row.startIndex)
    let cells = (start..<start + 7).map { driven.frame.grid[$0, 0].style.role.name }
    #expect(Set(cells) == ["badge"])
  }

  @Test func `the place in the list gives way to the age`() {
    let wide = Driven(40, 12, tab: .watchlist, data: Self.data(.offline))
    #expect(wide.row(0).contains("Offline") && wide.row(0).contains("1 of 2"))
    let narrow = Driven(26, 12, tab: .watchlist, data: Self.data(.offline))
    #expect(narrow.row(0).contains("Offline 5m"))
    #expect(!narrow.row(0).contains("1 of 2"))
  }

  @Test func `a price that was filled in says how old it is until it is changed`() {
    var driven = Driven(80, 24, tab: .portfolio)
    driven.type("a")
    #expect(driven.text.contains("the last known price, 5 min ago"))
    driven.press(.tab, .tab)
    driven.type("7")
    #expect(!driven.text.contains("the last known price"))
  }
}

/// The dashboard's 24-hour change matches the reports and says how many holdings it covers.
@Suite struct DayChangeOfPages {
  @Test func `it is the change that reports give, and says of how many holdings it is`() {
    let change = DayChange(Sample.whole.positions.holdings)
    let figures = Sample.whole.day(at: Sample.now)
    #expect(figures?.amount == .change(change?.amount))
    #expect(figures?.label == "24 h, 5 of 6")
    let driven = Driven(80, 24, tab: .portfolio)
    #expect(driven.row(1).contains("24 h, 5 of 6"))
  }

  @Test func `a change of thousands of percent is not drawn over`() {
    var coins = Sample.coins
    coins["bitcoin"]?.priceChange24h = 123_456
    let driven = Driven(120, 40, data: Sample.data(coins: coins))
    #expect(driven.text.contains("▲ +123,456.00%"), "\(driven.text)")
  }

  @Test func `of all holdings its label is short`() {
    let known = Sample.transactions.filter { $0.coinId != "wide" }
    #expect(Sample.data(known).day(at: Sample.now)?.label == "24 h")
  }

  @Test(arguments: [(40, 12), (40, 9), (50, 15), (60, 20)])
  func `no figure of the summary is without a label`(size: (Int, Int)) {
    for tab in [DashboardTab.home, .portfolio] {
      let driven = Driven(size.0, size.1, tab: tab)
      let rows = (0..<3).map(driven.row)
      if rows.contains(where: { $0.contains("╭") }) { continue }
      #expect(rows[0].contains("24 h") || size.1 == 9, "\(driven.text)")
      #expect(rows[1].contains("P&L") || size.1 == 9, "\(driven.text)")
    }
  }

  @Test func `a list of charts says of what time its changes are`() {
    let driven = Driven(80, 24, tab: .charts)
    #expect(driven.row(0).contains("24 h"))
    #expect(driven.lines(with: "› Portfolio").first?.contains("▼ -") == true)
  }
}
