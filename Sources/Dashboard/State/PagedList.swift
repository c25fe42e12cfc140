import FoundationEssentials
import Portfolio

/// A row of a list that is read in pages.
protocol ListedRow: Equatable, Sendable {
  /// The row's identity, if it has one.
  var listID: UUID? { get }
}

extension Transaction: ListedRow {
  var listID: UUID? { id }
}

/// A list that is read in pages: its filter, its selection and the rows read so far.
struct PagedList<Row: ListedRow>: Equatable, Sendable {
  /// The rows read so far.
  private(set) var window = RowWindow<Row>()
  /// The requested list.
  private(set) var wanted: RowRequest?
  var list = RowList()
  private(set) var filter = Filter()
  /// The row written last, until its list is known.
  private var sought: UUID?
  /// Whether the next rows reset the selection to the top.
  private var startsOver = false

  var selected: Row? { window[list.selection] }
  var count: Int { window.count }

  /// Whether the rows shown belong to the requested list.
  var isCurrent: Bool {
    wanted.map { wanted in window.request?.isSameList(as: wanted) == true } ?? true
  }

  /// Requests a list; its rows are read later.
  mutating func request(_ list: RowRequest) { wanted = list }

  /// Shows the newest rows, which are known before anything is read.
  mutating func begin(with newest: RowPage<Row>) {
    guard window.request == nil, var request = wanted, !request.isNarrowed,
      request.order == TransactionOrder()
    else { return }
    request.limit = newest.rows.count
    window = RowWindow(request, newest)
  }

  /// The rows to read so that the visible ones are known; `nil` if they are.
  func missing(height: Int) -> RowRequest? {
    wanted.flatMap { wanted in
      window.missing(
        of: wanted, top: startsOver ? 0 : list.top, height: height,
        anchor: startsOver ? nil : selected?.listID, seeking: sought)
    }
  }

  /// Shows rows, unless they belong to a list that is no longer requested.
  ///
  /// - Returns: Whether they were used.
  mutating func show(_ page: RowPage<Row>, for request: RowRequest) -> Bool {
    guard let wanted, request.isSameList(as: wanted) else { return false }
    window = RowWindow(request, page)
    if startsOver { list = RowList() }
    startsOver = false
    if let anchor = page.anchorIndex, sought == nil || sought == request.anchor {
      list.selection = anchor
    }
    if sought == request.anchor { sought = nil }
    list.go(to: list.selection, count: page.count) { _ in true }
    return true
  }

  /// Selects a written row as soon as its list is known.
  mutating func seek(_ id: UUID?) { sought = id }

  /// Changes the filter.
  ///
  /// - Returns: Whether a different list is needed.
  mutating func changeFilter(_ change: (inout Filter) -> Void) -> Bool {
    let old = filter.key
    change(&filter)
    guard filter.key != old else { return false }
    startsOver = true
    return true
  }
}
