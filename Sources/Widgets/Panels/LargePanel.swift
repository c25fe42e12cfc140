import CellGrid
import FoundationEssentials

extension PanelCanvas {
  private static let columnStarts = [0, 16, 32]
  private static let valueEnd = 28

  /// The total, three results side by side, then the first five holdings, two rows each.
  mutating func drawLarge(_ content: PanelContent) {
    let total = content.total.text(fitting: width)
    left(total, .prominent, row: 3)
    if let day = content.day(fitting: width - columnWidth(of: total) - 2) {
      right(day.text, day.role, row: 3)
    }
    if let note = content.note, !content.isClosedOnly { left(note, .secondary, row: 4) }
    let results = [
      ("Unrealized", content.unrealized), ("Realized", content.realized),
      ("Total P&L", content.overall),
    ]
    for (start, (label, result)) in zip(Self.columnStarts, results) {
      left(label, .secondary, row: 5, from: start)
      change(result, row: 6, from: start, columns: 14)
      guard let value = result.percentage else { continue }
      left(Figures.percent(value, fitting: 12), result.amount.role, row: 7, from: start + 2)
    }
    rule(row: 9)
    if content.isClosedOnly {
      centered("No open holdings", .secondary, row: 14, in: 0..<width)
    }
    for (index, holding) in content.holdings.prefix(5).enumerated() {
      draw(holding, row: 10 + index * 2)
    }
  }

  private mutating func draw(_ holding: HoldingRow, row: Int) {
    let value = holding.value.text(fitting: 15)
    right(value, .plain, row: row, before: Self.valueEnd)
    left(holding.symbol, .title, row: row, columns: Self.valueEnd - value.count - 1)
    let age = holding.isStale ? "old price" : ""
    right(age, .badge, row: row + 1, before: Self.valueEnd)
    left(
      holding.secondName, .secondary, row: row + 1,
      columns: age.isEmpty ? Self.valueEnd + 6 : Self.valueEnd - age.count - 1)
    if !change(holding.change, row: row, before: width, columns: width - Self.valueEnd - 2) {
      return right(Figures.unknown, .neutral, row: row)
    }
    percentage(holding.change, row: row + 1, before: width, columns: 11)
  }
}
