import CellGrid

extension Painter {
  mutating func draw(_ question: Question, state: DashboardState) {
    let lines = state.lines(of: question)
    let body = state.bodyArea
    let width = min(body.columns, (lines.map { columnWidth(of: $0) }.max() ?? 0) + 8)
    let rows = lines + ["", "y yes   n no"]
    let hasFrame = body.rows >= rows.count + 2 && width >= 12
    let height = min(body.rows, hasFrame ? rows.count + 2 : 1)
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    clear(area)
    let inside = hasFrame ? box(area, isFocused: true) : area
    for (row, text) in rows.prefix(inside.rows).enumerated() {
      centred(text, row == 0 ? .title : .secondary, in: inside, row: row)
    }
  }
}
