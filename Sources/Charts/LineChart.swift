public import CellGrid
public import FoundationEssentials

/// A chart of one line or several over time.
///
///     let chart = LineChart(series: [ChartSeries("Value", points)])
///     let grid = chart.grid(columns: 80, rows: 20)
///     print(PlainText.text(of: grid))
///     print(chart.words)
///
/// The axes' figures are round and exact. A point without a value is a gap that no line crosses,
/// and ``words`` names it. Braille dots draw the lines; `Grid.drawn(with:)` turns them into
/// blocks or ASCII, and encoders of pictures draw real lines.
public struct LineChart: Sendable {
  /// A range narrower than this part of its greatest figure looks flat: 2 percent.
  public static let leastSpan = Decimal(sign: .plus, exponent: -2, significand: 2)

  /// The lines; markers, high, low and cursor are those of the first.
  public var series: [ChartSeries]
  /// Drawn in place of the first line; oldest first, one a day at most.
  ///
  /// The points of that line are then their last figures; high and low are theirs.
  public var candles: [ChartCandle] = []
  /// What happened meanwhile.
  public var markers: [ChartMarker]
  /// What the first line is held against, so that the area between is filled; nil for no area.
  public var area: ChartArea?
  /// Whether the lines are of equal standing: each has its name and its last figure above the plot,
  /// in place of the high and the low of the first.
  public var isComparison = false
  /// Whether figures that are so many times as great are equally far apart; where one is not above
  /// zero, differences are.
  public var isLogarithmic = false
  /// The column of the plot, from 0, whose date and figure are named; nil for none.
  public var cursor: Int?
  /// The roles of the chart's parts.
  public var roles = ChartRoles()
  /// The narrowest span of the vertical axis, as a part of the greatest figure.
  public var leastSpan = LineChart.leastSpan
  /// Writes a figure in words.
  public var format: @Sendable (Decimal) -> String
  /// Writes a figure on the axis, every digit of it: two ticks must never read the same.
  public var formatTick: @Sendable (Decimal) -> String

  /// Makes a chart.
  public init(
    series: [ChartSeries], markers: [ChartMarker] = [], cursor: Int? = nil,
    format: @escaping @Sendable (Decimal) -> String = { $0.description },
    formatTick: (@Sendable (Decimal) -> String)? = nil
  ) {
    self.series = series
    self.markers = markers
    self.cursor = cursor
    self.format = format
    self.formatTick = formatTick ?? format
  }

  /// Draws the chart; the least room has the line alone, more of it the axes, dates and words.
  public func grid(columns: Int, rows: Int) -> Grid { drawn(columns: columns, rows: rows).grid }

  /// Draws the chart, and says how many columns of it are the plot's.
  public func drawn(columns: Int, rows: Int) -> (grid: Grid, plotColumns: Int) {
    var grid = Grid(columns: columns, rows: rows)
    guard columns > 0, rows > 0 else { return (grid, 0) }
    guard let values, let dates else {
      let text = series.contains { !$0.points.isEmpty } ? "No figure known" : "No data"
      grid.write(
        clipped(text, to: columns), column: 0, row: (rows - 1) / 2, style: Style(roles.label))
      return (grid, 0)
    }
    let layout = ChartLayout(self, values: values, dates: dates, columns: columns, rows: rows)
    draw(layout, in: &grid)
    return (grid, layout.plot.columns)
  }

  /// Whether any figure is known.
  public var hasValues: Bool { values != nil }

  /// The columns of the plot in a grid of some size: as many places the cursor has.
  public func plotColumns(columns: Int, rows: Int) -> Int {
    guard let values, let dates else { return 0 }
    return ChartLayout(self, values: values, dates: dates, columns: columns, rows: rows).plot
      .columns
  }

  /// The least and the greatest figure of all lines; nil where none is known.
  var values: ClosedRange<Decimal>? {
    var ends: (low: ChartFigure, high: ChartFigure)?
    func include(_ figure: ChartFigure) {
      ends = ends.map { (min($0.low, figure), max($0.high, figure)) } ?? (figure, figure)
    }
    for case let figure? in series.lazy.flatMap({ $0.points.lazy.map(\.figure) }) {
      include(figure)
    }
    for candle in candles {
      include(ChartFigure(candle.low))
      include(ChartFigure(candle.high))
    }
    return ends.map { $0.low.exact...$0.high.exact }
  }

  /// The axis of all lines' dates, gaps included.
  var dates: DateAxis? {
    let dates = series.flatMap { $0.points.map(\.date) }
    guard let first = dates.min(), let last = dates.max() else { return nil }
    return DateAxis(from: first, to: last)
  }
}

/// Where the parts of a chart lie in a grid of some size.
struct ChartLayout {
  /// The cells of the lines.
  struct Plot: Equatable {
    let column: Int
    let row: Int
    let columns: Int
    let rows: Int
  }

  let plot: Plot
  /// The least and the greatest figure of all lines.
  let values: ClosedRange<Decimal>
  let scale: ChartScale
  let dates: DateAxis
  let hasHeader: Bool
  let hasAxis: Bool
  let hasGapNote: Bool
  /// Columns of the figures next to the axis; 0 without it.
  let labelColumns: Int

  init(
    _ chart: LineChart, values: ClosedRange<Decimal>, dates: DateAxis, columns: Int, rows: Int
  ) {
    self.values = values
    self.dates = dates
    hasHeader = rows >= 6
    hasAxis = rows >= 5 && columns >= 16
    hasGapNote = rows >= 8 && !chart.gaps.isEmpty
    let plotRows = max(
      1, rows - (hasHeader ? 1 : 0) - (hasAxis ? 2 : 0) - (hasGapNote ? 1 : 0))
    let logarithmic =
      chart.isLogarithmic
      ? ChartScale(logarithmic: values, rows: plotRows, leastSpan: chart.leastSpan) : nil
    scale = logarithmic ?? ChartScale(values, rows: plotRows, leastSpan: chart.leastSpan)
    let widest = scale.ticks.map { CellGrid.columnWidth(of: chart.formatTick($0.value)) }.max() ?? 0
    labelColumns = hasAxis && widest + 2 <= columns / 3 ? widest + 1 : 0
    let left = labelColumns + (hasAxis ? 1 : 0)
    plot = Plot(
      column: left, row: hasHeader ? 1 : 0, columns: max(1, columns - left), rows: plotRows)
  }

  /// The row of a figure, in dots from the top.
  ///
  /// The middle of a row lies between two dots; leaning to one of them keeps a flat line flat.
  func dotRow(of figure: ChartFigure) -> Int {
    let dot = (scale.position(of: figure) * 4 - 0.25).rounded(.down)
    return max(0, min(plot.rows * 4 - 1, Int(dot)))
  }

  /// The row of a figure in cells, from the top of the grid.
  func row(of figure: ChartFigure) -> Int { plot.row + dotRow(of: figure) / 4 }

  /// The column of an instant in dots of the plot.
  func dotColumn(of date: Date) -> Int { dates.position(of: date, in: plot.columns * 2 - 1) }
}

extension LineChart {
  /// The chart in words, for a screen reader or a picture's description.
  ///
  /// Range of dates, first and last figure, high and low, and every gap.
  public var words: String {
    guard let dates, let first = series.first, let extremes else { return "No figures known." }
    let known = first.points.filter { $0.figure != nil }
    let start = CivilDay(second: dates.first).text
    let end = CivilDay(second: dates.last).text
    var sentences = ["\(first.name) from \(start) to \(end)."]
    if let opening = known.first?.value, let closing = known.last?.value, known.count > 1 {
      sentences.append("From \(format(opening)) to \(format(closing)).")
    }
    sentences.append("High \(named(extremes.high)), low \(named(extremes.low)).")
    for other in series.dropFirst() where isComparison || area == .secondLine {
      let known = other.points.compactMap(\.value)
      guard let opening = known.first, let closing = known.last else { continue }
      sentences.append("\(other.name) from \(format(opening)) to \(format(closing)).")
    }
    if !gaps.isEmpty { sentences.append(gapWords(naming: 2) + ".") }
    return sentences.joined(separator: " ")
  }

  /// A known figure and its day.
  struct DatedValue: Equatable {
    let value: Decimal
    let day: CivilDay
  }

  /// The greatest and the least figure of the first series, the earliest of equal ones.
  var extremes: (high: DatedValue, low: DatedValue)? {
    if let high = candles.max(by: { $0.high < $1.high }),
      let low = candles.min(by: { $0.low < $1.low })
    {
      func day(_ candle: ChartCandle) -> CivilDay {
        CivilDay(second: DateAxis.second(of: candle.date))
      }
      return (
        DatedValue(value: high.high, day: day(high)), DatedValue(value: low.low, day: day(low))
      )
    }
    var extremes: (high: ChartPoint, low: ChartPoint)?
    for point in series.first?.points ?? [] {
      guard let figure = point.figure else { continue }
      guard let (high, low) = extremes, let top = high.figure, let foot = low.figure else {
        extremes = (point, point)
        continue
      }
      extremes = (figure > top ? point : high, figure < foot ? point : low)
    }
    guard let extremes, let high = extremes.high.value, let low = extremes.low.value else {
      return nil
    }
    return (
      DatedValue(value: high, day: extremes.high.day), DatedValue(value: low, day: extremes.low.day)
    )
  }

  func named(_ dated: DatedValue) -> String { "\(format(dated.value)) (\(dated.day.text))" }

  /// The days of the first series without a figure, from first to last of each gap.
  var gaps: [(first: CivilDay, last: CivilDay)] {
    let points = series.first?.points ?? []
    return points.split { $0.figure != nil }.compactMap { gap in
      guard let first = gap.first?.date, let last = gap.last?.date else { return nil }
      return (
        CivilDay(second: DateAxis.second(of: first)), CivilDay(second: DateAxis.second(of: last))
      )
    }
  }

  /// `No figure 2025-01-03 to 2025-02-09, 2025-03-01 and 2 more`.
  func gapWords(naming count: Int) -> String {
    let gaps = gaps
    let named = gaps.prefix(count).map { gap in
      gap.first == gap.last ? gap.first.text : "\(gap.first.text) to \(gap.last.text)"
    }
    let more = gaps.count > count ? " and \(gaps.count - count) more" : ""
    return "No figure " + named.joined(separator: ", ") + more
  }

  /// The gaps in the most words that have room, in the end their number.
  func gapWords(fitting columns: Int) -> String {
    let count = gaps.count == 1 ? "1 gap" : "\(gaps.count) gaps"
    return [gapWords(naming: 2), gapWords(naming: 1), "No figure: \(count)"]
      .first { columnWidth(of: $0) <= columns } ?? count
  }
}
