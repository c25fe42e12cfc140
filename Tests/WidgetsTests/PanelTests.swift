import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// A widget has exactly its size and shows the figures with their age in every state.
///
/// - Gain and loss differ without color, and masked amounts keep their percentages.
/// - Badges show stale, offline and failed refreshes; an old price makes the figures old.
/// - Empty, closed and unknown portfolios have their own texts, and a closed one is never stale.
/// - The one-line size drops parts to fit, and never exceeds its width.
struct PanelTests {
  @Test func `the seed's sample in the small widget`() {
    #expect(
      text(.small) == """
        ╭──────────────────────╮
        │ Portfolio            │
        │ $125,000.50          │
        │                      │
        │                      │
        │                      │
        │ Total P&L    +19.05% │
        │      ▲   +$20,000.00 │
        │                      │
        │ Updated 5 min ago    │
        ╰──────────────────────╯

        """)
  }

  @Test func `the seed's sample in the medium widget`() {
    #expect(
      text(.medium) == """
        ╭────────────────────────────────────────────────╮
        │ Portfolio                                      │
        │ $125,000.50                                    │
        │                                                │
        │ Unrealized             ▲  +$15,000.00  +13.64% │
        │ Realized               ▲   +$5,000.00          │
        │                                                │
        │ BTC Bitco… $100,000.00 ▲  +$12,000.00  +13.64% │
        │ ETH Ethere… $15,000.00 ▲   +$2,000.00  +15.38% │
        │ Updated 5 min ago                      +3 more │
        ╰────────────────────────────────────────────────╯

        """)
  }

  @Test(arguments: WidgetFamily.allCases)
  func `has exactly its size whatever it holds`(_ family: WidgetFamily) {
    let seed: UInt64 = 99
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let entry = randomEntry(using: &generator)
      let grid = panel(
        entry, family: family, isPrivate: Bool.random(using: &generator), now: sampleNow)
      #expect(grid.columns == family.columns && grid.rows == family.rows)
      let rows = PlainText.text(of: grid).split(separator: "\n")
      #expect(rows.count == family.rows, "seed \(seed)")
      for row in rows {
        #expect(columnWidth(of: String(row)) == family.columns, "seed \(seed): \(row)")
        #expect(!row.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        #expect("╭│╰".contains(row.first ?? " ") && "╮│╯".contains(row.last ?? " "), "\(row)")
      }
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `gain and loss differ without color`(_ family: WidgetFamily) {
    var gain = seedSample
    gain.totalPnL = 5
    var loss = seedSample
    loss.totalPnL = -5
    loss.unrealizedPnL = seedSample.unrealizedPnL.map { -$0 }
    #expect(text(family, gain) != text(family, loss))
    let figures = text(family, loss).split(separator: " ")
    #expect(figures.contains("▼") && figures.contains { $0.hasPrefix("-$") })
  }

  @Test(arguments: WidgetFamily.allCases)
  func `every cell leads to the portfolio`(_ family: WidgetFamily) {
    #expect(grid(family, seedSample).cells.allSatisfy { $0.style.isLinked })
  }

  @Test(arguments: WidgetFamily.allCases)
  func `amounts are masked and percentages stay`(_ family: WidgetFamily) {
    let masked = PlainText.text(
      of: panel(
        PortfolioEntry(date: sampleNow, data: seedSample), family: family, isPrivate: true,
        now: sampleNow))
    #expect(!masked.contains("125,000") && !masked.contains("20,000") && !masked.contains("000.00"))
    #expect(masked.contains("19.05%") || masked.contains("13.64%"))
  }

  @Test(
    arguments: [
      (59, nil, nil), (60, nil, nil), (61, nil, "Stale"), (1, .offline, "Offline"),
      (1, .unableToRefresh, "Unable to refresh"), (600, .offline, "Offline"),
    ] as [(Int, RefreshFailure?, String?)])
  func `the badge says how current the figures are`(
    _ minutes: Int, failure: RefreshFailure?, badge: String?
  ) {
    let at = seedSample.lastUpdated.addingTimeInterval(TimeInterval(minutes * 60))
    let entry = PortfolioEntry(date: at, data: seedSample, failure: failure)
    let title = PlainText.text(of: panel(entry, family: .medium, now: at)).split(separator: "\n")[1]
    for word in ["Stale", "Offline", "Unable to refresh"] {
      #expect(title.contains(word) == (word == badge), "\(title)")
    }
  }

  @Test
  func `a name that only repeats the symbol is not said twice`() throws {
    var sample = seedSample
    sample.holdings[0].symbol = "XRP"
    sample.holdings[0].name = "xrp"
    for family in [WidgetFamily.medium, .large] {
      #expect(text(family, sample).contains("XRP") && !text(family, sample).contains("xrp"))
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `an old price makes the figures as old as itself`(_ family: WidgetFamily) {
    var sample = seedSample
    sample.asOf = sampleNow.addingTimeInterval(-8 * 3600)
    let text = text(family, sample)
    #expect(text.contains("Stale") && text.contains("Updated 8 h ago"), "\(text)")
  }

  @Test
  func `a change of 24 hours says to which day where its prices are old and there is room`() {
    var sample = seedSample
    sample.dayChange = DayChange(
      amount: exact("120.5"), percentage: exact("1.5"), count: 5, asOf: seedSample.lastUpdated)
    for family in WidgetFamily.allCases {
      let text = text(family, sample)
      #expect(text.contains(" 24 h ") && text.contains("+1.50% │"), "\(family)")
    }
    let later = sampleNow.addingTimeInterval(5 * 86_400)
    let entry = PortfolioEntry(date: later, data: sample)
    func old(_ family: WidgetFamily) -> String {
      PlainText.text(of: panel(entry, family: family, now: later))
    }
    for family in [WidgetFamily.medium, .large] {
      let text = old(family)
      #expect(text.contains(" 24 h to Nov 26 ") && text.contains("+$120.50   +1.50% │"), "\(text)")
    }
    #expect(!old(.small).contains("24 h"), "no room")
    let grid = line(entry, fitting: 120, now: later)
    #expect(grid.text(row: 0).contains("24 h to Nov 26 ▲ +$120.50 +1.50% Stale"))
  }

  @Test func `before the first refresh nothing was ever updated`() {
    var none = emptyPortfolio
    none.asOf = nil
    for family in WidgetFamily.allCases {
      let text = text(family, none)
      #expect(text.contains("Never updated") && !text.contains("just now"))
    }
  }

  @Test(arguments: [(0, ["gain"]), (8, ["gain", "stale"])])
  func `a bar's class says stale of an old price`(_ hours: Int, classes: [String]) {
    var sample = seedSample
    sample.asOf = sampleNow.addingTimeInterval(TimeInterval(-hours * 3600))
    let bar = Bar(format: .waybar, theme: Theme(), hasColor: false)
    let text = bar.text(
      PortfolioEntry(date: sampleNow, data: sample), isPrivate: false, now: sampleNow)
    let quoted = classes.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(text.contains("\"class\":[\(quoted)]"), "\(text)")
    #expect(text.contains("Updated 8 h ago") == (hours == 8))
  }

  @Test func `one second past the hour is stale`() {
    let at = seedSample.lastUpdated.addingTimeInterval(3601)
    #expect(PortfolioEntry(date: at, data: seedSample).freshness(at: at) == .stale)
  }

  @Test func `an empty portfolio says how to begin`() {
    for family in WidgetFamily.allCases {
      let text = text(family, emptyPortfolio)
      #expect(text.contains("No holdings") && text.contains("bitpal buy bitcoin"))
    }
  }

  @Test func `a closed portfolio is never stale`() {
    var closed = emptyPortfolio
    closed.hasSales = true
    closed.realizedPnL = -50
    closed.totalPnL = -50
    let later = sampleNow.addingTimeInterval(1_000_000)
    let text = PlainText.text(
      of: panel(PortfolioEntry(date: later, data: closed), family: .large, now: later))
    #expect(text.contains("No open holdings") && text.contains("▼      -$50.00"))
    #expect(!text.contains("Stale"))
  }

  @Test func `a placeholder is never blank`() {
    for family in WidgetFamily.allCases {
      let text = PlainText.text(
        of: panel(.placeholder(at: sampleNow), family: family, now: sampleNow))
      #expect(text.contains("░░░░") && !text.contains("$"))
    }
  }

  @Test func `the one line says the same`() {
    let entry = PortfolioEntry(date: sampleNow, data: seedSample, failure: .offline)
    #expect(
      PlainText.text(of: line(entry, fitting: 41, now: sampleNow))
        == "$125,000.50 ▲ +$20,000.00 +19.05% Offline\n")
    #expect(
      PlainText.text(of: line(entry, now: sampleNow)) == "$125,000.50 ▲ +$20,000.00 Offline\n")
    #expect(PlainText.text(of: line(entry, fitting: 12, now: sampleNow)) == "$125,000.50\n")
    #expect(PlainText.text(of: line(entry, fitting: 5, now: sampleNow)) == "$125K\n")
    #expect(PlainText.text(of: line(entry, fitting: 13, now: sampleNow)) == "$125K Offline\n")
    #expect(PlainText.text(of: line(entry, fitting: 22, now: sampleNow)) == "$125,000.50 Offline\n")
    #expect(
      PlainText.text(of: line(entry, fitting: 40, now: sampleNow))
        == "$125,000.50 ▲ +$20,000.00 Offline\n")
  }

  @Test func `the one line says of how many holdings the total is right after it`() {
    var sample = seedSample
    sample.pricedCount = 3
    sample.dayChange = DayChange(
      amount: -350, percentage: -1, count: 2, asOf: seedSample.lastUpdated)
    let entry = PortfolioEntry(date: sampleNow, data: sample)
    #expect(
      line(entry, now: sampleNow).text(row: 0) == "$125,000.50 (3/5) ▲ +$20,000.00 +19.05%")
    #expect(
      line(entry, fitting: 120, now: sampleNow).text(row: 0)
        == "$125,000.50 (3 of 5 priced) ▲ +$20,000.00 +19.05% 24 h, 2 of 5 ▼ -$350.00 -1.00%")
    #expect(line(entry, fitting: 20, now: sampleNow).text(row: 0) == "$125,000.50 (3/5)")
  }

  @Test func `the one line is never wider than its room`() {
    let seed: UInt64 = 77
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let entry = randomEntry(using: &generator)
      for width in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
        let isPrivate = round % 2 == 0
        let grid = line(entry, fitting: width, isPrivate: isPrivate, now: sampleNow)
        #expect(grid.columns <= width && grid.rows == 1, "seed \(seed), round \(round), \(width)")
        #expect(!PlainText.text(of: grid).allSatisfy { $0.isWhitespace }, "seed \(seed), \(round)")
      }
    }
  }

  private func grid(_ family: WidgetFamily, _ data: WidgetPortfolioData) -> Grid {
    panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow)
  }

  private func text(_ family: WidgetFamily, _ data: WidgetPortfolioData? = nil) -> String {
    PlainText.text(of: grid(family, data ?? seedSample))
  }
}
