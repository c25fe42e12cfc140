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

/// The columns of a panel, which no figure moves: one of arrows, and two that amounts and
/// percentages end at.
struct ChangeColumns {
  let arrow: Int
  let amount: Range<Int>
  let percentage: Range<Int>
}

extension WidgetFamily {
  /// Columns of the longest value; the total has no more, so that one amount reads the same twice.
  static let valueColumns = 18

  /// Where changes stand; columns count from the first one inside the padding.
  var changeColumns: ChangeColumns {
    switch self {
    case .small: ChangeColumns(arrow: 5, amount: 7..<20, percentage: 12..<20)
    case .medium, .large: ChangeColumns(arrow: 23, amount: 25..<37, percentage: 38..<46)
    }
  }
}
