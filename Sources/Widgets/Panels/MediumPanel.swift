import CellGrid
import FoundationEssentials

extension PanelCanvas {
  private static let leftColumns = 22
  private static let rightStart = 25
  /// Where the longest amounts on the right begin: they may take a column of the gap.
  private static let amountStart = 24

  /// Totals on the left, the first two holdings on the right, three rows each and one between them.
  mutating func drawMedium(_ content: PanelContent) {
    left(content.total.text(fitting: Self.leftColumns), .prominent, row: 3)
    if let note = content.note { left("· \(note)", .secondary, row: 1, from: 10) }
    if let day = content.day(fitting: Self.amountStart - 1) { left(day.text, day.role, row: 4) }
    draw("Unrealized", content.unrealized, row: 5)
    draw("Realized", content.realized, row: 7)
    let shown = content.holdings.prefix(2)
    let percentColumns = Self.percentColumns(of: shown)
    for (index, holding) in shown.enumerated() {
      draw(holding, row: 2 + index * 4, percentColumns: percentColumns)
    }
  }

  /// A result under its name; the percentage right after its amount, or right after the name if
  /// the amount is long.
  private mutating func draw(_ name: String, _ result: Change, row: Int) {
    left(name, .secondary, row: row)
    change(result, row: row + 1, columns: Self.leftColumns)
    guard let value = result.percentage else { return }
    let amountColumns = columnWidth(of: result.amount.text(fitting: Self.leftColumns - 2)) + 2
    let isShort = amountColumns + 1 + columnWidth(of: Figures.percent(value)) <= Self.leftColumns
    let start = (isShort ? amountColumns : columnWidth(of: name)) + 1
    left(
      Figures.percent(value, fitting: Self.leftColumns - start), result.amount.role,
      row: isShort ? row + 1 : row, from: start)
  }

  /// Columns for percentages: more where one needs them and the amounts leave the room.
  ///
  /// Amounts line up below each other, so all rows have the same.
  private static func percentColumns(of holdings: ArraySlice<HoldingRow>) -> Int {
    let (usual, wide) = (7, 8)
    let room = WidgetFamily.medium.columns - 4 - amountStart - wide - 1 - 2
    let isRoomy = holdings.allSatisfy {
      $0.change.amount.text(fitting: rightStart).count <= room
    }
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
      holding.secondName, .secondary, row: row + 1, from: start,
      columns: width - start - (age.isEmpty ? 0 : age.count + 1))
    let amountEnd = width - percentColumns - 1
    if !change(
      holding.change, row: row + 2, before: amountEnd, columns: amountEnd - Self.amountStart)
    {
      return right(Figures.unknown, .neutral, row: row + 2)
    }
    percentage(holding.change, row: row + 2, before: width, columns: percentColumns)
  }
}
