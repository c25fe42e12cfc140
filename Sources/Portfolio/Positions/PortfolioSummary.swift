public import Exact

/// The totals of a portfolio (SPEC §3.6), in US dollars.
///
/// Holdings without a price are left out of every figure that needs one; compare ``pricedCount``
/// with ``holdingCount``. When no holding has a price those figures are `nil`: unknown is not zero.
public struct PortfolioSummary: Equatable, Sendable {
  /// Value of the priced holdings.
  public let totalValue: ExactDecimal?
  /// Result of the priced holdings.
  public let unrealizedPnL: ExactDecimal?
  /// Result of everything sold: closed cycles and sales in open ones.
  public let realizedPnL: ExactDecimal
  /// The part of ``realizedPnL`` from closed cycles.
  public let realizedClosedPnL: ExactDecimal
  /// The part of ``realizedPnL`` from sales in open cycles.
  public let realizedPartialPnL: ExactDecimal
  /// Cost of the priced holdings.
  public let totalOpenCost: ExactDecimal
  /// Cost of everything sold.
  public let totalClosedCost: ExactDecimal
  /// Holdings in the portfolio.
  public let holdingCount: Int
  /// Holdings with a known price.
  public let pricedCount: Int
  /// Holdings whose cost covers all of their coins, because none of them are of unknown worth.
  public let costedCount: Int

  /// The figures, unrounded.
  public let exact: ExactFigures

  /// The figures, unrounded; those that need a price cover the priced holdings.
  public struct ExactFigures: Equatable, Sendable {
    /// Value of the priced holdings.
    public let value: Cost
    /// The part of ``value`` whose cost is known.
    public let costedValue: Cost
    /// Cost of the priced holdings.
    public let openCost: Cost
    /// Result of closed cycles.
    public let realizedClosedPnL: Cost
    /// Result of sales in open cycles.
    public let realizedPartialPnL: Cost
    /// Cost of everything sold.
    public let closedCost: Cost

    /// Result of everything sold: closed cycles and sales in open ones.
    public var realizedPnL: Cost { realizedClosedPnL + realizedPartialPnL }
    /// Unrealized and realized result together.
    public var totalPnL: Cost { costedValue - openCost + realizedPnL }
  }

  /// Whether ``totalOpenCost`` is known; in US dollars it always is.
  public let isCostKnown: Bool
  /// Whether ``totalClosedCost`` is known; in US dollars it always is.
  public let isClosedCostKnown: Bool
  /// Whether ``realizedClosedPnL``, or part of it, is known.
  public let isRealizedClosedKnown: Bool
  /// Whether ``realizedPartialPnL``, or part of it, is known.
  public let isRealizedPartialKnown: Bool
  /// Whether ``realizedPnL``, or part of it, is known.
  public let isRealizedKnown: Bool

  private var isKnown: Bool {
    (pricedCount > 0 || holdingCount == 0) && isCostKnown && isRealizedKnown
  }

  /// Unrealized and realized result together.
  public var totalPnL: ExactDecimal? { isKnown ? exact.totalPnL.figure : nil }

  /// ``totalPnL`` in percent of the total cost; 0 when that is zero.
  public var totalPnLPercentage: ExactDecimal? {
    isKnown && isClosedCostKnown
      ? percentage(gain: exact.totalPnL, cost: exact.openCost + exact.closedCost) : nil
  }

  /// ``realizedPnL``; `nil` if a rate that it needs is missing.
  public var knownRealizedPnL: ExactDecimal? { isRealizedKnown ? realizedPnL : nil }
  /// ``realizedClosedPnL``; `nil` if a rate that it needs is missing.
  public var knownRealizedClosedPnL: ExactDecimal? {
    isRealizedClosedKnown ? realizedClosedPnL : nil
  }
  /// ``realizedPartialPnL``; `nil` if a rate that it needs is missing.
  public var knownRealizedPartialPnL: ExactDecimal? {
    isRealizedPartialKnown ? realizedPartialPnL : nil
  }

  /// ``unrealizedPnL`` in percent of the open cost; 0 when that is zero.
  public var unrealizedPnLPercentage: ExactDecimal? {
    unrealizedPnL == nil
      ? nil : percentage(gain: exact.costedValue - exact.openCost, cost: exact.openCost)
  }
}

extension PortfolioSummary {
  /// Sums up holdings at their prices and adds results that no price can change.
  ///
  /// - Parameters:
  ///   - holdings: All holdings; only their amounts, costs and prices are used.
  ///   - realizedClosedPnL: Result of closed cycles.
  ///   - realizedPartialPnL: Result of sales in open cycles.
  ///   - totalClosedCost: Cost of everything sold.
  ///   - isRealizedKnown: Whether results and costs of sales are known; in US dollars they are.
  public init(
    holdings: [Holding], realizedClosedPnL: ExactDecimal, realizedPartialPnL: ExactDecimal,
    totalClosedCost: ExactDecimal, isRealizedKnown: Bool = true
  ) {
    self.init(
      holdings: holdings, realizedClosedPnL: Cost(realizedClosedPnL),
      realizedPartialPnL: Cost(realizedPartialPnL), closedCost: Cost(totalClosedCost),
      isClosedKnown: isRealizedKnown, isClosedCostKnown: isRealizedKnown)
  }

  /// Sums up holdings at their prices and adds the unrounded results of sales.
  ///
  /// - Parameters:
  ///   - holdings: All holdings; only their amounts, costs and prices are used.
  ///   - realizedPnL: Result of everything sold.
  ///   - closedCost: Cost of everything sold.
  ///   - isRealizedKnown: Whether results and costs of sales are known; in US dollars they are.
  public init(
    holdings: [Holding], realizedPnL: Cost, closedCost: Cost, isRealizedKnown: Bool
  ) {
    self.init(
      holdings: holdings, realizedClosedPnL: realizedPnL, realizedPartialPnL: 0,
      closedCost: closedCost, isClosedKnown: isRealizedKnown, isClosedCostKnown: isRealizedKnown)
  }

  /// Sums up holdings, including sales in their open cycles, and adds the results of closed cycles.
  init(holdings: [Holding], closed: some Collection<ClosedSums>) {
    self.init(
      holdings: holdings, realizedClosedPnL: closed.reduce(0) { $0 + $1.realizedPnL },
      realizedPartialPnL: holdings.reduce(0) { $0 + $1.exact.realizedPnL },
      closedCost: closed.reduce(0) { $0 + $1.cost }
        + holdings.reduce(0) { $0 + $1.exact.soldCost },
      isClosedKnown: closed.allSatisfy(\.isKnown),
      hasClosed: (
        counted: closed.contains(where: \.isOfSome),
        unvalued: !closed.allSatisfy(\.unvalued.sold.isZero)
      ), isClosedCostKnown: closed.allSatisfy(\.isCostKnown))
  }

  private init(
    holdings: [Holding], realizedClosedPnL: Cost, realizedPartialPnL: Cost, closedCost: Cost,
    isClosedKnown: Bool = true, hasClosed: (counted: Bool, unvalued: Bool) = (true, false),
    isClosedCostKnown: Bool = true
  ) {
    let priced = holdings.compactMap { holding in holding.exact.value.map { (holding, $0) } }
    // Coins of unknown worth are left out and reported; without any other coins there is no figure.
    let areCostsKnown =
      !priced.contains(where: \.0.isRateMissing)
      && (priced.isEmpty || priced.contains(where: \.0.isCostKnown))
    isCostKnown = areCostsKnown
    let hasCounted = holdings.contains {
      !$0.exact.soldCost.isZero || !$0.exact.realizedPnL.isZero
    }
    let hasUnvalued = !holdings.allSatisfy(\.exact.unvalued.sold.isZero)
    let areRatesKnown = !holdings.contains(where: \.isRealizedRateMissing)
    self.isClosedCostKnown =
      isClosedCostKnown && areRatesKnown && !(hasUnvalued && !hasCounted && closedCost.isZero)
    isRealizedClosedKnown = isClosedKnown && (hasClosed.counted || !hasClosed.unvalued)
    isRealizedPartialKnown = areRatesKnown && (hasCounted || !hasUnvalued)
    isRealizedKnown =
      isClosedKnown && areRatesKnown
      && (hasClosed.counted || hasCounted || !hasClosed.unvalued && !hasUnvalued)
    let isKnown = !priced.isEmpty || holdings.isEmpty
    let value = priced.reduce(Cost.zero) { $0 + $1.1 }
    let costedValue = priced.reduce(Cost.zero) { $0 + ($1.0.costedValue ?? 0) }
    let openCost = priced.reduce(Cost.zero) { $0 + $1.0.exact.cost }
    exact = ExactFigures(
      value: value, costedValue: costedValue, openCost: openCost,
      realizedClosedPnL: realizedClosedPnL,
      realizedPartialPnL: realizedPartialPnL, closedCost: closedCost)
    totalValue = isKnown ? value.figure : nil
    unrealizedPnL = isKnown && areCostsKnown ? (costedValue - openCost).figure : nil
    realizedPnL = exact.realizedPnL.figure
    self.realizedClosedPnL = realizedClosedPnL.figure
    self.realizedPartialPnL = realizedPartialPnL.figure
    totalOpenCost = openCost.figure
    totalClosedCost = closedCost.figure
    holdingCount = holdings.count
    pricedCount = priced.count
    costedCount = holdings.count { $0.exact.unvalued.held.isZero }
  }

  /// The totals at known prices from stored positions, without reading closed cycles.
  ///
  /// - Parameters:
  ///   - summaries: Coins by id, with their prices if known.
  ///   - currentPrices: Coins by id, with their prices where known.
  ///   - costBasis: How the cost of sales is chosen.
  public init(
    summaries: [CoinPositionSummary], currentPrices: [String: Coin], costBasis: CostBasis = .average
  ) {
    let totals = Positions(
      summaries: summaries, closed: [], currentPrices: currentPrices, costBasis: costBasis)
    self = totals.summary
  }
}

/// Sums up holdings and closed positions.
///
/// - Parameters:
///   - holdings: All holdings.
///   - closedPositions: All closed positions.
/// - Returns: The totals.
public func computePortfolioSummary(
  holdings: [Holding], closedPositions: [ClosedPosition]
) -> PortfolioSummary {
  PortfolioSummary(holdings: holdings, closed: [ClosedSums(closedPositions)])
}
