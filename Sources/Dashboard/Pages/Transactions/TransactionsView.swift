import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// The room of the transactions' rows, below their heading.
  var transactionRowsArea: CellArea { listArea(above: transactionDetailArea) }

  /// The room of the selected transaction's detail, `nil` where there is none.
  var transactionDetailArea: CellArea? {
    transactions.selected == nil ? nil : detailArea(ofRows: transactions.count, heading: 3)
  }

  /// The room of a list's rows, below their heading and above the selected row's detail.
  func listArea(above detail: CellArea?) -> CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1)
    if let detail { area = area.leaving(detail) }
    return area
  }

  /// Terminal columns from which a list and the detail of its selected row share the page.
  private static let splitColumns = 100
  private static let leastDetailRows = 12
  private static let leastSideRows = 6
  /// Columns of a detail next to a list, at least and at most.
  private static let sideColumns = 46...84

  /// The room of the selected row's detail: below a list that leaves it enough rows, else next to
  /// it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - count: The list's rows.
  ///   - top: The page's row at which list and detail begin.
  ///   - heading: Rows of the list's title and headings, and the one above a detail below it.
  func detailArea(ofRows count: Int, from top: Int = 0, heading: Int) -> CellArea? {
    let room = pageArea
    guard columns >= Self.splitColumns else { return nil }
    let rows = room.rows - top - heading - count
    if rows >= Self.leastDetailRows {
      return CellArea(
        column: room.column, row: room.endRow - rows, columns: room.columns, rows: rows)
    }
    guard room.rows - top >= Self.leastSideRows else { return nil }
    let side = max(
      Self.sideColumns.lowerBound, min(room.columns * 2 / 5, Self.sideColumns.upperBound))
    return CellArea(
      column: room.endColumn - side, row: room.row + top, columns: side, rows: room.rows - top)
  }
}

/// The parts of a selected row's detail: its coin's chart, and what is known of the row.
struct DetailParts {
  /// `nil` where there is no room for one.
  let chart: CellArea?
  let facts: CellArea
  /// Whether both stand side by side in a frame; else the facts are below the chart.
  let hasFrame: Bool

  private static let factColumns = 46
  private static let leastChartColumns = 36
  private static let leastRowsWithChart = 22
  private static let leastChartRows = 10

  init(in area: CellArea) {
    hasFrame = area.columns >= Self.factColumns + Self.leastChartColumns + 7
    if hasFrame {
      let inside = area.insetBy(columns: 2, rows: 1)
      let columns = inside.columns - Self.factColumns - 3
      chart = CellArea(
        column: inside.column, row: inside.row, columns: columns, rows: inside.rows)
      facts = CellArea(
        column: inside.column + columns + 3, row: inside.row, columns: Self.factColumns,
        rows: inside.rows)
    } else if area.rows >= Self.leastRowsWithChart {
      let rows = max(Self.leastChartRows, area.rows * 2 / 5)
      chart = CellArea(column: area.column, row: area.row, columns: area.columns, rows: rows)
      facts = area.dropFirstRows(rows + 1)
    } else {
      (chart, facts) = (nil, area)
    }
  }
}

extension CellArea {
  /// The room of a list that a detail below or next to it leaves.
  func leaving(_ detail: CellArea) -> CellArea {
    var area = self
    if detail.column > column {
      area.columns = detail.column - column - 2
    } else {
      area.rows = detail.row - row - 1
    }
    return area
  }
}

extension Painter {
  mutating func drawTransactions(_ state: DashboardState, now: Date) {
    let page = state.transactions
    let whole = state.transactionRowsArea
    guard state.data != nil else {
      centred("Reading the ledger…", .secondary, in: state.bodyArea, row: state.rows / 2 - 1)
      return
    }
    let area = numbered(
      whole, list: page.list, count: page.count, isShown: state.showsNumbers)
    let layout = TransactionsLayout(
      page.widths, isPrivate: state.isPrivate, hiding: page.hiddenColumns, room: area.columns)
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
    if let detail = state.transactionDetailArea {
      drawTransactionDetail(state, in: detail, now: now)
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
      // In a narrow column the arrow follows the title without a space and may use the column gap.
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
      guard let place = layout.places[column] else { continue }
      left(text, role, in: area, row: row, from: place.lowerBound, columns: place.count)
    }
    let figures = counted.figures(of: transaction)
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
