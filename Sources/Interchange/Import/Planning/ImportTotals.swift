import Exact
public import FoundationEssentials
import Portfolio

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

    /// What a transaction is to its owner, in the order in which they are listed.
    public enum Kind: CaseIterable, Sendable {
      case buy, sell, gift, reward, paymentReceived, payment, fee
    }

    /// The sums by kind; none for a kind without transactions.
    public internal(set) var sums: [Kind: Sum] = [:]
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
    sums[Kind(row), default: Sum()].add(row)
  }
}

extension ImportTotals.CoinTotals.Kind {
  fileprivate init(_ row: Transaction) {
    self =
      switch (row.category, row.type) {
      case (.reward, _): .reward
      case (.fee, _): .fee
      case (.payment, .sell): .payment
      case (.payment, .buy), (.payment, .gift): .paymentReceived
      case (.trade, .buy), (nil, .buy): .buy
      case (.trade, .sell), (nil, .sell): .sell
      case (.trade, .gift), (nil, .gift): .gift
      }
  }
}

extension ImportTotals.CoinTotals.Sum {
  fileprivate mutating func add(_ row: Transaction) {
    count += 1
    exactAmount += row.exactAmount
    exactTotal += row.exactTotal
  }
}
