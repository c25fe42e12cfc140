import CellGrid

/// Column layout of the holdings table for a width.
struct HoldingsLayout: Equatable, Sendable {
  struct Column: Equatable, Sendable {
    let kind: HoldingColumn
    let start: Int
    let columns: Int

    var end: Int { start + columns }
  }

  let columns: [Column]
  /// Whether decimal points are aligned; if that would cost more than the name column, only the
  /// ends are.
  let isAligned: Bool

  private static let narrowName = 10
  private static let barColumns = 10
  private static let widestGap = 4
  /// Columns of the selection mark and its blank.
  static let markColumns = 2

  init(_ widths: HoldingWidths, isPrivate: Bool, hiding hidden: Set<Int> = [], available: Int) {
    func columns(isAligned: Bool, givingUp first: [HoldingColumn] = []) -> [Column] {
      Self.columns(
        widths, isPrivate: isPrivate, hiding: hidden, isAligned: isAligned, available: available,
        order: first + HoldingColumn.collapseOrder)
    }
    let narrow = columns(isAligned: false)
    let wanted = Set(narrow.map(\.kind)).subtracting([.name])
    let aligned = [columns(isAligned: true), columns(isAligned: true, givingUp: [.name])]
      .first { wanted.isSubset(of: $0.map(\.kind)) }
    isAligned = aligned != nil
    self.columns = aligned ?? narrow
  }

  /// Columns that fit all of the table's columns.
  static func columns(
    _ widths: HoldingWidths, isPrivate: Bool, hiding hidden: Set<Int>
  ) -> Int {
    let columns = Self.columns(
      widths, isPrivate: isPrivate, hiding: hidden, isAligned: true, available: .max / 2, order: [])
    return columns.reduce(markColumns - widestGap) { sum, column in
      let size =
        switch column.kind {
        case .symbol: widths.symbol
        case .name: widths.name
        default: column.columns
        }
      return sum + size + widestGap
    }
  }

  /// Drops columns in the collapse order until the others fit.
  private static func columns(
    _ widths: HoldingWidths, isPrivate: Bool, hiding hidden: Set<Int>, isAligned: Bool,
    available: Int,
    order: [HoldingColumn]
  ) -> [Column] {
    var week = WeekLine.columns
    func figure(_ column: HoldingColumn) -> Int {
      let width = widths[column, isPrivate: isPrivate]
      return isAligned ? width.total : width.narrow
    }
    func width(_ column: HoldingColumn) -> Int {
      switch column {
      case .symbol: widths.symbol
      case .name: min(widths.name, narrowName)
      case .allocation: figure(column) + 1 + barColumns
      case .week: week
      default: figure(column)
      }
    }
    let available = available - markColumns
    var kinds = HoldingColumn.allCases.filter {
      ($0 != .week || widths.hasWeek) && !hidden.contains($0.rawValue)
    }
    func needed() -> Int { kinds.reduce(-2) { $0 + width($1) + 2 } }
    if needed() > available { week = WeekLine.narrowColumns }
    for column in order where needed() > available && kinds.count > 2 {
      kinds.removeAll { $0 == column }
    }
    // Prefer the full name over wider gaps.
    let restOfName = kinds.contains(.name) ? widths.name - width(.name) : 0
    var gap = 2
    if kinds.count > 1 {
      gap = min(widestGap, 2 + max(0, available - needed() - restOfName) / (kinds.count - 1))
    }
    let spare = available - needed() - (gap - 2) * (kinds.count - 1)
    var at = markColumns
    var columns: [Column] = []
    for kind in kinds {
      var size = width(kind)
      // The name, or else the symbol, takes the remaining width, so that figures end at the edge.
      if kind == .name || kind == .symbol && !kinds.contains(.name) { size += max(0, spare) }
      if kind == .value { size = min(size, max(1, available + markColumns - at)) }
      columns.append(Column(kind: kind, start: at, columns: size))
      at += size + gap
    }
    return columns
  }

  subscript(kind: HoldingColumn) -> Column? { columns.first { $0.kind == kind } }
}
