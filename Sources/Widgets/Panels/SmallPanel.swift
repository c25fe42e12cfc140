import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// Draws the total, the 24-hour change and the total P&L below its percentage.
  mutating func drawSmall(_ content: PanelContent) {
    total(content)
    if let note = content.note { left(note, .secondary, row: 3) }
    if let day = content.day, columnWidth(of: content.shortDayLabel) < 5 {
      left(content.shortDayLabel, .secondary, row: 4)
      percentageAlone(day, row: 4)
    }
    left("Total P&L", .secondary, row: 6)
    percentage(content.overall, row: 6)
    change(Change(amount: content.overall.amount), row: 7)
    if content.rateNote == nil, let line = content.line { self.line(line, row: 8) }
  }
}
