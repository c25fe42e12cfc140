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

  init(coin: Coin, closed: CoinWalk.Closed) {
    let cycle = closed.cycle
    id = closed.closing.id
    coinId = coin.id
    coinSymbol = coin.symbol
    coinName = coin.name
    totalQuantity = cycle.bought
    totalCost = cycle.paid
    avgCostPrice = cycle.paid.divided(by: cycle.bought)
    avgSellPrice = cycle.received.divided(by: cycle.sold)
    // Where nothing is left over the formula is received − paid, and needs no division.
    let proceeds =
      cycle.sold == cycle.bought
      ? cycle.received : (cycle.received * cycle.bought).divided(by: cycle.sold)
    realizedPnL = proceeds - cycle.paid
    realizedPnLPercentage = percentage(gain: realizedPnL, cost: cycle.paid)
    closedDate = closed.closing.date
  }
}
