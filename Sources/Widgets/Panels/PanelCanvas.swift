import CellGrid
import Charts
import FoundationEssentials

/// A framed grid with the drawing primitives of panels.
///
/// Column 0 is the first one inside the padding, where text starts.
struct PanelCanvas {
  private(set) var grid: Grid
  /// The width inside frame and padding.
  let width: Int
  private let columns: ChangeColumns
  /// Whether changes omit minor digits.
  var isWhole = false

  init(_ family: WidgetFamily) {
    columns = family.changeColumns
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

  /// Writes clean text starting at a column, clipped with `…`.
  mutating func left(
    _ text: String, _ role: Role, row: Int, from column: Int = 0, columns: Int? = nil
  ) {
    let available = columns ?? width - column
    grid.write(clipped(text, to: available), column: column + 2, row: row, style: Style(role))
  }

  /// Writes clean text so that it ends before a column.
  mutating func right(_ text: String, _ role: Role, row: Int, before end: Int? = nil) {
    let end = end ?? width
    grid.write(text, column: end + 2 - columnWidth(of: text), row: row, style: Style(role))
  }

  /// Writes text centered in a span of columns.
  mutating func centered(_ text: String, _ role: Role, row: Int, in span: Range<Int>) {
    let start = span.lowerBound + max(0, (span.count - columnWidth(of: text)) / 2)
    left(text, role, row: row, from: start, columns: span.upperBound - start)
  }

  /// Draws a quiet rule across the inner width.
  mutating func rule(row: Int) {
    left(String(repeating: "─", count: width), .border, row: row)
  }

  /// Writes a change's arrow, amount and percentage in their columns.
  mutating func change(_ change: Change, row: Int) {
    guard let trend = change.amount.trend else {
      return right(Figures.unknown, .neutral, row: row, before: columns.amount.upperBound)
    }
    let role = change.amount.role
    left(trend.arrow, role, row: row, from: columns.arrow)
    right(
      change.amount.text(fitting: columns.amount.count, isWhole: isWhole), role, row: row,
      before: columns.amount.upperBound)
    percentage(change, row: row)
  }

  /// Writes a change as a percentage, if it has one.
  mutating func percentageAlone(_ change: Change, row: Int) {
    guard let trend = change.amount.trend, change.percentage != nil else { return }
    left(trend.arrow, change.amount.role, row: row, from: columns.arrow)
    percentage(change, row: row)
  }

  /// Writes a change's percentage, if it has one, in the color of the change.
  mutating func percentage(_ change: Change, row: Int) {
    guard change.amount.trend != nil,
      let text = change.percentage(fitting: columns.percentage.count)
    else { return }
    right(text, change.amount.role, row: row, before: columns.percentage.upperBound)
  }

  /// Writes the total, the prominent figure.
  mutating func total(_ content: PanelContent) {
    left(content.total.text(fitting: WidgetFamily.valueColumns), .prominent, row: 2)
  }

  /// Draws the sparkline of the last days below or after its label.
  mutating func line(_ line: RecentLine, row: Int) {
    left(line.label, .secondary, row: row)
    draw(line, from: columnWidth(of: line.label) + 1, rows: row..<(row + 1))
  }

  /// Draws the line of the last days in a few rows, below its label and range.
  mutating func chart(_ line: RecentLine, rows: Range<Int>) {
    let valueColumns = WidgetFamily.valueColumns
    let range = "\(line.low.text(fitting: valueColumns)) – \(line.high.text(fitting: valueColumns))"
    left(line.label, .secondary, row: rows.lowerBound)
    right(range, .secondary, row: rows.lowerBound)
    draw(line, from: 0, rows: rows.dropFirst())
  }

  private mutating func draw(_ line: RecentLine, from column: Int, rows: Range<Int>) {
    let line = Sparkline(line.values, isStretched: true)
      .grid(columns: width - column, rows: rows.count, role: .series(0))
    grid.place(line, column: column + 2, row: rows.lowerBound)
  }

  /// Writes title and badge.
  mutating func heading(_ badge: String?) {
    left("Portfolio", .title, row: 1)
    if let badge { right(badge, .badge, row: 1) }
  }

  /// Writes the total, with the labeled 24-hour change to its right.
  mutating func header(_ content: PanelContent) {
    total(content)
    guard let day = content.day else { return }
    let label = content.shortDayLabel
    let end = columns.arrow + columnWidth(of: label)
    guard end < width - columnWidth(of: content.badge?.long ?? "") else { return }
    left(label, .secondary, row: 1, from: columns.arrow)
    change(day, row: 2)
  }

  /// Writes a holding's symbol, the first note that fits starting at a column, and its value ending
  /// before another column.
  mutating func draw(
    _ holding: HoldingRow, notes: [String], _ role: Role, row: Int, before end: Int,
    noteColumn: Int
  ) {
    let value = holding.value.text(fitting: WidgetFamily.valueColumns)
    right(value, .plain, row: row, before: end)
    let available = end - columnWidth(of: value) - 1
    left(holding.symbol, .title, row: row, columns: available)
    let start = max(noteColumn, columnWidth(of: holding.symbol) + 1)
    let fitting = notes.first { columnWidth(of: $0) <= available - start }
    // The first letters of a name say little.
    guard let note = fitting ?? (available - start > 4 ? notes.last : nil) else { return }
    left(note, role, row: row, from: start, columns: available - start)
  }

  /// The column where names start: after the longest symbol, so that they align.
  static func nameColumn(of holdings: ArraySlice<HoldingRow>) -> Int {
    (holdings.map { min(columnWidth(of: $0.symbol), 5) }.max() ?? 0) + 1
  }

  /// Links every cell to the app and returns the finished grid.
  func finished() -> Grid {
    var grid = grid
    grid.linkTarget = Link.portfolio
    for row in 0..<grid.rows {
      grid.restyle(columns: 0..<grid.columns, row: row) { $0.isLinked = true }
    }
    return grid
  }
}
