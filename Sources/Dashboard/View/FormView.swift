import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// One row of the form as it is drawn.
private enum FormRow {
  case title
  case field(TransactionForm.Field)
  /// What there is to say on a field.
  case remark(String, Role)
  case total
  case gap
  /// That there are fields which few trades need.
  case more
}

extension Painter {
  static let formTextStart = 9
  /// What is only drawn needs no identity.
  private static let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  private static let formColumns = 66
  private static let mask = "•••••"

  mutating func draw(_ form: TransactionForm, state: DashboardState, now: Date) {
    let check = FormCheck(form, in: state, now: now, id: Self.noID)
    let body = state.bodyArea
    let rows = Self.rows(form, check, isPrivate: state.isPrivate, in: body, now: now)
    let hasFrame = body.rows >= rows.count + 2 && body.columns >= 30
    let height = min(body.rows, rows.count + (hasFrame ? 2 : 0))
    let width = min(body.columns, Self.formColumns)
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    clear(hasFrame ? area : body)
    // Without a frame the focused field's mark takes the first column.
    let inside = hasFrame ? box(area, isFocused: true) : area.dropFirstColumn()
    // Without room for all the rows those around the focused field are shown.
    let focus = rows.firstIndex { if case .field(form.focus) = $0 { true } else { false } } ?? 0
    let top = max(0, min(focus - inside.rows / 2, rows.count - inside.rows))
    for (offset, row) in rows.dropFirst(top).prefix(inside.rows).enumerated() {
      draw(row, form: form, check: check, isPrivate: state.isPrivate, in: inside, at: offset)
    }
    if form.isSearching {
      drawSuggestions(
        of: form, state: state, in: inside.dropFirstRows(focus - top + 1), now: now)
    }
  }

  /// Every field with its remark below it; where there is no room for that, the remark on the
  /// focused field alone.
  private static func rows(
    _ form: TransactionForm, _ check: FormCheck, isPrivate: Bool, in area: CellArea,
    now: Date
  ) -> [FormRow] {
    // The frame, the title, the sum and two lines of remarks.
    let hasAll = form.showsRare || area.rows >= form.fields.count + 6
    let fields = form.fields.filter { hasAll || !TransactionForm.rare.contains($0) }
    let more: [FormRow] = hasAll ? [] : [.more]
    let columns = min(area.columns, formColumns) - formTextStart - 4
    func remarks(_ field: TransactionForm.Field) -> [FormRow] {
      remarkRows(on: field, form, check, isPrivate: isPrivate, columns: columns, now: now)
    }
    if area.rows >= fields.count * 2 + 7 + more.count {
      return [.title, .gap]
        + fields.flatMap { field in
          let remarks = remarks(field)
          return [.field(field)] + (remarks.isEmpty ? [.gap] : remarks)
        } + [.total] + more
    }
    // Errors stand by their fields as long as the form is seen whole.
    func rows(withErrors: Bool) -> [FormRow] {
      func hasError(_ field: TransactionForm.Field) -> Bool {
        form.touched.contains(field) && check.errors[field] != nil
      }
      let parts = fields.flatMap { field -> [FormRow] in
        // A price that was filled in has its age wherever one types.
        let isSaid = hasError(field) || field == .price && field != form.focus
        return [.field(field)] + (withErrors && isSaid ? remarks(field) : [])
      }
      let focused = withErrors && hasError(form.focus) ? [] : remarks(form.focus)
      return [.title] + parts + focused + [.total] + more
    }
    let whole = rows(withErrors: true)
    return whole.count + 2 <= area.rows ? whole : rows(withErrors: false)
  }

  /// A field's error once it may be told, or else help with filling it in.
  private static func remarkRows(
    on field: TransactionForm.Field, _ form: TransactionForm, _ check: FormCheck,
    isPrivate: Bool, columns: Int, now: Date
  ) -> [FormRow] {
    if form.touched.contains(field), let error = check.errors[field] {
      return wrapped(error, to: columns).map { .remark($0, .error) }
    }
    if field == .price, let age = form.priceAge(at: now) { return [.remark(age, .secondary)] }
    if let hint = hint(on: field, form) {
      return wrapped(hint, to: columns).map { .remark($0, .secondary) }
    }
    guard field == .amount, form.entry.kind == .sell, let coin = form.entry.coin else { return [] }
    let amount = FormattedFigure.quantity(check.owned).text(isPrivate: isPrivate)
    return [.remark("of \(amount) \(CoinBook.Label(coin).symbol); max sells all", .secondary)]
  }

  /// What an empty field of the rarer ones means.
  private static func hint(on field: TransactionForm.Field, _ form: TransactionForm) -> String? {
    guard field == form.focus, form.entry[field].isEmpty else { return nil }
    return switch field {
    case .total: "instead of the price: what was paid, without the fee"
    case .currency: "the currency of price and total; empty for USD"
    case .fee: "like 1.5, 1.5 EUR, or an amount of the coin"
    case .account: "an exchange or a wallet"
    default: nil
    }
  }

  private mutating func draw(
    _ row: FormRow, form: TransactionForm, check: FormCheck, isPrivate: Bool, in area: CellArea,
    at offset: Int
  ) {
    switch row {
    case .title:
      left(
        form.editing == nil ? "Add a transaction" : "Edit the transaction", .title, in: area,
        row: offset)
      if form.isSaving { right("Saving…", .secondary, in: area, row: offset) }
    case .gap: break
    case .more:
      left(
        Self.moreFields(form, in: area.columns - Self.formTextStart), .secondary, in: area,
        row: offset, from: Self.formTextStart)
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .field(
          (form.entry.kind == .gift ? TransactionForm.Field.account : .total).rawValue))
    case .field(let field):
      let isFocused = field == form.focus
      left(field.title, isFocused ? .accent : .secondary, in: area, row: offset, from: 1)
      if isFocused { left("›", .accent, in: area, row: offset, from: -1) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .field(field.rawValue))
      if field == .kind {
        drawKinds(form, in: area, row: offset)
      } else {
        drawText(form, field, isPrivate: isPrivate, in: area, row: offset)
      }
    case .remark(let text, let role):
      left(text, role, in: area, row: offset, from: Self.formTextStart)
    case .total:
      left("Sum", .secondary, in: area, row: offset, from: 1)
      let total =
        form.entry.kind == .gift
        ? FormattedFigure.sign("a gift")
        : .usd(
          check.total, role: .prominent,
          in: NumberFormat(code: form.entry[.currency].isEmpty ? "USD" : form.entry[.currency]))
      left(
        total.text(isPrivate: isPrivate), total.role, in: area, row: offset,
        from: Self.formTextStart)
    }
  }

  private static func moreFields(_ form: TransactionForm, in room: Int) -> String {
    if form.entry.kind == .gift { return "Below: account" }
    let names = "Below: total, currency, fee, account"
    return columnWidth(of: names) <= room ? names : "Below: four more fields"
  }

  private mutating func drawText(
    _ form: TransactionForm, _ field: TransactionForm.Field, isPrivate: Bool, in area: CellArea,
    row: Int
  ) {
    let isFocused = field == form.focus
    let isSecret = [.amount, .price, .notes, .total, .fee].contains(field)
    var text = form.entry[field]
    if isPrivate, isSecret, !isFocused, !text.isEmpty { text = Self.mask }
    let caret = isFocused ? form.caret : text.count
    var before = Self.drawn(text.prefix(caret))
    let after = Self.drawn(text.dropFirst(caret))
    if field == .coin, let coin = form.entry.coin {
      before = "\(CoinBook.Label(coin).symbol)  \(before)"
    }
    let room = area.columns - Self.formTextStart - 1
    // Of a text that is too long the part around the caret is seen.
    while isFocused, columnWidth(of: before) > room { before.removeFirst() }
    left(before + after, .plain, in: area, row: row, from: Self.formTextStart)
    guard isFocused else { return }
    let end = columnWidth(of: before)
    focus(area, row: row, column: Self.formTextStart + end)
    guard form.isSelected else { return }
    restyle(
      CellArea(
        column: area.column + Self.formTextStart, row: area.row + row, columns: end, rows: 1)
    ) { $0.isReversed = true }
  }

  /// Typed text character by character, so that the blank one has just typed is there.
  private static func drawn(_ text: Substring) -> String {
    text.map { $0 == " " ? " " : cleaned(String($0)) }.joined()
  }

  private mutating func drawKinds(_ form: TransactionForm, in area: CellArea, row: Int) {
    var at = Self.formTextStart
    for (index, kind) in TransactionType.allCases.enumerated() {
      let isChosen = kind == form.entry.kind
      let text = isChosen ? "[\(kind.displayName)]" : " \(kind.displayName) "
      left(text, isChosen ? .plain : .secondary, in: area, row: row, from: at - 1)
      if isChosen, form.focus == .kind { focus(area, row: row, column: at) }
      hit(
        CellArea(
          column: area.column + at - 1, row: area.row + row, columns: text.count, rows: 1),
        .kind(index))
      at += kind.displayName.count + 3
    }
  }
}

extension TransactionForm {
  /// How old the price is that was filled in and not changed; `nil` for one that was typed.
  fileprivate func priceAge(at now: Date) -> String? {
    guard editing == nil, let coin = entry.coin, let price = coin.currentPrice,
      entry[.price] == price.canonicalText
    else { return nil }
    return "the last known price\(coin.lastUpdated.map { ", \(ageText(of: $0, at: now))" } ?? "")"
  }
}
