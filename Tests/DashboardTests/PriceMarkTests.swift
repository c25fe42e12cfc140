import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Widgets

@testable import Dashboard

/// A changed price is highlighted for a moment wherever it is shown.
@Suite struct PriceMarkings {
  /// The dashboard just after one coin's price changed.
  private static func changed(
    _ id: String, to price: ExactDecimal, _ columns: Int = 120, _ rows: Int = 40,
    tab: DashboardTab = .portfolio
  ) -> (before: Driven, after: Driven) {
    var driven = Driven(columns, rows, tab: tab)
    driven.press(.down, .up)
    let before = driven
    var coins = Sample.coins
    coins[id]?.currentPrice = price
    driven.send(.portfolioChanged(Sample.data(coins: coins)))
    return (before, driven)
  }

  /// The styles of the first occurrence of a text.
  private static func styles(of text: String, in driven: Driven) -> [Style] {
    let grid = driven.frame.grid
    for row in 0..<grid.rows {
      let line = grid.text(row: row)
      guard let range = line.firstRange(of: text) else { continue }
      let start = columnWidth(of: String(line[..<range.lowerBound]))
      return (start..<start + columnWidth(of: text)).map { grid[$0, row].style }
    }
    return []
  }

  @Test func `a price that changed is marked for two seconds, and nothing moves`() {
    var (before, driven) = Self.changed("solana", to: ExactDecimal(845, exponent: -1))
    let marked = driven.text
    #expect(Set(Self.styles(of: "▲ $84.50", in: driven).map(\.role)) == [.rise, .plain])
    #expect(driven.state.marksEnd == driven.now.addingTimeInterval(2))
    driven.now += 2
    #expect(Set(Self.styles(of: "$84.50", in: driven).map(\.role)) == [.plain])
    #expect(!driven.text.contains("▲ $84.50"))
    #expect(driven.text == marked.replacing("▲ $84.50", with: "  $84.50"))
    before.now += 2
    #expect(driven.text.split(separator: "\n").count == before.text.split(separator: "\n").count)
  }

  @Test func `in the selected row a mark is seen in every theme, also without color`() {
    let driven = Self.changed("bitcoin", to: 76_000).after
    let styles = Self.styles(of: "$76,000.00", in: driven)
    #expect(Set(styles) == [Style(.fall, isReversed: true)])
    #expect(driven.text.contains("▼ $76,000.00"))
    let themes =
      [Theme(), Theme(palette: .mono), Theme(palette: .colorBlind)]
      + ColorScheme.all.map { Theme(scheme: $0) }
    for theme in themes {
      for depth in [ColorDepth.none, .ansi8, .ansi16, .ansi256, .trueColor] {
        for isReversed in [false, true] {
          let mark = theme.look(of: Style(.fall, isReversed: isReversed), depth: depth)
          #expect(mark != theme.look(of: Style(isReversed: isReversed), depth: depth))
          #expect(mark.isBold)
        }
      }
    }
  }

  @Test func `the arrow of a mark takes no cell that something is written in`() {
    let (_, driven) = Self.changed("bitcoin", to: 78_000, 44, 14)
    let line = driven.lines(with: "BTC").first { $0.contains("$78,000.00") }
    let grid = driven.frame.grid
    let roles = (0..<grid.rows).flatMap { row in (0..<44).map { grid[$0, row].style.role } }
    #expect(line == nil || roles.contains(.rise))
    for column in 20..<44 {
      let narrow = Self.changed("bitcoin", to: 78_000, column, 14)
      var later = narrow.after
      later.now += 2
      let differences = zip(narrow.after.text, later.text).filter { $0 != $1 }
      #expect(differences.allSatisfy { $0.0 == "▲" && $0.1 == " " }, "\(narrow.after.text)")
    }
  }

  @Test(arguments: [
    ("0.00001234", "+$0.00001234", "▲"), ("-0.00001234", "-$0.00001234", "▼"),
    ("1234.5", "+$1,234.50", "▲"),
  ])
  func `the change of a price has its sign and its digits`(
    change: String, text: String, arrow: String
  ) {
    let figure = FormattedFigure.priceChange(exact(change), in: .usDollar)
    #expect(figure.text == text && figure.masked == text && figure.arrow == arrow, "\(figure)")
  }

  @Test func `the watchlist, a coin's page and the tile of prices mark it as well`() {
    var coin = Self.changed("bitcoin", to: 78_000).after
    coin.press(.enter)
    #expect(Set(Self.styles(of: "$78,000.00", in: coin).map(\.role)) == [.rise])
    let watched = { (price: ExactDecimal) in
      DashboardData(
        positions: Sample.whole.positions, transactions: Sample.transactions,
        entry: Sample.whole.entry,
        watchlist: [
          WatchedCoin(
            Coin(id: "chainlink", symbol: "link", name: "Chainlink", currentPrice: price), week: [])
        ])
    }
    var list = Driven(80, 24, tab: .watchlist, data: watched(14))
    list.send(.key(.down))
    list.send(.portfolioChanged(watched(15)))
    #expect(list.text.contains("▲ $15.00"))
    var home = Driven(200, 60)
    home.send(.key(.down))
    var coins = Sample.coins
    for id in coins.keys { coins[id]?.priceChange24h = nil }
    home.send(.portfolioChanged(Sample.data(coins: coins)))
    coins["bitcoin"]?.currentPrice = 78_000
    home.send(.portfolioChanged(Sample.data(coins: coins)))
    #expect(home.text.contains("▲ $78,000.00"), "\(home.text)")
  }
}
