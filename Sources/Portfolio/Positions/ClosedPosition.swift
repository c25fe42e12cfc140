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
  public let totalQuantity: Decimal
  /// Weighted average paid per coin.
  public let avgCostPrice: Decimal
  /// Weighted average received per coin.
  public let avgSellPrice: Decimal
  /// Paid for the whole cycle, exact.
  public let totalCost: Decimal
  /// (average sale − average cost) × quantity.
  public let realizedPnL: Decimal
  /// Realized result in percent of cost; 0 when the coins cost nothing.
  public let realizedPnLPercentage: Decimal
  /// The date of the closing sale.
  public let closedDate: Date
  /// ``realizedPnL``, every digit.
  public let exactRealizedPnL: Cost
  /// ``totalCost``, every digit.
  public let exactTotalCost: Cost
  /// Whether the cost is known; in US dollars it always is.
  public let isCostKnown: Bool
  /// Whether what was received is known; in US dollars it always is.
  public let areProceedsKnown: Bool
  /// Whether the result is known; in US dollars it always is.
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
      realizedPnL: closed.realizedPnL(costBasis), isCostKnown: closed.cycle.isPaidKnown)
  }

  /// A cycle whose sales had another cost than its buys, as HMRC matches them.
  init(coin: Coin, closed: ClosedCycle, cost: Cost, isCostKnown: Bool) {
    self.init(
      coin: coin, closed: closed, cost: cost, realizedPnL: closed.cycle.exact.received - cost,
      isCostKnown: isCostKnown)
  }

  private init(
    coin: Coin, closed: ClosedCycle, cost: Cost, realizedPnL: Cost, isCostKnown: Bool
  ) {
    let sums = closed.cycle.exact
    id = closed.closingID
    coinId = closed.coinId
    coinSymbol = coin.symbol
    coinName = coin.name
    totalQuantity = sums.bought.decimal
    exactTotalCost = cost
    totalCost = cost.decimal
    avgCostPrice = cost.quotient(by: sums.bought)
    avgSellPrice = sums.received.quotient(by: sums.sold)
    exactRealizedPnL = realizedPnL
    self.realizedPnL = realizedPnL.decimal
    realizedPnLPercentage = percentage(gain: realizedPnL, cost: cost)
    self.isCostKnown = isCostKnown
    areProceedsKnown = closed.cycle.isReceivedKnown
    closedDate = closed.closedDate
  }
}
