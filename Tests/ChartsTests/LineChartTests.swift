import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Testing
import Charts

/// A line chart of any size and amount of data shows its axes, dates, high and low.
///
/// - A gap in the data is not bridged, and is named.
/// - A stablecoin is a flat line, and gain and loss meet at a zero line.
/// - Purchases and sales are letters on the line; the cursor shows its day and value.
/// - Pictures draw real lines; without braille the line is drawn in blocks or ASCII.
struct LineChartTests {
  /// A point that many days after 2025-01-01.
  private func point(_ day: Int, _ value: ExactDecimal?) -> ChartPoint {
    ChartPoint(Date(timeIntervalSince1970: Double(1_735_689_600 + day * 86_400)), value)
  }

  private func rows(_ grid: Grid) -> [String] { (0..<grid.rows).map { grid.text(row: $0) } }

  private var rise: LineChart {
    LineChart(series: [
      ChartSeries("Value", (0..<31).map { point($0, ExactDecimal(100 + $0 * 10)) })
    ]) {
      "$\($0)"
    }
  }

  @Test func `a rise is a line with axes dates high and low`() {
    #expect(
      PlainText.text(of: rise.grid(columns: 52, rows: 10)) == """
        High $400 (2025-01-31) · Low $100 (2025-01-01)
        $400 ┤                                         ⢀⣀⠤⠔⠒
             │                                  ⣀⡠⠤⠒⠊⠉⠉⠁
        $300 ┤                          ⢀⣀⠤⠔⠒⠉⠉⠉
             │                   ⣀⡠⠤⠒⠊⠉⠉⠁
        $200 ┤           ⢀⣀⠤⠔⠒⠉⠉⠉
             │    ⣀⡠⠤⠒⠊⠉⠉⠁
        $100 ┤⠒⠉⠉⠉
             └───────┬──────────┬─────────┬──────────┬──────
                   Jan 6     Jan 13    Jan 20     Jan 27

        """)
  }

  @Test func `an estimated figure has its mark wherever it is named`() {
    var chart = rise
    chart.series[0].points[30].isEstimated = true
    chart.series.append(ChartSeries("Invested", [point(0, 100), point(30, 300)]))
    chart.series[1].points[1].isEstimated = true
    chart.area = .secondLine
    let header = rows(chart.grid(columns: 100, rows: 10))[0]
    #expect(header.contains("High ~$400 (2025-01-31) · Low $100"), "\(header)")
    #expect(header.contains("Invested ~$300"), "\(header)")
    #expect(chart.words.contains("From $100 to ~$400. High ~$400"), "\(chart.words)")
    #expect(chart.words.contains("Invested from $100 to ~$300."), "\(chart.words)")
    chart.cursor = chart.plotColumns(columns: 100, rows: 10) - 1
    let cursor = rows(chart.grid(columns: 100, rows: 10))[0]
    #expect(cursor.hasPrefix("2025-01-31  ~$400  Invested ~$300 "))
    (chart.cursor, chart.isComparison) = (nil, true)
    let legend = rows(chart.grid(columns: 100, rows: 10))[0]
    #expect(legend.hasPrefix("Value ~$400  Invested ~$300 "))
  }

  @Test func `a level is named once`() {
    let chart = LineChart(series: [ChartSeries("Price", [point(0, 5), point(9, 5)])])
    let heading = rows(chart.grid(columns: 60, rows: 10)).first ?? ""
    #expect(heading.hasPrefix("High 5 (2025-01-01)") && !heading.contains("Low"))
  }

  @Test(arguments: [5, 6, 10], [30, 60, 61, 62, 63, 64, 65, 100])
  func `a chart knows whether its header names the second line`(rows: Int, columns: Int) {
    var chart = rise
    chart.series.append(ChartSeries("Invested", [point(0, 100), point(30, 300)]))
    for area in [ChartArea.secondLine, .opening] {
      chart.area = area
      let header = chart.grid(columns: columns, rows: rows).text(row: 0)
      #expect(chart.namesSecondLine(columns: columns, rows: rows) == header.contains("Invested"))
    }
    chart.area = .secondLine
    #expect(
      chart.namesSecondLine(columns: 100, rows: 10) && !rise.namesSecondLine(columns: 100, rows: 10)
    )
  }

  @Test func `a gap is crossed by no line and named`() {
    let points = (0..<40).map { point($0, (10..<30).contains($0) ? nil : ExactDecimal(100 + $0)) }
    let chart = LineChart(series: [ChartSeries("Price", points)])
    let grid = chart.grid(columns: 60, rows: 12)
    #expect(rows(grid).last?.hasPrefix("No figure 2025-01-11 to 2025-01-30") == true)
    #expect(chart.words.contains("No figure 2025-01-11 to 2025-01-30."))
    let isEmpty = (1..<9).allSatisfy { row in
      (25..<38).allSatisfy { !(0x2801...0x28FF).contains(grid[$0, row].scalar.value) }
    }
    #expect(isEmpty && grid.lines.count == 2)
  }

  @Test func `a stablecoin is flat`() {
    let points = (0..<30).map { point($0, ExactDecimal(10_000 + $0 % 3 - 1) / 10_000) }
    let grid = LineChart(series: [ChartSeries("USDC", points)]).grid(columns: 50, rows: 12)
    let drawn = grid.cells.map(\.scalar).filter { (0x2801...0x28FF).contains($0.value) }
    #expect(Set(drawn).count <= 2, "one row of dots, whose ends may be half a cell")
  }

  @Test func `gain and loss meet at a zero line`() throws {
    let points = (0..<30).map { point($0, ExactDecimal($0 * 10 - 150)) }
    let grid = LineChart(series: [ChartSeries("P&L", points)]).grid(columns: 50, rows: 14)
    let zero = try #require(rows(grid).first { $0.contains("╌") })
    #expect(zero.drop { $0 == " " }.hasPrefix("0 ┤"))
  }

  @Test func `purchases and sales are letters on the line`() {
    var chart = rise
    chart.markers = [
      ChartMarker(point(5, nil).date, .buy), ChartMarker(point(25, nil).date, .sell),
      ChartMarker(point(400, nil).date, .sell),
    ]
    let text = rows(chart.grid(columns: 50, rows: 12)).dropFirst().joined()
    #expect(text.count { $0 == "B" } == 1 && text.count { $0 == "S" } == 1)
  }

  @Test func `the cursor names its day and figure`() {
    var chart = rise
    chart.cursor = 0
    #expect(chart.grid(columns: 50, rows: 12).text(row: 0).hasPrefix("2025-01-01  $100 "))
    chart.cursor = chart.plotColumns(columns: 50, rows: 12) - 1
    #expect(chart.grid(columns: 50, rows: 12).text(row: 0).hasPrefix("2025-01-31  $400 "))
  }

  @Test func `pictures draw real lines in place of dots`() {
    let svg = SVGText(theme: Theme(roles: [:]), title: "Value", description: rise.words)
      .text(of: rise.grid(columns: 50, rows: 12))
    #expect(svg.contains("stroke-linejoin=\"round\""))
    #expect(svg.contains("<desc>Value from 2025-01-01 to 2025-01-31."))
    #expect(!svg.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
  }

  @Test func `without braille the line is of blocks or ASCII`() {
    let grid = rise.grid(columns: 50, rows: 12)
    let ascii = PlainText.text(of: grid.drawn(with: .ascii))
    #expect(ascii.unicodeScalars.allSatisfy(\.isASCII) && !ascii.contains("?"))
    let blocks = PlainText.text(of: grid.drawn(with: .blocks)).unicodeScalars
    #expect(!blocks.contains { (0x2800...0x28FF).contains($0.value) } && blocks.contains("▁"))
  }

  @Test func `every size and every amount of data draws something`() {
    let charts = [
      rise, LineChart(series: []), LineChart(series: [ChartSeries("A", [])]),
      LineChart(series: [ChartSeries("A", [point(0, nil)])]),
      LineChart(series: [ChartSeries("A", [point(0, 5)])]),
      LineChart(series: [ChartSeries("A", [point(0, 0), point(1, 0)])]),
    ]
    for chart in charts {
      for columns in [0, 1, 2, 5, 12, 17, 40, 200] {
        for rows in [0, 1, 2, 4, 5, 6, 8, 30] {
          let grid = chart.grid(columns: columns, rows: rows)
          #expect(grid.columns == columns && grid.rows == rows)
          #expect(columns * rows < 12 || grid.cells.contains { $0.scalar != " " })
        }
      }
    }
  }
}
