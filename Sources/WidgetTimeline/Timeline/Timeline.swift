public import FoundationEssentials

/// When a widget wants its next timeline.
public enum TimelineReloadPolicy: Equatable, Sendable {
  /// Not before that instant.
  case after(Date)
}

/// The entries of a widget from now on, and when to request the next ones.
///
/// ```swift
/// let timeline = Timeline(data: nil, failure: nil, now: now)
/// timeline.entries.map(\.date) == [now, now + 1800]
/// timeline.policy == .after(now + 1800)
/// ```
public struct Timeline: Equatable, Sendable {
  /// Seconds between two refreshes of a widget.
  public static let refreshInterval: TimeInterval = 30 * 60

  /// At least one entry, in order of their dates.
  public let entries: [PortfolioEntry]
  /// When to request the next timeline.
  public let policy: TimelineReloadPolicy

  /// Makes the timeline of some data: the present entry and that of the next refresh.
  ///
  /// - Parameters:
  ///   - data: The data to show; `nil` for a placeholder.
  ///   - failure: Why the last refresh failed.
  ///   - now: The present instant.
  public init(data: WidgetPortfolioData?, failure: RefreshFailure?, now: Date) {
    let next = now.addingTimeInterval(Self.refreshInterval)
    entries = [now, next].map { PortfolioEntry(date: $0, data: data, failure: failure) }
    policy = .after(next)
  }
}
