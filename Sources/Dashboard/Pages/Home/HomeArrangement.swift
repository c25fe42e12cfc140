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
  /// The value of the portfolio over time.
  case chart
}

/// Where Home's panels stand.
///
/// All of them are small widgets, or two or four small ones with the gaps between, and so they are
/// placed on a grid of small ones. The plans below are pictures of that grid: `L`, `M` and `S` are
/// the widgets, `C` the chart, `D` the day, `A` the allocation, `R` the recent transactions, `G`
/// the gains. Tiles at the right and the lower edge take up what room is left; widgets keep their
/// size. No plan shows the total twice.
struct HomeArrangement: Equatable, Sendable {
  struct Place: Equatable, Sendable {
    let tile: HomeTile
    let area: CellArea
  }

  let places: [Place]

  /// The first plan for a family, or else for the next smaller one, that has room; `nil` where not
  /// even a small widget has.
  ///
  /// - Parameters:
  ///   - family: The widget asked for; `nil` for the largest that leaves the chart the largest
  ///     tile.
  ///   - area: The room.
  ///   - rows: How many rows the longest list has; short ones leave their room to the chart.
  ///   - coins: How many rows the lists of coins have; the tiles at the foot are at most as
  ///     high as these need.
  init?(family: WidgetFamily?, in area: CellArea, rows: Int = .max, coins: Int = .max) {
    let families = WidgetFamily.allCases.reversed().drop { family != nil && $0 != family }
    var plans = families.flatMap(Self.plans)
    if rows <= Self.fewRows, families.first == .large {
      plans.insert(["LLCCCC", "LLCCCC", "AACCCC", "GGCCCC", "DDRRRR"], at: 0)
    }
    if family == nil { plans = plans.filter { Self.isLedByChart($0, in: area) } + plans }
    guard let plan = plans.first(where: { Self.fits($0, in: area) }) else { return nil }
    places = Self.fitted(Self.places(of: plan, in: area), coins: coins)
  }

  /// Lowers the tiles at the foot to the rows that coins need, for the tiles above them.
  private static func fitted(_ places: [Place], coins: Int) -> [Place] {
    guard let foot = places.map(\.area.endRow).max(), coins < foot else { return places }
    let low = places.filter { $0.area.endRow == foot }
    guard let top = low.first?.area.row, low.allSatisfy({ $0.area.row == top }) else {
      return places
    }
    let above = places.filter { $0.area.endRow == top - rowGap }
    let canGrow = !above.isEmpty && above.allSatisfy { !isWidget($0.tile) }
    let spare = foot - top - max(unitRows, coins + frameRows)
    let areLists = low.allSatisfy { !isWidget($0.tile) && $0.tile != .chart }
    guard canGrow, areLists, spare > 0 else { return places }
    return places.map { place in
      var area = place.area
      if area.row == top {
        area.row += spare
        area.rows -= spare
      } else if area.endRow == top - rowGap {
        area.rows += spare
      }
      return Place(tile: place.tile, area: area)
    }
  }

  private static func isWidget(_ tile: HomeTile) -> Bool {
    if case .widget = tile { true } else { false }
  }

  /// Rows of a list that a tile of one unit shows.
  private static let fewRows = 7
  /// Rows of a tile's frame, its title and the blank below that.
  private static let frameRows = 4
  private static let unitColumns = WidgetFamily.small.columns
  private static let unitRows = WidgetFamily.small.rows
  private static let columnGap = 2
  private static let rowGap = 1

  /// From the one that shows most to the smallest.
  private static func plans(of family: WidgetFamily) -> [[String]] {
    switch family {
    case .large:
      [
        ["LLCCCC", "LLCCCC", "AACCCC", "GGDDRR", "GGDDRR"],
        ["LLCCCC", "LLCCCC", "AAGGRR", "AADDRR"], ["LLCCCC", "LLCCCC", "AADDRR"],
        ["LLCC", "LLCC", "AADR", "AAGG"], ["LLCC", "LLCC", "AADR"],
        ["LLCCCC", "LLCCCC"], ["LLCC", "LLCC"],
        ["LLD", "LLA", "CCC"], ["LLD", "LLA"],
        ["LL", "LL", "CC", "DA"], ["LL", "LL", "CC"], ["LL", "LL"],
      ]
    case .medium:
      [
        ["MMDARR", "CCCCCC", "CCCCCC", "CCCCCC"], ["MMDARR", "CCCCCC", "CCCCCC"],
        ["MMDARR", "CCCCCC"], ["MMDA", "CCCC", "CCCC"], ["MMDA", "CCCC"],
        ["MMD", "CCC", "CCC"], ["MMD", "CCC"], ["MMDA"], ["MM", "CC", "DA"], ["MM", "CC"],
        ["MMD"], ["MM"],
      ]
    case .small:
      [
        ["SDAR", "CCCC", "CCCC"], ["SDAR", "CCCC"], ["SDAR"], ["SDA", "CCC", "CCC"],
        ["SDA", "CCC"], ["SDA"], ["SD", "CC"], ["SD"], ["S", "D"], ["S"],
      ]
    }
  }

  private static func isLedByChart(_ plan: [String], in area: CellArea) -> Bool {
    let places = places(of: plan, in: area)
    func size(_ place: Place) -> Int { place.area.columns * place.area.rows }
    guard let chart = places.first(where: { $0.tile == .chart }) else { return false }
    let letters = plan.joined()
    let units = letters.count { $0 == "C" }
    return places.allSatisfy { $0 == chart || size($0) < size(chart) }
      || Set(letters).allSatisfy { letter in
        letter == "C" || letters.count { $0 == letter } < units
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
    let margin = area.columns >= 60 ? 2 : 0
    let canWiden = !plan.contains { $0.last.map(isWidget) ?? false }
    let canDeepen = !(plan.last ?? "").contains(where: isWidget)
    let wider = canWiden ? max(0, area.columns - 2 * margin - size.columns) : 0
    let deeper = canDeepen ? area.rows - size.rows : 0
    let firstColumn = area.column + (area.columns - size.columns - wider) / 2
    let firstRow = area.row + (area.rows - size.rows - deeper) / 2
    return extents(of: plan).compactMap { letter, columns, rows in
      guard let tile = tile(letter) else { return nil }
      let isLast = (
        columns.upperBound == (plan.first?.count ?? 0) - 1, rows.upperBound == plan.count - 1
      )
      return Place(
        tile: tile,
        area: CellArea(
          column: firstColumn + columns.lowerBound * (unitColumns + columnGap),
          row: firstRow + rows.lowerBound * (unitRows + rowGap),
          columns: span(columns.count, unit: unitColumns, gap: columnGap) + (isLast.0 ? wider : 0),
          rows: span(rows.count, unit: unitRows, gap: rowGap) + (isLast.1 ? deeper : 0)))
    }
  }

  private static func isWidget(_ letter: Character) -> Bool { "LMS".contains(letter) }

  /// The units that each letter of a plan covers, in the order in which they first appear.
  private static func extents(
    of plan: [String]
  ) -> [(letter: Character, columns: ClosedRange<Int>, rows: ClosedRange<Int>)] {
    var extents: [(letter: Character, columns: ClosedRange<Int>, rows: ClosedRange<Int>)] = []
    for (y, line) in plan.enumerated() {
      for (x, letter) in line.enumerated() {
        if let place = extents.firstIndex(where: { $0.letter == letter }) {
          let known = extents[place]
          extents[place] = (
            letter, known.columns.lowerBound...max(x, known.columns.upperBound),
            known.rows.lowerBound...max(y, known.rows.upperBound)
          )
        } else {
          extents.append((letter, x...x, y...y))
        }
      }
    }
    return extents
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
    case "C": .chart
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
