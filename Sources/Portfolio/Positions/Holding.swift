public import Exact

/// What is held of one coin, computed from its open cycle (SPEC §3.3).
///
/// Never stored. Money is in US dollars. Figures that need a price are `nil` without one. ``exact``
/// has the unrounded figures; sums are computed from these and rounded once.
public struct Holding: Identifiable, Equatable, Sendable {
  /// The figures, unrounded.
  public struct ExactFigures: Equatable, Sendable {
    /// Coins held.
    public let amount: Quantity
    /// Cost of what is held.
    public let cost: Cost
    /// Amount × price.
    public let value: Cost?
    /// Result of sales in the open cycle.
    public let realizedPnL: Cost
    /// Cost of the coins sold in the open cycle.
    public let soldCost: Cost
    /// Coins of unknown worth; costs and results leave them out.
    public let unvalued: Unvalued
    /// Coins that ``cost`` covers.
    public var costed: Quantity { amount - unvalued.held }
  }

  /// The figures, unrounded.
  public let exact: ExactFigures
  /// Value of the coins whose cost is known.
  public let costedValue: Cost?
  /// The coin's id.
  public let id: String
  /// The coin, with its price if one is known.
  public let coin: Coin
  /// Coins held: bought − sold.
  public let totalAmount: ExactDecimal
  /// Cost of what is held, exact.
  public let totalCost: ExactDecimal
  /// Cost per coin of what is held: `totalCost` ÷ `totalAmount`, to 38 digits.
  public let avgCost: ExactDecimal
  /// The coin's price in US dollars, as fetched.
  public let dollarPrice: ExactDecimal?
  /// The rate that converts ``dollarPrice``, `nil` for US dollars.
  public let rate: ExchangeRate?
  /// `totalAmount` × price.
  public let currentValue: ExactDecimal?
  /// Result of sales in the open cycle.
  public let realizedPnL: ExactDecimal
  /// Cost of the coins sold in the open cycle.
  public let soldCost: ExactDecimal
  /// Whether its cost is unknown for want of a rate, or because an account has coins that no row
  /// explains.
  public let isRateMissing: Bool
  /// Whether the cost of what is held, or part of it, is known.
  public let isCostKnown: Bool
  /// Whether ``soldCost`` is known; in US dollars it always is.
  public let isSoldCostKnown: Bool
  /// Whether its results are unknown for one of these reasons.
  public let isRealizedRateMissing: Bool
  /// Whether ``realizedPnL``, or part of it, is known.
  public let isRealizedKnown: Bool

  /// Which sums of a cycle are known under a method.
  struct KnownSums {
    var cost = true
    var soldCost = true
    var proceeds = true

    init(cost: Bool, soldCost: Bool = true, proceeds: Bool = true) {
      self.cost = cost
      self.soldCost = soldCost
      self.proceeds = proceeds
    }
  }

  /// Creates a holding from an amount and its cost.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price if one is known.
  ///   - totalAmount: Coins held, greater than zero.
  ///   - totalCost: Their cost in US dollars.
  ///   - realizedPnL: Result of sales in the open cycle.
  ///   - soldCost: Cost of the coins sold in the open cycle.
  ///   - isCostKnown: Whether the cost is known; in US dollars it always is.
  ///   - rate: The rate that converts the coin's US dollar price, `nil` for US dollars.
  public init(
    coin: Coin, totalAmount: ExactDecimal, totalCost: ExactDecimal, realizedPnL: ExactDecimal = 0,
    soldCost: ExactDecimal = 0, isCostKnown: Bool = true, rate: ExchangeRate? = nil
  ) {
    self.init(
      coin: coin, amount: Quantity(totalAmount), cost: Cost(totalCost),
      realizedPnL: Cost(realizedPnL), soldCost: Cost(soldCost),
      known: KnownSums(cost: isCostKnown), rate: rate)
  }

  /// Creates a holding from an unrounded amount and its unrounded cost.
  ///
  /// - Parameters:
  ///   - coin: The coin, with its price in US dollars if one is known.
  ///   - amount: Coins held, greater than zero.
  ///   - cost: Their cost.
  ///   - unvalued: The coins of unknown worth among them.
  ///   - isCostKnown: Whether the cost is known; in US dollars it always is.
  ///   - rate: The rate that converts the coin's US dollar price, `nil` for US dollars.
  public init(
    coin: Coin, amount: Quantity, cost: Cost, unvalued: Quantity = 0, isCostKnown: Bool,
    rate: ExchangeRate?
  ) {
    var left = Unvalued()
    left.held = unvalued
    self.init(
      coin: coin, amount: amount, cost: cost, realizedPnL: 0, soldCost: 0, unvalued: left,
      known: KnownSums(cost: isCostKnown), rate: rate)
  }

  init(
    coin: Coin, cycle: Cycle, remainingCost: Cost, soldCost: Cost, unvalued: Unvalued,
    known: KnownSums, rate: ExchangeRate?
  ) {
    self.init(
      coin: coin, amount: cycle.exact.balance, cost: remainingCost,
      realizedPnL: cycle.exact.received - soldCost - unvalued.result,
      soldCost: soldCost - unvalued.cost, unvalued: unvalued, known: known, rate: rate)
  }

  private init(
    coin: Coin, amount: Quantity, cost: Cost, realizedPnL: Cost, soldCost: Cost,
    unvalued: Unvalued = Unvalued(), known: KnownSums, rate: ExchangeRate?
  ) {
    id = coin.id
    dollarPrice = coin.currentPrice
    self.rate = rate
    isRateMissing = !known.cost
    isRealizedRateMissing = !known.soldCost || !known.proceeds
    let isOfNone = unvalued.sold > .zero && realizedPnL.isZero && soldCost.isZero
    isCostKnown = known.cost && (unvalued.held.isZero || unvalued.held < amount)
    isSoldCostKnown = known.soldCost && !isOfNone
    isRealizedKnown = known.soldCost && known.proceeds && !isOfNone
    let dollars = coin.currentPrice.map { Price($0) }
    var coin = coin
    if let rate { coin.currentPrice = dollars.map { rate.converted($0).figure } }
    self.coin = coin
    let value = dollars.map { price in
      rate.map { $0.converted(price * amount) } ?? price * amount
    }
    exact = ExactFigures(
      amount: amount, cost: cost, value: value, realizedPnL: realizedPnL, soldCost: soldCost,
      unvalued: unvalued)
    costedValue =
      unvalued.held.isZero
      ? value
      : dollars.map { price in
        let coins = amount - unvalued.held
        return rate.map { $0.converted(price * coins) } ?? price * coins
      }
    totalAmount = amount.figure
    totalCost = cost.figure
    let costed = amount - unvalued.held
    avgCost = costed.isZero ? 0 : cost.perCoin(of: costed).figure
    currentValue = value?.figure
    self.realizedPnL = realizedPnL.figure
    self.soldCost = soldCost.figure
  }

  /// The coins ``totalCost`` covers if others are of unknown worth; otherwise `nil`.
  public var costOf: ExactDecimal? { exact.unvalued.held.isZero ? nil : exact.costed.figure }

  /// Unrealized result: value − cost of the coins whose cost is known.
  public var profitLoss: ExactDecimal? {
    isCostKnown ? costedValue.map { ($0 - exact.cost).figure } : nil
  }

  /// Unrealized result in percent of cost; 0 when the coins cost nothing.
  public var profitLossPercentage: ExactDecimal? {
    isCostKnown
      ? costedValue.map { percentage(gain: $0 - exact.cost, cost: exact.cost) } : nil
  }
}

/// A gain in percent of its cost, `(25 on 100) → 25`; 0 when there was no cost.
///
/// - Parameters:
///   - gain: US dollars, negative for a loss.
///   - cost: US dollars, zero or more.
/// - Returns: Percent, to 38 digits.
public func percentage(gain: ExactDecimal, cost: ExactDecimal) -> ExactDecimal {
  percentage(gain: Cost(gain), cost: Cost(cost))
}

func percentage(gain: Cost, cost: Cost) -> ExactDecimal {
  cost > .zero ? (gain * 100).quotient(by: cost) : 0
}
