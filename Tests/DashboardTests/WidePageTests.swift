import BitpalTesting
import CellGrid
import Dashboard
import Exact
import Portfolio
import Testing

/// Pages in windows wider than one list needs.
@Suite struct WidePages {
  private static let pages: [(name: String, open: @Sendable (inout Driven) -> Void)] = [
    ("portfolio", { $0.type("2") }), ("transactions", { $0.type("3") }),
    ("moves", { $0.openMoves() }), ("charts", { $0.type("4") }),
    ("watchlist", { $0.openWatchlist() }), ("gains", { $0.type("6") }),
    ("inbox", { $0.openInbox() }),
    (
      "coin",
      { driven in
        driven.type("2")
        driven.press(.enter)
      }
    ),
  ]

  /// The columns that contain anything above the status line.
  private static func used(_ driven: Driven) -> Set<Int> {
    let grid = driven.frame.grid
    return Set(
      (0..<grid.columns).filter { column in
        (0..<grid.rows - 1).contains { grid[column, $0].scalar != " " }
      })
  }

  @Test(arguments: [(200, 60), (400, 120)])
  func `the whole width is used`(columns: Int, rows: Int) {
    for page in Self.pages {
      var driven = Driven(columns, rows)
      page.open(&driven)
      let used = Self.used(driven)
      #expect(used.min() ?? columns <= 4, "\(page.name)")
      #expect(used.max() ?? 0 >= columns - 5, "\(page.name)")
    }
  }

  @Test func `a short list in the commonest window has the detail below it`() {
    var driven = Driven(80, 24, tab: .portfolio)
    driven.send(
      .portfolioChanged(Sample.data(Sample.transactions.filter { $0.coinId == "ethereum" })))
    let rows = driven.frame.grid.rows
    #expect(driven.text.contains("If sold") && driven.text.contains("Average"))
    let blank = (0..<rows - 1).count {
      driven.row($0).allSatisfy { $0 == " " }
    }
    #expect(blank <= 1, "\(driven.text)")
  }

  @Test(arguments: [(200, 60), (400, 120)])
  func `a row is not spread over more than can be read`(columns: Int, rows: Int) {
    for page in Self.pages {
      var driven = Driven(columns, rows)
      page.open(&driven)
      let widths = driven.frame.hits.compactMap { hit -> Int? in
        if case .row = hit.target, hit.area.column < 10 { hit.area.columns } else { nil }
      }
      #expect(widths.max() ?? 0 <= 196, "\(page.name)")
      #expect(!widths.isEmpty, "\(page.name)")
    }
  }

  @Test(arguments: [(110, 24), (120, 30), (140, 20), (200, 60)])
  func `what a sale would bring is under the part that is sold`(columns: Int, rows: Int) {
    for isFollowed in [true, false] {
      var driven = Driven(columns, rows, tab: .portfolio)
      if isFollowed { driven.openWatchlist() }
      // A low window has no room for it below a followed coin's market figures.
      let titles = driven.lines(with: "If sold")
      #expect(titles.count == 1 || isFollowed && rows < 24)
      for title in titles {
        #expect(["25%", "50%", "100%"].allSatisfy(title.contains), "\(title)")
      }
    }
  }

  @Test(arguments: [(100, 30), (120, 40), (200, 60)])
  func `a sale and its lots are side by side`(columns: Int, rows: Int) {
    var driven = Driven(columns, rows)
    driven.type("6")
    let title = driven.lines(with: "Lots of")
    #expect(title.count == 1)
    #expect(
      driven.frame.hits.contains { $0.target == .row(0) && $0.area.columns < columns * 3 / 4 })
  }

  @Test func `a list next to its detail keeps the days where a symbol is long`() {
    let coin = Coin(
      id: "long-one", symbol: "FIGR_HELOC", name: "Figure", currentPrice: 1,
      lastUpdated: Sample.refreshed)
    let rows = (11...30).map {
      Sample.row(UInt8($0), "long-one", .buy, "40783034.257749", "0.01", "2025-01-\($0)")
    }
    let driven = Driven(
      100, 30, tab: .transactions, data: Sample.data(rows, coins: [coin.id: coin]))
    #expect(driven.lines(with: "2025-01-30  Buy   FIGR").count == 1, "\(driven.text)")
  }

  @Test func `a followed coin has its market and what is held of it next to a short list`() {
    var driven = Driven(200, 60)
    driven.openWatchlist()
    #expect(driven.row(1).contains("Market"))
    #expect(driven.text.contains("Held"))
    driven.send(.resize(columns: 99, rows: 60))
    #expect(driven.row(1).hasPrefix("    Coin"), "the list alone has the first rows")
    #expect(driven.text.contains("Market"))
  }
}

extension Driven {
  fileprivate mutating func openWatchlist() {
    let coins = ["bitcoin", "ethereum", "solana"].compactMap { Sample.coins[$0] }
    send(.portfolioChanged(Sample.following(coins)))
    type("5")
  }
}
