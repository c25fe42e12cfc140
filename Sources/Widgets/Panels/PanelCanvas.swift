import CellGrid
import FoundationEssentials

/// A framed grid with the few strokes that panels are made of.
///
/// Columns count from the first column inside the padding, so that 0 is where text begins.
struct PanelCanvas {
  private(set) var grid: Grid
  /// Columns for text: the width without frame and padding.
  let width: Int

  init(_ family: WidgetFamily) {
    grid = Grid(columns: family.columns, rows: family.rows)
    width = family.columns - 4
    let line = String(repeating: "─", count: family.columns - 2)
    let border = Style(.border)
    grid.write("╭\(line)╮", column: 0, row: 0, style: border)
    for row in 1..<(family.rows - 1) {
      grid.write("│", column: 0, row: row, style: border)
      grid.write("│", column: family.columns - 1, row: row, style: border)
    }
    grid.write("╰\(line)╯", column: 0, row: family.rows - 1, style: border)
  }

  /// Writes clean text from a column on, clipped with `…` to so many columns.
  mutating func left(
    _ text: String, _ role: Role, row: Int, from column: Int = 0, columns: Int? = nil
  ) {
    let room = columns ?? width - column
    grid.write(clipped(text, to: room), column: column + 2, row: row, style: Style(role))
  }

  /// Writes clean text so that it ends before a column.
  mutating func right(_ text: String, _ role: Role, row: Int, before end: Int? = nil) {
    let end = end ?? width
    grid.write(text, column: end + 2 - columnWidth(of: text), row: row, style: Style(role))
  }

  /// Writes text in the middle of a span of columns.
  mutating func centered(_ text: String, _ role: Role, row: Int, in span: Range<Int>) {
    let start = span.lowerBound + max(0, (span.count - columnWidth(of: text)) / 2)
    left(text, role, row: row, from: start, columns: span.upperBound - start)
  }

  /// Draws a quiet rule across the text's width.
  mutating func rule(row: Int) {
    left(String(repeating: "─", count: width), .border, row: row)
  }

  /// Writes a change from a column on: its arrow and its amount.
  mutating func change(_ change: Change, row: Int, from column: Int = 0, columns: Int) {
    guard let trend = change.amount.trend else {
      left(Figures.unknown, .neutral, row: row, from: column)
      return
    }
    let text = "\(trend.arrow) \(change.amount.text(fitting: columns - 2))"
    left(text, change.amount.role, row: row, from: column, columns: columns)
  }

  /// Writes a change so that it ends before a column, its arrow right at its amount.
  ///
  /// - Returns: Whether the amount is known; otherwise nothing is written.
  mutating func change(_ change: Change, row: Int, before end: Int, columns: Int) -> Bool {
    guard let trend = change.amount.trend else { return false }
    let text = "\(trend.arrow) \(change.amount.text(fitting: columns - 2))"
    right(text, change.amount.role, row: row, before: end)
    return true
  }

  /// The percentage of a change, if it has one, in the change's own color.
  mutating func percentage(_ change: Change, row: Int, before end: Int, columns: Int) {
    guard let value = change.percentage else { return }
    right(
      Figures.percent(value, fitting: columns), change.amount.role, row: row, before: end)
  }

  /// Writes title and badge.
  mutating func heading(_ badge: String?) {
    left("Portfolio", .title, row: 1)
    if let badge { right(badge, .badge, row: 1) }
  }

  /// Links every cell to the app and gives the finished grid.
  func finished() -> Grid {
    var grid = grid
    grid.linkTarget = Link.portfolio
    for row in 0..<grid.rows {
      grid.restyle(columns: 0..<grid.columns, row: row) { $0.isLinked = true }
    }
    return grid
  }
}
