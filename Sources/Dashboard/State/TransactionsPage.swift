import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first.
struct TransactionsPage: Equatable, Sendable {
  private(set) var book = CoinBook()
  private(set) var widths = TransactionWidths()
  /// Those the filter lets through, newest first.
  private(set) var shown = TransactionRows()
  /// The newest few, whatever the filter.
  private(set) var newest: [Transaction] = []
  private var all: [Transaction] = []
  private var index = TransactionIndex()
  var list = RowList()
  var filter = Filter()

  mutating func show(_ data: DashboardData) {
    let id = selected?.id
    book = data.book
    widths = data.widths
    all = data.transactions
    index = data.index
    newest = all.suffix(9).reversed()
    arrange()
    let place = id.flatMap { id in shown.firstIndex { $0.id == id } } ?? list.selection
    list.go(to: place, count: shown.count) { _ in true }
  }

  mutating func filter(_ change: (inout Filter) -> Void) {
    let old = filter.key
    change(&filter)
    guard filter.key != old else { return }
    // What a longer text finds, the shorter one had found already.
    arrange(among: filter.key.bytes.starts(with: old.bytes) ? shown.places : nil)
    list.selection = 0
  }

  var selected: Transaction? {
    shown.indices.contains(list.selection) ? shown[list.selection] : nil
  }

  var isEmpty: Bool { all.isEmpty }

  private mutating func arrange(among places: [Int32]? = nil) {
    let key = filter.key
    shown = TransactionRows(
      all,
      places: key.isEmpty
        ? nil : index.places(matching: key, in: all, book: book, among: places))
  }
}
