import CellGrid
import Widgets

/// How the parts of the selected question share its area.
private struct DetailRows {
  /// The question, wrapped.
  let sentence: [String]
  /// Lines below each answer for its effect.
  let effectLines: Int
  /// Rows between the question and the answers.
  let rows: Int

  /// Rows of data to keep free when showing effects, if possible.
  private static let wantedRows = 9

  init(_ sentence: String, offers: Int, in area: CellArea) {
    let lines = wrapped(sentence, to: area.columns)
    self.sentence = Array(lines.prefix(max(1, min(3, area.rows - offers - 1))))
    let availableRows = area.rows - self.sentence.count - 1
    effectLines =
      availableRows - offers * 3 >= Self.wantedRows
      ? 2 : availableRows - offers * 2 >= Self.wantedRows - 4 ? 1 : 0
    rows = max(0, availableRows - offers * (1 + effectLines))
  }
}

extension Painter {
  private static let nameColumns = 10
  private static let minRowColumns = 20
  private static let maxRowColumns = 34
  private static let choiceColumns = 9

  /// Draws the selected question: its text, its rows side by side, and its answers with their
  /// effects.
  mutating func draw(_ page: InboxPage, state: DashboardState, in area: CellArea) {
    guard let cause = page.selected else { return }
    let sentence = cause.question.text(isPrivate: state.isPrivate)
    let plan = DetailRows(sentence, offers: cause.offers.count, in: area)
    for (row, line) in plan.sentence.enumerated() { left(line, .title, in: area, row: row) }
    let gap = plan.rows > 8 ? 1 : 0
    let rows = CellArea(
      column: area.column, row: area.row + plan.sentence.count + gap, columns: area.columns,
      rows: plan.rows - 2 * gap)
    let used = draw(rowsOf: cause, isPrivate: state.isPrivate, in: rows)
    let start = plan.sentence.count + gap + used + (used < rows.rows ? 1 : 0)
    draw(
      offersOf: cause, page, state: state, effectLines: plan.effectLines,
      in: area.dropFirstRows(start))
  }

  /// Draws a question's rows as columns if at least two fit with whole amounts, otherwise as lines.
  ///
  /// - Returns: The number of screen rows used.
  private mutating func draw(
    rowsOf cause: OpenCause, isPrivate: Bool, in area: CellArea
  ) -> Int {
    let rows = cause.rows + cause.candidates
    let available = area.columns - Self.nameColumns
    func columns(of count: Int) -> Int { min(Self.maxRowColumns, available / count - 2) }
    let widest = rows.flatMap(\.amounts).map { columnWidth(of: $0.text(isPrivate: isPrivate)) }
      .max()
    var fitting = min(rows.count, max(1, available / (Self.minRowColumns + 2)))
    while fitting > 1, widest ?? 0 > columns(of: fitting) { fitting -= 1 }
    guard fitting > 1 || rows.count == 1, area.rows > 3 else {
      return drawLines(of: rows, count: cause.ownCount, isPrivate: isPrivate, in: area)
    }
    let columns = fitting > 1 ? columns(of: fitting) : available
    // Show at least one candidate along with the waiting rows.
    let waiting = cause.candidates.isEmpty ? fitting : max(1, min(cause.rows.count, fitting - 1))
    let shown = cause.rows.prefix(waiting) + cause.candidates.prefix(fitting - waiting)
    if !cause.candidates.isEmpty {
      for (index, title) in [(0, "Waits"), (min(waiting, cause.rows.count), "May belong to")] {
        left(
          title, .secondary, in: area, row: 0, from: Self.nameColumns + index * (columns + 2),
          columns: columns)
      }
    }
    let heading = cause.candidates.isEmpty ? 0 : 1
    let hidden = cause.ownCount - shown.count
    let names = shown.reduce(into: [String]()) { names, row in
      for name in row.statements.map(\.name) where !names.contains(name) { names.append(name) }
    }.prefix(area.rows - heading - (hidden > 0 ? 1 : 0))
    for (line, name) in names.enumerated() {
      left(name, .secondary, in: area, row: heading + line)
      for (index, row) in shown.enumerated() {
        guard let value = row[name] else { continue }
        left(
          value.text(isPrivate: isPrivate),
          row.differs(from: shown[0], in: name) ? .accent : .plain,
          in: area, row: heading + line, from: Self.nameColumns + index * (columns + 2),
          columns: columns)
      }
    }
    guard hidden > 0 else { return heading + names.count }
    left(
      "+\(FormattedFigure.count(hidden)) more: bitpal inbox show \(cause.id)", .secondary, in: area,
      row: heading + names.count)
    return heading + names.count + 1
  }

  private mutating func drawLines(
    of rows: [StatedRow], count: Int, isPrivate: Bool, in area: CellArea
  ) -> Int {
    var (used, shown) = (0, 0)
    for row in rows {
      let words = row.statements.dropFirst(2).map { $0.value.text(isPrivate: isPrivate) }
      let lines = wrapped(words.joined(separator: " "), to: max(1, area.columns - 2))
      guard used + lines.count + (shown == count - 1 ? 0 : 1) <= area.rows else { break }
      left("·", .secondary, in: area, row: used)
      for line in lines {
        left(line, .plain, in: area, row: used, from: 2)
        used += 1
      }
      shown += 1
    }
    guard shown < count else { return used }
    left("+\(FormattedFigure.count(count - shown)) more", .secondary, in: area, row: used, from: 2)
    return min(area.rows, used + 1)
  }

  private mutating func draw(
    offersOf cause: OpenCause, _ page: InboxPage, state: DashboardState, effectLines: Int,
    in area: CellArea
  ) {
    let others = cause.keys.count - 1
    let key = state.keyMap.label(of: .likeThese).map { "\($0): " } ?? ""
    let all = "all \(FormattedFigure.count(cause.keys.count)) questions like it"
    let title = page.isForAll ? "Answers to \(all)" : "Answers"
    let hint = "\(key)\(page.isForAll ? "only this one" : all)"
    left(title, .secondary, in: area, row: 0)
    if others > 0, columnWidth(of: title) + 2 + columnWidth(of: hint) <= area.columns {
      right(hint, .secondary, in: area, row: 0)
    }
    let step = 1 + effectLines
    // In a low window, keep the selected answer visible.
    let shownOffers = (area.rows - 1) / step
    let top = max(0, (page.offer ?? 0) - shownOffers + 1)
    for (index, offer) in cause.offers.enumerated().dropFirst(top).prefix(max(0, shownOffers)) {
      let row = 1 + (index - top) * step
      let isSelected = index == page.offer
      let line = CellArea(
        column: area.column, row: area.row + row, columns: area.columns, rows: 1)
      let effect = effect(of: offer, page, isPrivate: state.isPrivate)
      let words = offer.choice + (offer.value.map { " \($0.word)" } ?? "")
      left(words, .title, in: line, row: 0, from: 2)
      let start = max(2 + Self.choiceColumns, 4 + columnWidth(of: words))
      let texts = wrappedEntries(effect, lines: max(1, effectLines), columns: line.columns - start)
      let isMeaning = effectLines > 0 || offer.value != nil
      left(isMeaning ? offer.meaning : texts.joined(), .plain, in: line, row: 0, from: start)
      for (offset, text) in texts.prefix(effectLines).enumerated() {
        left(text, .secondary, in: area, row: row + 1 + offset, from: start)
      }
      if isSelected { select(in: line, row: 0) }
      hit(
        CellArea(column: line.column, row: line.row, columns: line.columns, rows: step),
        .row((page.book?.causes.count ?? 0) + index))
    }
  }

  private func effect(of offer: OfferedAnswer, _ page: InboxPage, isPrivate: Bool) -> String {
    guard offer.value == nil else { return "" }
    return page.effect(of: offer.choice, on: page.askedKeys)?.text(isPrivate: isPrivate) ?? "…"
  }
}

/// Wraps a list to a number of lines, dropping whole entries at the end that do not fit: half a
/// number is a wrong number.
private func wrappedEntries(_ list: String, lines: Int, columns: Int) -> [String] {
  let parts = list.split(separator: ", ")
  // Text without numbers may be cut.
  guard list.contains(where: \.isNumber) else { return [list] }
  return (1...max(1, parts.count)).reversed().lazy.map { count in
    let rest = count < parts.count ? ", …" : ""
    return wrapped(parts.prefix(count).joined(separator: ", ") + rest, to: max(1, columns))
  }.first { $0.count <= lines } ?? ["…"]
}

extension OfferedAnswer.Value {
  /// Placeholder for the typed value.
  fileprivate var word: String {
    switch self {
    case .coin: "ID"
    case .price: "DOLLARS"
    }
  }
}

extension StatedRow {
  /// The values that are masked in private mode.
  fileprivate var amounts: [MaskableText] {
    statements.map(\.value).filter { $0.text != $0.masked }
  }

  /// Whether the rows differ in a value that both state.
  fileprivate func differs(from other: StatedRow, in name: String) -> Bool {
    guard statements.prefix(2).allSatisfy({ $0.name != name }), let own = self[name],
      let others = other[name]
    else { return false }
    return own.text != others.text
  }
}
