import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// The room of the transactions' rows, below their heading.
  var transactionRowsArea: CellArea { pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1) }
}

extension Painter {
  mutating func drawTransactions(_ state: DashboardState) {
    let page = state.transactions
    let area = state.transactionRowsArea
    guard state.data != nil else {
      centred("Reading the ledger…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
      return
    }
    let layout = TransactionsLayout(
      page.widths, isPrivate: state.isPrivate, hasCoin: true, room: area.columns)
    var heading = area
    heading.row -= 1
    drawTransactionsHeading(layout, order: page.order, in: heading)
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

  /// The titles of the columns; the one of an order carries its arrow, and all answer to the mouse.
  mutating func drawTransactionsHeading(
    _ layout: TransactionsLayout, order: TransactionOrder?, in area: CellArea, row: Int = 0
  ) {
    for column in TransactionColumn.allCases {
      guard let place = layout.places[column] else { continue }
      let isSorted = column == order?.column
      let arrow = isSorted ? (order?.isAscending == true ? "↑" : "↓") : ""
      let role: Role = isSorted ? .accent : .secondary
      // In a narrow column the arrow stands close, and may take the gap behind it.
      let space = column.title.count + 2 <= place.count ? " " : ""
      let title = isSorted ? column.title + space + arrow : column.title
      if column.isFigure {
        right(title, role, in: area, row: row, before: place.upperBound)
      } else {
        left(
          title, role, in: area, row: row, from: place.lowerBound,
          columns: max(place.count, isSorted ? title.count : 0))
      }
      guard order != nil else { continue }
      hit(
        CellArea(
          column: area.column + place.lowerBound, row: area.row + row, columns: place.count,
          rows: 1),
        .sort(column.rawValue))
    }
  }

  mutating func draw(
    _ transaction: Transaction, label: CoinBook.Label, widths: TransactionWidths,
    layout: TransactionsLayout, isPrivate: Bool, in area: CellArea, row: Int
  ) {
    let note = Figure.note(transaction.notes ?? "").text(isPrivate: isPrivate)
    let texts: [(TransactionColumn, String, Role)] = [
      (.day, transaction.date.utcDayText, .secondary),
      (.kind, transaction.type.displayName, .plain),
      (.symbol, label.symbol, .title), (.name, label.name, .secondary), (.notes, note, .secondary),
    ]
    for (column, text, role) in texts {
      guard let place = layout.places[column] else { continue }
      left(text, role, in: area, row: row, from: place.lowerBound, columns: place.count)
    }
    let figures = TransactionFigures(transaction)
    let columns = widths[isPrivate: isPrivate]
    for (column, figure, width) in [
      (TransactionColumn.amount, figures.amount, columns.amount),
      (.price, figures.price, columns.price), (.total, figures.total, columns.total),
    ] {
      guard let place = layout.places[column] else { continue }
      var text = figure.text(isPrivate: isPrivate)
      // A figure is never cut: half a number is a wrong number.
      if columnWidth(of: text) > place.count { text = "…" }
      let blanks = layout.isAligned && place.count >= width.total ? width.blanksAfter(text) : 0
      right(text, figure.role, in: area, row: row, before: place.upperBound - blanks)
    }
  }
}
