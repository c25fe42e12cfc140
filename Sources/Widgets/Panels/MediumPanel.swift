import CellGrid
import FoundationEssentials

extension PanelCanvas {
  private static let leftColumns = 22
  private static let rightStart = 25

  /// Totals on the left, the first two holdings on the right, three rows each.
  mutating func drawMedium(_ content: PanelContent) {
    let leftColumns = Self.leftColumns
    left(content.total.text(fitting: leftColumns), .prominent, row: 2)
    if let note = content.note { left(note, .secondary, row: 3) }
    left("Unrealized", .secondary, row: 4)
    percentage(content.unrealized, row: 4, before: leftColumns, columns: leftColumns - 11)
    change(content.unrealized, row: 5, columns: leftColumns)
    left("Realized", .secondary, row: 6)
    change(content.realized, row: 7, columns: leftColumns)
    for (index, holding) in content.holdings.prefix(2).enumerated() {
      draw(holding, row: 2 + index * 3)
    }
  }

  private mutating func draw(_ holding: HoldingRow, row: Int) {
    let start = Self.rightStart
    let value = holding.value.text(fitting: 14)
    right(value, .plain, row: row)
    left(holding.symbol, .title, row: row, from: start, columns: width - start - value.count - 1)
    let age = holding.isStale ? "old price" : ""
    right(age, .badge, row: row + 1)
    left(
      holding.name, .secondary, row: row + 1, from: start,
      columns: width - start - (age.isEmpty ? 0 : age.count + 1))
    guard let trend = holding.change.amount.trend else {
      right(Figures.unknown, .neutral, row: row + 2)
      return
    }
    let role = holding.change.amount.role
    left(trend.arrow, role, row: row + 2, from: start)
    right(holding.change.amount.text(fitting: 11), role, row: row + 2, before: width - 8)
    percentage(holding.change, row: row + 2, before: width, columns: 7)
  }
}
