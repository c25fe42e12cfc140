import FoundationEssentials
import Portfolio

/// A row of a list that is read by the page.
protocol ListedRow: Equatable, Sendable {
  /// What identifies it; `nil` for a row without an identity.
  var listID: UUID? { get }
}

extension Transaction: ListedRow {
  var listID: UUID? { id }
}

/// A list that is read by the page: its filter, its selection and the rows that were read.
struct PagedList<Row: ListedRow>: Equatable, Sendable {
  /// Those that were read of the list.
  private(set) var window = RowWindow<Row>()
  /// The list that is wanted, wherever it is read from.
  private(set) var wanted: RowRequest?
  var list = RowList()
  private(set) var filter = Filter()
  /// The row that was written last, until its list is known.
  private var sought: UUID?
  /// Whether the selection goes back to the top with the next rows.
  private var startsOver = false

  var selected: Row? { window[list.selection] }
  var count: Int { window.count }

  /// Whether rows of the list that is wanted are shown.
  var isCurrent: Bool {
    wanted.map { wanted in window.request?.isSameList(as: wanted) == true } ?? true
  }

  /// Says which list is wanted; its rows come when they are read.
  mutating func want(_ list: RowRequest) { wanted = list }

  /// Begins with the newest rows, which are known before anything is read.
  mutating func begin(with newest: RowPage<Row>) {
    guard window.request == nil, var request = wanted, !request.isNarrowed,
      request.order == TransactionOrder()
    else { return }
    request.limit = newest.rows.count
    window = RowWindow(request, newest)
  }

  /// What has to be read so that the rows on a screen of so many are known, `nil` where they are.
  func missing(height: Int) -> RowRequest? {
    wanted.flatMap { wanted in
      window.missing(
        of: wanted, top: startsOver ? 0 : list.top, height: height,
        anchor: startsOver ? nil : selected?.listID, seeking: sought)
    }
  }

  /// Takes rows in; those of a list that is wanted no more are left.
  ///
  /// - Returns: Whether they were taken.
  mutating func show(_ page: RowPage<Row>, for request: RowRequest) -> Bool {
    guard let wanted, request.isSameList(as: wanted) else { return false }
    window = RowWindow(request, page)
    if startsOver { list = RowList() }
    startsOver = false
    if let anchor = page.anchorPlace, sought == nil || sought == request.anchor {
      list.selection = anchor
    }
    if sought == request.anchor { sought = nil }
    list.go(to: list.selection, count: page.count) { _ in true }
    return true
  }

  /// Selects a row that was written as soon as its list is known.
  mutating func seek(_ id: UUID?) { sought = id }

  /// Narrows the list.
  ///
  /// - Returns: Whether another list is wanted now.
  mutating func changeFilter(_ change: (inout Filter) -> Void) -> Bool {
    let old = filter.key
    change(&filter)
    guard filter.key != old else { return false }
    startsOver = true
    return true
  }
}
