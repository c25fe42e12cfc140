public import CellGrid
public import FoundationEssentials

/// A course of figures as a thin line in one row of cells.
///
/// The line is of braille dots, so that neighboring figures never fuse into a slab, and a change
/// too small to matter is flat.
public struct Sparkline: Hashable, Sendable {
  /// The figures at even steps, oldest first, nil where none is known.
  public var values: [Decimal?]
  /// The narrowest span that is drawn in full height, as a part of the greatest figure.
  public var leastSpan: Decimal

  /// Makes a sparkline.
  public init(_ values: [Decimal?], leastSpan: Decimal = LineChart.leastSpan) {
    self.values = values
    self.leastSpan = leastSpan
  }

  /// The line in so many columns; empty with fewer than two known figures.
  ///
  /// Fewer figures than columns have a column each and stand at the end. A gap stays blank.
  public func text(columns: Int) -> String {
    let known = values.compactMap(\.self)
    guard known.count > 1, columns > 0, let low = known.min(), let high = known.max() else {
      return ""
    }
    let width = min(columns, values.count)
    var canvas = BrailleCanvas(columns: width, rows: 1)
    let range = (low...high).widened(to: leastSpan)
    var previous: (x: Int, y: Int)?
    for (index, value) in values.enumerated() {
      guard let value else {
        previous = nil
        continue
      }
      let x = index * (canvas.dotColumns - 1) / max(1, values.count - 1)
      let dot = (x: x, y: 3 - Self.level(of: value, in: range))
      canvas.line(from: previous ?? dot, to: dot, .plain)
      previous = dot
    }
    return String(repeating: " ", count: columns - width) + canvas.text(row: 0)
  }

  /// The line as cells, with the lines that pictures draw in their place.
  public func grid(columns: Int, role: Role) -> Grid {
    var grid = Grid(columns: max(0, columns), rows: 1)
    let text = text(columns: columns)
    guard !text.isEmpty else { return grid }
    grid.write(text, column: 0, row: 0, style: Style(role))
    grid.lines = strokes(columns: columns).map { GridLine(role, $0) }
    return grid
  }

  /// The runs of known figures in thousandths of a cell.
  private func strokes(columns: Int) -> [[GridPoint]] {
    let known = values.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return [] }
    let range = (low...high).widened(to: leastSpan)
    let width = min(columns, values.count)
    let places = values.enumerated().map { index, value -> GridPoint? in
      value.map { value in
        let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return GridPoint(
          x: (columns - width) * 1000 + index * (width * 1000 - 500) / max(1, values.count - 1)
            + 250,
          y: 875 - Int((Double(part.description) ?? 0) * 750))
      }
    }
    return places.split { $0 == nil }.map { $0.compactMap(\.self) }
  }

  /// From 0, the lowest, to 3; what lies between two leans to the lower, so that flat stays flat.
  private static func level(of value: Decimal, in range: ClosedRange<Decimal>) -> Int {
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return max(0, Int(((Double(part.description) ?? 0) * 3 - 0.25).rounded()))
  }
}
