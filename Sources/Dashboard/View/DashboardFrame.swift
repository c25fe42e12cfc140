public import CellGrid

/// A picture of the dashboard, and what lies under the mouse in it.
public struct DashboardFrame: Equatable, Sendable {
  /// The picture, exactly of the terminal's size.
  public internal(set) var grid: Grid
  /// Where the cursor stands: on the selected row, or where typed text goes; `nil` where nothing has
  /// the focus.
  public internal(set) var cursor: CellPlace?
  /// The places that answer to the mouse; of two that overlap the later one lies on top.
  public internal(set) var hits: [Hit] = []

  /// What lies in a cell.
  public func target(column: Int, row: Int) -> HitTarget? { hit(column: column, row: row)?.target }

  func hit(column: Int, row: Int) -> Hit? {
    hits.last { $0.area.contains(column: column, row: row) }
  }
}

/// A place that answers to the mouse.
public struct Hit: Equatable, Sendable {
  /// Where.
  public let area: CellArea
  /// What a press there means.
  public let target: HitTarget
}

/// What a press of the mouse means.
public enum HitTarget: Equatable, Sendable {
  /// The same as the action's key.
  case action(ActionID)
  /// Going to a tab.
  case tab(DashboardTab)
  /// Selecting a row of the list in front; twice in a row, opening it.
  case row(Int)
  /// Sorting the list in front by the column of that number.
  case sort(Int)
  /// Opening a tile of Home.
  case tile(Int)
  /// Closing the help or the command line and doing the same as the action's key.
  case command(ActionID)
  /// Closing the command line and opening a coin's page.
  case coin(String)
  /// Choosing the year of the gains, from 0: all of them, then the newest.
  case year(Int)
  /// Running the command at that place of the command line's list.
  case choice(Int)
  /// Choosing the range of the charts.
  case range(ChartRange)
  /// Putting the cursor of a chart on a column of its plot.
  case chart
  /// Going to a field of the form.
  case field(Int)
  /// Taking a suggestion of the form.
  case suggestion(Int)
  /// Choosing a word in a field of the form.
  case word(field: Int, Int)
}

/// A rectangle of cells.
public struct CellArea: Equatable, Sendable {
  /// The first column.
  public var column: Int
  /// The first row.
  public var row: Int
  /// Columns.
  public var columns: Int
  /// Rows.
  public var rows: Int

  init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The column after the last.
  public var endColumn: Int { column + columns }
  /// The row after the last.
  public var endRow: Int { row + rows }

  /// Whether a cell lies inside.
  public func contains(column: Int, row: Int) -> Bool {
    (self.column..<endColumn).contains(column) && (self.row..<endRow).contains(row)
  }

  func insetBy(columns inset: Int = 0, rows rowInset: Int = 0) -> CellArea {
    CellArea(
      column: column + inset, row: row + rowInset, columns: columns - 2 * inset,
      rows: rows - 2 * rowInset)
  }

  /// The part after the first column.
  func dropFirstColumn() -> CellArea {
    CellArea(column: column + 1, row: row, columns: columns - 1, rows: rows)
  }

  /// The part from some row on.
  func dropFirstRows(_ count: Int) -> CellArea {
    CellArea(column: column, row: row + count, columns: columns, rows: rows - count)
  }
}
