/// The golden text of a grid: its characters, then its styles by role name, then its links.
///
///     bitpal-snapshot 1
///     case small/loss  size 24x11
///     ╭──────────────────────╮¶
///     …
///     styles:
///     0: 0-23 border
///     6: 0-0 border; 2-14 loss on warning; 23-23 border
///     links:
///     0-10: 0-23
///
/// Each row ends in `¶`, so that a blank at its end is seen. Columns and rows count from 0 and
/// ranges include both ends; a cell that is not named is plain.
public struct Snapshot: Equatable, Sendable {
  /// What is shown, such as `small/loss`.
  public var name: String
  /// The picture.
  public var grid: Grid

  /// Makes a snapshot; the name is cleaned, because it has a line of its own.
  public init(name: String, grid: Grid) {
    self.name = cleaned(name)
    self.grid = grid
  }

  /// The snapshot as text; the same snapshot always gives the same bytes.
  public var text: String {
    var lines = [Self.firstLine, "case \(name)  size \(grid.columns)x\(grid.rows)"]
    lines += (0..<grid.rows).map { grid.text(row: $0) + "¶" }
    lines.append("styles:")
    lines += (0..<grid.rows).compactMap { row in
      let ranges = styleRanges(row: row)
      return ranges.isEmpty ? nil : "\(row): \(ranges.joined(separator: "; "))"
    }
    let links = grid.linkAreas.map { "\(Self.text(of: $0.rows)): \(Self.text(of: $0.columns))" }
    if !links.isEmpty { lines += ["links:"] + links }
    return lines.joined(separator: "\n") + "\n"
  }

  static let firstLine = "bitpal-snapshot 1"

  private func styleRanges(row: Int) -> [String] {
    var ranges: [(columns: Range<Int>, name: String)] = []
    for column in 0..<grid.columns {
      let name = Self.name(of: grid[column, row].style)
      if let last = ranges.last, last.name == name {
        ranges[ranges.count - 1].columns = last.columns.lowerBound..<(column + 1)
      } else {
        ranges.append((column..<(column + 1), name))
      }
    }
    return ranges.filter { $0.name != Role.plain.name }
      .map { "\(Self.text(of: $0.columns)) \($0.name)" }
  }

  /// Role, background and reverse; links have a list of their own.
  private static func name(of style: Style) -> String {
    style.role.name + (style.background.map { " on \($0.name)" } ?? "")
      + (style.isReversed ? " reversed" : "")
  }

  private static func text(of range: Range<Int>) -> String {
    "\(range.lowerBound)-\(range.upperBound - 1)"
  }
}
