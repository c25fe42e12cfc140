public import Exact
public import FoundationEssentials

/// The container's files that a refresh uses, as values, and its additions to the history.
public struct WidgetFiles: Equatable, Sendable {
  /// `portfolio.json`.
  public var portfolio: WidgetPortfolioData?
  /// `refresh_data.json`.
  public var refreshData: WidgetRefreshData?
  /// `refresh_status.json`.
  public var refreshStatus: RefreshStatus?
  /// `prices.json`; independent of the other files.
  public var prices: PriceBook?
  /// `watchlist.json`.
  public var watchlist: Watchlist?
  /// `alerts.json`.
  public var alerts: PriceAlerts?

  /// Rows to append to the price history; empty when the files are read.
  public var newPrices: [PriceRecord]

  /// Makes the files; a `nil` file does not exist or cannot be read.
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

  /// The coins that a refresh requests: held, followed, or with a waiting alert.
  var wantedCoins: Set<String> {
    Set(refreshData?.holdings.map(\.coinId) ?? []).union(watchlist?.coinIds ?? [])
      .union(alerts?.coinIds ?? [])
  }
}

/// A store for widget data, shared between processes.
public protocol WidgetDataStore: Sendable {
  /// What the widgets show; `nil` if it does not exist or cannot be read.
  func portfolio() -> WidgetPortfolioData?
  /// What a refresh needs; `nil` if it does not exist or cannot be read.
  func refreshData() -> WidgetRefreshData?
  /// The state of refreshing; `nil` if it does not exist or cannot be read.
  func refreshStatus() -> RefreshStatus?
  /// The last price of every coin ever priced; `nil` if there are none or they cannot be read.
  func prices() -> PriceBook?
  /// The followed coins; `nil` if there are none or they cannot be read.
  func watchlist() -> Watchlist?
  /// The alerts; `nil` if there are none or they cannot be read.
  func alerts() -> PriceAlerts?
  /// The price of a coin at a past instant; `nil` if it is not recorded.
  func pastPrice(of coinId: String, at instant: Date) -> ExactDecimal?

  /// Reads the files, lets the caller change them, writes those that changed, and appends the new
  /// prices to the history, all while other processes are locked out.
  ///
  /// - Throws: What `change` throws, with nothing written, or the store's own error.
  func update<Result>(_ change: (inout WidgetFiles) throws -> Result) throws -> Result
}
