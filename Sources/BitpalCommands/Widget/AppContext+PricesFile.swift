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
  func entry(pricesFile path: String) throws -> PortfolioEntry {
    let now = now
    let (summaries, closed) = try ledger.positions()
    let named = service.coins(summaries.map(\.coinId), at: store.prices() ?? PriceBook())
    let positions = Positions(
      summaries: summaries, closed: closed,
      currentPrices: try recordedPrices(path, pricedAt: now).coins(namedAs: named),
      costBasis: configuration.costBasis)
    return PortfolioEntry(date: now, data: positions.widgetData(lastUpdated: now))
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
