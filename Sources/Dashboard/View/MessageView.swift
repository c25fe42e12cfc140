import CellGrid
import FoundationEssentials
import Widgets

extension DashboardState {
  /// Whether a message is too long for the status line, so that it opens above it.
  func opens(_ message: DashboardMessage) -> Bool {
    columnWidth(of: message.text) > columns - (columns >= 40 ? 2 : 0) && rows >= 4
  }
}

extension Painter {
  /// A message that the status line has no room for, whole, above it.
  mutating func drawMessage(_ state: DashboardState, now: Date) {
    guard let message = state.message, state.opens(message), !state.isFiltering else { return }
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

  /// The log of messages, the newest at its end.
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
