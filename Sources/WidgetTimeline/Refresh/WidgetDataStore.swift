/// The three files of the app group container, as values, and what a refresh adds to the history.
public struct WidgetFiles: Equatable, Sendable {
  /// `portfolio.json`.
  public var portfolio: WidgetPortfolioData?
  /// `refresh_data.json`.
  public var refreshData: WidgetRefreshData?
  /// `refresh_status.json`.
  public var refreshStatus: RefreshStatus?

  /// Rows to append to the price history; empty when the files are read.
  public var newPrices: [PriceRecord]

  /// Makes the files; what is `nil` does not exist or cannot be read.
  public init(
    portfolio: WidgetPortfolioData? = nil, refreshData: WidgetRefreshData? = nil,
    refreshStatus: RefreshStatus? = nil, newPrices: [PriceRecord] = []
  ) {
    self.portfolio = portfolio
    self.refreshData = refreshData
    self.refreshStatus = refreshStatus
    self.newPrices = newPrices
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

  /// Reads the files, lets the caller change them and writes those that changed, while no other
  /// process can do the same, and appends the new prices to the history.
  ///
  /// - Throws: What `change` throws, and then nothing is written; or the store's own error.
  func update<Result>(_ change: (inout WidgetFiles) throws -> Result) throws -> Result
}
