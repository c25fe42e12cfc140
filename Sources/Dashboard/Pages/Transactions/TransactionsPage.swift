import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first, read in pages.
struct TransactionsPage: Page {
  static let tab = DashboardTab.transactions
  static let context = DashboardContext.transactions
  static let action = ActionID.goTransactions
  static let emptyTitle: String? = "No transactions yet"

  private(set) var rows = PagedList<Transaction>()
  /// The newest transactions, ignoring the filter.
  private(set) var newest: [Transaction] = []
  /// The same in the display currency.
  private(set) var newestCounted = CountedRows()
  private(set) var book = CoinBook()
  private(set) var widths = TransactionWidths()
  private(set) var total = 0
  private var version: Int?
  private var currency = usDollarCode
  private var coinIDs: [String] = []
  private(set) var order = TransactionOrder()
  var hiddenColumns = TransactionColumn.hiddenAtFirst

  mutating func show(_ data: DashboardData) {
    book = data.book
    if data.currency != currency { widths = TransactionWidths() }
    currency = data.currency
    newest = data.ledger.newest
    newestCounted = data.ledger.counted
    total = data.ledger.rowCount
    version = data.ledger.version
    coinIDs = data.ledger.coinIDs
    include(newest, newestCounted)
    arrange()
    rows.begin(with: RowPage(rows: newest, counted: newestCounted, count: total))
  }

  private mutating func include(_ rows: [Transaction], _ counted: CountedRows) {
    for row in rows { widths.include(row, counted, label: book[row.coinId]) }
  }

  /// Determines the list to request; its rows are read later.
  private mutating func arrange() {
    guard let version else { return }
    let key = rows.filter.key
    rows.request(
      RowRequest(
        version: version, currency: currency, filter: key.text,
        words: key.terms.compactMap { RowWord($0, coinIDs: coinIDs, book: book) },
        bounds: key.bounds, coinOrder: coinOrder,
        order: order, offset: 0, limit: 0))
  }

  /// Coin ids ordered by the text of the sort column.
  private var coinOrder: [String] {
    guard order.column == .symbol || order.column == .name else { return [] }
    let keys = coinIDs.map { id in
      (text: (order.column == .symbol ? book[id].symbol : book[id].name).lowercased(), id: id)
    }
    return keys.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.map(\.id)
  }

  /// Requests the visible rows that are not read yet.
  func readings(in state: DashboardState) -> [LedgerReading] {
    guard total > 0 || count > 0 else { return [] }
    return rows.missing(height: state.transactionRowsArea.rows).map { [.rows($0)] } ?? []
  }

  /// Shows rows, unless they belong to a list that is no longer requested.
  mutating func show(_ page: RowPage<Transaction>, for request: RowRequest) {
    if rows.show(page, for: request) { include(page.rows, page.counted) }
  }

  /// Selects an added or edited transaction once its index is known.
  mutating func seek(_ change: DashboardChange) {
    switch change {
    case .record(let terms, let id): rows.seek(terms.kind?.isMove == true ? nil : id)
    case .edit(let id, let shown, _): rows.seek(shown.moves.isEmpty ? id : nil)
    case .delete, .deleteMove, .answer, .revoke: rows.seek(nil)
    }
  }

  /// Adds names of coins without a position.
  mutating func name(_ coins: [Coin]) { book.add(coins) }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    if rows.changeFilter(change) { arrange() }
  }

  var filter: Filter? { rows.filter }

  mutating func sort(byColumn number: Int) {
    if let column = TransactionColumn(rawValue: number) { sort(by: column) }
  }

  mutating func sort(by column: TransactionColumn) {
    order.choose(column)
    arrange()
  }

  var sorting: Sorting? {
    order == TransactionOrder()
      ? nil : Sorting(column: order.column.rawValue, isAscending: order.isAscending)
  }

  mutating func restore(_ sorting: Sorting) {
    guard let column = TransactionColumn(rawValue: sorting.column) else { return }
    order = TransactionOrder(column, isAscending: sorting.isAscending)
    arrange()
  }

  /// Sorts by the next visible column.
  mutating func sortByNext(in columns: [TransactionColumn]) {
    let index = columns.firstIndex(of: order.column).map { $0 + 1 } ?? 0
    if !columns.isEmpty { sort(by: columns[index % columns.count]) }
  }

  mutating func reverse() { sort(by: order.column) }

  var window: RowWindow<Transaction> { rows.window }
  var list: RowList {
    get { rows.list }
    set { rows.list = newValue }
  }
  var selected: Transaction? { rows.selected }
  var count: Int { rows.count }
  var rowCount: Int { rows.count }
  var isEmpty: Bool { total == 0 }
}

extension TransactionsPage {
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open: if let id = selected?.coinId { return .coin(id) }
    case .sort: sortByNext(in: shownColumns(in: state))
    case .reverse: reverse()
    default:
      list.selection = state.target(
        of: action, from: list.selection, page: state.transactionRowsArea.rows, count: count)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: selected != nil
    case .sort, .reverse: count > 0
    case .filter: !isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    TransactionColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { list.selection = row }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(count: count, height: state.transactionRowsArea.rows)
  }

  var selectedTransaction: Transaction? { selected }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawTransactions(state, now: now)
  }

  /// The columns that fit.
  private func shownColumns(in state: DashboardState) -> [TransactionColumn] {
    let layout = TransactionsLayout(
      widths, isPrivate: state.isPrivate, hiding: hiddenColumns,
      available: state.transactionRowsArea.columns)
    return TransactionColumn.allCases.filter { layout.columnRanges[$0] != nil }
  }
}
