/// The three fixed sizes of a widget.
public enum WidgetFamily: String, CaseIterable, Sendable {
  /// Total value and total P&L.
  case small
  /// Also unrealized and realized P&L and the first two holdings.
  case medium
  /// Every P&L and the first five holdings.
  case large

  /// Width in cells.
  public var columns: Int { self == .small ? 24 : 50 }

  /// Height in cells.
  public var rows: Int { self == .large ? 23 : 11 }

  /// Holdings shown.
  public var holdingLimit: Int {
    switch self {
    case .small: 0
    case .medium: 2
    case .large: 5
    }
  }
}
