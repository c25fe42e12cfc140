import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// Draws a panel's shape with redacted figures, before any data is known; bars have gaps, or they
  /// would merge into blocks.
  mutating func drawPlaceholder(_ family: WidgetFamily) {
    heading(nil)
    let columns = family.changeColumns
    skeleton(11, row: 2, .strongSkeleton)
    switch family {
    case .small:
      left("Total P&L", .secondary, row: 6)
      skeleton(11, row: 7, from: columns.amount.upperBound - 11)
    case .medium:
      left("Unrealized", .secondary, row: 4)
      left("Realized", .secondary, row: 5)
      skeleton(11, row: 4, from: columns.amount.upperBound - 11)
      skeleton(3, row: 7)
      skeleton(10, row: 7, from: columns.arrow - 11)
      skeleton(11, row: 7, from: columns.amount.upperBound - 11)
    case .large:
      for (row, label) in zip(6..., ["Unrealized", "Realized", "Total P&L"]) {
        left(label, .secondary, row: row)
      }
      for row in [6, 8] { skeleton(11, row: row, from: columns.amount.upperBound - 11) }
      rule(row: 9)
      for row in stride(from: 10, through: 18, by: 2) {
        skeleton(4, row: row)
        skeleton(11, row: row, from: width - 11)
      }
    }
    skeleton(14, row: family.rows - 2)
  }

  private mutating func skeleton(
    _ columns: Int, row: Int, from column: Int = 0, _ role: Role = .skeleton
  ) {
    left(String(repeating: "░", count: columns), role, row: row, from: column)
  }
}
