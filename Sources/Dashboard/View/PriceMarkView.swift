import CellGrid
import FoundationEssentials
import Widgets

extension Painter {
  /// Blanks needed before a figure to show an arrow.
  private static let arrowColumns = 3

  /// Marks a price that just changed, in bold and in the color of the change.
  ///
  /// Bold shows on the selected row and without color. An arrow is added if the cells before the
  /// price are blank, so nothing moves or is overwritten.
  mutating func markPrice(
    of id: String, _ state: DashboardState, now: Date, in area: CellArea
  ) {
    guard let isRise = state.hasRisen(id, at: now) else { return }
    let role: Role = isRise ? .rise : .fall
    let columns = area.column..<min(area.endColumn, frame.grid.columns)
    guard let start = columns.first(where: { !isBlank($0, area.row) }) else { return }
    let figure = CellArea(
      column: start, row: area.row, columns: columns.upperBound - start, rows: 1)
    restyle(figure) { $0.role = role }
    let before = start - Self.arrowColumns..<start
    guard before.lowerBound >= 0, before.allSatisfy({ isBlank($0, area.row) }) else { return }
    left(
      (isRise ? Trend.gain : .loss).arrow, role,
      in: CellArea(column: start - 2, row: area.row, columns: 1, rows: 1), row: 0)
  }

  /// Marks a price written so that it ends before a column.
  mutating func markPrice(
    _ price: FormattedFigure, of id: String, _ state: DashboardState, now: Date,
    in area: CellArea, row: Int, before end: Int
  ) {
    let columns = columnWidth(of: price.text)
    markPrice(
      of: id, state, now: now,
      in: CellArea(
        column: area.column + end - columns, row: area.row + row, columns: columns, rows: 1))
  }

  private func isBlank(_ column: Int, _ row: Int) -> Bool { frame.grid[column, row].scalar == " " }
}
