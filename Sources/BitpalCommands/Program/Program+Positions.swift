import AppGroup
import CoinCatalogue
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

extension Program {
  /// Everything computed from the ledger at the last known prices.
  func positions(costBasis: CostBasis = .average) throws -> Positions {
    Positions(of: try ledger.transactions(), prices: store.refreshData(), costBasis: costBasis)
  }

  /// What the widgets show now.
  ///
  /// Where the files are missing or damaged the ledger is asked; nothing is written by looking.
  ///
  /// - Parameter refresher: Fetches prices first, if given.
  func entry(refreshedBy refresher: PriceRefresher? = nil) throws -> PortfolioEntry {
    let provider = PortfolioTimelineProvider(store: store)
    let timeline = refresher.map { provider.timeline(refresher: $0, clock: clock) }
    let now = now
    let entry = timeline?.entries.first ?? provider.snapshot(at: now)
    guard entry.isPlaceholder else { return entry }
    let data = WidgetRefreshData(try positions(), lastUpdated: nil).portfolioData(now: now)
    return PortfolioEntry(date: now, data: data, failure: entry.failure)
  }

  /// Applies a change to the ledger and brings the widget files up to date.
  func apply(_ change: LedgerChange) throws {
    try container.create()
    try ledger.apply(change, now: now)
    try publish()
  }

  /// Recomputes the widget files from the ledger at the last known prices.
  ///
  /// The ledger is read while the container is locked, so that of two writers the later one
  /// publishes what both have written.
  func publish() throws {
    let now = now
    try store.update { files in
      let known = files.refreshData
      let transactions = try ledger.transactions()
      let data = WidgetRefreshData(
        Positions(of: transactions, prices: known), lastUpdated: known?.lastUpdated)
      files.refreshData = data
      files.portfolio = data.portfolioData(now: now)
    }
  }
}

extension Positions {
  /// Computes a ledger at the last known prices; coins that have none carry the catalogue's names.
  init(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis = .average
  ) {
    var coins = prices?.coins ?? [:]
    for id in Set(transactions.map(\.coinId)) where coins[id] == nil {
      let listed = CoinCatalogue.builtIn.coin(id: id)
      coins[id] = Coin(id: id, symbol: listed?.symbol ?? id, name: listed?.name ?? id)
    }
    self.init(transactions: transactions, currentPrices: coins, costBasis: costBasis)
  }
}
