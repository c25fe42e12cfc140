import CellGrid
import Testing
import Dashboard

/// A low and wide window shows the selected holding next to the list.
@Suite struct LowWindows {
  @Test(arguments: [(110, 24), (120, 30), (140, 20)])
  func `a low and wide window shows the selected holding next to the list`(size: (Int, Int)) {
    var driven = Driven(size.0, size.1, tab: .portfolio)
    #expect(driven.text.contains("If sold now"))
    #expect(driven.lines(with: "› BTC").count == 1)
    driven.press(.down)
    #expect(driven.lines(with: "› ETH").count == 1)
    #expect(driven.text.contains("ETH Ethereum"))
    for row in 0..<size.1 { #expect(columnWidth(of: driven.row(row)) <= size.0) }
  }

  @Test func `letters choose the range of a chart`() {
    var driven = Driven(120, 40, tab: .charts)
    for (key, range) in [("D", ChartRange.day), ("W", .week), ("M", .month), ("Y", .year)] {
      driven.type(key)
      #expect(driven.state.range == range)
    }
    driven.type("1A")
    #expect(driven.state.range == .all)
    driven.type("?/chart a")
    #expect(driven.text.contains("Chart a year"))
  }
}
