import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// One visible row of the form.
private enum FormRow {
  case title
  /// A field, with the first line of its words to choose from.
  case field(TransactionForm.Field, words: [Int] = [])
  /// A further line of words to choose from.
  case words(TransactionForm.Field, [Int])
  /// A remark about a field.
  case remark(String, Role)
  case total
  case gap
  /// A note that there are more, rarely needed fields.
  case more
}

extension Painter {
  static let formTextStart = 9
  private static let formColumns = 66
  private static let mask = "•••••"

  mutating func draw(_ form: TransactionForm, state: DashboardState, now: Date) {
    let check = FormCheck(form, in: state, now: now, id: .unassigned)
    let body = state.bodyArea
    let rows = Self.rows(form, check, isPrivate: state.isPrivate, in: body, now: now)
    let hasFrame = body.rows >= rows.count + 2 && body.columns >= 30
    let height = min(body.rows, rows.count + (hasFrame ? 2 : 0))
    let width = min(body.columns, Self.formColumns)
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    clear(hasFrame ? area : body)
    // Without a frame, the first column is for the focused field's mark.
    let inside = hasFrame ? box(area, isFocused: true) : area.dropFirstColumn()
    // If not all rows fit, show those around the focused field.
    let focus =
      rows.firstIndex { row in
        guard case .field(let field, _) = row else { return false }
        return field == form.focus || form.entry.kind.neighbor(of: field) == form.focus
      } ?? 0
    let top = max(0, min(focus - inside.rows / 2, rows.count - inside.rows))
    for (offset, row) in rows.dropFirst(top).prefix(inside.rows).enumerated() {
      draw(row, form: form, check: check, isPrivate: state.isPrivate, in: inside, at: offset)
    }
    if form.isSearching {
      drawSuggestions(
        of: form, state: state, in: inside.dropFirstRows(focus - top + 1), now: now)
    }
  }

  /// All fields with their remarks, or if there is no room, the focused field's remark only.
  private static func rows(
    _ form: TransactionForm, _ check: FormCheck, isPrivate: Bool, in area: CellArea,
    now: Date
  ) -> [FormRow] {
    // The frame, the title, the sum and two lines of remarks or words.
    let hasAll = form.showsRare || form.rare.isEmpty || area.rows >= form.fields.count + 6
    let fields = form.fields.filter { hasAll || !form.rare.contains($0) }
    let more: [FormRow] = hasAll ? [] : [.more]
    let total: [FormRow] = form.hasTotal ? [.total] : []
    let columns = min(area.columns, formColumns) - formTextStart - 4
    func remarks(_ field: TransactionForm.Field) -> [FormRow] {
      remarkRows(on: field, form, check, isPrivate: isPrivate, columns: columns, now: now)
    }
    func lines(_ field: TransactionForm.Field, hasRoom: Bool = true) -> [FormRow] {
      // The total is on the line of the price, its alternative.
      if fields.contains(where: { form.entry.kind.neighbor(of: $0) == field }) { return [] }
      guard field.isChoice else { return [.field(field)] }
      let chosen = form.chosenWord(of: field)
      guard field == form.focus else { return [.field(field, words: [chosen])] }
      let lines = form.wordLines(of: field, columns: columns)
      // If not all words fit, show those around the chosen one.
      guard hasRoom else {
        return [.field(field, words: lines.first { $0.contains(chosen) } ?? [])]
      }
      return [.field(field, words: lines[0])] + lines.dropFirst().map { .words(field, $0) }
    }
    if area.rows >= fields.count * 2 + 8 + more.count {
      return [.title, .gap]
        + fields.flatMap { field in
          let remarks = remarks(field)
          let hasNeighbor = form.entry.kind.neighbor(of: field) != nil
          return lines(field) + (remarks.isEmpty && !hasNeighbor ? [.gap] : remarks)
        } + total + more
    }
    // Show errors at their fields as long as the whole form fits.
    func rows(withErrors: Bool) -> [FormRow] {
      func hasError(_ field: TransactionForm.Field) -> Bool {
        form.error(on: field, check) != nil
      }
      let parts = fields.flatMap { field -> [FormRow] in
        // The age of a prefilled price stays visible regardless of the focus.
        let isSaid = withErrors && (hasError(field) || field == .price) || field == form.focus
        return lines(field, hasRoom: withErrors) + (isSaid ? remarks(field) : [])
      }
      return [.title] + parts + total + more
    }
    let whole = rows(withErrors: true)
    return whole.count + 2 <= area.rows ? whole : rows(withErrors: false)
  }

  /// A field's error if it may be shown, otherwise its hint.
  private static func remarkRows(
    on field: TransactionForm.Field, _ form: TransactionForm, _ check: FormCheck,
    isPrivate: Bool, columns: Int, now: Date
  ) -> [FormRow] {
    if let error = form.error(on: field, check) {
      return wrapped(error, to: columns).map { .remark($0, .error) }
    }
    if field == .price, let age = form.priceAge(at: now) { return [.remark(age, .secondary)] }
    if field == form.focus, form.entry[field].isEmpty, let hint = form.entry.kind.hint(on: field) {
      return wrapped(hint, to: columns).map { .remark($0, .secondary) }
    }
    guard field == .amount, form.entry.kind.takesCoins, let coin = form.entry.coin else {
      return []
    }
    let amount = FormattedFigure.quantity(check.owned).text(isPrivate: isPrivate)
    let all = form.entry.kind == .sell ? "max sells all" : "max is all"
    return [.remark("of \(amount) \(CoinBook.Label(coin).symbol); \(all)", .secondary)]
  }

  private mutating func draw(
    _ row: FormRow, form: TransactionForm, check: FormCheck, isPrivate: Bool, in area: CellArea,
    at offset: Int
  ) {
    switch row {
    case .title:
      left(
        form.editing == nil
          ? "Add a transaction" : "Edit the \(form.event.moves.isEmpty ? "transaction" : "move")",
        .title, in: area, row: offset)
      if form.isSaving { right("Saving…", .secondary, in: area, row: offset) }
    case .gap: break
    case .more:
      left(
        Self.moreFields(form, in: area.columns - Self.formTextStart), .secondary, in: area,
        row: offset, from: Self.formTextStart)
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .field((form.rare.first ?? .notes).rawValue))
    case .field(let field, let words):
      guard let neighbor = form.entry.kind.neighbor(of: field) else {
        return draw(field, words, of: form, isPrivate: isPrivate, in: area, row: offset)
      }
      var half = area
      half.columns = area.columns / 2
      draw(field, of: form, isPrivate: isPrivate, in: half, row: offset)
      half.column += half.columns
      half.columns = area.columns - half.columns
      draw(neighbor, of: form, isPrivate: isPrivate, in: half, row: offset)
    case .words(let field, let words):
      drawWords(words, of: form, field, in: area, row: offset)
    case .remark(let text, let role):
      left(text, role, in: area, row: offset, from: Self.formTextStart)
    case .total:
      left(
        form.entry.kind.needsMoney ? "Sum" : "Worth", .secondary, in: area, row: offset, from: 1)
      let total = check.total.map { total in
        FormattedFigure.usd(
          total, role: .prominent,
          in: NumberFormat(code: form.entry[.currency].isEmpty ? "USD" : form.entry[.currency]))
      }
      let shown = total ?? (form.entry.kind.needsMoney ? .unknown : .sign("the day's price"))
      left(
        shown.text(isPrivate: isPrivate), shown.role, in: area, row: offset,
        from: Self.formTextStart)
    }
  }

  /// Draws a field: its label, and its words or text.
  private mutating func draw(
    _ field: TransactionForm.Field, _ words: [Int] = [], of form: TransactionForm,
    isPrivate: Bool, in area: CellArea, row: Int
  ) {
    let isFocused = field == form.focus
    left(
      form.entry.kind.title(of: field), isFocused ? .accent : .secondary, in: area, row: row,
      from: 1)
    if isFocused { left("›", .accent, in: area, row: row, from: -1) }
    hit(
      CellArea(column: area.column, row: area.row + row, columns: area.columns, rows: 1),
      .field(field.rawValue))
    if field.isChoice {
      drawWords(words, of: form, field, in: area, row: row)
    } else {
      drawText(form, field, isPrivate: isPrivate, in: area, row: row)
    }
  }

  private static let numbers = ["no", "one", "two", "three", "four"]

  private static func moreFields(_ form: TransactionForm, in available: Int) -> String {
    let names =
      "Below: "
      + form.rare.map { form.entry.kind.shortName(of: $0) }.joined(separator: ", ")
    guard columnWidth(of: names) > available else { return names }
    let count = form.rare.count
    return "Below: \(numbers.indices.contains(count) ? numbers[count] : "\(count)") more fields"
  }

  private mutating func drawText(
    _ form: TransactionForm, _ field: TransactionForm.Field, isPrivate: Bool, in area: CellArea,
    row: Int
  ) {
    let isFocused = field == form.focus
    var text = form.entry[field]
    if isPrivate, field.isSecret, !isFocused, !text.isEmpty { text = Self.mask }
    let caret = isFocused ? form.caret : text.count
    var before = Self.drawn(text.prefix(caret))
    let after = Self.drawn(text.dropFirst(caret))
    if field.isCoin, let coin = form.entry[coin: field] {
      before = "\(CoinBook.Label(coin).symbol)  \(before)"
    }
    let available = area.columns - Self.formTextStart - 1
    // Show the input area even if it is empty.
    left(
      String(repeating: "▁", count: max(0, available)), isFocused ? .borderFocused : .border,
      in: area,
      row: row, from: Self.formTextStart)
    // If the text is too long, show the part around the caret.
    while isFocused, columnWidth(of: before) > available { before.removeFirst() }
    if form.entry[field].isEmpty, field == .price, !form.entry.kind.needsMoney {
      let meaning = form.entry[.total].isEmpty ? "the day's price" : ""
      left(meaning, .secondary, in: area, row: row, from: Self.formTextStart)
    }
    left(before + after, .plain, in: area, row: row, from: Self.formTextStart, columns: available)
    guard isFocused else { return }
    let end = columnWidth(of: before)
    focus(area, row: row, column: Self.formTextStart + end)
    guard form.isSelected else { return }
    restyle(
      CellArea(
        column: area.column + Self.formTextStart, row: area.row + row, columns: end, rows: 1)
    ) { $0.isReversed = true }
  }

  /// Cleans typed text character by character, so that a trailing blank stays visible.
  private static func drawn(_ text: Substring) -> String {
    text.map { $0 == " " ? " " : cleaned(String($0)) }.joined()
  }

  /// Draws a line of words to choose from.
  private mutating func drawWords(
    _ shown: [Int], of form: TransactionForm, _ field: TransactionForm.Field, in area: CellArea,
    row: Int
  ) {
    let words = form.words(of: field)
    let chosen = form.chosenWord(of: field)
    let isFocused = field == form.focus
    var at = Self.formTextStart
    for index in shown {
      let isChosen = index == chosen
      let text = isChosen ? "[\(words[index])]" : " \(words[index]) "
      left(text, isChosen ? .plain : .secondary, in: area, row: row, from: at - 1)
      if isChosen, isFocused { focus(area, row: row, column: at) }
      hit(
        CellArea(
          column: area.column + at - 1, row: area.row + row, columns: text.count, rows: 1),
        .word(field: field.rawValue, index))
      at += words[index].count + 2
    }
  }
}

extension TransactionForm {
  /// The words of a field, by index, wrapped to the width.
  fileprivate func wordLines(of field: Field, columns: Int) -> [[Int]] {
    var lines: [[Int]] = [[]]
    var width = 0
    for (index, word) in words(of: field).enumerated() {
      if width > 0, width + word.count > columns {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(index)
      width += word.count + 2
    }
    return lines
  }

  /// A field's error, if it may be shown.
  fileprivate func error(on field: Field, _ check: FormCheck) -> String? {
    if let refusal = refusal(on: field) { return refusal }
    guard touched.contains(field), let error = check.errors[field] else { return nil }
    let title = entry.kind.title(of: field)
    return !sharesLine(field) || error.hasPrefix(title) ? error : "\(title): \(error)"
  }

  /// Whether the field shares its line, so that an error must name the field.
  private func sharesLine(_ field: Field) -> Bool {
    entry.kind.neighbor(of: field) != nil
      || fields.contains { entry.kind.neighbor(of: $0) == field }
  }

  /// Whether the kind has an amount paid or a value.
  fileprivate var hasTotal: Bool { entry.kind.needsMoney || entry.kind.takesDayPrice }

  /// Age of an unchanged prefilled price; `nil` for a typed one.
  fileprivate func priceAge(at now: Date) -> String? {
    guard editing == nil, let coin = entry.coin, let price = coin.currentPrice,
      entry[.price] == price.description
    else { return nil }
    return "the last known price\(coin.lastUpdated.map { ", \(ageText(of: $0, at: now))" } ?? "")"
  }
}
