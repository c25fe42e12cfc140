import CellGrid

/// Where the columns of the holdings table stand in a room.
struct HoldingsLayout: Equatable, Sendable {
  struct Column: Equatable, Sendable {
    let kind: HoldingColumn
    let start: Int
    let columns: Int

    var end: Int { start + columns }
  }

  let columns: [Column]

  private static let narrowName = 10
  private static let barColumns = 10
  /// The selection's mark and its blank.
  static let markColumns = 2

  /// Gives columns up in the order of ``HoldingColumn/givingWay`` until the others have room.
  init(_ widths: HoldingWidths, isPrivate: Bool, room: Int) {
    func width(_ column: HoldingColumn) -> Int {
      switch column {
      case .symbol: widths.symbol
      case .name: min(widths.name, Self.narrowName)
      case .allocation: widths[column, isPrivate: isPrivate].total + 1 + Self.barColumns
      default: widths[column, isPrivate: isPrivate].total
      }
    }
    let room = room - Self.markColumns
    var kinds = HoldingColumn.allCases
    func needed() -> Int { kinds.reduce(-2) { $0 + width($1) + 2 } }
    for column in HoldingColumn.givingWay where needed() > room && kinds.count > 2 {
      kinds.removeAll { $0 == column }
    }
    var gap = 2
    if kinds.count > 1 { gap = min(4, 2 + max(0, room - needed()) / (kinds.count - 1)) }
    let spare = room - needed() - (gap - 2) * (kinds.count - 1)
    var at = Self.markColumns
    var columns: [Column] = []
    for kind in kinds {
      var size = width(kind)
      // The name, or without it the coin, takes up what is left, so that figures end at the edge.
      if kind == .name || kind == .symbol && !kinds.contains(.name) { size += max(0, spare) }
      if kind == .value { size = min(size, max(1, room + Self.markColumns - at)) }
      columns.append(Column(kind: kind, start: at, columns: size))
      at += size + gap
    }
    self.columns = columns
  }

  subscript(kind: HoldingColumn) -> Column? { columns.first { $0.kind == kind } }
}
