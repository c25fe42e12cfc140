public import Exact
public import FoundationEssentials

/// A closed cycle of one coin (SPEC §3.4).
///
/// It needs no price. Money is in US dollars.
public struct ClosedPosition: Identifiable, Equatable, Sendable {
  /// Identity, stable across runs: the id of the sale that closed the cycle.
  public let id: UUID
  /// The coin's id.
  public let coinId: String
  /// The coin's ticker.
  public let coinSymbol: String
  /// The coin's display name.
  public let coinName: String
  /// Coins bought in the cycle.
  public let totalQuantity: ExactDecimal
  /// Weighted average paid per coin.
  public let avgCostPrice: ExactDecimal
  /// Weighted average received per coin.
  public let avgSellPrice: ExactDecimal
  /// Cost of the whole cycle, exact.
  public let totalCost: ExactDecimal
  /// (average sale − average cost) × quantity.
  public let realizedPnL: ExactDecimal
  /// Realized result in percent of cost; 0 when the coins cost nothing.
  public let realizedPnLPercentage: ExactDecimal
  /// The date of the closing sale.
  public let closedDate: Date
  /// ``realizedPnL``, unrounded.
  public let exactRealizedPnL: Cost
  /// ``totalCost``, unrounded.
  public let exactTotalCost: Cost
  /// Whether no rate that the cost needs is missing; always true in US dollars.
  let isRateKnown: Bool
  /// What the figures leave out because the worth is unknown.
  public let unvalued: Unvalued
  /// The coins the figures cover if others are of unknown worth; otherwise `nil`.
  public var gainOf: ExactDecimal? {
    unvalued.sold.isZero ? nil : (Quantity(totalQuantity) - unvalued.sold).figure
  }
  /// Whether any part of it is known.
  private var isOfSome: Bool {
    unvalued.sold.isZero || !exactRealizedPnL.isZero || !exactTotalCost.isZero
  }
  /// Whether the cost, or part of it, is known.
  public var isCostKnown: Bool { isRateKnown && isOfSome }
  /// Whether what was received is known; in US dollars it always is.
  public let areProceedsKnown: Bool
  /// Whether ``avgSellPrice`` is known, of some of the coins at least.
  public var isSellPriceKnown: Bool { areProceedsKnown && isOfSome }
  /// Whether the result, or part of it, is known.
  public var isResultKnown: Bool { isCostKnown && areProceedsKnown }

  /// Computes a closed cycle's figures.
  ///
  /// - Parameters:
  ///   - coin: The coin, for its symbol and name only.
  ///   - closed: The cycle.
  ///   - costBasis: How the cost of sales is chosen; relevant if coins were given away or migrated.
  public init(coin: Coin, closed: ClosedCycle, costBasis: CostBasis = .average) {
    self.init(
      coin: coin, closed: closed, cost: closed.cycle.exact.paid(costBasis),
      realizedPnL: closed.realizedPnL(costBasis), unvalued: closed.cycle.unvalued(costBasis),
      isRateKnown: closed.cycle.isPaidKnown)
  }

  /// A cycle whose sales cost something other than its buys, as under HMRC's matching.
  init(coin: Coin, closed: ClosedCycle, cost: Cost, unvalued: Unvalued, isCostKnown: Bool) {
    self.init(
      coin: coin, closed: closed, cost: cost, realizedPnL: closed.cycle.exact.received - cost,
      unvalued: unvalued, isRateKnown: isCostKnown)
  }

  private init(
    coin: Coin, closed: ClosedCycle, cost whole: Cost, realizedPnL result: Cost,
    unvalued: Unvalued, isRateKnown: Bool
  ) {
    let (cost, realizedPnL) = (whole - unvalued.cost, result - unvalued.result)
    let bought = closed.cycle.exact.bought - unvalued.sold
    let sold = closed.cycle.exact.sold - unvalued.sold
    self.unvalued = unvalued
    let sums = closed.cycle.exact
    id = closed.closingID
    coinId = closed.coinId
    coinSymbol = coin.symbol
    coinName = coin.name
    totalQuantity = sums.bought.figure
    exactTotalCost = cost
    totalCost = cost.figure
    avgCostPrice = bought > .zero ? cost.perCoin(of: bought).figure : 0
    avgSellPrice = sold > .zero ? (sums.received - unvalued.proceeds).perCoin(of: sold).figure : 0
    exactRealizedPnL = realizedPnL
    self.realizedPnL = realizedPnL.figure
    realizedPnLPercentage = percentage(gain: realizedPnL, cost: cost)
    self.isRateKnown = isRateKnown
    areProceedsKnown = closed.cycle.isReceivedKnown
    closedDate = closed.closedDate
  }
}
