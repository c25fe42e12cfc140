import CellGrid
import FoundationEssentials

extension PanelCanvas {
  /// Draws total and 24-hour change side by side, then a table of two results and two holdings.
  mutating func drawMedium(_ content: PanelContent) {
    header(content)
    if let note = content.note {
      left(note, .secondary, row: 3)
    } else if let line = content.line {
      self.line(line, row: 3)
    }
    left("Unrealized", .secondary, row: 4)
    change(content.unrealized, row: 4)
    left("Realized", .secondary, row: 5)
    change(content.realized, row: 5)
    let shown = content.holdings.prefix(WidgetFamily.medium.holdingLimit)
    let noteColumn = Self.nameColumn(of: shown)
    for (row, holding) in zip(7..., shown) {
      let (notes, role): ([String], Role) =
        holding.isStale ? (["old price", "old"], .badge) : ([holding.secondName], .secondary)
      draw(
        holding, notes: notes, role, row: row,
        before: WidgetFamily.medium.changeColumns.arrow - 1, noteColumn: noteColumn)
      change(holding.change, row: row)
    }
  }
}
