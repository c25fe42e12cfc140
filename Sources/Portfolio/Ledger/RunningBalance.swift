public import Exact

/// A balance below this many coins, positive or negative, is dust: a sale that leaves it closes the
/// cycle.
///
/// A balance of exactly this much stays open (SPEC §3.2).
public let closingTolerance = Quantity(ExactDecimal(1, exponent: -8))

/// The coins held while walking a coin's history: the single rule for what covers a sale and what
/// closes a cycle (SPEC §3.1, §3.2).
public struct RunningBalance: Equatable, Sendable {
  /// Coins held; zero after a cycle closed.
  public private(set) var held: Quantity

  /// Starts with some coins.
  public init(held: Quantity = 0) { self.held = held }

  /// Whether a sale of that many coins is covered.
  ///
  /// The tolerance applies only to the end of a cycle: with nothing held no sale is covered.
  public func covers(_ amount: Quantity) -> Bool {
    held > .zero && held - amount > -closingTolerance
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Returns: Whether it is a sale that closed the cycle.
  /// - Throws: `insufficientBalance` with the sale's date; the balance is then unchanged.
  @discardableResult
  public mutating func apply(_ transaction: Transaction) throws(PortfolioError) -> Bool {
    let amount = transaction.amount
    guard transaction.type == .sell else {
      held += amount
      return false
    }
    guard covers(amount) else {
      throw .insufficientBalance(
        coinId: transaction.coinId, owned: held.withinExactDigits, attempted: amount,
        date: transaction.date, kind: transaction.kind)
    }
    held -= amount
    guard Self.isDust(held) else { return false }
    held = 0
    return true
  }

  static func isDust(_ balance: Quantity) -> Bool {
    balance < closingTolerance && balance > -closingTolerance
  }
}
