/// Keeps a grid in place on a terminal: encodes the changes from the shown grid to the next one.
///
/// The cursor rests in the first column of the last row. The rest of the screen stays unchanged,
/// and a grid that is already shown produces no output.
public struct RegionText: Sendable {
  /// The encoder of rows; rows that a new encoder writes differently are written again.
  public var encoder: ANSIText
  private var shown: (lines: [String], columns: Int)?

  /// Creates a region at the cursor, which must be at the start of a row.
  public init(_ encoder: ANSIText) { self.encoder = encoder }

  /// Starts over at the cursor, after something else was written.
  public mutating func forget() { shown = nil }

  /// Encodes the update to a grid.
  ///
  /// - Parameters:
  ///   - grid: The grid, no wider than the terminal.
  ///   - columns: Columns of the terminal. If it became narrower, the terminal has wrapped the rows
  ///     shown before.
  /// - Returns: The bytes to write; empty if the grid is already shown.
  public mutating func text(showing grid: Grid, columns: Int) -> String {
    let lines = (0..<grid.rows).map { encoder.line(of: grid, row: $0) }
    defer { shown = (lines, grid.columns) }
    guard let shown else { return lines.joined(separator: "\r\n") + "\r" }
    guard lines != shown.lines || grid.columns != shown.columns else { return "" }
    guard shown.lines.count == lines.count, shown.columns <= columns else {
      let brokenInto = max(1, (shown.columns + columns - 1) / max(1, columns))
      return Self.up((shown.lines.count - 1) * brokenInto) + "\u{1B}[J"
        + lines.joined(separator: "\r\n") + "\r"
    }
    var text = Self.up(grid.rows - 1)
    for row in lines.indices {
      // Erase first: at the end of a full row, the cursor is still on its last cell.
      if lines[row] != shown.lines[row] { text += "\u{1B}[K\(lines[row])\r" }
      if row < grid.rows - 1 { text += "\n" }
    }
    return text
  }

  private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
