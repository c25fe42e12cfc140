public import FoundationEssentials
import Portfolio

/// A widget's content at one moment, and how current it is.
public struct PortfolioEntry: Equatable, Sendable {
  /// When the entry should be shown.
  public let date: Date
  /// The data to show; `nil` for a placeholder.
  public let data: WidgetPortfolioData?
  /// Why the last refresh failed; `nil` if it did not.
  public let failure: RefreshFailure?
  /// The portfolio's value on the last days; `nil` if unknown or not drawn.
  public var recentValues: RecentValues?

  /// Makes an entry.
  public init(
    date: Date, data: WidgetPortfolioData?, failure: RefreshFailure? = nil,
    recentValues: RecentValues? = nil
  ) {
    self.date = date
    self.data = data
    self.failure = failure
    self.recentValues = recentValues
  }

  /// The entry shown while nothing is known yet.
  public static func placeholder(at date: Date) -> PortfolioEntry {
    PortfolioEntry(date: date, data: nil)
  }

  /// Whether this is a placeholder.
  public var isPlaceholder: Bool { data == nil }
}

/// How current the figures of an entry are.
public enum Freshness: Equatable, Sendable {
  /// No price counted is older than 60 minutes, or no holding depends on a price.
  case fresh
  /// The oldest price counted is older than 60 minutes.
  case stale
  /// The last refresh could not reach any source.
  case offline
  /// The last refresh was refused.
  case unableToRefresh
}

extension PortfolioEntry {
  /// How current the figures are at an instant.
  public func freshness(at now: Date) -> Freshness {
    guard let data, data.holdingCount > 0 else { return .fresh }
    switch failure {
    case .offline: return .offline
    case .unableToRefresh: return .unableToRefresh
    case nil:
      let isOld = data.asOf.map { isOutdated(since: $0, at: now) } ?? (data.pricedCount > 0)
      return isOld ? .stale : .fresh
    }
  }
}

/// Whether something is more than 60 minutes old.
///
/// - Parameters:
///   - date: The time it was made.
///   - now: The present instant.
public func isOutdated(since date: Date, at now: Date) -> Bool {
  now.millisecondsSince1970 - date.millisecondsSince1970 > 60 * 60_000
}
