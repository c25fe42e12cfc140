import Application
import AppGroup
import CoinCatalogue
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// Reads what the dashboard shows, and of it only what changed since it was last read.
struct PortfolioReader {
  private let context: AppContext
  private var version: Int?
  private var prices: WidgetRefreshData?
  private var last: DashboardData?
  private var week: WeekOfPrices
  private var watchedWeek: WeekOfPrices

  init(_ context: AppContext) {
    self.context = context
    week = WeekOfPrices(PriceHistoryStore(context.container))
    watchedWeek = week
  }

  /// The finished data, or `nil` when nothing has changed.
  ///
  /// - Parameter isHurried: Whether to leave out what can come later, by ``completed()``.
  mutating func read(isHurried: Bool = false) throws -> DashboardData? {
    // Before the rows: what is written while they are read makes the next version another.
    let version = try context.ledger.dataVersion()
    let prices = context.service.pricesWithDayChanges()
    let entry = PortfolioTimelineProvider(store: context.store).snapshot(at: context.now)
    let isSameLedger = version == self.version
    let watchlist = watched()
    if isSameLedger, prices == self.prices, watchlist == last?.watchlist, let shown = last?.entry,
      shown.data == entry.data, shown.failure == entry.failure
    {
      return nil
    }
    let data: DashboardData
    if isSameLedger, let last {
      let positions =
        prices == self.prices
        ? last.positions : context.service.positions(of: last.transactions, prices: prices)
      data = DashboardData(
        last, positions: positions, entry: entry,
        history: week.prices(of: positions.holdings.map(\.coin), at: context.now),
        watchlist: watchlist)
    } else {
      let transactions = try context.ledger.transactions()
      let positions = context.service.positions(of: transactions, prices: prices)
      data = DashboardData(
        positions: positions, transactions: transactions, entry: entry,
        history: isHurried ? [:] : week.prices(of: positions.holdings.map(\.coin), at: context.now),
        watchlist: watchlist,
        isRanked: !isHurried)
    }
    self.version = version
    self.prices = prices
    last = data
    return data
  }

  /// The transactions read last.
  var transactions: [Transaction] { last?.transactions ?? [] }

  /// The coins on the watchlist with their last prices.
  private mutating func watched() -> [WatchedCoin] {
    let ids = context.store.watchlist()?.coinIds ?? []
    guard !ids.isEmpty else { return [] }
    let known = context.store.prices()?.coins ?? [:]
    let coins = ids.map { id in
      known[id] ?? context.catalogue.coin(id: id).map {
        Coin(id: $0.id, symbol: $0.symbol, name: $0.name)
      } ?? Coin(id: id, symbol: id, name: id)
    }
    let weeks = watchedWeek.prices(of: coins, at: context.now)
    return coins.map { WatchedCoin($0, week: weeks[$0.id] ?? []) }
  }

  /// What was read last, with nothing left out.
  mutating func completed() -> DashboardData? {
    if let hurried = last?.ranked() {
      last = DashboardData(
        hurried, positions: hurried.positions, entry: hurried.entry,
        history: week.prices(of: hurried.positions.holdings.map(\.coin), at: context.now),
        watchlist: hurried.watchlist)
    }
    return last
  }
}
