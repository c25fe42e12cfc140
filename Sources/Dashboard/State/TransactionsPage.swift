import CellGrid
import FoundationEssentials
import Portfolio

/// The Transactions tab: all transactions, newest first.
struct TransactionsPage: Equatable, Sendable {
  private(set) var book = CoinBook()
  private(set) var widths = TransactionWidths()
  /// Those the filter lets through, newest first.
  private(set) var shown: [Transaction] = []
  /// The newest few, whatever the filter.
  private(set) var newest: [Transaction] = []
  private var all: [Transaction] = []
  var list = RowList()
  var filter = Filter()

  mutating func show(_ data: DashboardData, book: CoinBook) {
    self.book = book
    all = data.transactions
    newest = all.suffix(9).reversed()
    widths = TransactionWidths(all, book: book)
    arrange()
  }

  mutating func filter(_ change: (inout Filter) -> Void) {
    let old = filter.key
    change(&filter)
    guard filter.key != old else { return }
    // What a longer text finds, the shorter one had found already.
    arrange(within: filter.key.hasPrefix(old) ? shown : nil)
    list.selection = 0
  }

  var selected: Transaction? {
    shown.indices.contains(list.selection) ? shown[list.selection] : nil
  }

  var isEmpty: Bool { all.isEmpty }

  private mutating func arrange(within found: [Transaction]? = nil) {
    let id = selected?.id
    let key = filter.key
    shown = found ?? all.reversed()
    if !key.isEmpty {
      let kinds = TransactionType.allCases.filter {
        $0.displayName.lowercased().hasPrefix(key)
      }
      var coins: [String: Bool] = [:]
      shown = shown.filter { transaction in
        if kinds.contains(transaction.type) { return true }
        let isMatch = coins[transaction.coinId] ?? book[transaction.coinId].matches(key)
        coins[transaction.coinId] = isMatch
        return isMatch || transaction.notes?.lowercased().contains(key) == true
      }
    }
    let place = id.flatMap { id in shown.firstIndex { $0.id == id } } ?? list.selection
    list.go(to: place, count: shown.count) { _ in true }
  }
}
