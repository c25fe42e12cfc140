import CellGrid
import Widgets

extension Painter {
  mutating func drawHelp(_ help: HelpPage, state: DashboardState) {
    let area = state.helpArea
    clear(area)
    let inside = box(area, isFocused: true)
    let lines = state.helpLines
    drawHelpTitle(help, count: lines.count, state: state, in: inside)
    let body = inside.dropFirstRows(2)
    guard !lines.isEmpty else {
      left("No key does that", .secondary, in: body, row: 0)
      return
    }
    let start = Self.titleStart(state.helpLines(matching: ""), room: body.columns)
    for (row, line) in lines.dropFirst(help.top).prefix(state.helpRows).enumerated() {
      switch line {
      case .gap: break
      case .heading(let text): left(text, .secondary, in: body, row: row)
      case .action(let action, let keys):
        left(keys, .accent, in: body, row: row, columns: start - 1)
        left(action.title, .plain, in: body, row: row, from: start)
        guard action.contexts.contains(state.pageContext) else { continue }
        hit(
          CellArea(column: body.column, row: body.row + row, columns: body.columns, rows: 1),
          .command(action.id))
      }
    }
  }

  /// Titles are in one column behind the longest keys, and where that is too much on half way.
  private static func titleStart(_ lines: [HelpLine], room: Int) -> Int {
    let widest = lines.reduce(0) { widest, line in
      guard case .action(_, let keys) = line else { return widest }
      return max(widest, columnWidth(of: keys))
    }
    return min(widest + 2, max(8, room / 3))
  }

  private mutating func drawHelpTitle(
    _ help: HelpPage, count: Int, state: DashboardState, in area: CellArea
  ) {
    left("Keys", .title, in: area, row: 0)
    if !help.filter.text.isEmpty {
      left("/\(help.filter.text)", .accent, in: area, row: 0, from: 6)
    }
    guard count > state.helpRows else { return }
    right(
      "\(min(count, help.top + state.helpRows)) of \(count)", .secondary, in: area, row: 0)
  }
}
