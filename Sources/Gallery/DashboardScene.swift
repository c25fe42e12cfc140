package import Dashboard
import Exact
package import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

/// A state in which dashboard pictures show the sample.
package enum DashboardScene: String, CaseIterable {
  case fresh, empty, offline, stale
  case partlyPriced = "partly-priced"
  case `private`, loss

  /// The suffix of a picture's name; empty for the ordinary state.
  package var suffix: String { self == .fresh ? "" : "-\(rawValue)" }

  /// The content of a page and its time; only the inbox page has inbox content.
  package func data(of tab: DashboardTab? = nil, at now: Date? = nil) throws -> (
    data: DashboardData, now: Date
  ) {
    let (entry, ownNow) = try ScreenshotState.fresh.entry()
    let shown = (now ?? ownNow).addingTimeInterval(self == .stale ? 3 * 3600 : 0)
    guard self != .empty else {
      let none = Positions(transactions: [], currentPrices: [:])
      let data = DashboardData(
        positions: none, transactions: [],
        entry: PortfolioEntry(
          date: entry.date,
          data: prepareWidgetData(
            summary: none.summary, holdings: [], lastUpdated: entry.date, isRefreshed: false)))
      return (data, shown)
    }
    let positions = Positions(
      transactions: SamplePortfolio.transactions, currentPrices: try coins())
    let data = DashboardData(
      positions: positions, transactions: SamplePortfolio.transactions,
      inbox: tab == .inbox ? InventedInbox.book : InboxBook(version: 0),
      effects: InventedInbox.effects,
      entry: PortfolioEntry(
        date: entry.date,
        data: positions.widgetData(lastUpdated: entry.data?.lastUpdated ?? entry.date),
        failure: self == .offline ? .offline : nil,
        recentValues: [.partlyPriced, .loss].contains(self) ? nil : entry.recentValues),
      history: try SamplePortfolio.week(of: positions.holdings, at: ownNow),
      watchlist: try SamplePortfolio.watchlist(of: positions.holdings, at: ownNow))
    return (data, shown)
  }

  /// The sample's coins at this state's prices.
  private func coins() throws -> [String: Coin] {
    let holdings = SamplePortfolio.positions(at: try SamplePortfolio.prices())
    var coins = Dictionary(
      uniqueKeysWithValues: holdings.holdings.map { ($0.id, $0.coin) })
    for closed in holdings.closedPositions where coins[closed.coinId] == nil {
      coins[closed.coinId] = Coin(
        id: closed.coinId, symbol: closed.coinSymbol, name: closed.coinName)
    }
    switch self {
    case .partlyPriced:
      for id in ["solana", "dogecoin"] {
        coins[id]?.currentPrice = nil
        coins[id]?.priceChange24h = nil
      }
    case .loss:
      coins = coins.mapValues { coin in
        var coin = coin
        coin.currentPrice = coin.currentPrice.map { $0 * ExactDecimal(25, exponent: -2) }
        coin.priceChange24h = -12
        return coin
      }
    default: break
    }
    return coins
  }
}
