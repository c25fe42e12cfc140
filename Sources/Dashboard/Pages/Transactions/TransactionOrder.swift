import CellGrid
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
}
