import CellGrid
import FoundationEssentials
import Widgets

extension Painter {
  /// Blanks that have to be free before a figure for an arrow among them.
  private static let arrowRoom = 3

  /// Marks a price that has just changed: in the color of its change and bold, so that it is seen
  /// in reverse and without color, and after an arrow if the cells before it are blank.
  ///
  /// No character moves, and nothing that is written is written over.
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
    let before = start - Self.arrowRoom..<start
    guard before.lowerBound >= 0, before.allSatisfy({ isBlank($0, area.row) }) else { return }
    left(
      (isRise ? Trend.gain : .loss).arrow, role,
      in: CellArea(column: start - 2, row: area.row, columns: 1, rows: 1), row: 0)
  }

  /// Marks a price that was written so that it ends before a column of an area.
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
