import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// Total value, total P&L with its percentage.
  mutating func drawSmall(_ content: PanelContent) {
    left(content.total.text(fitting: width), .prominent, row: 3)
    if let note = content.note {
      left(note, .secondary, row: 4)
    } else if let day = content.day(fitting: width) {
      left(day.text, day.role, row: 4)
    }
    left("Total P&L", .secondary, row: 5)
    change(content.overall, row: 6, columns: width)
    if let value = content.overall.percentage {
      left(
        Figures.percent(value, fitting: width - 2), content.overall.amount.role, row: 7, from: 2)
    }
  }
}
