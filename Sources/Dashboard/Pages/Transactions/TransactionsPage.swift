import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first, read by the page.
struct TransactionsPage: Page {
  static let tab = DashboardTab.transactions
  static let context = DashboardContext.transactions
  static let action = ActionID.goTransactions
  static let emptyTitle: String? = "No transactions yet"

  /// Those that were read of the list.
  private(set) var window = RowWindow()
  /// The newest few, whatever the filter.
  private(set) var newest: [Transaction] = []
  /// What those amount to.
  private(set) var newestCounted = CountedRows()
  private(set) var book = CoinBook()
  private(set) var widths = TransactionWidths()
  private(set) var total = 0
  private var version: Int?
  private var currency = usDollarCode
  private var coinIDs: [String] = []
  /// The list that is wanted, wherever it is read from.
  private var wanted: RowRequest?
  var list = RowList()
  private var narrowing = Filter()
  private(set) var order = TransactionOrder()
  /// The transaction that was written last, until its place is known.
  private var sought: UUID?
  /// Whether the selection goes back to the top with the next rows.
  private var startsOver = false

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
    showNewest()
  }

  /// Begins with the newest transactions, which are known before anything is read.
  private mutating func showNewest() {
    guard window.request == nil, var request = wanted, request.words.isEmpty,
      request.order == TransactionOrder()
    else { return }
    request.limit = newest.count
    window = RowWindow(request, RowPage(rows: newest, counted: newestCounted, count: total))
  }

  private mutating func include(_ rows: [Transaction], _ counted: CountedRows) {
    for row in rows { widths.include(row, counted, label: book[row.coinId]) }
  }

  /// Works out which list is wanted; its rows come when they are read.
  private mutating func arrange() {
    guard let version else { return }
    let key = narrowing.key
    wanted = RowRequest(
      version: version, currency: currency, filter: key.text,
      words: key.words.map { RowWord($0, coinIDs: coinIDs, book: book) }, coinOrder: coinOrder,
      order: order, offset: 0, limit: 0)
  }

  /// The coins in the order of the text that rows are sorted by.
  private var coinOrder: [String] {
    guard order.column == .symbol || order.column == .name else { return [] }
    let keys = coinIDs.map { id in
      (text: (order.column == .symbol ? book[id].symbol : book[id].name).lowercased(), id: id)
    }
    return keys.sorted { ($0.text, $0.id) < ($1.text, $1.id) }.map(\.id)
  }

  /// What has to be read so that the rows on the screen are known.
  func readings(in state: DashboardState) -> [LedgerReading] {
    guard let wanted, total > 0 || window.count > 0 else { return [] }
    let missing = window.missing(
      of: wanted, top: startsOver ? 0 : list.top, height: state.transactionRowsArea.rows,
      anchor: startsOver ? nil : selected?.id, seeking: sought)
    return missing.map { [.rows($0)] } ?? []
  }

  /// Takes rows in; those of a list that is wanted no more are left.
  mutating func show(_ page: RowPage, for request: RowRequest) {
    guard let wanted, request.isSameList(as: wanted) else { return }
    window = RowWindow(request, page)
    include(page.rows, page.counted)
    if startsOver { list = RowList() }
    startsOver = false
    if let place = page.anchorPlace, sought == nil || sought == request.anchor {
      list.selection = place
    }
    if sought == request.anchor { sought = nil }
    list.go(to: list.selection, count: page.count) { _ in true }
  }

  /// Selects the transaction that was added or edited as soon as its place is known.
  mutating func seek(_ change: DashboardChange) {
    switch change {
    case .record(let terms, let id): sought = terms.kind?.isMove == true ? nil : id
    case .edit(let id, _, _): sought = id
    case .delete: sought = nil
    }
  }

  /// Whether rows of the list that is wanted are shown.
  var isCurrent: Bool {
    wanted.map { wanted in window.request?.isSameList(as: wanted) == true } ?? true
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    let old = narrowing.key
    change(&narrowing)
    guard narrowing.key != old else { return }
    startsOver = true
    arrange()
  }

  var filter: Filter? { narrowing }

  mutating func sort(byColumn number: Int) {
    if let column = TransactionColumn(rawValue: number) { sort(by: column) }
  }

  mutating func sort(by column: TransactionColumn) {
    order.choose(column)
    arrange()
  }

  /// Takes an order over from another session.
  mutating func restore(_ order: TransactionOrder) {
    self.order = order
    arrange()
  }

  /// Sorts by the column after the present one, of those that are shown.
  mutating func sortByNext(in columns: [TransactionColumn]) {
    let place = columns.firstIndex(of: order.column).map { $0 + 1 } ?? 0
    if !columns.isEmpty { sort(by: columns[place % columns.count]) }
  }

  mutating func reverse() { sort(by: order.column) }

  var selected: Transaction? { window[list.selection] }
  var count: Int { window.count }
  var isEmpty: Bool { total == 0 }
}
