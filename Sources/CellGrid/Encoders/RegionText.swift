/// A grid kept in place on a terminal, in as many rows as it has: the bytes that turn what stands
/// there into the next grid.
///
/// The cursor rests in the first column of the last row. The rest of the screen stays as it is, and
/// a grid that is already there costs nothing.
public struct RegionText: Sendable {
  /// How rows become text; what another one writes differently is written again.
  public var encoder: ANSIText
  private var shown: (lines: [String], columns: Int)?

  /// Makes a region that begins where the cursor stands, which must be at the start of a row.
  public init(_ encoder: ANSIText) { self.encoder = encoder }

  /// Starts over at the cursor, because something else was written since.
  public mutating func forget() { shown = nil }

  /// The bytes that show a grid.
  ///
  /// - Parameters:
  ///   - grid: No wider than the terminal.
  ///   - columns: Columns of the terminal, which may have become fewer since the last grid: its
  ///     rows then take several each, as the terminal broke them.
  /// - Returns: Nothing when the grid is there already.
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
      // Erased first: at the end of a full row the cursor still stands on its last cell.
      if lines[row] != shown.lines[row] { text += "\u{1B}[K\(lines[row])\r" }
      if row < grid.rows - 1 { text += "\n" }
    }
    return text
  }

  private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
