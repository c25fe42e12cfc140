import AppGroup
import LedgerStore
public import CoinCatalogue
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

extension PortfolioService {
  /// Everything computed from the ledger at the last known prices.
  ///
  /// - Parameter costBasis: A method other than the configured one.
  /// - Returns: Holdings, closed positions and totals.
  /// - Throws: Why the ledger could not be read.
  public func positions(costBasis: CostBasis? = nil) throws -> Positions {
    positions(of: try ledger.transactions(), prices: store.refreshData(), costBasis: costBasis)
  }

  /// Computes a ledger at some prices, by the configured cost basis unless another is named.
  public func positions(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      of: transactions, prices: prices, costBasis: costBasis ?? self.costBasis,
      catalogue: catalogue)
  }

  /// The ids of all coins in the ledger.
  ///
  /// - Returns: Ids, listed in the catalogue or not.
  /// - Throws: Why the ledger could not be read.
  public func ownedCoins() throws -> Set<String> { Set(try ledger.transactions().map(\.coinId)) }

  /// What the widgets show now.
  ///
  /// Where the files are missing or damaged the ledger is read; reading never writes.
  ///
  /// - Parameters:
  ///   - refresher: Fetches prices first, if given.
  ///   - maximumAge: Only prices fetched longer ago than so many seconds are fetched.
  /// - Returns: The entry of this moment.
  /// - Throws: Why the ledger could not be read.
  public func entry(
    refreshedBy refresher: PriceRefresher? = nil, maximumAge: TimeInterval? = nil
  ) throws -> PortfolioEntry {
    let provider = PortfolioTimelineProvider(store: store)
    let timeline = refresher.map {
      provider.timeline(refresher: $0, maximumAge: maximumAge, clock: clock)
    }
    let now = now
    let entry = timeline?.entries.first ?? provider.snapshot(at: now)
    guard entry.isPlaceholder else { return entry }
    let data = WidgetRefreshData(try positions(), lastUpdated: nil).portfolioData(now: now)
    return PortfolioEntry(date: now, data: data, failure: entry.failure)
  }
}

extension Positions {
  /// Computes a ledger at the last known prices; coins that have none carry the catalogue's names.
  public init(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis,
    catalogue: CoinCatalogue = .builtIn
  ) {
    self.init(
      transactions: transactions,
      currentPrices: Self.coins(of: transactions, prices: prices, catalogue: catalogue),
      costBasis: costBasis)
  }

  /// The coins of some transactions at the last known prices, by id.
  public static func coins(
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

extension PortfolioService {
  /// The portfolio at this moment, at the last known prices.
  ///
  /// - Parameters:
  ///   - costBasis: A method other than the configured one.
  ///   - isPrivate: Whether amounts are masked.
  /// - Returns: What every report is drawn from.
  /// - Throws: Why the ledger could not be read.
  public func snapshot(
    costBasis: CostBasis? = nil, isPrivate: Bool = false
  ) throws -> PortfolioSnapshot {
    let prices = store.refreshData()
    let transactions = try ledger.transactions()
    return PortfolioSnapshot(
      positions: positions(of: transactions, prices: prices, costBasis: costBasis),
      costBasis: costBasis ?? self.costBasis, isPrivate: isPrivate,
      lastUpdated: prices?.lastUpdated, failure: store.refreshStatus()?.failure, now: now)
  }
}
