import CellGrid
import Charts
import Exact
import FoundationEssentials
import Testing

/// The documentation's examples, verbatim.
@Suite struct DocumentedExampleTests {
  @Test func `a chart of one line`() {
    let start = Date(timeIntervalSince1970: 1_735_689_600)
    let points = [94, 102, 99].enumerated().map {
      ChartPoint(start + Double($0) * 2_629_800, ExactDecimal($1))
    }
    let chart = LineChart(series: [ChartSeries("Value", points)])
    let grid = chart.grid(columns: 80, rows: 20)
    print(PlainText.text(of: grid))
    print(chart.words)
  }

  @Test func `a line in five columns`() {
    let line = Sparkline([1, 2, nil, 4, 8])
    #expect(line.text(columns: 5) == "⣀⡀ ⠔⠊")
  }

  @Test func `parts of a whole`() {
    let (first, second) = (Role("first"), Role("second"))
    let bar = AllocationBar([
      .init("BTC", 750, role: first), .init("ETH", 250, role: second),
    ])
    #expect(PlainText.text(of: bar.grid(columns: 20)) == " BTC ▄▄▄▄▄▄▄▄▄▖▄▄▄▄▖\n")
  }
}
