import CellGrid
import FoundationEssentials

extension LineChart {
  /// Fills the cells between the first line and what it is held against, but those of a line.
  ///
  /// Dense where the line lies above and thin where it lies below, so that color is not the only
  /// carrier. Pictures draw the area itself.
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

  /// The row in which a line crosses each column of dots, in rows from the top of the plot; nil in
  /// gaps.
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

  /// The area as shapes, one for each stretch on one side.
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
      guard let top = place(of: point, in: layout), let base,
        let foot = place(of: ChartPoint(point.date, figure: base.figure), in: layout)
      else {
        end()
        continue
      }
      if let last = upper.last, let under = lower.last {
        let (before, after) = (under.y - last.y, foot.y - top.y)
        if before < 0 && after > 0 || before > 0 && after < 0 {
          // Both stretches reach the place where the lines cross.
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
      // A stretch ends where the lines meet, also when they meet in a point of both.
      end()
      (upper, lower) = ([top], [foot])
    }
    end()
    return shapes
  }
}
