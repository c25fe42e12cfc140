/// The three fixed sizes of a widget.
public enum WidgetFamily: String, CaseIterable, Sendable {
  /// Total value and total P&L.
  case small
  /// Adds unrealized and realized P&L and the first two holdings.
  case medium
  /// All P&L figures and the first five holdings.
  case large

  /// Width in cells.
  public var columns: Int { self == .small ? 24 : 50 }

  /// Height in cells.
  public var rows: Int { self == .large ? 23 : 11 }

  /// Number of holdings shown.
  public var holdingLimit: Int {
    switch self {
    case .small: 0
    case .medium: 2
    case .large: 5
    }
  }
}

/// Fixed columns of a panel: one for arrows, and two for the ends of amounts and percentages.
struct ChangeColumns {
  let arrow: Int
  let amount: Range<Int>
  let percentage: Range<Int>
}

extension WidgetFamily {
  /// Width of the longest value; the total has the same limit, so that equal amounts look the same.
  static let valueColumns = 18

  /// Columns of changes, counted from the first one inside the padding.
  var changeColumns: ChangeColumns {
    switch self {
    case .small: ChangeColumns(arrow: 5, amount: 7..<20, percentage: 12..<20)
    case .medium, .large: ChangeColumns(arrow: 23, amount: 25..<37, percentage: 38..<46)
    }
  }
}
