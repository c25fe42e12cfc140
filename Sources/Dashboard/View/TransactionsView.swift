import CellGrid
import FoundationEssentials
import Portfolio

extension DashboardState {
  /// The room of the transactions' rows, below their heading.
  var transactionRowsArea: CellArea { pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1) }
}

/// Where the columns of a table of transactions stand; they give way in this order: notes, name,
/// total, price. Day, kind, coin and amount stay.
struct TransactionsLayout {
  private(set) var ends: [Column: (start: Int, end: Int)] = [:]

  enum Column: CaseIterable { case day, kind, symbol, name, amount, price, total, notes }

  init(_ widths: TransactionWidths, isPrivate: Bool, hasCoin: Bool, room: Int) {
    let figures = widths[isPrivate: isPrivate]
    var sizes: [Column: Int] = [
      .day: 10, .kind: 4, .symbol: widths.symbol, .name: min(widths.name, 10),
      .amount: max(6, figures.amount.total), .price: max(5, figures.price.total),
      .total: max(5, figures.total.total), .notes: 12,
    ]
    if !hasCoin {
      sizes[.symbol] = nil
      sizes[.name] = nil
    }
    func needed() -> Int { sizes.values.reduce(0) { $0 + $1 + 2 } }
    for column in [Column.notes, .name, .total, .price] where needed() > room {
      sizes[column] = nil
    }
    if sizes[.name] != nil {
      sizes[.name] = min(widths.name, 10 + max(0, room - needed()))
    }
    var spare = max(0, room - needed())
    if let notes = sizes[.notes] {
      sizes[.notes] = notes + spare
      spare = 0
    }
    var at = 2
    for column in Column.allCases {
      guard let size = sizes[column] else { continue }
      // Without notes at the end the room lies before the figures.
      if column == .amount { at += spare }
      ends[column] = (at, at + size)
      at += size + 2
    }
  }
}

extension Painter {
  mutating func drawTransactions(_ state: DashboardState) {
    let page = state.transactions
    let area = state.transactionRowsArea
    guard state.data != nil, !page.isEmpty else {
      let middle = state.rows / 2 - 1
      let text = state.data == nil ? "Reading the ledger…" : "No transactions"
      centred(text, .secondary, in: state.bodyArea, row: middle)
      if state.data != nil {
        centred("a  add the first one", .secondary, in: state.bodyArea, row: middle + 2)
      }
      return
    }
    let layout = TransactionsLayout(
      page.widths, isPrivate: state.isPrivate, hasCoin: true, room: area.columns)
    var heading = area
    heading.row -= 1
    drawTransactionsHeading(layout, in: heading)
    if page.shown.isEmpty {
      left("No transaction matches", .secondary, in: area, row: 0, from: 2)
    }
    for (offset, transaction) in page.shown.dropFirst(page.list.top).prefix(area.rows).enumerated()
    {
      let index = page.list.top + offset
      draw(
        transaction, label: page.book[transaction.coinId], widths: page.widths, layout: layout,
        isPrivate: state.isPrivate, in: area, row: offset)
      if index == page.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(index))
    }
  }

  mutating func drawTransactionsHeading(
    _ layout: TransactionsLayout, in area: CellArea, row: Int = 0
  ) {
    let titles: [(TransactionsLayout.Column, String)] = [
      (.day, "Date"), (.symbol, "Coin"), (.name, "Name"), (.notes, "Notes"),
    ]
    for (column, title) in titles {
      guard let place = layout.ends[column] else { continue }
      left(
        title, .secondary, in: area, row: row, from: place.start, columns: place.end - place.start)
    }
    let figures: [(TransactionsLayout.Column, String)] = [
      (.amount, "Amount"), (.price, "Price"), (.total, "Total"),
    ]
    for (column, title) in figures {
      guard let place = layout.ends[column] else { continue }
      right(title, .secondary, in: area, row: row, before: place.end)
    }
  }

  mutating func draw(
    _ transaction: Transaction, label: CoinBook.Label, widths: TransactionWidths,
    layout: TransactionsLayout, isPrivate: Bool, in area: CellArea, row: Int
  ) {
    let note = Figure.note(transaction.notes ?? "").text(isPrivate: isPrivate)
    let texts: [(TransactionsLayout.Column, String, Role)] = [
      (.day, transaction.date.utcDayText, .secondary),
      (.kind, transaction.type.displayName, .plain),
      (.symbol, label.symbol, .title), (.name, label.name, .secondary), (.notes, note, .secondary),
    ]
    for (column, text, role) in texts {
      guard let place = layout.ends[column] else { continue }
      left(text, role, in: area, row: row, from: place.start, columns: place.end - place.start)
    }
    let figures = TransactionFigures(transaction)
    let columns = widths[isPrivate: isPrivate]
    for (column, figure, width) in [
      (TransactionsLayout.Column.amount, figures.amount, columns.amount),
      (.price, figures.price, columns.price), (.total, figures.total, columns.total),
    ] {
      guard let place = layout.ends[column] else { continue }
      let text = figure.text(isPrivate: isPrivate)
      let blanks = text.contains { $0.isNumber } || text == "—" ? width.blanksAfter(text) : 0
      right(text, figure.role, in: area, row: row, before: place.end - blanks)
    }
  }
}
