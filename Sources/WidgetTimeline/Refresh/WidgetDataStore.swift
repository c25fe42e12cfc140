public import Exact
public import FoundationEssentials

/// The files of the app group container that refreshing is about, as values, and what a refresh
/// adds to the history.
public struct WidgetFiles: Equatable, Sendable {
  /// `portfolio.json`.
  public var portfolio: WidgetPortfolioData?
  /// `refresh_data.json`.
  public var refreshData: WidgetRefreshData?
  /// `refresh_status.json`.
  public var refreshStatus: RefreshStatus?
  /// `prices.json`; never lost by what happens to the others.
  public var prices: PriceBook?
  /// `watchlist.json`.
  public var watchlist: Watchlist?
  /// `alerts.json`.
  public var alerts: PriceAlerts?

  /// Rows to append to the price history; empty when the files are read.
  public var newPrices: [PriceRecord]

  /// Makes the files; what is `nil` does not exist or cannot be read.
  public init(
    portfolio: WidgetPortfolioData? = nil, refreshData: WidgetRefreshData? = nil,
    refreshStatus: RefreshStatus? = nil, prices: PriceBook? = nil, watchlist: Watchlist? = nil,
    alerts: PriceAlerts? = nil, newPrices: [PriceRecord] = []
  ) {
    self.portfolio = portfolio
    self.refreshData = refreshData
    self.refreshStatus = refreshStatus
    self.prices = prices
    self.watchlist = watchlist
    self.alerts = alerts
    self.newPrices = newPrices
  }

  /// The coins that a refresh asks for: held, followed or waited for.
  var wantedCoins: Set<String> {
    Set(refreshData?.holdings.map(\.coinId) ?? []).union(watchlist?.coinIds ?? [])
      .union(alerts?.coinIds ?? [])
  }
}

/// Where widget data is kept and shared between processes.
public protocol WidgetDataStore: Sendable {
  /// What the widgets show, `nil` when there is none or it cannot be read.
  func portfolio() -> WidgetPortfolioData?
  /// What a refresh needs, `nil` when there is none or it cannot be read.
  func refreshData() -> WidgetRefreshData?
  /// How refreshing goes, `nil` when there is none or it cannot be read.
  func refreshStatus() -> RefreshStatus?
  /// The last price of every coin ever priced, `nil` when there is none or it cannot be read.
  func prices() -> PriceBook?
  /// The coins followed, `nil` when there are none or they cannot be read.
  func watchlist() -> Watchlist?
  /// The alerts, `nil` when there are none or they cannot be read.
  func alerts() -> PriceAlerts?
  /// The price of a coin at an instant of the past, `nil` when it is not on record.
  func pastPrice(of coinId: String, at instant: Date) -> ExactDecimal?

  /// Reads the files, lets the caller change them and writes those that changed, while no other
  /// process can do the same, and appends the new prices to the history.
  ///
  /// - Throws: What `change` throws, and then nothing is written; or the store's own error.
  func update<Result>(_ change: (inout WidgetFiles) throws -> Result) throws -> Result
}
