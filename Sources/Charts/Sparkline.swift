public import CellGrid
public import Exact

/// A series as a thin line without axes, in one or a few rows of cells.
///
/// The line uses braille dots, so that adjacent figures remain distinct, and insignificant changes
/// look flat.
///
/// ```swift
/// let line = Sparkline([1, 2, nil, 4, 8])
/// line.text(columns: 5) == "⣀⡀ ⠔⠊"
/// ```
public struct Sparkline: Hashable, Sendable {
  /// The figures at even steps, oldest first; nil if unknown.
  public let values: [ExactDecimal?]
  /// The minimum span that uses the full height, as a fraction of the greatest figure.
  public let leastSpan: ExactDecimal
  /// Whether few figures are stretched across all columns.
  public let isStretched: Bool
  /// The height of each figure, from 0 to 1; empty with fewer than two known figures.
  ///
  /// Computed once, because a line is drawn more often than it changes.
  private let heights: [Double?]

  /// Creates a sparkline.
  public init(
    _ values: [ExactDecimal?], leastSpan: ExactDecimal = LineChart.leastSpan,
    isStretched: Bool = false
  ) {
    self.values = values
    self.leastSpan = leastSpan
    self.isStretched = isStretched
    heights = Self.heights(of: values, leastSpan: leastSpan)
  }

  private static func heights(of values: [ExactDecimal?], leastSpan: ExactDecimal) -> [Double?] {
    let known = values.compactMap(\.self)
    guard known.count > 1, let low = known.min(), let high = known.max() else { return [] }
    let range = (low...high).widened(to: leastSpan)
    let span = Double(nearest: range.upperBound - range.lowerBound)
    return values.map { $0.map { Double(nearest: $0 - range.lowerBound) / span } }
  }

  /// The line as text; empty with fewer than two known figures.
  ///
  /// Unless the line is stretched, figures fewer than columns have one column each, right-aligned.
  /// Gaps are blank.
  public func text(columns: Int) -> String {
    canvas(columns: columns, rows: 1, role: .plain).map { canvas in
      String(repeating: " ", count: columns - canvas.columns) + canvas.text(row: 0)
    } ?? ""
  }

  /// The dots of the line; `nil` with fewer than two known figures.
  private func canvas(columns: Int, rows: Int, role: Role) -> BrailleCanvas? {
    guard columns > 0, rows > 0, !heights.isEmpty else { return nil }
    var canvas = BrailleCanvas(columns: width(in: columns), rows: rows)
    var previous: (x: Int, y: Int)?
    for (index, height) in heights.enumerated() {
      guard let height else {
        previous = nil
        continue
      }
      let x = index * (canvas.dotColumns - 1) / max(1, heights.count - 1)
      let top = canvas.dotRows - 1
      let dot = (x: x, y: top - Self.level(of: height, top: top))
      canvas.line(from: previous ?? dot, to: dot, role)
      previous = dot
    }
    return canvas
  }

  /// The line as cells, with lines for picture encoders.
  public func grid(columns: Int, rows: Int = 1, role: Role) -> Grid {
    var grid = Grid(columns: max(0, columns), rows: rows)
    guard let canvas = canvas(columns: columns, rows: rows, role: role) else { return grid }
    canvas.draw(in: &grid, column: columns - canvas.columns, row: 0)
    grid.lines = strokes(columns: columns, rows: rows).map { GridLine(role, $0) }
    return grid
  }

  private func width(in columns: Int) -> Int {
    isStretched ? columns : min(columns, values.count)
  }

  /// The runs of known figures, in thousandths of a cell.
  private func strokes(columns: Int, rows: Int) -> [[GridPoint]] {
    let width = width(in: columns)
    let height = rows * 1000 - 250
    let points = heights.enumerated().map { index, part -> GridPoint? in
      part.map { part in
        GridPoint(
          x: (columns - width) * 1000 + index * (width * 1000 - 500) / max(1, heights.count - 1)
            + 250,
          y: height + 125 - Int(part * Double(height)))
      }
    }
    return points.split { $0 == nil }.map { $0.compactMap(\.self) }
  }

  /// The dot level from 0, the lowest, to `top`; values in between favor the lower level, so that
  /// flat stays flat.
  private static func level(of height: Double, top: Int) -> Int {
    max(0, Int((height * Double(top) - 0.25).rounded()))
  }
}
