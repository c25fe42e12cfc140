import CellGrid
import FoundationEssentials
import Widgets

extension DashboardState {
  /// Whether a message is too long for the status line and opens above it.
  func isExpanded(_ message: DashboardMessage) -> Bool {
    columnWidth(of: message.text) > columns - (columns >= 40 ? 2 : 0) && rows >= 4
  }
}

extension Painter {
  /// Draws a message that does not fit on the status line, above it.
  mutating func drawMessage(_ state: DashboardState, now: Date) {
    guard let message = state.message, state.isExpanded(message), !state.isFiltering else { return }
    let body = state.bodyArea
    let isFramed = body.rows >= 6 && body.columns >= 24
    let lines = wrapped(message.text, to: isFramed ? body.columns - 4 : body.columns)
      .prefix(isFramed ? body.rows - 2 : body.rows)
    let rows = lines.count + (isFramed ? 2 : 0)
    let area = CellArea(
      column: body.column, row: body.endRow - rows, columns: body.columns, rows: rows)
    clear(area)
    let inside = isFramed ? box(area, isFocused: true) : area
    for (row, line) in lines.enumerated() {
      left(line, message.isError ? .error : .plain, in: inside, row: row)
    }
  }

  /// Draws the message log, newest last.
  mutating func draw(_ log: MessageLog, state: DashboardState) {
    let area = state.messageArea
    clear(area)
    let inside = box(area, isFocused: true)
    left("Messages", .title, in: inside, row: 0)
    let rows = inside.dropFirstRows(2)
    let lines = state.messageLines
    if lines.isEmpty { left("No messages yet", .secondary, in: rows, row: 0) }
    for (row, line) in lines.dropFirst(log.top).prefix(rows.rows).enumerated() {
      left(line.time, .secondary, in: rows, row: row)
      left(line.text, line.isError ? .error : .plain, in: rows, row: row, from: 7)
    }
  }
}
