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
    change(&filter)
    arrange()
    list.selection = 0
  }

  var selected: Transaction? {
    shown.indices.contains(list.selection) ? shown[list.selection] : nil
  }

  var isEmpty: Bool { all.isEmpty }

  private mutating func arrange() {
    let id = selected?.id
    let key = filter.key
    if key.isEmpty {
      shown = all.reversed()
    } else {
      var matches: [String: Bool] = [:]
      shown = all.reversed().filter { transaction in
        if let known = matches[transaction.coinId], known { return true }
        let isMatch = book[transaction.coinId].matches(key)
        matches[transaction.coinId] = isMatch
        return isMatch || transaction.type.displayName.lowercased().hasPrefix(key)
          || transaction.notes?.lowercased().contains(key) == true
      }
    }
    let place = id.flatMap { id in shown.firstIndex { $0.id == id } } ?? list.selection
    list.go(to: place, count: shown.count) { _ in true }
  }
}
