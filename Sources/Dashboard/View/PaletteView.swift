import CellGrid
import Widgets

extension Painter {
  private static let commandRows = 10

  /// Draws the matching commands above the command line.
  mutating func draw(_ palette: Palette, state: DashboardState) {
    let body = state.bodyArea
    let commands = state.commands
    let hint =
      commands.isEmpty
      ? wrapped(state.paletteHint ?? "No command or coin matches", to: max(1, body.columns - 4))
      : []
    let rows = max(1, min(max(commands.count, hint.count), Self.commandRows, body.rows - 2))
    let widest = commands.map { entry in
      columnWidth(of: entry.title) + max(14, columnWidth(of: entry.mark(in: state)))
    }
    let hintColumns = hint.map { columnWidth(of: $0) + 4 }.max() ?? 0
    let width = min(body.columns, max(40, (widest.max() ?? 0) + 6, hintColumns))
    let area = CellArea(
      column: 0, row: body.endRow - rows - 2, columns: width, rows: rows + 2)
    clear(area)
    let inside = box(area, isFocused: true)
    for (row, line) in hint.enumerated() { left(line, .secondary, in: inside, row: row) }
    // Keep the selection visible, centered in a long list.
    let top = max(0, min(palette.selection - rows / 2, commands.count - rows))
    let below = commands.count - rows - top
    if below > 0 {
      right(" \(below) more ", .secondary, in: area, row: area.rows - 1, before: area.columns - 2)
    }
    for (row, entry) in commands.dropFirst(top).prefix(rows).enumerated() {
      let key = entry.mark(in: state)
      let available = inside.columns - columnWidth(of: key) - 2
      left(entry.title, .plain, in: inside, row: row, columns: available)
      right(key, .accent, in: inside, row: row)
      let line = CellArea(
        column: inside.column - 1, row: inside.row + row, columns: inside.columns + 2, rows: 1)
      if top + row == palette.selection {
        left("›", .accent, in: line, row: 0)
        restyle(line) { $0.isReversed = true }
      }
      hit(line, entry.target(at: top + row))
    }
  }
}
