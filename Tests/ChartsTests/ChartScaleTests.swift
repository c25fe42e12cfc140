import BitpalTesting
import Exact
import Testing

@testable import Charts

/// A chart's scale contains all values, with round ticks in the middle of rows.
///
/// - Steps are 1, 2 or 5 times a power of ten.
/// - The change of a stablecoin spans much less than a row.
struct ChartScaleTests {
  private let leastSpan = LineChart.leastSpan

  @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 60])
  func `every range lies within the axis and ticks are in the middle of rows`(rows: Int) throws {
    let ranges: [ClosedRange<ExactDecimal>] = [
      52_000...68_296, -4_297...3_699, 0...0, 1...1, -5...(-5), 0...1_000_000_000_000_000,
      ExactDecimal(1) / 1_000_000...ExactDecimal(7) / 1_000_000,
    ]
    for range in ranges {
      let scale = ChartScale(range, rows: rows, leastSpan: leastSpan)
      for value in [range.lowerBound, range.upperBound] where rows > 1 {
        #expect(
          (0...Double(rows)).contains(scale.position(of: ChartFigure(value))),
          "\(range), \(rows) rows")
      }
      for tick in scale.ticks {
        let distance = scale.position(of: ChartFigure(tick.value)) - Double(tick.row) - 0.5
        #expect(abs(distance) < 0.000_001, "\(range), \(rows) rows")
      }
    }
  }

  @Test func `the step is one two or five times a power of ten`() {
    let scale = ChartScale(52_000...68_296, rows: 13, leastSpan: leastSpan)
    let steps = zip(scale.ticks, scale.ticks.dropFirst()).map { $1.value - $0.value }
    #expect(Set(steps) == [5_000])
  }

  @Test func `the axis fits its figures in few rows`() {
    let scale = ChartScale(36_492...42_658, rows: 4, leastSpan: leastSpan)
    #expect(scale.ticks.map(\.value) == [36_000, 38_000, 40_000, 42_000])
    #expect(
      scale.position(of: ChartFigure(42_658)) >= 0.125
        && scale.position(of: ChartFigure(36_492)) <= 3.875)
  }

  @Test func `a stablecoin's change spans far less than a row`() {
    let low = ExactDecimal(9_999) / 10_000
    let high = ExactDecimal(10_001) / 10_000
    let scale = ChartScale(low...high, rows: 10, leastSpan: leastSpan)
    #expect(scale.position(of: ChartFigure(low)) - scale.position(of: ChartFigure(high)) < 0.2)
  }
}
