import CellGrid
import FoundationEssentials
import Portfolio

/// Transfers, deposits and withdrawals, newest first; replaces the list of transactions.
struct MovesPage: Page {
  static let tab = DashboardTab.transactions
  static let context = DashboardContext.moves
  static let action = ActionID.moves
  // There can be moves without any transaction.
  static let emptyTitle: String? = nil

  private(set) var rows = PagedList<RecordedEvent>()
  /// Figures of the rows read, and their widths so far.
  private(set) var table = MoveTable()
  private(set) var total = 0
  private var version: Int?
  private var coinIDs: [String] = []
  private var book = CoinBook()

  mutating func show(_ data: DashboardData) {
    book = data.book
    total = data.ledger.moveCount
    version = data.ledger.version
    coinIDs = data.ledger.coinIDs
    arrange()
  }

  /// Determines the list to request; its rows are read later.
  private mutating func arrange() {
    guard let version else { return }
    let key = rows.filter.key
    rows.request(
      RowRequest(
        version: version, filter: key.text,
        words: key.terms.compactMap { RowWord($0, coinIDs: coinIDs, book: book) },
        bounds: key.bounds, coinOrder: [],
        order: TransactionOrder(), offset: 0, limit: 0))
  }

  func readings(in state: DashboardState) -> [LedgerReading] {
    guard total > 0 || rows.count > 0 else { return [] }
    return rows.missing(height: state.moveRowsArea.rows).map { [.moves($0)] } ?? []
  }

  /// Shows rows, unless they belong to a list that is no longer requested.
  mutating func show(
    _ page: RowPage<RecordedEvent>, for request: RowRequest, _ days: LocalCalendarDays
  ) {
    guard rows.show(page, for: request) else { return }
    book.add(page.coins)
    table.show(page.rows, book: book, days: days)
  }

  /// Selects an added or edited move once its index is known.
  mutating func seek(_ change: DashboardChange) {
    switch change {
    case .record(let terms, let id): rows.seek(terms.kind?.isMove == true ? id : nil)
    case .edit(let id, let shown, _): rows.seek(shown.moves.isEmpty ? nil : id)
    case .delete, .deleteMove, .answer, .revoke: rows.seek(nil)
    }
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    if rows.changeFilter(change) { arrange() }
  }

  var filter: Filter? { rows.filter }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    if action == .open { return rows.selected?.moves.first.map { .coin($0.coinId) } ?? .done }
    rows.list.selection = state.target(
      of: action, from: rows.list.selection, page: state.moveRowsArea.rows, count: rows.count)
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: rows.selected != nil
    case .filter: total > 0
    default: true
    }
  }

  mutating func select(_ row: Int) { rows.list.selection = row }
  var rowCount: Int { rows.count }

  mutating func scrollToSelection(in state: DashboardState) {
    rows.list.clampScroll(count: rows.count, height: state.moveRowsArea.rows)
  }

  func copiedText(in state: DashboardState) -> String? {
    rows.selected.map { move in
      MoveTable.line(of: move, book: book, days: state.days)
        .map { $0.text(isPrivate: state.isPrivate) }.joined(separator: "\t")
    }
  }

  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    details(in: state).map { .coin($0) }
  }

  func details(in state: DashboardState) -> [String] {
    state.moveDetail == nil ? [] : rows.selected?.moves.first.map { [$0.coinId] } ?? []
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.draw(self, state: state, now: now)
  }
}
