import CellGrid
import FoundationEssentials
import Portfolio

/// A column of a table of transactions, in the order they stand.
enum TransactionColumn: Int, CaseIterable, Sendable {
  case day, kind, symbol, name, amount, price, total, notes

  var title: String {
    switch self {
    case .day: "Date"
    case .kind: "Kind"
    case .symbol: "Coin"
    case .name: "Name"
    case .amount: "Amount"
    case .price: "Price"
    case .total: "Total"
    case .notes: "Notes"
    }
  }

  /// Figures end at one edge and sort from the greatest, as days do from the newest.
  var isFigure: Bool { self == .amount || self == .price || self == .total }

  /// Text sorts from A.
  var isText: Bool { !isFigure && self != .day }

  /// The order in which columns give way as room shrinks; coin and amount stay to the end.
  static let givingWay: [TransactionColumn] = [.notes, .name, .total, .price, .day, .kind]
}

/// How the transactions are ordered.
struct TransactionOrder: Equatable, Sendable {
  var column = TransactionColumn.day
  var isAscending = false

  /// Goes to a column in its natural direction, or turns the order round when it is there already.
  mutating func take(_ column: TransactionColumn) {
    isAscending = column == self.column ? !isAscending : column.isText
    self.column = column
  }

  /// The places of transactions in this order, `nil` for the newest first.
  ///
  /// Equal ones stand newest first; what has nothing to sort by, such as the price of a gift, comes
  /// last whichever way.
  func places(in transactions: [Transaction], book: CoinBook) -> [Int32]? {
    switch column {
    case .day: isAscending ? Array(transactions.indices.map { Int32($0) }) : nil
    case .kind: sorted(transactions) { $0.type.displayName }
    case .symbol, .name: sortedByCoin(transactions, book: book)
    case .notes:
      sorted(transactions) { transaction in
        let text = cleaned(transaction.notes ?? "").lowercased()
        return text.isEmpty ? nil : text
      }
    case .amount: sorted(transactions) { $0.amount }
    case .price: sorted(transactions) { $0.type == .gift ? nil : $0.pricePerCoin }
    case .total: sorted(transactions) { $0.type == .gift ? nil : $0.total }
    }
  }

  /// Coins are few: they are put in order once, and transactions by their coin's rank.
  private func sortedByCoin(_ transactions: [Transaction], book: CoinBook) -> [Int32] {
    let labels = Set(transactions.map(\.coinId)).map { id in
      let label = book[id]
      return (id: id, text: (column == .symbol ? label.symbol : label.name).lowercased())
    }
    var ranks: [String: Int] = [:]
    let order = labels.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
    for (rank, label) in order.enumerated() { ranks[label.id] = rank }
    return sorted(transactions) { ranks[$0.coinId] }
  }

  private func sorted<Key: Comparable>(
    _ transactions: [Transaction], by key: (Transaction) -> Key?
  ) -> [Int32] {
    var known: [(key: Key, place: Int32)] = []
    var unknown: [Int32] = []
    for (place, transaction) in transactions.enumerated().reversed() {
      if let key = key(transaction) {
        known.append((key, Int32(place)))
      } else {
        unknown.append(Int32(place))
      }
    }
    known.sort { left, right in
      if left.key == right.key { return left.place > right.place }
      return (left.key < right.key) == isAscending
    }
    return known.map(\.place) + unknown
  }
}
