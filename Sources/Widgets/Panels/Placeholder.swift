import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// The panel's shape with its figures redacted, for the moment before anything is known; bars
  /// stand apart, or they would grow into blocks.
  mutating func drawPlaceholder(_ family: WidgetFamily) {
    heading(nil)
    switch family {
    case .small:
      skeleton(11, row: 3)
      left("Total P&L", .secondary, row: 5)
      skeleton(13, row: 6)
    case .medium:
      skeleton(11, row: 3)
      left("Unrealized", .secondary, row: 5)
      skeleton(12, row: 6)
      left("Realized", .secondary, row: 7)
      skeleton(12, row: 8)
      for row in [2, 6] {
        skeleton(4, row: row, from: 25)
        skeleton(11, row: row, from: width - 11)
        skeleton(18, row: row + 2, from: width - 18)
      }
    case .large:
      skeleton(11, row: 3)
      for (start, label) in [(0, "Unrealized"), (16, "Realized"), (32, "Total P&L")] {
        left(label, .secondary, row: 5, from: start)
        skeleton(12, row: 6, from: start)
      }
      rule(row: 9)
      for (row, symbol) in zip(stride(from: 10, through: 18, by: 2), [3, 3, 4, 3, 4]) {
        skeleton(symbol, row: row)
        skeleton(11, row: row, from: 17)
        skeleton(11, row: row, from: width - 11)
      }
    }
    skeleton(14, row: family.rows - 2)
  }

  private mutating func skeleton(_ columns: Int, row: Int, from column: Int = 0) {
    left(String(repeating: "░", count: columns), .skeleton, row: row, from: column)
  }
}
