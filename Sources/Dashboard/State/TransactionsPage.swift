import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first.
struct TransactionsPage: Equatable, Sendable {
  private(set) var book = CoinBook()
  private(set) var widths = TransactionWidths()
  /// Those the filter lets through, in their order.
  private(set) var shown = TransactionRows()
  /// The newest few, whatever the filter.
  private(set) var newest: [Transaction] = []
  private var all: [Transaction] = []
  private var index = TransactionIndex()
  var list = RowList()
  var filter = Filter()
  private(set) var order = TransactionOrder()
  /// All of them in that order, `nil` for the newest first.
  private var ordered: [Int32]?

  mutating func show(_ data: DashboardData) {
    let isSame = all == data.transactions && book == data.book
    keepingSelection { page in
      page.book = data.book
      page.widths = data.widths
      page.all = data.transactions
      page.index = data.index
      page.newest = page.all.suffix(9).reversed()
      if !isSame { page.ordered = page.order.places(in: page.all, book: page.book) }
    }
  }

  mutating func filter(_ change: (inout Filter) -> Void) {
    let old = filter.key
    change(&filter)
    guard filter.key != old else { return }
    // What a longer text finds, the shorter one had found already.
    arrange(among: filter.key.bytes.starts(with: old.bytes) ? shown.places : nil)
    list.selection = 0
  }

  mutating func sort(by column: TransactionColumn) {
    keepingSelection { page in
      page.order.take(column)
      page.ordered = page.order.places(in: page.all, book: page.book)
    }
  }

  /// Changes and arranges; the selection stays on its transaction.
  private mutating func keepingSelection(_ change: (inout TransactionsPage) -> Void) {
    let id = selected?.id
    change(&self)
    arrange()
    let place = id.flatMap { id in shown.firstIndex { $0.id == id } } ?? list.selection
    list.go(to: place, count: shown.count) { _ in true }
  }

  /// Sorts by the column after the present one, of those that are shown.
  mutating func sortByNext(in columns: [TransactionColumn]) {
    let place = columns.firstIndex(of: order.column).map { $0 + 1 } ?? 0
    if !columns.isEmpty { sort(by: columns[place % columns.count]) }
  }

  mutating func reverse() { sort(by: order.column) }

  var selected: Transaction? {
    shown.indices.contains(list.selection) ? shown[list.selection] : nil
  }

  var isEmpty: Bool { all.isEmpty }

  private mutating func arrange(among places: [Int32]? = nil) {
    let key = filter.key
    shown = TransactionRows(
      all,
      places: key.isEmpty
        ? ordered : index.places(matching: key, in: all, book: book, among: places ?? ordered))
  }
}
