public import FoundationEssentials
public import Portfolio

/// Turns the portfolio's figures into what widgets show; the one place where that happens.
///
/// - Parameters:
///   - summary: The totals.
///   - holdings: All holdings, highest value first.
///   - lastUpdated: The last successful refresh; before the first one, now.
/// - Returns: The totals and the first five holdings.
public func prepareWidgetData(
  summary: PortfolioSummary, holdings: [Holding], lastUpdated: Date
) -> WidgetPortfolioData {
  WidgetPortfolioData(
    totalValue: summary.totalValue,
    unrealizedPnL: summary.unrealizedPnL,
    realizedPnL: summary.realizedPnL,
    totalPnL: summary.totalPnL,
    unrealizedPnLPercentage: summary.unrealizedPnLPercentage,
    totalPnLPercentage: summary.totalPnLPercentage,
    holdings: holdings.prefix(WidgetPortfolioData.holdingLimit).map {
      WidgetHolding($0, lastUpdated: lastUpdated)
    },
    holdingCount: summary.holdingCount,
    pricedCount: summary.pricedCount,
    hasSales: summary.totalClosedCost > 0 || summary.realizedPnL != 0,
    lastUpdated: lastUpdated)
}

extension WidgetHolding {
  init(_ holding: Holding, lastUpdated: Date) {
    self.init(
      id: holding.id,
      symbol: holding.coin.symbol.uppercased(),
      name: holding.coin.name,
      currentValue: holding.currentValue,
      pnlAmount: holding.profitLoss,
      pnlPercentage: holding.profitLossPercentage,
      isStale: holding.currentValue != nil
        && holding.coin.lastUpdated.map { isOutdated(since: $0, at: lastUpdated) } ?? false)
  }
}

extension WidgetRefreshData {
  /// What a refresh needs to know of a portfolio, prices included.
  ///
  /// - Parameters:
  ///   - positions: The portfolio at its last known prices.
  ///   - lastUpdated: The last successful refresh, `nil` before the first.
  ///   - ledgerVersion: The version of the ledger the portfolio was computed from.
  public init(_ positions: Positions, lastUpdated: Date?, ledgerVersion: String? = nil) {
    self.init(
      holdings: positions.holdings.map(RefreshableHolding.init),
      realizedPnL: positions.summary.realizedPnL,
      totalClosedCost: positions.summary.totalClosedCost,
      lastUpdated: lastUpdated, ledgerVersion: ledgerVersion)
  }

  /// What the widgets show at the prices held here, by the same functions that compute the app's
  /// figures.
  ///
  /// - Parameter now: Used as the time of the last refresh when there was none.
  public func portfolioData(now: Date) -> WidgetPortfolioData {
    let current = inValueOrder(
      holdings.map {
        Holding(coin: $0.coin, totalAmount: $0.quantity, totalCost: $0.totalCost)
      })
    let summary = PortfolioSummary(
      holdings: current, realizedClosedPnL: realizedPnL, realizedPartialPnL: 0,
      totalClosedCost: totalClosedCost)
    var data = prepareWidgetData(
      summary: summary, holdings: current, lastUpdated: lastUpdated ?? now)
    data.holdingCount += unreadable.count
    data.ledgerVersion = ledgerVersion
    return data
  }
}
