import Exact
public import FoundationEssentials
public import Portfolio

/// Makes the widget data from the portfolio's figures; the only place that does.
///
/// ```swift
/// let data = prepareWidgetData(
///   summary: positions.summary, holdings: positions.holdings, lastUpdated: now)
/// data.totalValue == 37_500
/// data.totalPnLPercentage == 25
/// ```
///
/// - Parameters:
///   - summary: The totals.
///   - holdings: All holdings, highest value first.
///   - lastUpdated: The last successful refresh; before the first one, now.
///   - isRefreshed: Whether prices were ever fetched: `lastUpdated` is then the time of a refresh.
///   - currency: The ISO 4217 code of the currency that the figures are in.
///   - rateDay: The day of the rate that converts present values; `nil` in US dollars.
///   - estimatedCoins: The holdings whose cost rests on an estimate.
///   - estimated: The totals that rest on estimates.
/// - Returns: The totals and the first five holdings.
public func prepareWidgetData(
  summary: PortfolioSummary, holdings: [Holding], lastUpdated: Date, isRefreshed: Bool = true,
  currency: String = usDollarCode, rateDay: UTCDay? = nil,
  estimatedCoins: Set<String> = [], estimated: EstimatedTotals = EstimatedTotals()
) -> WidgetPortfolioData {
  var data = WidgetPortfolioData(
    totalValue: summary.totalValue,
    unrealizedPnL: summary.unrealizedPnL,
    realizedPnL: summary.knownRealizedPnL,
    totalPnL: summary.totalPnL,
    unrealizedPnLPercentage: summary.unrealizedPnLPercentage,
    totalPnLPercentage: summary.totalPnLPercentage,
    holdings: holdings.prefix(WidgetPortfolioData.holdingLimit).map {
      WidgetHolding(
        $0, lastUpdated: lastUpdated, isEstimated: estimatedCoins.contains($0.id))
    },
    holdingCount: summary.holdingCount,
    pricedCount: summary.pricedCount,
    // Only sales have an unknown result.
    hasSales: !summary.isRealizedKnown || summary.totalClosedCost > 0 || summary.realizedPnL != 0,
    lastUpdated: lastUpdated, currency: currency, rateDay: rateDay,
    dayChange: DayChange(holdings, refreshed: lastUpdated))
  let refreshed = isRefreshed ? lastUpdated : nil
  data.estimated = estimated
  data.costedCount = summary.costedCount < summary.holdingCount ? summary.costedCount : nil
  data.asOf = holdings.compactMap { $0.coin.priceTime(refreshed: refreshed) }.min() ?? refreshed
  return data
}

extension Coin {
  /// The time of the price: its own, otherwise that of the refresh; `nil` without a price.
  ///
  /// - Parameter time: The last successful refresh; `nil` before the first.
  public func priceTime(refreshed time: Date?) -> Date? {
    currentPrice == nil ? nil : lastUpdated ?? time
  }

  /// Whether the price is more than 60 minutes older than the last refresh, which omitted it or
  /// returned an old one.
  ///
  /// - Parameter time: The last successful refresh; `nil` before the first.
  public func hasOldPrice(refreshed time: Date?) -> Bool {
    guard let own = lastUpdated, let time else { return false }
    return isOutdated(since: own, at: time)
  }
}

extension DayChange {
  /// Sums the changes of holdings, except those whose prices the last refresh left old.
  ///
  /// - Parameters:
  ///   - holdings: The holdings at their prices.
  ///   - time: The last successful refresh; `nil` before the first.
  /// - Returns: `nil` if no holding has a change and a price that is not old.
  public init?(_ holdings: [Holding], refreshed time: Date?) {
    guard let change = DayChange(holdings.filter { !$0.coin.hasOldPrice(refreshed: time) }) else {
      return nil
    }
    self.init(
      amount: change.amount, percentage: change.percentage, count: change.count,
      asOf: change.asOf ?? time)
  }
}

extension WidgetHolding {
  init(_ holding: Holding, lastUpdated: Date, isEstimated: Bool) {
    self.init(
      id: holding.id,
      symbol: holding.coin.symbol.uppercased(),
      name: holding.coin.name,
      currentValue: holding.currentValue,
      pnlAmount: holding.profitLoss,
      pnlPercentage: holding.profitLossPercentage,
      isStale: holding.currentValue != nil
        && holding.coin.hasOldPrice(refreshed: lastUpdated),
      isEstimated: isEstimated)
  }
}

extension WidgetRefreshData {
  /// Collects the portfolio data that a refresh needs, including prices.
  ///
  /// - Parameters:
  ///   - positions: The portfolio at its last known prices.
  ///   - coins: The held coins with their last prices in US dollars, by id; a missing coin falls
  ///     back to the holding's own, which is correct in US dollars.
  ///   - lastUpdated: The last successful refresh; `nil` before the first.
  ///   - ledgerVersion: The version of the ledger that the portfolio was computed from.
  ///   - currency: The ISO 4217 code of the currency that the portfolio counts in.
  ///   - rate: The newest rate from US dollars, which converts prices; `nil` in US dollars.
  ///   - estimates: Which figures are estimates.
  public init(
    _ positions: Positions, coins: [String: Coin] = [:], lastUpdated: Date?,
    ledgerVersion: String? = nil, currency: String = usDollarCode, rate: ExchangeRate? = nil,
    estimates: Estimates = Estimates()
  ) {
    self.init(
      holdings: positions.holdings.map {
        RefreshableHolding(
          coin: coins[$0.id] ?? $0.coin, exactQuantity: $0.exact.amount,
          exactTotalCost: $0.exact.cost, isCostKnown: !$0.isRateMissing,
          unvalued: $0.exact.unvalued.held,
          isCostEstimated: estimates.isHeldEstimated($0.id))
      },
      exactRealizedPnL: positions.summary.exact.realizedPnL,
      exactTotalClosedCost: positions.summary.exact.closedCost,
      lastUpdated: lastUpdated, ledgerVersion: ledgerVersion, currency: currency, rate: rate,
      isRealizedKnown: positions.summary.isRealizedKnown)
    estimated = EstimatedTotals(positions, estimates)
    estimated.unrealized = false
  }

  /// Computes what the widgets show at these prices, with the same functions as the app's figures.
  ///
  /// - Parameter now: The time of the data if there was no refresh yet.
  public func portfolioData(now: Date) -> WidgetPortfolioData {
    let current = inValueOrder(
      holdings.map {
        Holding(
          coin: isRateMissing ? $0.coin.unpriced : $0.coin, amount: $0.exactQuantity,
          cost: $0.exactTotalCost, unvalued: $0.unvalued, isCostKnown: $0.isCostKnown, rate: rate)
      })
    let summary = PortfolioSummary(
      holdings: current, realizedPnL: exactRealizedPnL, closedCost: exactTotalClosedCost,
      isRealizedKnown: isRealizedKnown)
    let estimatedCoins = Set(holdings.filter(\.isCostEstimated).map(\.coinId))
    var estimated = estimated
    estimated.unrealized = current.contains {
      $0.currentValue != nil && estimatedCoins.contains($0.id)
    }
    var data = prepareWidgetData(
      summary: summary, holdings: current, lastUpdated: lastUpdated ?? now,
      isRefreshed: lastUpdated != nil, currency: currency, rateDay: rate?.day,
      estimatedCoins: estimatedCoins, estimated: estimated)
    data.holdingCount += unreadable.count
    data.ledgerVersion = ledgerVersion
    return data
  }

  /// Whether no price counts, because no rate for the currency is known.
  private var isRateMissing: Bool { currency != usDollarCode && rate == nil }
}

extension Coin {
  fileprivate var unpriced: Coin {
    var coin = self
    coin.currentPrice = nil
    return coin
  }
}

extension Positions {
  /// Computes what the widgets show of these positions.
  package func widgetData(lastUpdated: Date) -> WidgetPortfolioData {
    prepareWidgetData(summary: summary, holdings: holdings, lastUpdated: lastUpdated)
  }
}
