import CellGrid

extension DashboardState {
  /// The lines of the help: a heading or a key and what it does.
  var helpLines: [(keys: String, title: String)] {
    let context = pageContext
    var lines: [(keys: String, title: String)] = []
    for action in DashboardAction.all where action.contexts.contains(context) {
      let keys = action.keys.map(\.label).joined(separator: " ")
      lines.append((keys, action.title))
    }
    return lines
  }

  /// Where the help lies.
  var helpArea: CellArea {
    let width = min(columns, 56)
    let height = min(rows - 1, helpLines.count + 4)
    return CellArea(
      column: (columns - width) / 2, row: max(0, (rows - 1 - height) / 2), columns: width,
      rows: height)
  }

  /// Lines of help that are seen at once.
  var helpRows: Int { max(1, helpArea.rows - 4) }
}

extension Painter {
  mutating func drawHelp(_ state: DashboardState, top: Int) {
    let area = state.helpArea
    clear(area)
    let inside = box(area, isFocused: true)
    left("Keys on \(state.pageContext.title)", .title, in: inside, row: 0)
    let lines = state.helpLines
    if lines.count > state.helpRows {
      right(
        "\(min(lines.count, top + state.helpRows)) of \(lines.count)", .secondary, in: inside,
        row: 0)
    }
    let body = inside.dropFirstRows(2)
    let keyColumns = inside.columns >= 50 ? 20 : 10
    for (row, line) in lines.dropFirst(top).prefix(state.helpRows).enumerated() {
      left(line.keys, .accent, in: body, row: row, columns: keyColumns - 1)
      left(line.title, .plain, in: body, row: row, from: keyColumns)
    }
  }
}
