import CellGrid
import Widgets

/// A line of the welcome text.
private enum WelcomeLine {
  case title(String)
  case text(String)
  /// A key and its action.
  case action(ActionID)
  /// A shell command and its purpose.
  case shell(String, purpose: String)
  case gap

  func columns(_ keyMap: KeyMap) -> Int {
    switch self {
    case .gap: 0
    case .title(let text), .text(let text): columnWidth(of: text)
    case .action(let id): Self.keyColumns + columnWidth(of: title(of: id, keyMap))
    case .shell(let command, _): Self.purposeColumns + columnWidth(of: command)
    }
  }

  func title(of id: ActionID, _ keyMap: KeyMap) -> String {
    keyMap.actions.first { $0.id == id }?.title ?? ""
  }

  static let keyColumns = 4
  static let purposeColumns = 16
}

extension DashboardState {
  /// Whether the ledger is known and empty.
  var isNew: Bool { data?.ledger.rowCount == 0 }
}

extension Painter {
  /// Draws the welcome text on a page with nothing to show, suggesting next steps.
  mutating func drawWelcome(_ state: DashboardState) {
    let body = state.bodyArea
    let plans = Self.welcomeTexts(on: state.tab, hasMoves: state.movesHint != nil)
    let plan = plans.first { lines in
      lines.count + 2 <= body.rows
        && lines.allSatisfy { $0.columns(state.keyMap) + 4 <= body.columns }
    }
    guard let lines = plan else {
      let row = (body.rows - 2) / 2
      centered("\(state.pageKind.emptyTitle ?? "").", .plain, in: body, row: row)
      let line = WelcomeLine.action(.add)
      guard line.columns(state.keyMap) + 1 > body.columns else {
        return draw(line, state: state, in: body, row: row + 1, from: 1)
      }
      let hint = FooterHint(action: .add, key: state.keyMap.label(of: .add) ?? "", word: "add")
      draw(hint, in: body, row: row + 1, at: max(0, (body.columns - hint.columns) / 2))
      return
    }
    let width = (lines.map { $0.columns(state.keyMap) }.max() ?? 0) + 4
    let height = lines.count + 2
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    let inside = box(area)
    for (row, line) in lines.enumerated() {
      draw(line, state: state, in: inside, row: row, from: 0)
    }
  }

  /// Draws why a page has nothing to show, in a frame if that fits.
  mutating func drawNotice(_ title: String, _ text: String, in body: CellArea) {
    let widest = max(columnWidth(of: title), columnWidth(of: text))
    let lines = wrapped(text, to: max(1, min(widest, body.columns - 4)))
    let width = min(body.columns, (([title] + lines).map { columnWidth(of: $0) }.max() ?? 0) + 4)
    let rows = lines.count + 4
    let hasFrame = rows <= body.rows
    let height = min(body.rows, hasFrame ? rows : rows - 2)
    let area = CellArea(
      column: body.column + (body.columns - width) / 2, row: body.row + (body.rows - height) / 2,
      columns: width, rows: height)
    let inside = hasFrame ? box(area) : area
    left(title, .title, in: inside, row: 0)
    for (row, line) in lines.enumerated() { left(line, .secondary, in: inside, row: row + 2) }
  }

  /// Welcome texts, longest first.
  private static func welcomeTexts(on tab: DashboardTab, hasMoves: Bool) -> [[WelcomeLine]] {
    let title = tab == .home ? "Welcome to bitpal" : tab.title
    let empty = tab.page.emptyTitle ?? ""
    let moves: [WelcomeLine] = hasMoves ? [.action(.moves)] : []
    let keys = [.action(.add)] + moves + [.action(.palette), .action(.help)]
    let shell: [WelcomeLine] = [
      .shell(":import FILE", purpose: "From a file"),
      .shell("bitpal --demo", purpose: "To look around"),
    ]
    let whole: [WelcomeLine] = [
      .title(title), .gap, .text("\(empty): one buy is enough to begin."), .gap,
    ]
    let short: [WelcomeLine] = [.title(title), .gap, .text("\(empty)."), .gap]
    return [
      whole + keys + [.gap] + shell, whole + keys, short + keys, [.text("\(empty).")] + keys,
      [.text("\(empty).")] + keys.prefix(1), Array(keys.prefix(1)),
    ]
  }

  private mutating func draw(
    _ line: WelcomeLine, state: DashboardState, in area: CellArea, row: Int, from column: Int
  ) {
    switch line {
    case .gap: break
    case .title(let text): left(text, .title, in: area, row: row, from: column)
    case .text(let text): left(text, .secondary, in: area, row: row, from: column)
    case .action(let id):
      left(state.keyMap.label(of: id) ?? "", .accent, in: area, row: row, from: column)
      left(
        line.title(of: id, state.keyMap), .plain, in: area, row: row,
        from: column + WelcomeLine.keyColumns)
      hit(
        CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1),
        .action(id))
    case .shell(let command, let purpose):
      left(purpose, .secondary, in: area, row: row, from: column)
      left(command, .plain, in: area, row: row, from: column + WelcomeLine.purposeColumns)
    }
  }
}
