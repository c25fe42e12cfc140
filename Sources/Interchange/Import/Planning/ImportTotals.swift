import Exact
public import FoundationEssentials
public import Portfolio

/// What new transactions add up to, coin by coin: all that a preview shows of them.
public struct ImportTotals: Equatable, Sendable {
  /// The transactions of one coin.
  public struct CoinTotals: Equatable, Sendable {
    /// How many of a type there are, and their coins.
    public struct Sum: Equatable, Sendable {
      /// How many.
      public fileprivate(set) var count = 0
      /// Their coins.
      public var amount: Decimal { exactAmount.decimal }
      /// The US dollars paid for them, fees included, or received for them, fees deducted.
      public var total: Decimal { exactTotal.decimal }
      fileprivate(set) var exactAmount: ExactDecimal = 0
      fileprivate(set) var exactTotal: ExactDecimal = 0
    }

    /// The sums by type; none for a type without transactions.
    public internal(set) var sums: [TransactionType: Sum] = [:]
    /// The oldest date.
    public internal(set) var first: Date
    /// The newest date.
    public internal(set) var last: Date
  }

  /// How many transactions.
  public private(set) var count = 0
  /// How many have dollars that are an estimate.
  public private(set) var estimatedCount = 0
  /// The coins, by id.
  public private(set) var coins: [String: CoinTotals] = [:]

  /// Whether coins and dollars are summed up, which only a preview shows.
  private let sumsUp: Bool

  /// No transactions.
  ///
  /// - Parameter sumsUp: Whether coins and dollars are summed up; else only which coins there are
  ///   is known.
  init(sumsUp: Bool) { self.sumsUp = sumsUp }

  /// The totals of some transactions.
  init(_ transactions: [Transaction]) {
    sumsUp = true
    for transaction in transactions { add(transaction) }
  }

  mutating func add(_ row: Transaction) {
    count += 1
    if row.isEstimated { estimatedCount += 1 }
    guard sumsUp || coins[row.coinId] == nil else { return }
    coins[row.coinId, default: CoinTotals(first: row.date, last: row.date)].add(row)
  }
}

extension ImportTotals.CoinTotals {
  fileprivate mutating func add(_ row: Transaction) {
    first = min(first, row.date)
    last = max(last, row.date)
    sums[row.type, default: Sum()].add(row)
  }
}

extension ImportTotals.CoinTotals.Sum {
  fileprivate mutating func add(_ row: Transaction) {
    count += 1
    exactAmount += row.exactAmount
    exactTotal += row.exactTotal
  }
}
