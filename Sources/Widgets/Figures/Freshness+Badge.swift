public import WidgetTimeline

extension Freshness {
  /// The word next to figures that are not current, and its short form; `nil` when they are.
  public var badge: (long: String, short: String)? {
    switch self {
    case .fresh: nil
    case .stale: ("Stale", "Stale")
    case .offline: ("Offline", "Offline")
    case .unableToRefresh: ("Unable to refresh", "No refresh")
    }
  }
}
