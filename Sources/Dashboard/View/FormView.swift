import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

/// One row of the form as it is drawn.
private enum FormRow {
  case title
  case field(TransactionForm.Field)
  /// What there is to say on a field: its error, or help with filling it in.
  case remark(TransactionForm.Field)
  case total
  case gap
}

extension Painter {
  private static let textStart = 9
  /// What is only drawn needs no identity.
  private static let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  private static let formColumns = 66
  private static let mask = "•••••"

  mutating func draw(_ form: TransactionForm, state: DashboardState, now: Date) {
    let fields = form.fields
    let isRoomy = state.rows - 1 >= fields.count * 2 + 6
    var rows: [FormRow] = [.title]
    if isRoomy { rows.append(.gap) }
    for field in fields { rows += isRoomy ? [.field(field), .remark(field)] : [.field(field)] }
    rows += isRoomy ? [.total] : [.remark(form.focus), .total]
    let body = state.bodyArea
    let hasFrame = body.rows >= rows.count + 2 && body.columns >= 30
    let height = min(body.rows, rows.count + (hasFrame ? 2 : 0))
    let width = min(body.columns, Self.formColumns)
    let area = CellArea(
      column: (body.columns - width) / 2, row: (body.rows - height) / 2, columns: width,
      rows: height)
    clear(hasFrame ? area : body)
    let inside = hasFrame ? box(area, isFocused: true) : area
    // Without room for all the rows those around the focused field are shown.
    let focus = rows.firstIndex { if case .field(form.focus) = $0 { true } else { false } } ?? 0
    let top = max(0, min(focus - inside.rows / 2, rows.count - inside.rows))
    let check = FormCheck(form, in: state, now: now, id: Self.noID)
    for (offset, row) in rows.dropFirst(top).prefix(inside.rows).enumerated() {
      draw(row, form: form, check: check, isPrivate: state.isPrivate, in: inside, at: offset)
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
    case .field(let field):
      let isFocused = field == form.focus
      left(field.title, isFocused ? .accent : .secondary, in: area, row: offset, from: 1)
      if isFocused { left("›", .accent, in: area, row: offset, from: -1) }
      if field == .kind {
        drawKinds(form, in: area, row: offset)
      } else {
        drawText(form, field, isPrivate: isPrivate, in: area, row: offset)
      }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .field(field.rawValue))
    case .remark(let field):
      drawRemark(on: field, form, check, isPrivate: isPrivate, in: area, row: offset)
    case .total:
      left("Total", .secondary, in: area, row: offset, from: 1)
      let total =
        form.entry.kind == .gift ? Figure.sign("a gift") : .usd(check.total, role: .prominent)
      left(
        total.text(isPrivate: isPrivate), total.role, in: area, row: offset, from: Self.textStart)
    }
  }

  private mutating func drawText(
    _ form: TransactionForm, _ field: TransactionForm.Field, isPrivate: Bool, in area: CellArea,
    row: Int
  ) {
    let isFocused = field == form.focus
    let isSecret = [.amount, .price, .notes].contains(field)
    var text = cleaned(form.entry[field])
    if isPrivate, isSecret, !isFocused, !text.isEmpty { text = Self.mask }
    if field == .coin, let coin = form.entry.coin {
      text = "\(CoinBook.Label(coin).symbol)  \(text)"
    }
    let room = area.columns - Self.textStart - 1
    // The end of a long text is where one types.
    while isFocused, columnWidth(of: text) > room { text.removeFirst() }
    left(text, .plain, in: area, row: row, from: Self.textStart)
    guard isFocused else { return }
    let cursor = Self.textStart + min(columnWidth(of: text), room)
    restyle(CellArea(column: area.column + cursor, row: area.row + row, columns: 1, rows: 1)) {
      $0.isReversed = true
    }
  }

  private mutating func drawKinds(_ form: TransactionForm, in area: CellArea, row: Int) {
    var at = Self.textStart
    for kind in TransactionType.allCases {
      let isChosen = kind == form.entry.kind
      left(
        isChosen ? "[\(kind.displayName)]" : " \(kind.displayName) ",
        isChosen ? .plain : .secondary, in: area, row: row, from: at - 1)
      at += kind.displayName.count + 3
    }
  }

  private mutating func drawRemark(
    on field: TransactionForm.Field, _ form: TransactionForm, _ check: FormCheck,
    isPrivate: Bool, in area: CellArea, row: Int
  ) {
    let start = Self.textStart
    if field == .coin, form.focus == .coin, form.entry.coin == nil {
      var at = start
      for (index, coin) in form.suggestions.enumerated() {
        let isChosen = index == form.suggestion
        let label = CoinBook.Label(coin)
        let text = isChosen ? "\(label.symbol) \(label.name)" : label.symbol
        guard at + columnWidth(of: text) <= area.columns else { return }
        left("›", .accent, in: area, row: row, from: isChosen ? at - 1 : area.columns)
        left(text, isChosen ? .accent : .secondary, in: area, row: row, from: at)
        hit(
          CellArea(
            column: area.column + at, row: area.row + row, columns: columnWidth(of: text), rows: 1),
          .suggestion(index))
        at += columnWidth(of: text) + 2
      }
      if !form.suggestions.isEmpty { return }
    }
    if form.touched.contains(field), let error = check.errors[field] {
      left(error, .error, in: area, row: row, from: start)
    } else if field == .amount, form.entry.kind == .sell, let coin = form.entry.coin {
      let amount = Figure.quantity(check.owned).text(isPrivate: isPrivate)
      left(
        "of \(amount) \(CoinBook.Label(coin).symbol); max sells all", .secondary, in: area,
        row: row, from: start)
    }
  }
}
