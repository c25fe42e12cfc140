import CellGrid
import FoundationEssentials
import Widgets

extension Painter {
  mutating func draw(_ page: InboxPage, state: DashboardState) {
    guard let book = page.book else {
      return centered(
        "Reading the ledger…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
    }
    if page.showsAnswers { return drawAnswers(page, state: state) }
    guard !book.causes.isEmpty else {
      let key = page.isAvailable(.answers, in: state) ? state.keyMap.label(of: .answers) : nil
      return drawNotice(
        "Nothing waits",
        "Every row of your files counts, or is left out for a reason."
          + (key.map { " \($0) shows the answers you gave." } ?? ""), in: state.bodyArea)
    }
    let detail = state.inboxDetailArea
    if detail.map({ $0.row > 0 || state.isInboxWide }) ?? true {
      drawQuestions(page, book, state: state)
    }
    if let detail { draw(page, state: state, in: state.isInboxWide ? box(detail) : detail) }
  }

  private mutating func drawQuestions(
    _ page: InboxPage, _ book: InboxBook, state: DashboardState
  ) {
    let area = state.inboxListArea
    drawTitle(
      "Inbox", list: page.causes, count: book.causes.count, state: state, of: area,
      hint: page.isAvailable(.answers, in: state) ? state.answersHint : nil)
    let rows = book.causes.dropFirst(page.causes.top).prefix(area.rows).map { cause in
      [
        FormattedFigure.text(FormattedFigure.count(cause.rowCount)),
        .text(cause.sentence.text(isPrivate: state.isPrivate)),
      ]
    }
    let table = FigureTable(
      columns: [.init(title: "Rows"), .init(title: "Question", isText: true)], rows: rows)
    drawRows(of: table, list: page.causes, in: area, hasCursor: page.offer == nil)
    drawScrollBar(list: page.causes, count: book.causes.count, beside: area)
    // If the question has no area of its own, show it whole below the list.
    guard state.inboxDetailArea == nil, let cause = page.selected else { return }
    let below = CellArea(
      column: area.column, row: area.endRow, columns: area.columns,
      rows: state.pageArea.endRow - area.endRow)
    let lines = wrapped(cause.question.text(isPrivate: state.isPrivate), to: below.columns)
    for (row, line) in lines.prefix(max(0, below.rows - 1)).enumerated() {
      left(line, .secondary, in: below, row: row + 1)
    }
  }

  private mutating func drawAnswers(_ page: InboxPage, state: DashboardState) {
    let (area, given) = (state.inboxListArea, page.given)
    drawTitle(
      "Answers", list: page.answers, count: given.count, state: state, of: area,
      hint: state.answersHint)
    guard !given.isEmpty else {
      return left("No answers yet", .secondary, in: area, row: 0, from: 2)
    }
    let rows = given.dropFirst(page.answers.top).prefix(area.rows).map { answer in
      [
        FormattedFigure.text(days.day(answer.date), .secondary),
        .text(answer.choice.text(isPrivate: state.isPrivate), .title),
        .text(answer.question.text(isPrivate: state.isPrivate)),
      ]
    }
    let table = FigureTable(
      columns: [
        .init(title: "Given", isText: true, collapseOrder: 1),
        .init(title: "Answer", isText: true), .init(title: "Question", isText: true),
      ], rows: rows)
    drawRows(of: table, list: page.answers, in: area, hasCursor: true)
    drawScrollBar(list: page.answers, count: given.count, beside: area)
  }

  private mutating func drawTitle(
    _ title: String, list: RowList, count: Int, state: DashboardState, of area: CellArea,
    hint: FooterHint?
  ) {
    guard area.row > 1 else { return }
    var line = area
    line.row -= 2
    drawListTitle(title, list: list, count: count, hint: hint, in: line, row: 0)
  }

  /// Draws the visible rows of a list across its width; the last column is clipped.
  private mutating func drawRows(
    of table: FigureTable, list: RowList, in area: CellArea, hasCursor: Bool
  ) {
    let inside = CellArea(
      column: area.column + HoldingsLayout.markColumns, row: area.row,
      columns: area.columns - HoldingsLayout.markColumns, rows: area.rows)
    let ranges = table.lastClipped(in: inside.columns)
    var heading = inside
    heading.row -= 1
    drawHeading(of: table, at: ranges, in: heading, row: 0)
    for (row, figures) in table.rows.enumerated() {
      draw(figures, of: table, at: ranges, isPrivate: false, in: inside, row: row)
      if list.top + row == list.selection {
        if hasCursor {
          select(in: area, row: row)
        } else {
          left("›", .accent, in: area, row: row)
        }
      }
      hit(
        CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1),
        .row(list.top + row))
    }
  }
}

extension FigureTable {
  private static let minColumnsForAll = 60

  /// Column ranges; the last column is text and gets the remaining width.
  fileprivate func lastClipped(in available: Int) -> [(column: Int, range: Range<Int>)] {
    let last = columns.count - 1
    var (ranges, start) = ([(column: Int, range: Range<Int>)](), 0)
    for column in 0..<last {
      let width = rows.reduce(columnWidth(of: columns[column].title)) {
        max($0, columnWidth(of: $1[column].text))
      }
      // The sentence needs more room than the date before it.
      guard columns[column].collapseOrder == 0 || available >= Self.minColumnsForAll else {
        continue
      }
      ranges.append((column, start..<start + width))
      start += width + 2
    }
    return ranges + [(last, start..<max(start, available))]
  }
}

extension DashboardState {
  /// The footer hint that switches between questions and answers given.
  fileprivate var answersHint: FooterHint? {
    guard let key = keyMap.action(.answers, in: .inbox)?.keys.first else { return nil }
    let count = inbox.given.count
    return FooterHint(
      action: .answers, key: key.label,
      word: inbox.showsAnswers ? "questions" : "\(count) \(count == 1 ? "answer" : "answers")")
  }
}
