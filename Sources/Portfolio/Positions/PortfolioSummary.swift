public import FoundationEssentials

/// The totals of a portfolio (SPEC §3.6), in US dollars.
///
/// Holdings without a price are left out of every figure that needs one; ``pricedCount`` beside
/// ``holdingCount`` says so. When nothing held has a price those figures are `nil`: unknown is not
/// zero.
public struct PortfolioSummary: Equatable, Sendable {
  /// Value of the priced holdings.
  public let totalValue: Decimal?
  /// Result of the priced holdings.
  public let unrealizedPnL: Decimal?
  /// Result of everything sold: closed cycles and sales in open ones.
  public let realizedPnL: Decimal
  /// The part of ``realizedPnL`` that closed cycles made.
  public let realizedClosedPnL: Decimal
  /// The part of ``realizedPnL`` that sales in open cycles made.
  public let realizedPartialPnL: Decimal
  /// Cost of the priced holdings.
  public let totalOpenCost: Decimal
  /// Cost of everything sold.
  public let totalClosedCost: Decimal
  /// Holdings in the portfolio.
  public let holdingCount: Int
  /// Holdings with a known price.
  public let pricedCount: Int

  /// Unrealized and realized together.
  public var totalPnL: Decimal? { unrealizedPnL.map { $0 + realizedPnL } }

  /// ``totalPnL`` in percent of everything paid; 0 when nothing was.
  public var totalPnLPercentage: Decimal? {
    totalPnL.map { percentage(gain: $0, cost: totalOpenCost + totalClosedCost) }
  }

  /// ``unrealizedPnL`` in percent of the open cost; 0 when it is nothing.
  public var unrealizedPnLPercentage: Decimal? {
    unrealizedPnL.map { percentage(gain: $0, cost: totalOpenCost) }
  }
}

extension PortfolioSummary {
  /// Sums holdings at their prices and adds results that no price can change.
  ///
  /// - Parameters:
  ///   - holdings: All holdings; only their amounts, costs and prices are used.
  ///   - realizedClosedPnL: Result of closed cycles.
  ///   - realizedPartialPnL: Result of sales in open cycles.
  ///   - totalClosedCost: Cost of everything sold.
  public init(
    holdings: [Holding], realizedClosedPnL: Decimal, realizedPartialPnL: Decimal,
    totalClosedCost: Decimal
  ) {
    let priced = holdings.filter { $0.currentValue != nil }
    let isKnown = !priced.isEmpty || holdings.isEmpty
    let value = priced.reduce(0) { $0 + ($1.currentValue ?? 0) }
    totalOpenCost = priced.reduce(0) { $0 + $1.totalCost }
    totalValue = isKnown ? value : nil
    unrealizedPnL = isKnown ? value - totalOpenCost : nil
    realizedPnL = realizedClosedPnL + realizedPartialPnL
    self.realizedClosedPnL = realizedClosedPnL
    self.realizedPartialPnL = realizedPartialPnL
    self.totalClosedCost = totalClosedCost
    holdingCount = holdings.count
    pricedCount = priced.count
  }
}

/// Sums holdings and closed positions up.
///
/// - Parameters:
///   - holdings: All holdings.
///   - closedPositions: All closed positions.
/// - Returns: The totals.
public func computePortfolioSummary(
  holdings: [Holding], closedPositions: [ClosedPosition]
) -> PortfolioSummary {
  PortfolioSummary(
    holdings: holdings,
    realizedClosedPnL: closedPositions.reduce(0) { $0 + $1.realizedPnL },
    realizedPartialPnL: holdings.reduce(0) { $0 + $1.realizedPnL },
    totalClosedCost: closedPositions.reduce(0) { $0 + $1.totalCost }
      + holdings.reduce(0) { $0 + $1.soldCost })
}
