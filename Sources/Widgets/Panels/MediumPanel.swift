import CellGrid
import FoundationEssentials

extension PanelCanvas {
  private static let leftColumns = 22
  private static let rightStart = 25

  /// Totals on the left, the first two holdings on the right, three rows each and one between them.
  mutating func drawMedium(_ content: PanelContent) {
    let leftColumns = Self.leftColumns
    left(content.total.text(fitting: leftColumns), .prominent, row: 2)
    if let note = content.note { left(note, .secondary, row: 3) }
    left("Unrealized", .secondary, row: 4)
    change(content.unrealized, row: 5, columns: leftColumns)
    let amount = content.unrealized.amount.text(fitting: leftColumns - 2)
    let rate = content.unrealized.percentage.map(Figures.percent) ?? ""
    // Beside its amount, or where that is long beside its name.
    let row = amount.count + rate.count + 3 <= leftColumns ? 5 : 4
    percentage(content.unrealized, row: row, before: leftColumns, columns: leftColumns - 11)
    left("Realized", .secondary, row: 6)
    change(content.realized, row: 7, columns: leftColumns)
    let shown = content.holdings.prefix(2)
    let percentColumns = Self.percentColumns(of: shown)
    for (index, holding) in shown.enumerated() {
      draw(holding, row: 2 + index * 4, percentColumns: percentColumns)
    }
  }

  /// Columns for percentages: more where one needs them and the amounts leave the room.
  ///
  /// Amounts line up below each other, so all rows have the same.
  private static func percentColumns(of holdings: ArraySlice<HoldingRow>) -> Int {
    let (usual, wide) = (7, 8)
    let isRoomy = holdings.allSatisfy { $0.change.amount.text(fitting: rightStart).count <= 10 }
    let isNeeded = holdings.contains { holding in
      holding.change.percentage.map { Figures.percent($0).count > usual } ?? false
    }
    return isRoomy && isNeeded ? wide : usual
  }

  private mutating func draw(_ holding: HoldingRow, row: Int, percentColumns: Int) {
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
    let amountEnd = width - percentColumns - 1
    let amount = holding.change.amount.text(fitting: amountEnd - start - 2)
    right(amount, role, row: row + 2, before: amountEnd)
    percentage(holding.change, row: row + 2, before: width, columns: percentColumns)
  }
}
