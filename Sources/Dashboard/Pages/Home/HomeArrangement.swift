import Widgets

/// A panel of Home, with its size.
enum HomeTile: Equatable, Sendable {
  /// One of the three widgets.
  case widget(WidgetFamily)
  /// The value of the portfolio over time.
  case chart
  /// Holdings with value, share and unrealized gain.
  case holdings
  /// The best and worst performers of the day.
  case day
  /// Items waiting for the user: questions, open moves, fired alerts.
  case waiting
  /// The newest transactions.
  case recent

  /// The panel regardless of size; its name is stored between sessions.
  var panel: HomePanel {
    switch self {
    case .widget: .totals
    case .chart: .chart
    case .holdings: .holdings
    case .day: .day
    case .waiting: .waiting
    case .recent: .recent
    }
  }
}

/// The panels that Home can show.
enum HomePanel: String, CaseIterable, Sendable {
  case totals, chart, holdings, day, waiting, recent
}

/// Which panels Home shows.
enum HomePreset: String, CaseIterable, Sendable {
  /// All panels that fit.
  case overview
  /// Only the chart, below the total.
  case chart
  /// The user's selection of panels and widget.
  case own

  /// Name shown in messages.
  var title: String {
    switch self {
    case .overview: "Overview"
    case .chart: "The chart alone"
    case .own: "Your own panels"
    }
  }
}

/// Layout of Home's panels.
///
/// Panels do not repeat each other: coin values are in the holdings list or the widget, and their
/// changes are in the day panel. The chart is the largest. Panels fill the page; widgets keep their
/// size, and the panels below a widget have its width.
struct HomeArrangement: Equatable, Sendable {
  struct TileArea: Equatable, Sendable {
    let tile: HomeTile
    let area: CellArea
  }

  /// The requested panels and how much content they have.
  struct Content: Equatable, Sendable {
    /// The widget; `nil` for the small one.
    var family: WidgetFamily?
    /// Panels that have content and are not hidden.
    var panels: Set<HomePanel> = Set(HomePanel.allCases)
    /// Number of coins held.
    var coins = Int.max
    /// Whether the day panel has a note above the prices that no change is known.
    var hasDayNote = false
    /// Number of waiting items.
    var waiting = 0
    /// Number of transactions.
    var transactions = Int.max
  }

  private(set) var tileAreas: [TileArea] = []
  private let content: Content

  private static let columnGap = 2
  /// Rows of a panel's frame, its title and the blank row below.
  private static let frameRows = 4
  private static let minRows = 6
  /// The smallest size in which a chart is useful.
  private static let minChart = (columns: 30, rows: 10)
  /// Columns from which a chart has axis labels.
  private static let readableChart = 40

  /// Places the panels, with the requested widget or the next smaller one that fits; `nil` if none
  /// fits.
  init?(_ content: Content, in area: CellArea) {
    self.content = content
    let margin = area.columns >= 60 ? 2 : 0
    let inner = CellArea(
      column: area.column + margin, row: area.row, columns: area.columns - 2 * margin,
      rows: area.rows)
    guard content.panels.contains(.totals) else {
      placeRight(in: inner)
      if tileAreas.isEmpty { return nil }
      return
    }
    let families = WidgetFamily.allCases.reversed()
      .drop { $0 != content.family ?? .small }
      .filter { $0.columns <= inner.columns && $0.rows <= inner.rows }
    guard let smallest = families.last else { return nil }
    let hasChart = content.panels.contains(.chart)
    for family in families where hasChart {
      if isSparse(in: inner), placeStack(family, in: inner, besides: [.recent, .waiting, .day]) {
        return
      }
      if placeSides(family, in: inner) || placeStack(family, in: inner) { return }
      if content.family != nil { break }
    }
    // Without room for the chart, show only the widget and what fits next to it.
    _ = placeTop(families.first ?? smallest, in: inner, rows: inner.rows)
  }

  /// Fills the area with one panel.
  init(zooming tile: HomeTile, in area: CellArea) {
    content = Content()
    guard case .widget(let family) = tile else {
      tileAreas = [TileArea(tile: tile, area: area.insetBy(columns: area.columns >= 60 ? 2 : 0))]
      return
    }
    let largest = WidgetFamily.allCases.last {
      $0.columns <= area.columns && $0.rows <= area.rows
    }
    let shown = largest ?? family
    tileAreas = [
      TileArea(
        tile: .widget(shown),
        area: CellArea(
          column: area.column + (area.columns - shown.columns) / 2,
          row: area.row + (area.rows - shown.rows) / 2, columns: shown.columns, rows: shown.rows))
    ]
  }

  private func has(_ panel: HomePanel) -> Bool { content.panels.contains(panel) }

  private mutating func place(
    _ tile: HomeTile, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int
  ) {
    tileAreas.append(
      TileArea(tile: tile, area: CellArea(column: column, row: row, columns: columns, rows: rows)))
  }

  /// Whether the lists would leave most of a column next to the chart blank, and fit next to the
  /// widget above a chart of about the same size.
  private func isSparse(in area: CellArea) -> Bool {
    let family = WidgetFamily.small
    guard content.family == nil, dayRows - 1 <= family.rows || !has(.day) else {
      return false
    }
    let lists =
      (has(.day) ? dayRows : 0)
      + (has(.waiting) ? Self.frameRows - 1 + content.waiting : 0)
      + (has(.recent) && (area.rows >= 34 || !has(.day)) ? rows(of: content.transactions) : 0)
    let below = area.rows - family.rows
    let beside = area.columns - family.columns - Self.columnGap
    return 2 * lists < below && 5 * area.columns * below >= 4 * beside * area.rows
  }

  /// Places widget and lists on the left, chart and holdings on the right.
  private mutating func placeSides(_ family: WidgetFamily, in area: CellArea) -> Bool {
    let small = WidgetFamily.small.columns
    let wide =
      family != .small
      ? family.columns
      : area.columns >= 240
        ? 3 * (small + Self.columnGap) - Self.columnGap
        : area.columns >= 146 && area.rows >= 34 ? 2 * small + Self.columnGap : small
    let least = content.family == nil ? Self.readableChart : Self.minChart.columns
    let right = area.columns - wide - Self.columnGap
    guard right >= max(least, wide + wide / 4) || right >= 120 else {
      return false
    }
    let gap = area.rows >= 28 ? 1 : 0
    var left = area
    left.columns = wide
    let top = family.rows + gap
    // Next to the widget, the day panel has at most the widget's height.
    let isDayBelow =
      dayRows - 1 > family.rows
      && area.rows - top - Self.minRows - gap > family.rows
    let beside = placeTop(
      family, in: left, rows: family.rows, besides: isDayBelow ? [.waiting] : [.waiting, .day])
    var lists: [(tile: HomeTile, rows: Int)] = []
    if has(.day), !beside.contains(.day) { lists.append((.day, dayRows)) }
    if has(.waiting), !beside.contains(.waiting) {
      lists.append((.waiting, Self.frameRows - 1 + content.waiting))
    }
    if has(.recent), area.rows >= 34 || !has(.day) {
      lists.append((.recent, rows(of: content.transactions)))
    }
    placeLists(lists, in: left.dropFirstRows(top), gap: gap)
    placeRight(
      in: CellArea(
        column: area.column + wide + Self.columnGap, row: area.row, columns: right, rows: area.rows),
      hasHoldings: family == .small)
    return true
  }

  /// Stacks lists: waiting items get the rows they need, the last list the rest.
  private mutating func placeLists(
    _ lists: [(tile: HomeTile, rows: Int)], in area: CellArea, gap: Int
  ) {
    var (rest, shown) = (area.rows, lists)
    while let last = shown.last {
      let least = shown.reduce(-gap) { $0 + min($1.rows, Self.minRows) + gap }
      if least <= rest { break }
      // Drop the day panel last: waiting items are also counted on the tab.
      if last.tile == .waiting, shown.count == 2, rest < 2 * Self.minRows - 1 {
        shown = [shown[0]]
      } else {
        shown.removeLast()
      }
    }
    var row = area.row
    for (index, list) in shown.enumerated() {
      let later = shown[(index + 1)...].reduce(0) { sum, list in
        sum + gap + (list.tile == .waiting ? list.rows : min(list.rows, Self.minRows))
      }
      let rows = index == shown.count - 1 ? rest : min(list.rows, rest - later)
      self.place(list.tile, area.column, row, area.columns, rows)
      row += rows + gap
      rest -= rows + gap
    }
  }

  /// Rows of the day panel including its frame.
  private var dayRows: Int { rows(of: content.coins) + (content.hasDayNote ? 1 : 0) }

  /// Rows of a list of coins including its frame.
  private func rows(of coins: Int) -> Int { min(coins, 100) + Self.frameRows }

  /// Places the chart, and the holdings below it if the chart keeps the larger part.
  private mutating func placeRight(in area: CellArea, hasHoldings: Bool = true) {
    let gap = area.rows >= 28 ? 1 : 0
    let wanted = min(rows(of: content.coins), area.rows * 2 / 5)
    let isHeld = hasHoldings && has(.holdings) && area.columns >= 40
    guard has(.chart) else {
      var lists: [(tile: HomeTile, rows: Int)] = []
      if isHeld { lists.append((.holdings, rows(of: content.coins))) }
      if has(.recent) { lists.append((.recent, area.rows)) }
      return placeLists(lists, in: area, gap: gap)
    }
    let below = isHeld && area.rows >= 26 ? wanted : 0
    place(.chart, area.column, area.row, area.columns, area.rows - (below > 0 ? below + gap : 0))
    if below > 0 {
      place(.holdings, area.column, area.endRow - below, area.columns, below)
    }
  }

  /// Places the widget with lists next to it, and the chart below.
  private mutating func placeStack(
    _ family: WidgetFamily, in area: CellArea, besides wanted: [HomeTile] = [.waiting, .day]
  ) -> Bool {
    let chart = area.rows - family.rows
    guard chart >= Self.minChart.rows, area.columns * chart > family.columns * family.rows else {
      return false
    }
    placeTop(family, in: area, rows: family.rows, besides: wanted)
    let gap = area.rows >= 28 ? 1 : 0
    placeRight(in: area.dropFirstRows(family.rows + gap), hasHoldings: family == .small)
    return true
  }

  /// Places the widget, and the panels that fit next to it.
  ///
  /// - Returns: The panels placed.
  @discardableResult
  private mutating func placeTop(
    _ family: WidgetFamily, in area: CellArea, rows: Int,
    besides wanted: [HomeTile] = [.waiting, .day]
  ) -> Set<HomePanel> {
    let top = area.row + (rows - family.rows) / 2
    let rest = area.columns - family.columns - Self.columnGap
    var tiles = wanted.filter { has($0.panel) }
    let least = WidgetFamily.small.columns
    tiles = Array(tiles.suffix(max(0, (rest + Self.columnGap) / (least + Self.columnGap))))
    // Place the newest transactions last, since they have the most columns to fill.
    if let recent = tiles.firstIndex(of: .recent) { tiles.append(tiles.remove(at: recent)) }
    let start = tiles.isEmpty ? area.column + (area.columns - family.columns) / 2 : area.column
    place(.widget(family), start, top, family.columns, family.rows)
    var column = start + family.columns + Self.columnGap
    for (index, tile) in tiles.enumerated() {
      let isLast = index == tiles.count - 1
      self.place(tile, column, top, isLast ? area.endColumn - column : least, family.rows)
      column += least + Self.columnGap
    }
    return Set(tiles.map(\.panel))
  }

  /// Index of a panel, or 0 if it is not shown.
  func index(of panel: HomePanel) -> Int { tileAreas.firstIndex { $0.tile.panel == panel } ?? 0 }

  /// The nearest panel in a direction; `nil` at the edge.
  func neighbor(of index: Int, columns: Int, rows: Int) -> Int? {
    let from = tileAreas[index].area
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
      // Cells are about twice as tall as wide; a sideways offset costs more than distance.
      return columns != 0 ? abs(across) + abs(down) * 6 : abs(down) * 2 + abs(across) * 3
    }
    return tileAreas.indices
      .compactMap { other in distance(tileAreas[other].area).map { (other, $0) } }
      .min { $0.1 < $1.1 }?.0
  }
}
