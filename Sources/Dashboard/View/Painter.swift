import CellGrid
import Widgets

/// A frame being drawn, with the drawing primitives of pages.
struct Painter {
  private(set) var frame: DashboardFrame
  /// The user's local days and hours.
  let days: LocalCalendarDays

  init(columns: Int, rows: Int, days: LocalCalendarDays) {
    self.days = days
    frame = DashboardFrame(grid: Grid(columns: columns, rows: rows))
  }

  /// The whole frame.
  var area: CellArea {
    CellArea(column: 0, row: 0, columns: frame.grid.columns, rows: frame.grid.rows)
  }

  /// Writes clean text in a row of an area, clipped with `…`.
  mutating func left(
    _ text: String, _ role: Role, in area: CellArea, row: Int, from column: Int = 0,
    columns: Int? = nil
  ) {
    guard (0..<area.rows).contains(row) else { return }
    let available = min(columns ?? area.columns, area.columns - column)
    guard available > 0 else { return }
    frame.grid.write(
      clipped(text, to: available), column: area.column + column, row: area.row + row,
      style: Style(role))
  }

  /// Writes clean text so that it ends before a column, unless it is too long.
  mutating func right(
    _ text: String, _ role: Role, in area: CellArea, row: Int, before end: Int? = nil
  ) {
    let start = (end ?? area.columns) - columnWidth(of: text)
    guard start >= 0 else { return }
    left(text, role, in: area, row: row, from: start)
  }

  /// Writes clean text centered in a row of an area.
  mutating func centered(_ text: String, _ role: Role, in area: CellArea, row: Int) {
    left(
      text, role, in: area, row: row, from: max(0, (area.columns - columnWidth(of: text)) / 2))
  }

  /// Draws a rule across an area.
  mutating func rule(in area: CellArea, row: Int) {
    left(String(repeating: "─", count: area.columns), .border, in: area, row: row)
  }

  /// Draws a rounded frame and returns the area inside it.
  mutating func box(_ area: CellArea, isFocused: Bool = false) -> CellArea {
    let role: Role = isFocused ? .borderFocused : .border
    let line = String(repeating: "─", count: max(0, area.columns - 2))
    left("╭\(line)╮", role, in: area, row: 0)
    for row in 1..<max(1, area.rows - 1) {
      left("│", role, in: area, row: row)
      right("│", role, in: area, row: row)
    }
    left("╰\(line)╯", role, in: area, row: area.rows - 1)
    return area.insetBy(columns: 2, rows: 1)
  }

  /// Blanks an area for an overlay.
  mutating func clear(_ area: CellArea) {
    frame.grid.place(
      Grid(columns: area.columns, rows: area.rows), column: area.column, row: area.row)
    frame.hits.removeAll { hit in
      area.contains(column: hit.area.column, row: hit.area.row)
    }
  }

  mutating func place(_ grid: Grid, in area: CellArea) {
    frame.grid.place(grid, column: area.column, row: area.row)
  }

  /// Changes the style of cells without changing their text.
  mutating func restyle(_ area: CellArea, _ change: (inout Style) -> Void) {
    for row in area.row..<area.endRow {
      frame.grid.restyle(columns: area.column..<area.endColumn, row: row, change)
    }
  }

  /// Puts the cursor on a cell, or hides the cursor of what is below.
  mutating func focus(_ area: CellArea? = nil, row: Int = 0, column: Int = 0) {
    frame.cursor = area.map { area in
      CellPlace(
        column: max(0, min(area.column + column, frame.grid.columns - 1)), row: area.row + row)
    }
  }

  /// Makes the visible part of an area respond to the mouse.
  mutating func hit(_ area: CellArea, _ target: HitTarget) {
    let column = max(0, area.column)
    let row = max(0, area.row)
    let seen = CellArea(
      column: column, row: row,
      columns: min(area.endColumn, frame.grid.columns) - column,
      rows: min(area.endRow, frame.grid.rows) - row)
    guard seen.columns > 0, seen.rows > 0 else { return }
    frame.hits.append(Hit(area: seen, target: target))
  }
}
