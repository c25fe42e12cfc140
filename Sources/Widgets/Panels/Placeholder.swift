import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// The panel's shape with its figures redacted, for the moment before anything is known.
  mutating func drawPlaceholder(_ family: WidgetFamily) {
    heading(nil)
    switch family {
    case .small:
      skeleton(11, row: 3)
      left("Total P&L", .secondary, row: 5)
      skeleton(12, row: 6)
      skeleton(7, row: 7)
    case .medium:
      skeleton(11, row: 2)
      left("Unrealized", .secondary, row: 4)
      skeleton(12, row: 5)
      left("Realized", .secondary, row: 6)
      skeleton(12, row: 7)
      for row in [2, 5] {
        skeleton(4, row: row, from: 25)
        skeleton(11, row: row, from: width - 11)
        skeleton(8, row: row + 1, from: 25)
        skeleton(19, row: row + 2, from: width - 19)
      }
    case .large:
      skeleton(11, row: 3)
      for (start, label) in [(0, "Unrealized"), (16, "Realized"), (32, "Total P&L")] {
        left(label, .secondary, row: 5, from: start)
        skeleton(12, row: 6, from: start)
      }
      rule(row: 8)
      for row in stride(from: 9, through: 17, by: 2) {
        skeleton(4, row: row)
        skeleton(11, row: row, from: 17)
        skeleton(11, row: row, from: width - 11)
        skeleton(9, row: row + 1)
        skeleton(7, row: row + 1, from: width - 7)
      }
    }
    skeleton(14, row: family.rows - 2)
  }

  private mutating func skeleton(_ columns: Int, row: Int, from column: Int = 0) {
    left(String(repeating: "░", count: columns), .skeleton, row: row, from: column)
  }
}
