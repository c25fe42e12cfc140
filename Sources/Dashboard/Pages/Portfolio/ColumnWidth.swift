import CellGrid

/// The room a column of figures takes so that their points stand under each other.
struct ColumnWidth: Equatable, Sendable {
  /// Columns before the point, or of a figure without one.
  private(set) var whole = 0
  /// Columns from the point on.
  private(set) var fraction = 0
  private var longest = 0
  private var hasArrow = false

  /// Columns where the points stand under each other.
  var total: Int { whole + fraction + (hasArrow ? 2 : 0) }
  /// Columns where only the ends do.
  var narrow: Int { longest + (hasArrow ? 2 : 0) }

  mutating func include(_ figure: FormattedFigure, isPrivate: Bool) {
    let parts = pointParts(figure.text(isPrivate: isPrivate))
    whole = max(whole, parts.whole)
    fraction = max(fraction, parts.fraction)
    longest = max(longest, parts.whole + parts.fraction)
    if !figure.arrow.isEmpty { hasArrow = true }
  }

  /// Makes the column at least so wide.
  mutating func widen(to columns: Int) {
    whole += max(0, columns - total)
    longest += max(0, columns - narrow)
  }

  /// Blanks after a figure that align its decimal point.
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

/// The natural widths of the holdings table; whole lists are measured, so that scrolling moves
/// nothing.
struct HoldingWidths: Equatable, Sendable {
  private var open: [HoldingColumn: ColumnWidth] = [:]
  private var masked: [HoldingColumn: ColumnWidth] = [:]
  private(set) var symbol = 4
  private(set) var name = 4
  /// Whether the price history of any coin is known.
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
        // One letter of `old price` may stand in the gap before the column.
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
