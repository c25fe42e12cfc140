public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// Widget data in the files of the app group container.
///
/// Reads take no lock and never wait for a writer. An ``update(_:)`` within another waits for ever.
public struct AppGroupWidgetStore: WidgetDataStore {
  private let container: AppGroupContainer
  private let clock: @Sendable () -> Date

  /// The store of a container; `clock` dates what is set aside.
  public init(_ container: AppGroupContainer, clock: @escaping @Sendable () -> Date) {
    self.container = container
    self.clock = clock
  }

  /// What the widgets show, `nil` when there is none or it cannot be read.
  public func portfolio() -> WidgetPortfolioData? { read(container.portfolio) }

  /// What a refresh needs, `nil` when there is none or it cannot be read.
  public func refreshData() -> WidgetRefreshData? { read(container.refreshData) }

  /// How refreshing goes, `nil` when there is none or it cannot be read.
  public func refreshStatus() -> RefreshStatus? { read(container.refreshStatus) }

  /// The last price of every coin ever priced; in a container from before that file, those kept
  /// with the holdings.
  public func prices() -> PriceBook? {
    read(container.prices) ?? refreshData().map { PriceBook($0) }
  }

  /// The coins followed, `nil` when there are none or they cannot be read.
  public func watchlist() -> Watchlist? { read(container.watchlist) }

  /// The alerts, `nil` when there are none or they cannot be read.
  public func alerts() -> PriceAlerts? { read(container.alerts) }

  /// The last price of a coin within the two hours up to an instant, from the price history.
  public func pastPrice(of coinId: String, at instant: Date) -> Decimal? {
    PriceHistoryStore(container).lastPrices(
      of: [coinId], from: instant.addingTimeInterval(-7200), to: instant)[coinId]?.price
  }

  private func read<Content: WidgetFileContent>(_ path: String) -> Content? {
    do { return try WidgetFile(path).content } catch { return nil }
  }

  /// Reads the files, lets the caller change them and writes those that changed, under the lock.
  ///
  /// Each file is replaced whole. The refresh status goes last, so that a success is never on
  /// record before its figures are. A damaged file counts as `nil`; when something takes its place,
  /// its bytes are kept as `*.corrupt-<time>`. A history that cannot be written holds up no figure.
  ///
  /// - Throws: What `change` throws, and then nothing is written; else ``ContainerError`` with the
  ///   file that could not be read or written.
  public func update<Result>(
    _ change: (inout WidgetFiles) throws -> Result
  ) throws -> Result {
    try container.create()
    return try ContainerLock(container).withLock {
      let refreshData = try WidgetFile<WidgetRefreshData>(container.refreshData)
      let portfolio = try WidgetFile<WidgetPortfolioData>(container.portfolio)
      let refreshStatus = try WidgetFile<RefreshStatus>(container.refreshStatus)
      let prices = try WidgetFile<PriceBook>(container.prices)
      let watchlist = try WidgetFile<Watchlist>(container.watchlist)
      let alerts = try WidgetFile<PriceAlerts>(container.alerts)
      var files = WidgetFiles(
        portfolio: portfolio.content, refreshData: refreshData.content,
        refreshStatus: refreshStatus.content,
        prices: prices.content ?? refreshData.content.map { PriceBook($0) },
        watchlist: watchlist.content, alerts: alerts.content)
      let result = try change(&files)
      let historyError = Self.error(of: { () throws(ContainerError) in
        try PriceHistoryStore(container).append(files.newPrices)
      })
      try prices.replace(by: files.prices, clock)
      try watchlist.replace(by: files.watchlist, clock)
      try alerts.replace(by: files.alerts, clock)
      try refreshData.replace(by: files.refreshData, clock)
      try portfolio.replace(by: files.portfolio, clock)
      try refreshStatus.replace(by: files.refreshStatus, clock)
      if let historyError { throw historyError }
      return result
    }
  }

  private static func error(
    of body: () throws(ContainerError) -> Void
  ) -> ContainerError? {
    do throws(ContainerError) { try body() } catch { return error }
    return nil
  }
}
