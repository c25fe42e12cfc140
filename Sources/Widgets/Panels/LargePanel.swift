import CellGrid
import FoundationEssentials

extension PanelCanvas {
  private static let holdingsRow = 10

  /// Draws total and 24-hour change side by side, the results in a table, and the first five
  /// holdings on two rows each; with fewer holdings, the free rows show a chart of the last days.
  mutating func drawLarge(_ content: PanelContent) {
    header(content)
    if let note = content.note, !content.isClosedOnly { left(note, .secondary, row: 3) }
    let results = [
      ("Unrealized", content.unrealized), ("Realized", content.realized),
      ("Total P&L", content.overall),
    ]
    for (row, (label, result)) in zip(6..., results) {
      left(label, .secondary, row: row)
      change(result, row: row)
    }
    rule(row: 9)
    if content.isClosedOnly {
      centered("No open holdings", .secondary, row: 14, in: 0..<width)
    }
    let shown = content.holdings.prefix(WidgetFamily.large.holdingLimit)
    let noteColumn = Self.nameColumn(of: shown)
    for (index, holding) in shown.enumerated() {
      let row = Self.holdingsRow + index * 2
      draw(
        holding, notes: [holding.secondName], .secondary, row: row, before: width,
        noteColumn: noteColumn)
      if holding.isStale { left("old price", .badge, row: row + 1) }
      change(holding.change, row: row + 1)
    }
    guard let line = content.line, !content.isClosedOnly else { return }
    let (start, end) = (Self.holdingsRow + shown.count * 2 + 1, WidgetFamily.large.rows - 3)
    if end > start + 1 {
      chart(line, rows: start..<end)
    } else {
      self.line(line, row: 4)
    }
  }
}
