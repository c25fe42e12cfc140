import Widgets

/// A panel of Home.
enum HomeTile: Equatable, Sendable {
  /// One of the three widgets.
  case widget(WidgetFamily)
  /// The day's greatest changes of price.
  case movers
  /// The holdings' shares of the total.
  case allocation
  /// The newest transactions.
  case recent
  /// What each holding has gained or lost.
  case gains
}

/// Where Home's panels stand.
///
/// All of them are small widgets, or two or four small ones with the gaps between, and so they are
/// placed on a grid of small ones. The plans below are pictures of that grid: `L`, `M` and `S` are
/// the widgets, `D` the day, `A` the allocation, `R` the recent transactions, `G` the gains.
struct HomeArrangement: Equatable, Sendable {
  struct Place: Equatable, Sendable {
    let tile: HomeTile
    let area: CellArea
  }

  let places: [Place]

  /// The first plan for a family, or else for the next smaller one, that has room; `nil` where not
  /// even a small widget has.
  init?(family: WidgetFamily, in area: CellArea) {
    let families = WidgetFamily.allCases.reversed().drop { $0 != family }
    let plans = families.flatMap(Self.plans)
    guard let plan = plans.first(where: { Self.fits($0, in: area) }) else { return nil }
    places = Self.places(of: plan, in: area)
  }

  private static let unitColumns = WidgetFamily.small.columns
  private static let unitRows = WidgetFamily.small.rows
  private static let columnGap = 2
  private static let rowGap = 1

  /// From the one that shows most to the smallest.
  private static func plans(of family: WidgetFamily) -> [[String]] {
    switch family {
    case .large:
      [
        ["LLMMRR", "LLSDRR", "AAGGRR", "AAGGRR"], ["LLMMRR", "LLSDRR", "AAGGRR"],
        ["LLMM", "LLSD", "AARR", "GGRR"], ["LLMM", "LLSD", "AARR"], ["LLMMAA", "LLSDRR"],
        ["LLMM", "LLSD"], ["LLS", "LLD", "MMA"],
        ["LLS", "LLD"], ["LL", "LL", "MM", "SD"], ["LL", "LL", "SD"], ["LL", "LL"],
      ]
    case .medium:
      [
        ["MMSD", "AARR", "GGRR"], ["MMSD", "AARR"], ["MMS", "AAD"], ["MMSD"], ["MM", "SD", "AA"],
        ["MM", "SD"], ["MMS"],
        ["MM"],
      ]
    case .small: [["SD", "AR"], ["SDAR"], ["SDA"], ["SD"], ["S", "D"], ["S"]]
    }
  }

  private static func span(_ count: Int, unit: Int, gap: Int) -> Int {
    count * (unit + gap) - gap
  }

  private static func size(of plan: [String]) -> (columns: Int, rows: Int) {
    (
      span(plan.first?.count ?? 0, unit: unitColumns, gap: columnGap),
      span(plan.count, unit: unitRows, gap: rowGap)
    )
  }

  private static func fits(_ plan: [String], in area: CellArea) -> Bool {
    let size = size(of: plan)
    return size.columns <= area.columns && size.rows <= area.rows
  }

  private static func places(of plan: [String], in area: CellArea) -> [Place] {
    let size = size(of: plan)
    let firstColumn = area.column + (area.columns - size.columns) / 2
    let firstRow = area.row + (area.rows - size.rows) / 2
    var order: [Character] = []
    var extents: [Character: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)] = [:]
    for (y, line) in plan.enumerated() {
      for (x, letter) in line.enumerated() {
        if let known = extents[letter] {
          extents[letter] = (
            known.columns.lowerBound...max(x, known.columns.upperBound),
            known.rows.lowerBound...max(y, known.rows.upperBound)
          )
        } else {
          order.append(letter)
          extents[letter] = (x...x, y...y)
        }
      }
    }
    return order.compactMap { letter in
      guard let tile = tile(letter), let (columns, rows) = extents[letter] else { return nil }
      return Place(
        tile: tile,
        area: CellArea(
          column: firstColumn + columns.lowerBound * (unitColumns + columnGap),
          row: firstRow + rows.lowerBound * (unitRows + rowGap),
          columns: span(columns.count, unit: unitColumns, gap: columnGap),
          rows: span(rows.count, unit: unitRows, gap: rowGap)))
    }
  }

  private static func tile(_ letter: Character) -> HomeTile? {
    switch letter {
    case "L": .widget(.large)
    case "M": .widget(.medium)
    case "S": .widget(.small)
    case "D": .movers
    case "A": .allocation
    case "R": .recent
    case "G": .gains
    default: nil
    }
  }

  /// The place of a tile, or of the first one when it is not shown.
  func index(of tile: HomeTile) -> Int { places.firstIndex { $0.tile == tile } ?? 0 }

  /// The nearest tile in a direction, `nil` at the edge.
  func neighbour(of index: Int, columns: Int, rows: Int) -> Int? {
    let from = places[index].area
    func distance(_ other: CellArea) -> Int? {
      let across = (other.column * 2 + other.columns) - (from.column * 2 + from.columns)
      let down = (other.row * 2 + other.rows) - (from.row * 2 + from.rows)
      let isBeyond =
        switch (columns, rows) {
        case (1, _): other.column >= from.endColumn
        case (-1, _): other.endColumn <= from.column
        case (_, 1): other.row >= from.endRow
        default: other.endRow <= from.row
        }
      guard isBeyond else { return nil }
      // Rows are about twice as high as columns are wide; the way across counts more than along.
      return columns != 0 ? abs(across) + abs(down) * 6 : abs(down) * 2 + abs(across) * 3
    }
    return places.indices
      .compactMap { place in distance(places[place].area).map { (place, $0) } }
      .min { $0.1 < $1.1 }?.0
  }
}
