import CellGrid
import Widgets

extension Painter {
  mutating func draw(_ question: Question, state: DashboardState) {
    let lines = state.lines(of: question)
    let answers = [ActionID.confirm, .decline].compactMap { id -> FooterHint? in
      guard let action = state.keyMap.action(id, in: .question), let key = action.keys.first,
        let word = action.hint
      else { return nil }
      return FooterHint(action: id, key: key.label, word: word)
    }
    guard let layout = QuestionLayout(lines, in: state.bodyArea) else { return }
    clear(layout.area)
    let inside = layout.hasFrame ? box(layout.area, isFocused: true) : layout.area
    focus(inside)
    for (row, text) in layout.lines.enumerated() {
      centered(text, row < layout.titleRows ? .title : .secondary, in: inside, row: row)
    }
    drawAnswers(answers, in: inside.dropFirstRows(inside.rows - 1))
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

/// Layout of a question: in a frame if that fits, otherwise on bare rows.
///
/// No layout shows only part of a question: users must not answer what they cannot read.
struct QuestionLayout {
  let area: CellArea
  let hasFrame: Bool
  /// The wrapped question; the answers need one more row.
  let lines: [String]
  /// Number of lines of the question itself.
  let titleRows: Int

  private static let minColumns = 18

  init?(_ question: [String], in body: CellArea) {
    let widest = question.map { columnWidth(of: $0) }.max() ?? 0
    let framed = min(body.columns, max(widest, Self.minColumns) + 8)
    let inside = framed - 4
    let broken = question.map { wrapped($0, to: max(1, inside)) }
    let rowsInFrame = broken.reduce(4) { $0 + $1.count }
    hasFrame = inside >= Self.minColumns && rowsInFrame <= body.rows
    let width = hasFrame ? framed : body.columns
    let parts = hasFrame ? broken : question.map { wrapped($0, to: width) }
    let title = parts.first ?? []
    let rest = parts.dropFirst().flatMap(\.self)
    // The question has priority over the consequence.
    let availableRows = body.rows - 1 - title.count
    lines = title + (hasFrame || rest.count <= availableRows ? rest : [])
    titleRows = title.count
    let rows = hasFrame ? rowsInFrame : lines.count + 1
    guard width >= Self.minColumns, rows <= body.rows,
      lines.allSatisfy({ columnWidth(of: $0) <= width })
    else { return nil }
    area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - rows) / 2, columns: width, rows: rows)
  }
}
