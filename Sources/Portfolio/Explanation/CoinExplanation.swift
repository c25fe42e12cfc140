public import FoundationEssentials

/// Where the figures of one coin come from.
///
/// Amounts are coins, money is US dollars, nothing is rounded.
public struct CoinExplanation: Equatable, Sendable {
  /// A transaction of the open cycle and what was held after it.
  public struct Step: Equatable, Sendable {
    /// The transaction.
    public let transaction: Transaction
    /// Coins held after it.
    public let balance: Decimal
    /// Cost of those coins, as far as the buys up to here tell it.
    public let cost: Decimal
  }

  /// A sale of the open cycle.
  public struct Sale: Equatable, Sendable {
    /// The sale.
    public let transaction: Transaction
    /// Cost of the coins it took out.
    public let cost: Decimal

    /// What it brought less what that had cost.
    public var realized: Decimal { transaction.total - cost }
  }

  /// The coin, with its price if one is known.
  public let coin: Coin
  /// How the cost of sales is chosen.
  public let costBasis: CostBasis
  /// The open cycle, oldest first.
  public let steps: [Step]
  /// The sales of the open cycle, oldest first.
  public let sales: [Sale]
  /// The sums of the open cycle, `nil` when nothing is held.
  public let cycle: Cycle?
  /// The parcels held, oldest first; for the averages, one parcel.
  public let lots: [Lot]
  /// What is held, the same figures as everywhere.
  public let holding: Holding?
  /// The cycles that closed, oldest first.
  public let closedPositions: [ClosedPosition]

  /// Walks through the coin's history.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - history: Its transactions in insertion order.
  ///   - costBasis: How the cost of sales is chosen.
  public init(of coin: Coin, history: [Transaction], costBasis: CostBasis) {
    var walk = CoinWalk(coinId: coin.id, costBasis: costBasis)
    var steps: [Step] = []
    for transaction in inLedgerOrder(history) {
      walk.take(transaction)
      if let open = walk.open {
        steps.append(
          Step(
            transaction: transaction, balance: open.balance, cost: walk.book.remainingCost))
      } else {
        steps = []
      }
    }
    self.coin = coin
    self.costBasis = costBasis
    self.steps = steps
    cycle = walk.open
    sales = Self.sales(in: steps, cycle: walk.open, costBasis: costBasis)
    lots = walk.open == nil ? [] : walk.book.lots
    let remainingCost = walk.book.remainingCost
    holding = walk.open.map { Holding(coin: coin, cycle: $0, remainingCost: remainingCost) }
    closedPositions = walk.closed.map { ClosedPosition(coin: coin, closed: $0) }
  }

  private static func sales(
    in steps: [Step], cycle: Cycle?, costBasis: CostBasis
  ) -> [Sale] {
    zip([nil] + steps.map(Optional.some), steps).compactMap { before, step in
      guard step.transaction.type == .sell, let cycle, let before else { return nil }
      // Under this method a later buy changes what an earlier sale had cost.
      let cost =
        costBasis == .buyAverage
        ? (cycle.paid * step.transaction.amount).divided(by: cycle.bought) : before.cost - step.cost
      return Sale(transaction: step.transaction, cost: cost)
    }
  }
}
