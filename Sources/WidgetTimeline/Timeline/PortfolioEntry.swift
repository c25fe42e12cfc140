public import FoundationEssentials
import Portfolio

/// One moment of a widget: what to show, and how current it is.
public struct PortfolioEntry: Equatable, Sendable {
  /// When the entry should be shown.
  public let date: Date
  /// What to show; `nil` for a placeholder.
  public let data: WidgetPortfolioData?
  /// Why the last refresh failed, `nil` if it did not.
  public let failure: RefreshFailure?
  /// What the portfolio was worth on the last days; `nil` where that is not known or not drawn.
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

  /// The entry shown when nothing is known yet.
  public static func placeholder(at date: Date) -> PortfolioEntry {
    PortfolioEntry(date: date, data: nil)
  }

  /// Whether this is a placeholder.
  public var isPlaceholder: Bool { data == nil }
}

/// How current the figures of an entry are.
public enum Freshness: Equatable, Sendable {
  /// No price counted is older than 60 minutes, or nothing is held that a price could change.
  case fresh
  /// The oldest price counted is older than 60 minutes.
  case stale
  /// The last refresh reached nothing.
  case offline
  /// The last refresh was refused.
  case unableToRefresh
}

extension PortfolioEntry {
  /// How current the figures are, as seen at an instant.
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

/// Whether something is older than 60 minutes, strictly.
///
/// - Parameters:
///   - date: When it was made.
///   - now: When it is looked at.
public func isOutdated(since date: Date, at now: Date) -> Bool {
  now.millisecondsSince1970 - date.millisecondsSince1970 > 60 * 60_000
}
