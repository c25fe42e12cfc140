public import FoundationEssentials

/// What is held of one coin, computed from its open cycle (SPEC §3.3).
///
/// Never stored. Money is in US dollars. Figures that need a price are `nil` when none is known.
public struct Holding: Identifiable, Equatable, Sendable {
  /// The coin's id.
  public let id: String
  /// The coin, with its price if one is known.
  public let coin: Coin
  /// Coins held: bought − sold.
  public let totalAmount: Decimal
  /// Paid for what is held, exact.
  public let totalCost: Decimal
  /// Cost per coin of what is held: `totalCost` ÷ `totalAmount`, to 38 digits.
  public let avgCost: Decimal
  /// `totalAmount` × price.
  public let currentValue: Decimal?
  /// Result of the sales already made in the open cycle.
  public let realizedPnL: Decimal
  /// Cost of the coins those sales took out.
  public let soldCost: Decimal

  /// Makes a holding of some coins and what was paid for them.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - totalAmount: Coins held, greater than zero.
  ///   - totalCost: US dollars paid for them.
  ///   - realizedPnL: Result of sales already made in the open cycle.
  ///   - soldCost: Cost of the coins those sales took out.
  public init(
    coin: Coin, totalAmount: Decimal, totalCost: Decimal, realizedPnL: Decimal = 0,
    soldCost: Decimal = 0
  ) {
    id = coin.id
    self.coin = coin
    self.totalAmount = totalAmount
    self.totalCost = totalCost
    avgCost = totalCost.divided(by: totalAmount)
    currentValue = coin.currentPrice.map { $0 * totalAmount }
    self.realizedPnL = realizedPnL
    self.soldCost = soldCost
  }

  init(coin: Coin, cycle: Cycle, remainingCost: Decimal) {
    let soldCost = cycle.paid - remainingCost
    self.init(
      coin: coin, totalAmount: cycle.balance, totalCost: remainingCost,
      realizedPnL: cycle.received - soldCost, soldCost: soldCost)
  }

  /// Unrealized result: value − cost.
  public var profitLoss: Decimal? { currentValue.map { $0 - totalCost } }

  /// Unrealized result in percent of cost; 0 when the coins cost nothing.
  public var profitLossPercentage: Decimal? {
    currentValue.map { percentage(gain: $0 - totalCost, cost: totalCost) }
  }
}

/// A gain in percent of its cost, `(25 on 100) → 25`; 0 when there was no cost.
///
/// - Parameters:
///   - gain: US dollars, negative for a loss.
///   - cost: US dollars, zero or more.
/// - Returns: Percent, to 38 digits.
public func percentage(gain: Decimal, cost: Decimal) -> Decimal {
  cost > 0 ? (gain * 100).divided(by: cost) : 0
}
