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
    let start = state.helpTitleStart
    for (row, line) in lines.dropFirst(help.top).prefix(state.helpRows).enumerated() {
      switch line {
      case .gap: break
      case .heading(let text): left(text, .secondary, in: body, row: row)
      case .rest(let text): left(text, .plain, in: body, row: row, from: start)
      case .action(let action, let keys, let title):
        left(Self.keys(keys, in: start - 1), .accent, in: body, row: row, columns: start - 1)
        left(title, .plain, in: body, row: row, from: start)
        guard action.contexts.contains(state.pageContext) else { continue }
        hit(
          CellArea(column: body.column, row: body.row + row, columns: body.columns, rows: 1),
          .command(action.id))
      }
    }
  }

  /// As many of an action's keys as fit, but at least the first.
  private static func keys(_ keys: [String], in available: Int) -> String {
    var shown = keys
    while shown.count > 1, columnWidth(of: shown.joined(separator: " ")) > available {
      shown.removeLast()
    }
    return shown.joined(separator: " ")
  }

  private mutating func drawHelpTitle(
    _ help: HelpPage, count: Int, state: DashboardState, in area: CellArea
  ) {
    let title = "Keys"
    left(title, .title, in: area, row: 0)
    if !help.filter.text.isEmpty {
      left("/\(help.filter.text)", .accent, in: area, row: 0, from: 6)
    }
    if !help.showsAll, let key = state.keyMap.action(.help, in: .help)?.keys.first {
      let hints = ["shows all keys", "all keys", "all"].map {
        FooterHint(action: .help, key: key.label, word: $0)
      }
      if let all = hints.first(where: { title.count + 2 + $0.columns <= area.columns }) {
        draw(all, in: area, at: area.columns - all.columns)
      }
    }
    guard count > state.helpRows, help.showsAll else { return }
    right(
      "\(min(count, help.top + state.helpRows)) of \(count)", .secondary, in: area, row: 0)
  }
}
