import CellGrid

extension Painter {
  mutating func draw(_ question: Question, state: DashboardState) {
    let lines = state.lines(of: question)
    let answers = [ActionID.confirm, .decline].compactMap { id -> FooterHint? in
      guard let action = state.keyMap.action(id, in: .question), let key = action.keys.first,
        let word = action.hint
      else { return nil }
      return FooterHint(action: id, key: key.label, word: word)
    }
    let body = state.bodyArea
    let width = min(body.columns, (lines.map { columnWidth(of: $0) }.max() ?? 0) + 8)
    let rows = lines.count + 2
    let hasFrame = body.rows >= rows + 2 && width >= 12
    let height = min(body.rows, hasFrame ? rows + 2 : 1)
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    clear(area)
    let inside = hasFrame ? box(area, isFocused: true) : area
    for (row, text) in lines.prefix(inside.rows).enumerated() {
      centred(text, row == 0 ? .title : .secondary, in: inside, row: row)
    }
    if hasFrame { drawAnswers(answers, in: inside.dropFirstRows(rows - 1)) }
  }

  private mutating func drawAnswers(_ answers: [FooterHint], in area: CellArea) {
    let width = answers.reduce(-3) { $0 + $1.columns + 3 }
    var at = max(0, (area.columns - width) / 2)
    for answer in answers {
      draw(answer, in: area, at: at)
      at += answer.columns + 3
    }
  }
}
