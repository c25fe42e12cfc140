public import FoundationEssentials

/// Gives widgets their entries from what the app group container holds.
public struct PortfolioTimelineProvider: Sendable {
  private let store: any WidgetDataStore

  /// Makes a provider over a store.
  public init(store: any WidgetDataStore) { self.store = store }

  /// What to show when nothing is known.
  public func placeholder(at now: Date) -> PortfolioEntry { .placeholder(at: now) }

  /// What is known now, without asking anybody.
  ///
  /// The widgets' own file is shown; where it is missing or unreadable the refresh data is used,
  /// and where that is too, the placeholder.
  public func snapshot(at now: Date) -> PortfolioEntry {
    let data = store.portfolio() ?? store.refreshData()?.portfolioData(now: now)
    return PortfolioEntry(date: now, data: data, failure: store.refreshStatus()?.failure)
  }

  /// Refreshes the prices where that can be done, and gives the entries from now on.
  ///
  /// - Parameters:
  ///   - refresher: Fetches, recomputes and writes; whatever happens, the entries hold the last
  ///     figures known.
  ///   - maximumAge: Only prices fetched longer ago than so many seconds are asked for; `nil` asks
  ///     for all.
  ///   - clock: The present instant, asked again after the refresh.
  public func timeline(
    refresher: PriceRefresher, maximumAge: TimeInterval? = nil, clock: () -> Date
  ) -> Timeline {
    _ = refresher.refresh(maximumAge: maximumAge, clock: clock)
    let entry = snapshot(at: clock())
    return Timeline(data: entry.data, failure: entry.failure, now: entry.date)
  }
}
