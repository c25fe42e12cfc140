public import Exact
public import FoundationEssentials

/// A closed cycle of one coin (SPEC §3.4).
///
/// It needs no price. Money is in US dollars.
public struct ClosedPosition: Identifiable, Equatable, Sendable {
  /// Identity, the same on every run: that of the sale that closed the cycle.
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
  /// Paid for the whole cycle, exact.
  public let totalCost: ExactDecimal
  /// (average sale − average cost) × quantity.
  public let realizedPnL: ExactDecimal
  /// Realized result in percent of cost; 0 when the coins cost nothing.
  public let realizedPnLPercentage: ExactDecimal
  /// The date of the closing sale.
  public let closedDate: Date
  /// ``realizedPnL``, every digit.
  public let exactRealizedPnL: Cost
  /// ``totalCost``, every digit.
  public let exactTotalCost: Cost
  /// Whether no rate that the cost needs is missing; in US dollars none is.
  let isRateKnown: Bool
  /// What the figures leave out because nothing says its worth.
  public let unvalued: Unvalued
  /// Coins that the figures are of, where nothing says what the others were worth; else `nil`.
  public var gainOf: ExactDecimal? {
    unvalued.sold.isZero ? nil : (Quantity(totalQuantity) - unvalued.sold).figure
  }
  /// Whether any of it is known.
  private var isOfSome: Bool {
    unvalued.sold.isZero || !exactRealizedPnL.isZero || !exactTotalCost.isZero
  }
  /// Whether the cost, or that of a part, is known.
  public var isCostKnown: Bool { isRateKnown && isOfSome }
  /// Whether what was received is known; in US dollars it always is.
  public let areProceedsKnown: Bool
  /// Whether the result, or that of a part, is known.
  public var isResultKnown: Bool { isCostKnown && areProceedsKnown }

  /// Works a closed cycle's figures out.
  ///
  /// - Parameters:
  ///   - coin: The coin, for its symbol and name only.
  ///   - closed: The cycle.
  ///   - costBasis: How the cost of sales is chosen; it matters where coins were given away or
  ///     migrated.
  public init(coin: Coin, closed: ClosedCycle, costBasis: CostBasis = .average) {
    self.init(
      coin: coin, closed: closed, cost: closed.cycle.exact.paid(costBasis),
      realizedPnL: closed.realizedPnL(costBasis), unvalued: closed.cycle.unvalued(costBasis),
      isRateKnown: closed.cycle.isPaidKnown)
  }

  /// A cycle whose sales had another cost than its buys, as HMRC matches them.
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
