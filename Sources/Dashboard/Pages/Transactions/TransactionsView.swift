import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// Area of the rows of transactions, below the heading.
  var transactionRowsArea: CellArea { listArea(leaving: transactionDetail) }

  /// Layout of the selected transaction's detail; `nil` without one.
  var transactionDetail: DetailParts? {
    guard transactions.selected != nil else { return nil }
    return detail(
      ofRows: transactions.count, heading: 3,
      columns: TransactionsLayout.columns(
        transactions.widths, isPrivate: isPrivate, hiding: transactions.hiddenColumns))
  }

  /// Area of a list's rows, below the heading and without the selected row's detail.
  func listArea(leaving detail: DetailParts?) -> CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1)
    if let detail { area = area.leaving(detail) }
    return area
  }
}

extension Painter {
  mutating func drawTransactions(_ state: DashboardState, now: Date) {
    let page = state.transactions
    let whole = state.transactionRowsArea
    guard state.data != nil else {
      centered("Reading the ledger…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
      return
    }
    let area = numbered(
      whole, list: page.list, count: page.count, isShown: state.showsNumbers)
    let layout = TransactionsLayout(
      page.widths, isPrivate: state.isPrivate, hiding: page.hiddenColumns, available: area.columns)
    var heading = area
    heading.row -= 1
    drawTransactionsHeading(layout, order: page.order, in: heading)
    if whole.row > 1 {
      var title = whole
      title.row -= 2
      drawListTitle(
        "Transactions", list: page.list, count: page.count, total: page.total,
        filter: page.filter?.text ?? "", day: state.data?.day(at: now), hint: state.movesHint,
        isPrivate: state.isPrivate, in: title, row: 0)
    }
    if page.count == 0 {
      let isRead = page.rows.isCurrent && page.window.request != nil
      left(
        isRead ? "No transaction matches" : "Reading the ledger…", .secondary, in: area, row: 0,
        from: 2)
    }
    for offset in 0..<max(0, min(area.rows, page.count - page.list.top)) {
      let index = page.list.top + offset
      if let transaction = page.window[index] {
        draw(
          transaction, page.window.counted, label: page.book[transaction.coinId],
          widths: page.widths, layout: layout, isPrivate: state.isPrivate, in: area, row: offset)
      } else {
        left("…", .secondary, in: area, row: offset, from: 2)
      }
      if index == page.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(index))
    }
    drawScrollBar(list: page.list, count: page.count, beside: whole)
    if let detail = state.transactionDetail { drawTransaction(detail, state, now: now) }
  }

  /// Draws column titles, which respond to the mouse; the sort column has an arrow.
  mutating func drawTransactionsHeading(
    _ layout: TransactionsLayout, order: TransactionOrder?, in area: CellArea, row: Int = 0
  ) {
    for column in TransactionColumn.allCases {
      guard let span = layout.columnRanges[column] else { continue }
      let isSorted = column == order?.column
      let arrow = isSorted ? (order?.isAscending == true ? "↑" : "↓") : ""
      let role: Role = isSorted ? .accent : .secondary
      // In a narrow column, the arrow follows the title directly and may use the column gap.
      let space = column.title.count + 2 <= span.count ? " " : ""
      let title = isSorted ? column.title + space + arrow : column.title
      if column.isFigure {
        right(title, role, in: area, row: row, before: span.upperBound)
      } else {
        left(
          title, role, in: area, row: row, from: span.lowerBound,
          columns: max(span.count, isSorted ? title.count : 0))
      }
      guard order != nil else { continue }
      hit(
        CellArea(
          column: area.column + span.lowerBound, row: area.row + row, columns: span.count,
          rows: 1),
        .sort(column.rawValue))
    }
  }

  mutating func draw(
    _ transaction: Transaction, _ counted: CountedRows, label: CoinBook.Label,
    widths: TransactionWidths, layout: TransactionsLayout, isPrivate: Bool, in area: CellArea,
    row: Int
  ) {
    let note = FormattedFigure.note(transaction.notes ?? "").text(isPrivate: isPrivate)
    let texts: [(TransactionColumn, String, Role)] = [
      (.day, days.day(transaction.date), .secondary),
      (.kind, transaction.kind.displayName, .plain),
      (.symbol, label.symbol, .title), (.name, label.secondName, .secondary),
      (.account, cleaned(transaction.account ?? ""), .secondary), (.notes, note, .secondary),
    ]
    for (column, text, role) in texts {
      guard let span = layout.columnRanges[column] else { continue }
      left(text, role, in: area, row: row, from: span.lowerBound, columns: span.count)
    }
    let figures = counted.figures(of: transaction)
    let columns = widths[isPrivate: isPrivate]
    for (column, figure, width) in [
      (TransactionColumn.amount, figures.amount, columns.amount),
      (.price, figures.price, columns.price), (.total, figures.total, columns.total),
    ] {
      guard let span = layout.columnRanges[column] else { continue }
      var text = figure.text(isPrivate: isPrivate)
      // Never cut a figure: half a number is a wrong number.
      if columnWidth(of: text) > span.count {
        text =
          column == .amount && !isPrivate
          ? Figures.quantity(transaction.amount, fitting: span.count) : "…"
      }
      let blanks = layout.isAligned && span.count >= width.total ? width.blanksAfter(text) : 0
      right(text, figure.role, in: area, row: row, before: span.upperBound - blanks)
    }
  }
}
