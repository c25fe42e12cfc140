public import AppGroup
import FoundationEssentials
import Portfolio
public import WidgetTimeline

extension AppGroupContainer {
  /// The record of past prices.
  public var priceHistoryStore: PriceHistoryStore { PriceHistoryStore(self) }
}

extension PortfolioService {
  /// The last known prices; a coin whose answer had no change over a day gets the one the price
  /// history shows.
  ///
  /// A price that is itself old gets none: it would be compared with its own past.
  public func pricesWithDayChanges() -> WidgetRefreshData? {
    guard var data = store.refreshData(), let refreshed = data.lastUpdated else {
      return store.refreshData()
    }
    var prices: [String: Decimal] = [:]
    for coin in data.holdings.map(\.coin) where coin.priceChange24h == nil {
      guard let own = coin.lastUpdated, !isOutdated(since: own, at: refreshed) else { continue }
      prices[coin.id] = coin.currentPrice
    }
    guard !prices.isEmpty else { return data }
    let changes = container.priceHistoryStore.dayChanges(of: prices, at: refreshed)
    for index in data.holdings.indices {
      guard let change = changes[data.holdings[index].coinId] else { continue }
      data.holdings[index].coin.priceChange24h = change
    }
    return data
  }
}
