import CellGrid
import Exact
import FoundationEssentials
import Testing

@testable import Charts

/// The area under a chart line shows gain and loss by color and density.
///
/// - Braille, blocks, ASCII and pictures all distinguish the two; gaps have no area.
/// - A single line is compared with its first value.
/// - The cross-hair shows each line's value of the day, and compared lines have their names.
/// - A logarithmic scale gives each doubling the same height.
/// - Many markers move below the line.
struct ChartAreaTests {
  private func point(_ day: Int, _ value: ExactDecimal?) -> ChartPoint {
    ChartPoint(Date(timeIntervalSince1970: Double(1_735_689_600 + day * 86_400)), value)
  }

  /// A value that starts below the invested amount and ends above it.
  private var crossing: LineChart {
    var chart = LineChart(series: [
      ChartSeries("Value", (0..<41).map { point($0, ExactDecimal(60 + 2 * $0)) }),
      ChartSeries("Invested", (0..<41).map { point($0, 100) }, role: Role("secondary")),
    ]) { "$\($0)" }
    chart.area = .secondLine
    return chart
  }

  private func roles(_ grid: Grid, _ columns: Range<Int>, drawn scalars: String) -> Set<String> {
    Set(
      (1..<grid.rows - 2).flatMap { row in
        columns.compactMap { column in
          scalars.unicodeScalars.contains(grid[column, row].scalar)
            ? grid[column, row].style.role.name : nil
        }
      })
  }

  @Test func `the area is in the color of the sign, and its density says the same`() {
    let grid = crossing.grid(columns: 60, rows: 20)
    #expect(roles(grid, 6..<30, drawn: "\u{2821}") == ["loss"])
    #expect(roles(grid, 6..<30, drawn: "\u{2895}") == [])
    #expect(roles(grid, 38..<60, drawn: "\u{2895}") == ["gain"])
    #expect(roles(grid, 38..<60, drawn: "\u{2821}") == [])
  }

  @Test func `without braille the area is of shades, without Unicode of dots and colons`() {
    let grid = crossing.grid(columns: 60, rows: 20)
    let blocks = PlainText.text(of: grid.drawn(with: .blocks))
    #expect(blocks.contains("▒▒") && blocks.contains("░░"))
    let ascii = PlainText.text(of: grid.drawn(with: .ascii))
    #expect(ascii.contains("::") && ascii.contains("..") && !ascii.contains("?"))
  }

  @Test func `pictures have the area as shapes that meet where the lines cross`() throws {
    let grid = crossing.grid(columns: 60, rows: 20)
    let areas = grid.lines.filter(\.isFilled)
    try #require(areas.map(\.role.name) == ["loss", "gain"])
    #expect(Set(areas[0].points).intersection(areas[1].points).count == 1)
    let svg = SVGText(theme: Theme(roles: [:]), title: "Value").text(of: grid)
    #expect(svg.components(separatedBy: "fill-opacity=\".25\" d=\"M").count == 3)
    #expect(!svg.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
  }

  @Test func `no area lies over a gap`() {
    var chart = crossing
    for day in 10..<30 { chart.series[0].points[day].value = nil }
    let grid = chart.grid(columns: 60, rows: 20)
    #expect(roles(grid, 21..<42, drawn: "\u{2821}\u{2895}") == [])
    #expect(grid.lines.count { $0.isFilled } == 2)
  }

  @Test func `a single line is held against its first figure`() {
    var chart = LineChart(series: [
      ChartSeries("Price", (0..<9).map { point($0, ExactDecimal(9 - $0)) })
    ]
    )
    chart.area = .opening
    #expect(roles(chart.grid(columns: 40, rows: 14), 4..<40, drawn: "\u{2821}") == ["loss"])
  }

  @Test func `the cross-hair says every line's figure of the day`() {
    var chart = crossing
    chart.cursor = 0
    #expect(
      chart.grid(columns: 60, rows: 20).text(row: 0).hasPrefix("2025-01-01  $60  Invested $100"))
    chart.isComparison = true
    #expect(
      chart.grid(columns: 60, rows: 20).text(row: 0)
        .hasPrefix("2025-01-01  Value $60  Invested $100"))
  }

  @Test func `compared lines have their names above, and where they end`() {
    var chart = crossing
    chart.isComparison = true
    let grid = chart.grid(columns: 60, rows: 20)
    #expect(grid.text(row: 0).hasPrefix("Value $140  Invested $100"))
    let ends = (1..<18).map { grid.text(row: $0) }
    #expect(ends.contains { $0.hasSuffix("Value") } && ends.contains { $0.hasSuffix("Invested") })
  }

  @Test func `on a logarithmic scale a doubling is as high at the top as at the foot`() throws {
    let scale = try #require(ChartScale(logarithmic: 1_000...64_000, rows: 25, leastSpan: 0))
    let doubling = scale.position(of: ChartFigure(1_000)) - scale.position(of: ChartFigure(2_000))
    #expect(
      abs(
        scale.position(of: ChartFigure(32_000)) - scale.position(of: ChartFigure(64_000)) - doubling
      ) < 0.001)
    #expect(doubling > 3.9)
    #expect(scale.ticks.count > 3)
    #expect(Set(scale.ticks.map(\.row)).count == scale.ticks.count)
    for tick in scale.ticks {
      #expect(abs(scale.position(of: ChartFigure(tick.value)) - Double(tick.row) - 0.5) <= 0.5)
    }
    #expect(ChartScale(logarithmic: 0...5, rows: 25, leastSpan: 0) == nil)
  }

  @Test func `many marks stand below the line and leave it to be read`() {
    var chart = crossing
    chart.markers = (0..<41).map { ChartMarker(point($0, nil).date, .buy) }
    let grid = chart.grid(columns: 60, rows: 20)
    let rows = (0..<grid.rows).filter { row in
      grid.text(row: row).count { $0 == "B" } > 0
    }
    #expect(rows == [17])
  }
}
