public import FoundationEssentials

/// Makes widget entries from the content of the app group container.
public struct PortfolioTimelineProvider: Sendable {
  private let store: any WidgetDataStore

  /// Makes a provider over a store.
  public init(store: any WidgetDataStore) { self.store = store }

  /// The entry shown while nothing is known.
  public func placeholder(at now: Date) -> PortfolioEntry { .placeholder(at: now) }

  /// The present entry, without network calls.
  ///
  /// The widgets' own file is shown; if it is missing or unreadable, the refresh data is used, and
  /// otherwise the placeholder.
  public func snapshot(at now: Date) -> PortfolioEntry {
    let data = store.portfolio() ?? store.refreshData()?.portfolioData(now: now)
    return PortfolioEntry(date: now, data: data, failure: store.refreshStatus()?.failure)
  }

  /// Refreshes the prices if possible, and returns the entries from now on.
  ///
  /// - Parameters:
  ///   - refresher: Fetches, recomputes and writes; whatever the outcome, the entries hold the last
  ///     known figures.
  ///   - maximumAge: Only prices fetched more than this many seconds ago are requested; `nil`
  ///     requests all.
  ///   - clock: The present instant, read again after the refresh.
  public func timeline(
    refresher: PriceRefresher, maximumAge: TimeInterval? = nil, clock: () -> Date
  ) -> Timeline {
    _ = refresher.refresh(maximumAge: maximumAge, clock: clock)
    let entry = snapshot(at: clock())
    return Timeline(data: entry.data, failure: entry.failure, now: entry.date)
  }
}
