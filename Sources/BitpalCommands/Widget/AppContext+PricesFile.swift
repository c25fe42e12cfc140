import Application
import AppGroup
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

extension AppContext {
  /// The widgets' content at the prices in a file, without writing anything.
  func entry(
    pricesFile path: String, currency: String, costBasis: CostBasis
  ) throws -> PortfolioEntry {
    let now = now
    let portfolio = try service.portfolio(currency: currency, costBasis: costBasis) { ids in
      let named = service.coins(ids, at: store.prices() ?? PriceBook())
      return try Self.recordedPrices(path, pricedAt: now).coins(namedAs: named)
    }
    let snapshot = PortfolioSnapshot(
      positions: portfolio.positions, costBasis: costBasis, currency: currency,
      rateDay: portfolio.newestRate?.day, lastUpdated: now, now: now)
    return snapshot.entry
  }
}
