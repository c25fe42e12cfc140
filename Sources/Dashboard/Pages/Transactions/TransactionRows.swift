import Portfolio

/// Transactions of the ledger in some order: places instead of copies.
struct TransactionRows: RandomAccessCollection, Equatable, Sendable {
  private var all: [Transaction] = []
  /// `nil` for all of them, the newest first.
  private(set) var places: [Int32]?

  init() {}

  init(_ all: [Transaction], places: [Int32]? = nil) {
    self.all = all
    self.places = places
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places?.count ?? all.count }

  subscript(row: Int) -> Transaction {
    if let places { all[Int(places[row])] } else { all[all.count - 1 - row] }
  }
}
