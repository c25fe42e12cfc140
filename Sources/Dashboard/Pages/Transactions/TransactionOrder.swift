import CellGrid
/// A column of a table of transactions, in the order they stand.
public enum TransactionColumn: Int, CaseIterable, Sendable {
  /// The day.
  case day
  /// What happened.
  case kind
  /// The coin's symbol.
  case symbol
  /// The coin's name.
  case name
  /// Coins.
  case amount
  /// The price of one coin.
  case price
  /// Amount × price with fees.
  case total
  /// The user's notes.
  case notes
  /// The account, where the user chose to see it.
  case account

  /// The columns that are hidden until the user chooses them.
  static let hiddenAtFirst: Set<Int> = [account.rawValue]
  /// The columns that a list of one coin's transactions lacks.
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

  /// Figures end at one edge and sort from the greatest, as days do from the newest.
  var isFigure: Bool { self == .amount || self == .price || self == .total }

  /// Text sorts from A.
  var isText: Bool { !isFigure && self != .day }

  /// The order in which columns give way as room shrinks; coin and amount stay to the end.
  static let collapseOrder: [TransactionColumn] = [
    .notes, .account, .name, .total, .price, .day, .kind,
  ]
}

/// How the transactions are ordered.
public struct TransactionOrder: Hashable, Sendable {
  /// The column that rows are ordered by.
  public var column: TransactionColumn
  /// Whether the least comes first.
  public var isAscending: Bool

  /// Makes an order, by default the newest first.
  public init(_ column: TransactionColumn = .day, isAscending: Bool = false) {
    self.column = column
    self.isAscending = isAscending
  }

  /// Goes to a column in its natural direction, or turns the order round when it is there already.
  mutating func choose(_ column: TransactionColumn) {
    isAscending = column == self.column ? !isAscending : column.isText
    self.column = column
  }
}
