import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first.
struct TransactionsPage: Page {
  static let tab = DashboardTab.transactions
  static let context = DashboardContext.transactions
  static let action = ActionID.goTransactions
  static let emptyTitle: String? = "No transactions yet"

  /// As many as Home has room for at most.
  private static let newestCount = 43

  /// Those the filter lets through, in their order.
  private(set) var shown = TransactionRows()
  /// The newest few, whatever the filter.
  private(set) var newest: [Transaction] = []
  private var data: DashboardData?
  var list = RowList()
  private var narrowing = Filter()
  private(set) var order = TransactionOrder()
  /// All of them in that order, `nil` for the newest first.
  private var ordered: [Int32]?

  mutating func show(_ data: DashboardData) {
    keepingSelection { page in
      page.data = data
      page.newest = data.transactions.suffix(Self.newestCount).reversed()
      page.ordered = data.places(in: page.order)
    }
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    let old = narrowing.key
    change(&narrowing)
    guard narrowing.key != old else { return }
    // What a longer text finds, the shorter one had found already.
    arrange(among: narrowing.key.narrows(old) ? shown.places : nil)
    list.selection = 0
  }

  var filter: Filter? { narrowing }

  mutating func sort(byColumn number: Int) {
    if let column = TransactionColumn(rawValue: number) { sort(by: column) }
  }

  mutating func sort(by column: TransactionColumn) {
    keepingSelection { page in
      page.order.take(column)
      page.ordered = page.data?.places(in: page.order)
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

  var book: CoinBook { data?.book ?? CoinBook() }
  var widths: TransactionWidths { data?.widths ?? TransactionWidths() }
  var isEmpty: Bool { data?.transactions.isEmpty ?? true }

  private mutating func arrange(among places: [Int32]? = nil) {
    guard let data else { return }
    let key = narrowing.key
    let found = key.isEmpty ? ordered : data.places(matching: key, among: places ?? ordered)
    shown = TransactionRows(data.transactions, places: found)
  }
}
