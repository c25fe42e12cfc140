public import CellGrid
public import Exact
import FoundationEssentials

/// A chart of one or more lines over time.
///
/// ```swift
/// let chart = LineChart(series: [ChartSeries("Value", points)])
/// let grid = chart.grid(columns: 80, rows: 20)
/// print(PlainText.text(of: grid))
/// print(chart.words)
/// ```
///
/// Axis figures are round and exact. A point without a value is a gap that lines do not cross and
/// ``words`` mentions. Lines are drawn in braille dots; `Grid.drawn(with:)` converts them to blocks
/// or ASCII, and picture encoders draw real lines.
public struct LineChart: Sendable {
  /// Ranges narrower than this fraction of their greatest figure look flat: 2 percent.
  public static let leastSpan = ExactDecimal(2, exponent: -2)

  /// The lines; markers, high, low and cursor belong to the first.
  public var series: [ChartSeries]
  /// Candles drawn in place of the first line, oldest first, at most one per day.
  ///
  /// The line's points must be the closing figures; high and low are those of the candles.
  public var candles: [ChartCandle] = []
  /// Events on the first line.
  public var markers: [ChartMarker]
  /// The reference of the first line for a filled area; nil for no area.
  public var area: ChartArea?
  /// Whether the lines are peers: the name and last figure of each are shown above the plot, in
  /// place of the first line's high and low.
  public var isComparison = false
  /// Whether to use a logarithmic axis, if all figures are positive.
  public var isLogarithmic = false
  /// The plot column, from 0, whose date and figure are shown; nil for none.
  public var cursor: Int?
  /// The roles of the chart's parts.
  public var roles = ChartRoles()
  /// The minimum span of the vertical axis, as a fraction of the greatest figure.
  public var leastSpan = LineChart.leastSpan
  /// Formats a figure in text.
  public var format: @Sendable (ExactDecimal) -> String
  /// Formats a figure on the axis with all digits, so that two ticks never look the same.
  public var formatTick: @Sendable (ExactDecimal) -> String

  /// Creates a chart.
  public init(
    series: [ChartSeries], markers: [ChartMarker] = [], cursor: Int? = nil,
    format: @escaping @Sendable (ExactDecimal) -> String = { $0.description },
    formatTick: (@Sendable (ExactDecimal) -> String)? = nil
  ) {
    self.series = series
    self.markers = markers
    self.cursor = cursor
    self.format = format
    self.formatTick = formatTick ?? format
  }

  /// Draws the chart: in the smallest size only the line, then axes, dates and text.
  public func grid(columns: Int, rows: Int) -> Grid { drawn(columns: columns, rows: rows).grid }

  /// Draws the chart and returns its plot width.
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

  /// Whether the header names the last figure of the second line at a size.
  public func namesSecondLine(columns: Int, rows: Int) -> Bool {
    guard let values, let dates, cursor == nil, !isComparison else { return false }
    let layout = ChartLayout(self, values: values, dates: dates, columns: columns, rows: rows)
    return layout.hasHeader && header(columns: columns).edge != nil
  }

  /// The plot width at a size, which is the number of cursor positions.
  public func plotColumns(columns: Int, rows: Int) -> Int {
    guard let values, let dates else { return 0 }
    return ChartLayout(self, values: values, dates: dates, columns: columns, rows: rows).plot
      .columns
  }

  /// The least and greatest figures of all lines; nil if none is known.
  var values: ClosedRange<ExactDecimal>? {
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

  /// The axis for the dates of all lines, including gaps.
  var dates: DateAxis? {
    let dates = series.flatMap { $0.points.map(\.date) }
    guard let first = dates.min(), let last = dates.max() else { return nil }
    return DateAxis(from: first, to: last)
  }
}

/// Layout of a chart in a grid.
struct ChartLayout {
  /// The cells of the lines.
  struct Plot: Equatable {
    let column: Int
    let row: Int
    let columns: Int
    let rows: Int
  }

  let plot: Plot
  /// The least and greatest figures of all lines.
  let values: ClosedRange<ExactDecimal>
  let scale: ChartScale
  let dates: DateAxis
  let hasHeader: Bool
  let hasAxis: Bool
  let hasGapNote: Bool
  /// Width of the axis labels; 0 without an axis.
  let labelColumns: Int

  init(
    _ chart: LineChart, values: ClosedRange<ExactDecimal>, dates: DateAxis, columns: Int, rows: Int
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
  /// The middle of a row is between two dots; always choosing the same one keeps a flat line flat.
  func dotRow(of figure: ChartFigure) -> Int {
    let dot = (scale.position(of: figure) * 4 - 0.25).rounded(.down)
    return max(0, min(plot.rows * 4 - 1, Int(dot)))
  }

  /// The row of a figure, in cells from the top of the grid.
  func row(of figure: ChartFigure) -> Int { plot.row + dotRow(of: figure) / 4 }

  /// The dot column of an instant in the plot.
  func dotColumn(of date: Date) -> Int { dates.position(of: date, in: plot.columns * 2 - 1) }
}

extension LineChart {
  /// The chart in words, for screen readers and picture descriptions.
  ///
  /// Includes the date range, the first and last figure, high and low, and every gap.
  public var words: String {
    guard let dates, let first = series.first, let extremes else { return "No figures known." }
    let known = first.known
    let start = CivilDay(second: dates.first).text
    let end = CivilDay(second: dates.last).text
    var sentences = ["\(first.name) from \(start) to \(end)."]
    if let opening = known.first, let closing = known.last, known.count > 1 {
      sentences.append("From \(figureText(of: opening)) to \(figureText(of: closing)).")
    }
    sentences.append("High \(named(extremes.high)), low \(named(extremes.low)).")
    for other in series.dropFirst() where isComparison || area == .secondLine {
      let known = other.known
      guard let opening = known.first, let closing = known.last else { continue }
      sentences.append(
        "\(other.name) from \(figureText(of: opening)) to \(figureText(of: closing)).")
    }
    if !gaps.isEmpty { sentences.append(gapWords(naming: 2) + ".") }
    return sentences.joined(separator: " ")
  }

  /// A known figure and its day.
  struct DatedValue: Equatable {
    let value: ExactDecimal
    let day: CivilDay
    var isEstimated = false
  }

  /// The high and low of the first series; on a tie, the earliest.
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
      DatedValue(value: high, day: extremes.high.day, isEstimated: extremes.high.isEstimated),
      DatedValue(value: low, day: extremes.low.day, isEstimated: extremes.low.isEstimated)
    )
  }

  func named(_ dated: DatedValue) -> String { "\(figureText(of: dated)) (\(dated.day.text))" }

  private func figureText(of dated: DatedValue) -> String {
    (dated.isEstimated ? "~" : "") + format(dated.value)
  }

  /// A point's figure, marked if it is an estimate; `unknown` without one.
  public func figureText(of point: ChartPoint?) -> String {
    guard let point, let value = point.value else { return "unknown" }
    return (point.isEstimated ? "~" : "") + format(value)
  }

  /// The gaps of the first series, from first to last day.
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

  /// The gaps in the longest wording that fits, at least their number.
  func gapWords(fitting columns: Int) -> String {
    let count = gaps.count == 1 ? "1 gap" : "\(gaps.count) gaps"
    return [gapWords(naming: 2), gapWords(naming: 1), "No figure: \(count)"]
      .first { columnWidth(of: $0) <= columns } ?? count
  }
}

extension LineChart {
  /// Fills the cells between the first line and its reference, except those of a line.
  ///
  /// The fill is dense where the line is above and sparse where it is below, so that color is not
  /// the only cue. Pictures draw the area itself.
  func fillArea(around canvas: BrailleCanvas, _ layout: ChartLayout, in grid: inout Grid) {
    guard let area, let line = series.first else { return }
    let plot = layout.plot
    let heights = heights(of: line.points, layout)
    let base: [Double?]
    switch area {
    case .secondLine where series.count > 1: base = self.heights(of: series[1].points, layout)
    case .opening:
      guard let first = line.points.lazy.compactMap(\.figure).first else { return }
      base = Array(repeating: layout.scale.position(of: first), count: heights.count)
    case .secondLine: return
    }
    for column in 0..<plot.columns {
      guard let top = heights[2 * column] ?? heights[2 * column + 1],
        let foot = base[2 * column] ?? base[2 * column + 1]
      else { continue }
      let isAbove = top <= foot
      for row in 0..<plot.rows where canvas.isBlank(column: column, row: row) {
        let middle = Double(row) + 0.5
        guard middle > min(top, foot), middle < max(top, foot) else { continue }
        grid.write(
          isAbove ? Self.dense : Self.thin, column: plot.column + column, row: plot.row + row,
          style: Style(isAbove ? roles.above : roles.below))
      }
    }
    grid.lines.insert(contentsOf: shapes(line, layout), at: 0)
  }

  private static let dense = "\u{2895}"
  private static let thin = "\u{2821}"

  /// The line's height at each dot column, in rows from the top of the plot; nil in gaps.
  private func heights(of points: [ChartPoint], _ layout: ChartLayout) -> [Double?] {
    var heights = [Double?](repeating: nil, count: layout.plot.columns * 2)
    var last: (column: Int, height: Double)?
    for point in points {
      guard let figure = point.figure else {
        last = nil
        continue
      }
      let (column, height) = (layout.dotColumn(of: point.date), layout.scale.position(of: figure))
      heights[column] = height
      if let last, column > last.column + 1 {
        let rise = (height - last.height) / Double(column - last.column)
        for between in last.column + 1..<column {
          heights[between] = last.height + rise * Double(between - last.column)
        }
      }
      last = (column, height)
    }
    return heights
  }

  /// The area as polygons, one per stretch on one side.
  private func shapes(_ line: ChartSeries, _ layout: ChartLayout) -> [GridLine] {
    let known = area == .secondLine ? series[1].points.filter { $0.figure != nil } : []
    let opening = line.points.first { $0.figure != nil }
    var shapes: [GridLine] = []
    var (upper, lower): ([GridPoint], [GridPoint]) = ([], [])
    func end() {
      guard upper.count > 1 else { return (upper, lower) = ([], []) }
      let isAbove = zip(upper, lower).reduce(0) { $0 + $1.1.y - $1.0.y } >= 0
      shapes.append(
        GridLine(isAbove ? roles.above : roles.below, upper + lower.reversed(), isFilled: true))
      (upper, lower) = ([], [])
    }
    for point in line.points {
      let base = area == .opening ? opening : Self.nearest(to: point.date, in: known)
      guard let top = position(of: point, in: layout), let base,
        let foot = position(of: ChartPoint(point.date, figure: base.figure), in: layout)
      else {
        end()
        continue
      }
      if let last = upper.last, let under = lower.last {
        let (before, after) = (under.y - last.y, foot.y - top.y)
        if before < 0 && after > 0 || before > 0 && after < 0 {
          // Both stretches extend to the crossing.
          let part = before * 1_000 / (before - after)
          let crossing = GridPoint(
            x: last.x + (top.x - last.x) * part / 1_000,
            y: last.y + (top.y - last.y) * part / 1_000)
          upper.append(crossing)
          lower.append(crossing)
          end()
          upper = [crossing]
          lower = [crossing]
        }
      }
      let meets = top == foot && upper.last != lower.last
      upper.append(top)
      lower.append(foot)
      guard meets else { continue }
      // A stretch ends where the lines meet, even in a shared point.
      end()
      (upper, lower) = ([top], [foot])
    }
    end()
    return shapes
  }
}

extension LineChart {
  func draw(_ layout: ChartLayout, in grid: inout Grid) {
    if layout.hasAxis { drawAxes(layout, in: &grid) }
    drawZeroLine(layout, in: &grid)
    drawCursor(layout, in: &grid)
    drawLines(layout, in: &grid)
    if isComparison { drawNames(layout, in: &grid) }
    drawMarkers(layout, in: &grid)
    if layout.hasHeader { drawHeader(layout, in: &grid) }
    if layout.hasGapNote {
      let text = clipped(gapWords(fitting: grid.columns), to: grid.columns)
      grid.write(text, column: 0, row: grid.rows - 1, style: Style(roles.label))
    } else {
      markGaps(layout, in: &grid)
    }
  }

  private func drawAxes(_ layout: ChartLayout, in grid: inout Grid) {
    let plot = layout.plot
    let foot = plot.row + plot.rows
    let axis = Style(roles.axis)
    for row in plot.row..<foot { grid.write("│", column: plot.column - 1, row: row, style: axis) }
    grid.write(
      "└" + String(repeating: "─", count: plot.columns), column: plot.column - 1, row: foot,
      style: axis)
    for tick in layout.scale.ticks where layout.labelColumns > 0 {
      let row = plot.row + tick.row
      let text = padded(formatTick(tick.value), to: layout.labelColumns - 1, .trailing)
      grid.write(text, column: 0, row: row, style: Style(roles.label))
      grid.write("┤", column: plot.column - 1, row: row, style: axis)
    }
    drawDates(layout, in: &grid)
  }

  private func drawDates(_ layout: ChartLayout, in grid: inout Grid) {
    let plot = layout.plot
    let foot = plot.row + plot.rows
    var free = 0
    for tick in layout.dates.ticks(atMost: max(1, plot.columns / 9)) {
      let dot = layout.dates.position(of: tick.second, in: plot.columns * 2 - 1)
      let column = plot.column + dot / 2
      let width = columnWidth(of: tick.label)
      let start = max(0, min(column - width / 2, grid.columns - width))
      guard start >= free else { continue }
      grid.write("┬", column: column, row: foot, style: Style(roles.axis))
      grid.write(tick.label, column: start, row: foot + 1, style: Style(roles.label))
      free = start + width + 1
    }
  }

  /// Draws a rule at zero, if the axis includes it.
  private func drawZeroLine(_ layout: ChartLayout, in grid: inout Grid) {
    guard layout.values.lowerBound < 0, layout.values.upperBound > 0 else { return }
    let rule = String(repeating: "╌", count: layout.plot.columns)
    grid.write(
      rule, column: layout.plot.column, row: layout.row(of: ChartFigure(0)),
      style: Style(roles.axis))
  }

  /// Draws a crosshair: the cursor's column, and the row of its figure if known.
  private func drawCursor(_ layout: ChartLayout, in grid: inout Grid) {
    guard let cursor, (0..<layout.plot.columns).contains(cursor) else { return }
    let figure =
      candle(under: cursor, layout).map { ChartFigure($0.candle.close) }
      ?? pointUnderCursor(layout)?.figure
    if let figure {
      grid.write(
        String(repeating: "─", count: layout.plot.columns), column: layout.plot.column,
        row: layout.row(of: figure), style: Style(roles.axis))
    }
    for row in layout.plot.row..<layout.plot.row + layout.plot.rows {
      grid.write("│", column: layout.plot.column + cursor, row: row, style: Style(roles.cursor))
    }
  }

  /// Draws the first series last, over the others.
  private func drawLines(_ layout: ChartLayout, in grid: inout Grid) {
    let plot = layout.plot
    var canvas = BrailleCanvas(columns: plot.columns, rows: plot.rows)
    var lonely: [(column: Int, row: Int, role: Role)] = []
    for (index, series) in series.enumerated().reversed() {
      if index == 0, !candles.isEmpty { continue }
      for run in series.points.split(whereSeparator: { $0.figure == nil }) {
        let dots = run.compactMap { point in
          point.figure.map { (x: layout.dotColumn(of: point.date), y: layout.dotRow(of: $0)) }
        }
        if dots.count == 1 { lonely.append((dots[0].x / 2, dots[0].y / 4, series.role)) }
        for (index, dot) in dots.enumerated() {
          canvas.line(from: dots[max(0, index - 1)], to: dot, series.role)
        }
        // A single point is drawn as a letter.
        guard dots.count > 1 else { continue }
        grid.lines.append(GridLine(series.role, run.compactMap { position(of: $0, in: layout) }))
      }
    }
    if candles.isEmpty { fillArea(around: canvas, layout, in: &grid) }
    canvas.draw(in: &grid, column: plot.column, row: plot.row)
    if !candles.isEmpty { CandleGroups(candles, in: layout).draw(in: &grid, roles) }
    // A single dot would be hard to see.
    for point in lonely {
      grid.write(
        "•", column: plot.column + point.column, row: plot.row + point.row,
        style: Style(point.role))
    }
  }

  /// Draws the lines' names at their ends, so that color is not the only cue.
  private func drawNames(_ layout: ChartLayout, in grid: inout Grid) {
    let plot = layout.plot
    var taken: Set<Int> = []
    for series in series {
      guard let figure = series.points.last(where: { $0.figure != nil })?.figure,
        columnWidth(of: series.name) * 4 <= plot.columns
      else { continue }
      let row = layout.row(of: figure)
      let free = [row - 1, row + 1, row - 2, row + 2, row].first {
        (plot.row..<plot.row + plot.rows).contains($0) && taken.insert($0).inserted
      }
      guard let free else { continue }
      grid.write(
        series.name, column: grid.columns - columnWidth(of: series.name), row: free,
        style: Style(series.role))
    }
  }

  /// The position of a point in the grid, finer than its dot.
  func position(of point: ChartPoint, in layout: ChartLayout) -> GridPoint? {
    guard let figure = point.figure else { return nil }
    let plot = layout.plot
    // Dots are at the centers of half and quarter cells.
    let x = 250 + layout.dates.position(of: point.date, in: plot.columns * 1_000 - 500)
    let y = Int((layout.scale.position(of: figure) * 1_000).rounded())
    return GridPoint(x: plot.column * 1_000 + x, y: plot.row * 1_000 + y)
  }

  /// Writes `no figure`, or as much of it as fits, in each gap if no row is left for text.
  private func markGaps(_ layout: ChartLayout, in grid: inout Grid) {
    let points = series.first?.points ?? []
    for gap in points.split(whereSeparator: { $0.figure != nil }) {
      guard let first = gap.first?.date, let last = gap.last?.date else { continue }
      let (start, end) = (layout.dotColumn(of: first) / 2, layout.dotColumn(of: last) / 2)
      let text = ["no figure", "gap"].first { columnWidth(of: $0) <= end - start - 1 } ?? "?"
      let column = (start + end - columnWidth(of: text) + 1) / 2
      grid.write(
        text, column: layout.plot.column + column, row: layout.plot.row + layout.plot.rows - 1,
        style: Style(roles.label))
    }
  }

  private func drawMarkers(_ layout: ChartLayout, in grid: inout Grid) {
    let points = (series.first?.points ?? []).filter { $0.figure != nil }
    let plotted = layout.plot
    var kinds: [Int: Set<ChartMarker.Kind>] = [:]
    var rows: [Int: Int] = [:]
    for marker in markers {
      guard let figure = Self.nearest(to: marker.date, in: points)?.figure else { continue }
      let second = DateAxis.second(of: marker.date)
      guard (layout.dates.first...layout.dates.last).contains(second) else { continue }
      let column = layout.plot.column + layout.dotColumn(of: marker.date) / 2
      kinds[column, default: []].insert(marker.kind)
      rows[column] = layout.row(of: figure)
    }
    // Many letters would hide the line, so draw them below it.
    let foot = kinds.count > plotted.columns / 6 ? plotted.row + plotted.rows - 1 : nil
    for (column, kinds) in kinds {
      let (text, role) =
        kinds.count > 1
        ? ("±", roles.cursor) : kinds == [.buy] ? ("B", roles.buy) : ("S", roles.sell)
      grid.write(text, column: column, row: foot ?? rows[column] ?? 0, style: Style(role))
    }
  }

  /// The point nearest to an instant; points must be ordered oldest first.
  static func nearest(to date: Date, in points: [ChartPoint]) -> ChartPoint? {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].date < date { low = middle + 1 } else { high = middle }
    }
    return points[max(0, low - 1)..<min(points.count, low + 1)]
      .min { abs($0.date.timeIntervalSince(date)) < abs($1.date.timeIntervalSince(date)) }
  }

  private func drawHeader(_ layout: ChartLayout, in grid: inout Grid) {
    if let cursor, let group = candle(under: cursor, layout) {
      let words = wordings(of: group)
      let text = words.first { columnWidth(of: $0) <= grid.columns } ?? words.last ?? ""
      grid.write(clipped(text, to: grid.columns), column: 0, row: 0, style: Style(roles.cursor))
      return
    }
    if let point = pointUnderCursor(layout) {
      let time = layout.dates.name(of: point)
      let short = isComparison ? time : "\(time)  \(figureText(of: point))"
      let others = (isComparison ? series[...] : series.dropFirst()).map { series in
        "\(series.name) \(figureText(of: Self.nearest(to: point.date, in: series.points)))"
      }
      let long = ([short] + others).joined(separator: "  ")
      let text = columnWidth(of: long) <= grid.columns || isComparison ? long : short
      grid.write(clipped(text, to: grid.columns), column: 0, row: 0, style: Style(roles.cursor))
      return
    }
    if isComparison { return drawLegend(in: &grid) }
    let header = header(columns: grid.columns)
    grid.write(header.extremes, column: 0, row: 0, style: Style(roles.label))
    guard let edge = header.edge else { return }
    let start = grid.columns - columnWidth(of: edge.text)
    grid.write(edge.text, column: start, row: 0, style: Style(edge.role))
  }

  /// The first line's extremes, and the second line's name and last figure if there is room.
  private func header(columns: Int) -> (extremes: String, edge: (text: String, role: Role)?) {
    guard let extremes else { return ("", nil) }
    let words = [
      "High \(named(extremes.high)) · Low \(named(extremes.low))",
      "High \(named(extremes.high))", "High \(figureText(of: extremes.high))",
    ]
    // Show a single level once.
    let isLevel = extremes.high.value == extremes.low.value
    let text = words.dropFirst(isLevel ? 1 : 0).first { columnWidth(of: $0) <= columns } ?? ""
    guard area == .secondLine, let other = series.dropFirst().first else { return (text, nil) }
    // The value of the area's lower edge.
    let name = "\(other.name) \(figureText(of: other.known.last))"
    let hasRoom = columnWidth(of: text) + 2 + columnWidth(of: name) <= columns
    return (text, hasRoom ? (name, other.role) : nil)
  }

  /// Draws the lines' names with their last figures, as many as fit.
  private func drawLegend(in grid: inout Grid) {
    var column = 0
    for series in series {
      let text = "\(series.name) \(figureText(of: series.known.last))"
      guard column + columnWidth(of: text) <= grid.columns else { return }
      grid.write(text, column: column, row: 0, style: Style(series.role))
      column += columnWidth(of: text) + 2
    }
  }

  /// The candle nearest to a plot column; `nil` without candles.
  private func candle(under cursor: Int, _ layout: ChartLayout) -> CandleGroups.Group? {
    candles.isEmpty ? nil : CandleGroups(candles, in: layout).nearest(to: cursor)
  }

  /// Wordings of a candle's figures and those of other lines on its last day, longest first.
  private func wordings(of group: CandleGroups.Group) -> [String] {
    let candle = group.candle
    let days = [candle.date, group.last].map { CivilDay(second: DateAxis.second(of: $0)).text }
    let time = days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])"
    let others = series.dropFirst().compactMap { series in
      series.points.last { $0.date <= group.last }?.value.map { "\(series.name) \(format($0))" }
    }
    let figures = [candle.open, candle.high, candle.low, candle.close].map(format)
    func text(_ names: [String]) -> String {
      "\(time)  " + zip(names, figures).map { "\($0) \($1)" }.joined(separator: "  ")
    }
    let short = text(["O", "H", "L", "C"])
    return [
      ([text(["Open", "High", "Low", "Close"])] + others).joined(separator: "  "),
      ([short] + others).joined(separator: "  "), short, "\(days[1])  \(figures[3])",
    ]
  }

  /// The point, known or not, nearest to the center of the cursor's column.
  private func pointUnderCursor(_ layout: ChartLayout) -> ChartPoint? {
    guard let cursor, let points = series.first?.points else { return nil }
    return points.min {
      abs(layout.dotColumn(of: $0.date) - 2 * cursor)
        < abs(layout.dotColumn(of: $1.date) - 2 * cursor)
    }
  }
}
