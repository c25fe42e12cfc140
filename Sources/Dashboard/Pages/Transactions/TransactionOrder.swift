import CellGrid
/// Columns of the transactions table, in order.
public enum TransactionColumn: Int, CaseIterable, Sendable {
  /// The day.
  case day
  /// The kind of transaction.
  case kind
  /// The coin's symbol.
  case symbol
  /// The coin's name.
  case name
  /// The amount of coins.
  case amount
  /// The price of one coin.
  case price
  /// Amount × price with fees.
  case total
  /// The user's notes.
  case notes
  /// The account; hidden by default.
  case account

  /// Columns hidden by default.
  static let hiddenAtFirst: Set<Int> = [account.rawValue]
  /// Columns that a single coin's list of transactions omits.
  static let ofCoins: Set<Int> = [symbol.rawValue, name.rawValue, account.rawValue]

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
    case .account: "Account"
    }
  }

  /// Whether the column holds figures, which are right-aligned and, like days, sort descending.
  var isFigure: Bool { self == .amount || self == .price || self == .total }

  /// Whether the column holds text, which sorts from A.
  var isText: Bool { !isFigure && self != .day }

  /// The order in which columns are dropped as the width shrinks; coin and amount stay.
  static let collapseOrder: [TransactionColumn] = [
    .notes, .account, .name, .total, .price, .day, .kind,
  ]
}

/// Sort order of transactions.
public struct TransactionOrder: Hashable, Sendable {
  /// The sort column.
  public var column: TransactionColumn
  /// Whether the least is first.
  public var isAscending: Bool

  /// Creates an order, by default newest first.
  public init(_ column: TransactionColumn = .day, isAscending: Bool = false) {
    self.column = column
    self.isAscending = isAscending
  }

  /// Sorts by a column in its natural direction, or reverses the order if it is already selected.
  mutating func choose(_ column: TransactionColumn) {
    isAscending = column == self.column ? !isAscending : column.isText
    self.column = column
  }
}
