import CellGrid

/// Width of a column of figures aligned at the decimal point.
struct ColumnWidth: Equatable, Sendable {
  /// Columns before the decimal point, or of a figure without one.
  private(set) var whole = 0
  /// Columns from the decimal point on.
  private(set) var fraction = 0
  private var longest = 0
  private var hasArrow = false

  /// Width if decimal points are aligned.
  var total: Int { whole + fraction + (hasArrow ? 2 : 0) }
  /// Width if only the ends are aligned.
  var narrow: Int { longest + (hasArrow ? 2 : 0) }

  mutating func include(_ figure: FormattedFigure, isPrivate: Bool) {
    let parts = pointParts(figure.text(isPrivate: isPrivate))
    whole = max(whole, parts.whole)
    fraction = max(fraction, parts.fraction)
    longest = max(longest, parts.whole + parts.fraction)
    if !figure.arrow.isEmpty { hasArrow = true }
  }

  /// Widens the column to at least some width.
  mutating func widen(to columns: Int) {
    whole += max(0, columns - total)
    longest += max(0, columns - narrow)
  }

  /// Trailing blanks that align a figure's decimal point.
  func blanksAfter(_ text: String) -> Int {
    max(0, fraction - pointParts(text).fraction)
  }
}

private func pointParts(_ text: String) -> (whole: Int, fraction: Int) {
  let width = columnWidth(of: text)
  guard let point = text.lastIndex(of: ".") else { return (width, 0) }
  let fraction = columnWidth(of: String(text[point...]))
  return (width - fraction, fraction)
}

/// Natural column widths of the holdings table.
///
/// The whole list is measured, so that scrolling moves nothing.
struct HoldingWidths: Equatable, Sendable {
  private var open: [HoldingColumn: ColumnWidth] = [:]
  private var masked: [HoldingColumn: ColumnWidth] = [:]
  private(set) var symbol = 4
  private(set) var name = 4
  /// Whether any coin has a price history.
  private(set) var hasWeek = false

  init() {}

  init(_ lines: [HoldingLine], closed: [ClosedLine]) {
    hasWeek = lines.contains { !$0.week.isEmpty }
    for column in HoldingColumn.allCases where !column.isText && column != .week {
      for isPrivate in [false, true] {
        var width = ColumnWidth()
        for line in lines {
          if let figure = line.figures[column] { width.include(figure, isPrivate: isPrivate) }
        }
        if column == .profitLoss {
          for line in closed { width.include(line.realized, isPrivate: isPrivate) }
        }
        if column == .profitLossPercentage {
          for line in closed { width.include(line.percentage, isPrivate: isPrivate) }
        }
        width.widen(to: column.title.count + 2)
        // One letter of `old price` may extend into the gap before the column.
        if column == .day { width.widen(to: FormattedFigure.oldPrice.count - 1) }
        if isPrivate { masked[column] = width } else { open[column] = width }
      }
    }
    let labels = lines.map(\.label) + closed.map(\.label)
    symbol = labels.reduce(6) { max($0, min(10, columnWidth(of: $1.symbol))) }
    name = labels.reduce(6) { max($0, min(24, columnWidth(of: $1.name))) }
  }

  subscript(column: HoldingColumn, isPrivate isPrivate: Bool) -> ColumnWidth {
    (isPrivate ? masked : open)[column] ?? ColumnWidth()
  }
}
