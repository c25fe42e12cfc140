public import WidgetTimeline

extension Freshness {
  /// The long and short badge of figures that are not current; `nil` for current ones.
  public var badge: (long: String, short: String)? {
    switch self {
    case .fresh: nil
    case .stale: ("Stale", "Stale")
    case .offline: ("Offline", "Offline")
    case .unableToRefresh: ("Unable to refresh", "No refresh")
    }
  }
}
