import CellGrid
import FoundationEssentials

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

  /// A rule where gain and loss meet, when the axis crosses it.
  private func drawZeroLine(_ layout: ChartLayout, in grid: inout Grid) {
    guard layout.values.lowerBound < 0, layout.values.upperBound > 0 else { return }
    let rule = String(repeating: "╌", count: layout.plot.columns)
    grid.write(
      rule, column: layout.plot.column, row: layout.row(of: ChartFigure(0)),
      style: Style(roles.axis))
  }

  /// A cross-hair: the cursor's column, and the row of the figure in it where that is known.
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

  /// The first series is drawn last, over the others.
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
        // A point alone is a letter.
        guard dots.count > 1 else { continue }
        grid.lines.append(GridLine(series.role, run.compactMap { place(of: $0, in: layout) }))
      }
    }
    if candles.isEmpty { fillArea(around: canvas, layout, in: &grid) }
    canvas.draw(in: &grid, column: plot.column, row: plot.row)
    if !candles.isEmpty { CandleGroups(candles, in: layout).draw(in: &grid, roles) }
    // A dot alone would hardly be seen.
    for point in lonely {
      grid.write(
        "•", column: plot.column + point.column, row: plot.row + point.row,
        style: Style(point.role))
    }
  }

  /// The lines' names at their ends, so that color is not the only carrier.
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

  /// Where a point lies in the grid, finer than its dot.
  func place(of point: ChartPoint, in layout: ChartLayout) -> GridPoint? {
    guard let figure = point.figure else { return nil }
    let plot = layout.plot
    // Dots are the middles of half and quarter cells.
    let x = 250 + layout.dates.position(of: point.date, in: plot.columns * 1_000 - 500)
    let y = Int((layout.scale.position(of: figure) * 1_000).rounded())
    return GridPoint(x: plot.column * 1_000 + x, y: plot.row * 1_000 + y)
  }

  /// `no figure`, or what of it has room, amid each gap, where no row is left for words.
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
    // So many letters would hide the line: they stand below it.
    let foot = kinds.count > plotted.columns / 6 ? plotted.row + plotted.rows - 1 : nil
    for (column, kinds) in kinds {
      let (text, role) =
        kinds.count > 1
        ? ("±", roles.cursor) : kinds == [.buy] ? ("B", roles.buy) : ("S", roles.sell)
      grid.write(text, column: column, row: foot ?? rows[column] ?? 0, style: Style(role))
    }
  }

  /// The point nearest to an instant, of points oldest first.
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
      let short = isComparison ? time : "\(time)  \(point.value.map(format) ?? "unknown")"
      let others = (isComparison ? series[...] : series.dropFirst()).map { series in
        let value = Self.nearest(to: point.date, in: series.points)?.value
        return "\(series.name) \(value.map(format) ?? "unknown")"
      }
      let long = ([short] + others).joined(separator: "  ")
      let text = columnWidth(of: long) <= grid.columns || isComparison ? long : short
      grid.write(clipped(text, to: grid.columns), column: 0, row: 0, style: Style(roles.cursor))
      return
    }
    if isComparison { return drawLegend(in: &grid) }
    guard let extremes else { return }
    let words = [
      "High \(named(extremes.high)) · Low \(named(extremes.low))",
      "High \(named(extremes.high))", "High \(format(extremes.high.value))",
    ]
    // One level is said once.
    let isLevel = extremes.high.value == extremes.low.value
    let text = words.dropFirst(isLevel ? 1 : 0).first { columnWidth(of: $0) <= grid.columns } ?? ""
    grid.write(text, column: 0, row: 0, style: Style(roles.label))
    guard area == .secondLine, let other = series.dropFirst().first else { return }
    // What the lower edge of the area is.
    let value = other.points.last { $0.figure != nil }?.value
    let name = "\(other.name) \(value.map(format) ?? "unknown")"
    let start = grid.columns - columnWidth(of: name)
    guard start >= columnWidth(of: text) + 2 else { return }
    grid.write(name, column: start, row: 0, style: Style(other.role))
  }

  /// The lines by name with their last figures, as many as have room.
  private func drawLegend(in grid: inout Grid) {
    var column = 0
    for series in series {
      let value = series.points.last { $0.figure != nil }?.value
      let text = "\(series.name) \(value.map(format) ?? "unknown")"
      guard column + columnWidth(of: text) <= grid.columns else { return }
      grid.write(text, column: column, row: 0, style: Style(series.role))
      column += columnWidth(of: text) + 2
    }
  }

  /// The candle nearest to a column of the plot; `nil` without candles.
  private func candle(under cursor: Int, _ layout: ChartLayout) -> CandleGroups.Group? {
    candles.isEmpty ? nil : CandleGroups(candles, in: layout).nearest(to: cursor)
  }

  /// A candle with its figures and those of the other lines on its last day, the longest first.
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

  /// The point, known or not, that is nearest to the middle of the cursor's column.
  private func pointUnderCursor(_ layout: ChartLayout) -> ChartPoint? {
    guard let cursor, let points = series.first?.points else { return nil }
    return points.min {
      abs(layout.dotColumn(of: $0.date) - 2 * cursor)
        < abs(layout.dotColumn(of: $1.date) - 2 * cursor)
    }
  }
}
