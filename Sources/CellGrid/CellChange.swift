/// Adjacent cells of one row that differ between two grids in the same way.
public struct CellChange: Equatable, Sendable, CustomStringConvertible {
  /// Text in one style.
  public struct Content: Equatable, Sendable {
    /// The characters.
    public var text: String
    /// Their style.
    public var style: Style

    /// Creates content.
    public init(_ text: String, _ style: Style) {
      self.text = text
      self.style = style
    }
  }

  /// The row, from 0.
  public let row: Int
  /// The columns, from 0.
  public let columns: Range<Int>
  /// The former content; nil if the old grid lacks these cells.
  public let old: Content?
  /// The current content; nil if the new grid lacks these cells.
  public let new: Content?

  /// Creates a change.
  public init(row: Int, columns: Range<Int>, old: Content?, new: Content?) {
    self.row = row
    self.columns = columns
    self.old = old
    self.new = new
  }

  /// The change on one line, such as `row 6, columns 2-4: "▲ +" gain → "▼ -" loss`.
  public var description: String {
    let columnText =
      columns.count == 1
      ? "column \(columns.lowerBound)" : "columns \(columns.lowerBound)-\(columns.upperBound - 1)"
    return "row \(row), \(columnText): \(Self.words(old)) → \(Self.words(new))"
  }

  private static func words(_ content: Content?) -> String {
    guard let content else { return "nothing" }
    let style = content.style
    return "\"\(content.text)\" \(style.role.name)"
      + (style.background.map { " on \($0.name)" } ?? "")
      + (style.isReversed ? " reversed" : "") + (style.isLinked ? " linked" : "")
  }
}

extension Snapshot {
  /// Returns the differences between two grids, by row and from left to right.
  ///
  /// The grids may differ in size; cells that only one of them has count as changed. If the halves
  /// of a wide character have different styles, the left half reports the character and the right
  /// half is a separate change without text.
  public static func differences(between old: Grid, and new: Grid) -> [CellChange] {
    var changes: [CellChange] = []
    for row in 0..<max(old.rows, new.rows) {
      var start = 0
      while start < max(old.columns, new.columns) {
        guard old.unit(start, row) != new.unit(start, row) else {
          start += 1
          continue
        }
        let end = endOfChange(from: start, row, old, new)
        changes.append(
          CellChange(
            row: row, columns: start..<end, old: old.content(start..<end, row),
            new: new.content(start..<end, row)))
        start = end
      }
    }
    return changes
  }

  private static func endOfChange(from start: Int, _ row: Int, _ old: Grid, _ new: Grid) -> Int {
    let first = (old.unit(start, row), new.unit(start, row))
    var end = start + 1
    // A right half has no text, so nothing can be appended to it.
    if first.0?.half == .right || first.1?.half == .right { return end }
    while old.unit(end, row) != new.unit(end, row),
      old.unit(end, row)?.style == first.0?.style, new.unit(end, row)?.style == first.1?.style
    { end += 1 }
    return end
  }
}

extension Grid {
  /// A cell to compare; half of a wide character includes the whole character.
  fileprivate struct Unit: Equatable {
    enum Half { case left, right }

    let scalar: Unicode.Scalar
    let style: Style
    let half: Half?
  }

  fileprivate func unit(_ column: Int, _ row: Int) -> Unit? {
    guard column < columns, row < rows else { return nil }
    let cell = self[column, row]
    guard cell.isContinuation else {
      return Unit(scalar: cell.scalar, style: cell.style, half: isWide(column, row) ? .left : nil)
    }
    return Unit(scalar: self[column - 1, row].scalar, style: cell.style, half: .right)
  }

  fileprivate func content(_ range: Range<Int>, _ row: Int) -> CellChange.Content? {
    guard row < rows, range.lowerBound < columns else { return nil }
    var text = String.UnicodeScalarView()
    for column in range.clamped(to: 0..<columns) where !self[column, row].isContinuation {
      text.append(self[column, row].scalar)
    }
    return CellChange.Content(String(text), self[range.lowerBound, row].style)
  }
}
