import Application
import AppGroup
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

extension AppContext {
  /// What the widgets would show at the prices of a file, with nothing written.
  func entry(
    pricesFile path: String, currency: String, costBasis: CostBasis
  ) throws -> PortfolioEntry {
    let now = now
    let portfolio = try service.portfolio(currency: currency, costBasis: costBasis) { ids in
      let named = service.coins(ids, at: store.prices() ?? PriceBook())
      return try recordedPrices(path, pricedAt: now).coins(namedAs: named)
    }
    let snapshot = PortfolioSnapshot(
      positions: portfolio.positions, costBasis: costBasis, currency: currency,
      rateDay: portfolio.newestRate?.day, lastUpdated: now, now: now)
    return snapshot.entry
  }
}

extension Positions {
  /// What the widgets show of these positions.
  func widgetData(lastUpdated: Date) -> WidgetPortfolioData {
    prepareWidgetData(summary: summary, holdings: holdings, lastUpdated: lastUpdated)
  }
}

extension RecordedPriceSource {
  /// Known coins at the recorded prices only; a coin that is not recorded has none.
  func coins(namedAs known: [String: Coin]) -> [String: Coin] {
    let recorded = Dictionary(
      prices(of: Array(known.keys)).coins.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return known.mapValues { coin in
      var priced = recorded[coin.id] ?? Coin(id: coin.id, symbol: "", name: "")
      priced.symbol = coin.symbol
      priced.name = coin.name
      return priced
    }
  }
}
