public import CellGrid

/// A rendered dashboard and its mouse targets.
public struct DashboardFrame: Equatable, Sendable {
  /// The grid, of exactly the terminal's size.
  public internal(set) var grid: Grid
  /// Cursor position: the selected row or the text caret; `nil` if nothing is focused.
  public internal(set) var cursor: CellPlace?
  /// Areas that respond to the mouse; later ones are on top.
  public internal(set) var hits: [Hit] = []

  /// The mouse target in a cell.
  public func target(column: Int, row: Int) -> HitTarget? { hit(column: column, row: row)?.target }

  func hit(column: Int, row: Int) -> Hit? {
    hits.last { $0.area.contains(column: column, row: row) }
  }
}

/// An area that responds to the mouse.
public struct Hit: Equatable, Sendable {
  /// The area.
  public let area: CellArea
  /// The effect of a press there.
  public let target: HitTarget
}

/// The effect of a mouse press.
public enum HitTarget: Equatable, Sendable {
  /// Perform an action, as its key does.
  case action(ActionID)
  /// Open a tab.
  case tab(DashboardTab)
  /// Select a row of the active list; a double press opens it.
  case row(Int)
  /// Sort the active list by a column.
  case sort(Int)
  /// Open a tile of Home.
  case tile(Int)
  /// Close the help or the command line and perform an action.
  case command(ActionID)
  /// Close the command line and open a coin's page.
  case coin(String)
  /// Show a year of gains, by index: 0 for all years, then newest first.
  case year(Int)
  /// Run an entry of the command line's list, by index.
  case choice(Int)
  /// Select the range of the charts.
  case range(ChartRange)
  /// Move a chart's cursor to a column.
  case chart
  /// Focus a field of the form.
  case field(Int)
  /// Accept a suggestion of the form.
  case suggestion(Int)
  /// Choose a word in a field of the form.
  case word(field: Int, Int)
}

/// A rectangle of cells.
public struct CellArea: Equatable, Sendable {
  /// The first column.
  public var column: Int
  /// The first row.
  public var row: Int
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The column after the last one.
  public var endColumn: Int { column + columns }
  /// The row after the last one.
  public var endRow: Int { row + rows }

  /// Whether the area contains a cell.
  public func contains(column: Int, row: Int) -> Bool {
    (self.column..<endColumn).contains(column) && (self.row..<endRow).contains(row)
  }

  func insetBy(columns inset: Int = 0, rows rowInset: Int = 0) -> CellArea {
    CellArea(
      column: column + inset, row: row + rowInset, columns: columns - 2 * inset,
      rows: rows - 2 * rowInset)
  }

  /// The area without its first column.
  func dropFirstColumn() -> CellArea {
    CellArea(column: column + 1, row: row, columns: columns - 1, rows: rows)
  }

  /// The area without its first rows.
  func dropFirstRows(_ count: Int) -> CellArea {
    CellArea(column: column, row: row + count, columns: columns, rows: rows - count)
  }
}
