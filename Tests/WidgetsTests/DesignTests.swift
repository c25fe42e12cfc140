import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// Measurable design rules of a widget.
struct DesignTests {
  private static let arrowColumns: [WidgetFamily: Int] = [.small: 7, .medium: 25, .large: 25]

  @Test(arguments: WidgetFamily.allCases)
  func `arrows stand in one column whatever the digits`(_ family: WidgetFamily) {
    let seed: UInt64 = 38
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let entry = randomEntry(using: &generator, hasWildNames: false)
      let grid = panel(entry, family: family, now: sampleNow)
      for (column, _) in cells(of: grid, where: { "▲▼·".unicodeScalars.contains($0.scalar) })
      where !isFoot(column, grid) {
        #expect(column.x == Self.arrowColumns[family], "seed \(seed)\n\(PlainText.text(of: grid))")
      }
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `a further digit moves no arrow and no other figure`(_ family: WidgetFamily) {
    func shape(_ amount: ExactDecimal) -> [String] {
      var data = seedSample
      data.totalPnL = amount
      data.unrealizedPnL = amount
      data.holdings[0].pnlAmount = amount
      let grid = panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow)
      return (0..<grid.rows).map { row in
        let text = grid.text(row: row)
        // Digits, their separators and the spaces before them may change.
        return text.contains("▲") ? String(text.prefix { $0 != "▲" } + text.suffix(2)) : text
      }
    }
    let amounts = ["9.99", "99.99", "999.99", "1000", "10000", "123456.78"].map { exact($0) }
    #expect(Set(amounts.map(shape)).count == 1)
  }

  @Test(arguments: [WidgetFamily.medium, .large])
  func `amounts and percentages end at one edge each`(_ family: WidgetFamily) {
    let grid = panel(
      PortfolioEntry(date: sampleNow, data: seedSample), family: family, now: sampleNow)
    for row in 1..<(grid.rows - 1) where grid.text(row: row).contains("▲") {
      let text = Array(grid.text(row: row))
      #expect(text[38].isNumber && text[39] == " ", "the amount in row \(row)")
      #expect(text[47] == "%" || text[39...47].allSatisfy { $0 == " " }, "the percentage")
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `the padding is even and stays free`(_ family: WidgetFamily) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let grid = panel(randomEntry(using: &generator), family: family, now: sampleNow)
      for row in 1..<(grid.rows - 1) {
        #expect(grid[1, row].scalar == " " && grid[grid.columns - 2, row].scalar == " ")
      }
    }
  }

  @Test func `title and total share their baselines with the change of the day`() {
    var data = seedSample
    data.dayChange = DayChange(
      amount: exact("120.5"), percentage: exact("0.1"), count: 5, asOf: seedSample.lastUpdated)
    let entry = PortfolioEntry(date: sampleNow, data: data)
    for (family, column) in [(WidgetFamily.medium, 25), (.large, 25)] {
      let grid = panel(entry, family: family, now: sampleNow)
      #expect(grid[2, 1].scalar == "P" && grid[column, 1].scalar == "2")
      #expect(grid[2, 2].style.role == .prominent && grid[column, 2].scalar == "▲")
    }
  }

  @Test(arguments: [(WidgetFamily.small, [3, 5, 8]), (.medium, [3, 6]), (.large, [3, 4, 5, 9])])
  func `blank rows or a rule set the groups apart`(_ family: WidgetFamily, rows: [Int]) {
    var data = seedSample
    data.dayChange = DayChange(amount: 1, percentage: 1, count: 5, asOf: seedSample.lastUpdated)
    let grid = panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow)
    let empty = (1..<9).filter { row in
      grid.text(row: row).dropFirst().dropLast().allSatisfy { " ─".contains($0) }
    }
    #expect(empty == rows.filter { $0 < 9 })
    #expect(family != .large || grid.text(row: 9).contains("───"))
  }

  @Test(arguments: WidgetFamily.allCases)
  func `pictures of one size have one height, known or not`(_ family: WidgetFamily) {
    let theme = Theme(appearance: .light)
    let known = [seedSample, emptyPortfolio].map { PortfolioEntry(date: sampleNow, data: $0) }
    for entry in known + [.placeholder(at: sampleNow)] {
      let grid = panel(entry, family: family, now: sampleNow)
      let picture = SVGText(theme: theme, title: "").text(of: grid)
      #expect(picture.contains(" height=\"\(21 * (family.rows + 1) - 20)\" viewBox="))
      let page = HTMLText(theme: theme, title: "").text(of: grid)
      #expect(page.contains("height:\(21 * (family.rows + 1))px"))
      let highRows = page.components(" large\"") + page.components("\"large\"") - 2
      #expect(highRows == 1, "\(PlainText.text(of: grid))")
    }
  }

  @Test func `bars of a placeholder stand apart`() throws {
    let grid = panel(.placeholder(at: sampleNow), family: .large, now: sampleNow)
    let picture = SVGText(theme: Theme(), title: "").text(of: grid)
    let bars = picture.matches(of: /M[\d.]+ ([\d.]+)H[\d.]+v([\d.]+)H[\d.]+Z/)
      .compactMap { match in Double(match.1).flatMap { y in Double(match.2).map { (y, $0) } } }
    let edges = bars.map { ($0.0, $0.0 + $0.1) }
    #expect(bars.map(\.1).max() == 31.5, "the total is the strong figure")
    // The baseline of the title is at 27 pixels.
    let gaps = zip([(0, 27)] + edges, edges).filter { $0.1 < $1.1 }.map { $1.0 - $0.1 }
    #expect(gaps.count > 7 && gaps.allSatisfy { $0 > 5 }, "\(gaps)")
  }

  @Test(arguments: WidgetFamily.allCases)
  func `there is one strong figure`(_ family: WidgetFamily) {
    let grid = panel(
      PortfolioEntry(date: sampleNow, data: seedSample), family: family, now: sampleNow)
    let strong = cells(of: grid) { $0.style.role == .prominent }
    #expect(String(String.UnicodeScalarView(strong.map(\.1.scalar))) == "$125,000.50")
    #expect(PlainText.text(of: grid).components("125,000") == 2, "said twice")
  }

  @Test(arguments: [WidgetFamily.medium, .large])
  func `one amount reads the same twice`(_ family: WidgetFamily) throws {
    var data = seedSample
    let amount = exact("98765430875.31")
    data.unrealizedPnL = amount
    data.totalPnL = amount
    data.holdings = [data.holdings[0]]
    data.holdings[0].pnlAmount = amount
    let text = PlainText.text(
      of: panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow))
    let shown = Set(text.split(separator: " ").filter { $0.hasPrefix("+$98") })
    #expect(shown.count == 1, "\(text)")
  }

  @Test func `changes drop their cents together`() {
    var data = seedSample
    data.unrealizedPnL = exact("1234567.89")
    let entry = PortfolioEntry(date: sampleNow, data: data)
    for family in [WidgetFamily.medium, .large] {
      let text = PlainText.text(of: panel(entry, family: family, now: sampleNow))
      for amount in ["+$1,234,568 ", "+$5,000 ", "+$2,000 "] { #expect(text.contains(amount)) }
    }
  }

  @Test(arguments: [WidgetFamily.medium, .large])
  func `a name that is the symbol leaves no empty row`(_ family: WidgetFamily) {
    func rows(_ name: String) -> [Bool] {
      var data = seedSample
      data.holdings[0].name = name
      let grid = panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow)
      return (0..<grid.rows).map { row in
        grid.text(row: row).dropFirst().dropLast().allSatisfy { $0 == " " }
      }
    }
    #expect(rows("BTC") == rows("Bitcoin"))
  }

  @Test(arguments: WidgetFamily.allCases)
  func `zero is quiet`(_ family: WidgetFamily) {
    var data = seedSample
    data.totalPnL = 0
    data.unrealizedPnL = 0
    let grid = panel(PortfolioEntry(date: sampleNow, data: data), family: family, now: sampleNow)
    let dots = cells(of: grid) { $0.scalar == "·" }
    #expect(!dots.isEmpty && dots.allSatisfy { $0.1.style.role == .neutral })
    #expect(!PlainText.text(of: grid).contains("■"))
  }

  private func cells(
    of grid: Grid, where isWanted: (Cell) -> Bool
  ) -> [((x: Int, y: Int), Cell)] {
    grid.cells.enumerated().filter { isWanted($0.element) }
      .map { (($0.offset % grid.columns, $0.offset / grid.columns), $0.element) }
  }

  /// The footer has dots between its notes.
  private func isFoot(_ point: (x: Int, y: Int), _ grid: Grid) -> Bool { point.y == grid.rows - 2 }
}

/// The line of the last 30 days in a widget.
struct WidgetLineTests {
  private let series: [ExactDecimal?] = (0...30).map {
    ExactDecimal(100_000 + ($0 * 7_919) % 25_000)
  }

  private func text(
    _ family: WidgetFamily, holdings: Int = 2, line: [ExactDecimal?]? = nil, count: Int = 5,
    _ change: (inout WidgetPortfolioData) -> Void = { _ in }
  ) -> String {
    var data = seedSample
    let second = data.holdings[1]
    while data.holdings.count < holdings { data.holdings.append(second) }
    data.holdings = Array(data.holdings.prefix(holdings))
    change(&data)
    let entry = PortfolioEntry(
      date: sampleNow, data: data, recentValues: line.map { RecentValues($0, count: count) })
    return PlainText.text(of: panel(entry, family: family, now: sampleNow))
  }

  private func hasBraille(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `is drawn with a history only, under its days`(_ family: WidgetFamily) {
    let text = text(family, line: series)
    #expect(hasBraille(text) && text.contains("│ 30 d "))
    #expect(!hasBraille(self.text(family)) && !self.text(family).contains("30 d"))
  }

  @Test(arguments: [(1, 6), (2, 4), (3, 2), (4, 1), (5, 1)])
  func `takes the rows that holdings leave free`(holdings: Int, rows: Int) {
    let drawn = text(.large, holdings: holdings, line: series).split(separator: "\n")
    #expect(drawn.count { hasBraille($0) } == rows)
    #expect(
      drawn[20].dropFirst().dropLast().allSatisfy { $0 == " " }, "a blank row before the foot")
  }

  @Test func `says how many holdings it leaves out`() {
    #expect(text(.large, line: series, count: 4).contains("30 d, 4 of 5"))
  }

  @Test func `shows the range that it spans where it is high`() {
    let known = series.compactMap(\.self)
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    let range = "\(Figures.usd(low)) – \(Figures.usd(high))"
    #expect(text(.large, line: series).contains(range))
  }

  @Test(arguments: [WidgetFamily.medium])
  func `gives way to what the total leaves out`(_ family: WidgetFamily) {
    let text = text(family, line: series) { $0.pricedCount = 3 }
    #expect(text.contains("3 of 5 priced") && !hasBraille(text))
  }

  @Test func `has a stand in without Unicode`() {
    let entry = PortfolioEntry(
      date: sampleNow, data: seedSample, recentValues: RecentValues(series, count: 5))
    let grid = panel(entry, family: .large, now: sampleNow).drawn(with: .ascii)
    #expect(grid.cells.allSatisfy { $0.scalar.isASCII } && grid.text(row: 16).contains("_"))
  }

  @Test func `a picture has it as one stroke`() {
    let entry = PortfolioEntry(
      date: sampleNow, data: seedSample, recentValues: RecentValues(series, count: 5))
    let svg = SVGText(theme: Theme(), title: "").text(
      of: panel(entry, family: .small, now: sampleNow))
    #expect(svg.contains("class=\"seriesa\" fill=\"none\" stroke=\"currentColor\""))
  }
}

/// The hierarchy of a widget in a picture.
struct WidgetPictureTests {
  private func svg(_ family: WidgetFamily, total: String = "125000.50") -> String {
    var data = seedSample
    data.totalValue = exact(total)
    let entry = PortfolioEntry(date: sampleNow, data: data)
    return SVGText(theme: Theme(), title: "").text(of: panel(entry, family: family, now: sampleNow))
  }

  @Test(arguments: [WidgetFamily.medium, .large])
  func `the total is twice as large`(_ family: WidgetFamily) {
    let svg = svg(family)
    #expect(svg.contains("font-size=\"30\" textLength=\"198\">$125,000.50<"))
    #expect(svg.components("font-size=") == 3, "the text and the total")
  }

  @Test func `a total that has not the room is as large as it has`() {
    #expect(svg(.small).contains("font-size=\"27.25\""))
    #expect(svg(.small, total: "98765432109.87").contains("font-size=\"16.625\""))
  }

  @Test(arguments: WidgetFamily.allCases)
  func `there is one frame, the edge of the picture`(_ family: WidgetFamily) {
    let svg = svg(family)
    let width = family.columns * 9 - 8
    // One row more than the cells, since the total's row is twice as high.
    let height = (family.rows + 1) * 21 - 20
    #expect(svg.contains("width=\"\(width)\" height=\"\(height)\""))
    let frame = "x=\"0.5\" y=\"0.5\" width=\"\(width - 1)\" height=\"\(height - 1)\" rx=\"10\""
    #expect(svg.contains("<rect class=\"border\" fill=\"none\" stroke=\"currentColor\" \(frame)/>"))
    #expect(svg.components("class=\"border\"") == (family == .large ? 3 : 2), "and a rule")
  }

  @Test func `a page shows the total as large`() {
    let entry = PortfolioEntry(date: sampleNow, data: seedSample)
    let html = HTMLText(theme: Theme(), title: "").text(
      of: panel(entry, family: .medium, now: sampleNow))
    #expect(html.contains("style=\"font-size:2.000em;width:5.500ch\">$125,000.50</span>"))
  }
}

extension String {
  /// The number of parts when split at a separator.
  fileprivate func components(_ separator: String) -> Int {
    var (count, rest) = (1, self[...])
    while let found = rest.firstRange(of: separator) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
