import AppGroup
import CoinCatalogue
import ConfigurationFile
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

extension AppContext {
  /// Everything computed from the ledger at the last known prices.
  ///
  /// - Parameter costBasis: A method other than the configured one.
  func positions(costBasis: CostBasis? = nil) throws -> Positions {
    positions(of: try ledger.transactions(), prices: store.refreshData(), costBasis: costBasis)
  }

  /// Computes a ledger at some prices, by the configured cost basis unless told otherwise.
  func positions(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      of: transactions, prices: prices, costBasis: costBasis ?? configuration.costBasis,
      catalogue: catalogue)
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
  ///
  /// - Parameters:
  ///   - change: What to do.
  ///   - tell: Takes a note about what went wrong beside a change that was made.
  ///   - progress: Told how many rows have been written.
  func apply(
    _ change: LedgerChange, tell: (String) -> Void = Console.complain,
    progress: (Int) -> Void = { _ in }
  ) throws {
    try write(tell: tell) { try ledger.apply(change, now: now, progress: progress) }
  }

  /// Changes the ledger and brings the widget files up to date.
  func write(tell: (String) -> Void = Console.complain, _ change: () throws -> Void) throws {
    try container.create()
    let note = noteOfDailyBackup()
    try change()
    try publish()
    if let note { tell(note) }
  }

  /// Takes a change back or makes it again, and brings the widget files up to date.
  ///
  /// - Returns: What changed, or `nil` when there was nothing to do.
  func step(
    _ take: (Date) throws -> LedgerStep?, tell: (String) -> Void = Console.complain
  ) throws -> LedgerStep? {
    let note = noteOfDailyBackup()
    guard let step = try take(now) else { return nil }
    try publish()
    if let note { tell(note) }
    return step
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
      let positions = positions(of: transactions, prices: known)
      var data = WidgetRefreshData(positions, lastUpdated: known?.lastUpdated)
      data.takeLastPrices(
        of: Set(positions.closedPositions.map(\.coinId)), from: PriceHistoryStore(container),
        at: now)
      files.refreshData = data
      files.portfolio = data.portfolioData(now: now)
    }
  }
}

extension Positions {
  /// Computes a ledger at the last known prices; coins that have none carry the catalogue's names.
  init(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis,
    catalogue: CoinCatalogue = .builtIn
  ) {
    self.init(
      transactions: transactions,
      currentPrices: Self.coins(of: transactions, prices: prices, catalogue: catalogue),
      costBasis: costBasis)
  }

  /// The coins of some transactions at the last known prices, by id.
  static func coins(
    of transactions: [Transaction], prices: WidgetRefreshData?,
    catalogue: CoinCatalogue = .builtIn
  ) -> [String: Coin] {
    var coins = prices?.coins ?? [:]
    for id in Set(transactions.map(\.coinId)) where coins[id] == nil {
      let listed = catalogue.coin(id: id)
      coins[id] = Coin(id: id, symbol: listed?.symbol ?? id, name: listed?.name ?? id)
    }
    return coins
  }
}
