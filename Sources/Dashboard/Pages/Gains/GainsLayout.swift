import CellGrid

/// Where the parts of the Gains page are.
struct GainsLayout: Equatable, Sendable {
  /// The table of years, `nil` where the year is one line.
  private(set) var years: CellArea?
  /// The sales, below their title and heading.
  private(set) var sales: CellArea
  /// The selected line's lots.
  private(set) var lots: CellArea?
  /// What each coin gained.
  private(set) var bars: CellArea?
  /// What was realized over time.
  private(set) var chart: CellArea?

  private static let gap = 2
  private static let leastRows = 10
  private static let leastChartRows = 12
  private static let mostLotRows = 18
  /// Columns of the lots, at least and where bars are next to them.
  private static let lotColumns = (least: 46, readable: 70)
  /// Columns in which all of a sale's columns have room, without one row being too wide to be read.
  private static let saleColumns = 96...120

  /// What the page has to show.
  struct Contents {
    let years: Int
    let sales: Int
    /// Whether a line is selected, whose lots can be shown.
    let isSelected: Bool
    /// Whether more was realized than a chart of one step would say.
    let hasChart: Bool
    /// Whether no sale used more than one lot, as with an average cost.
    let haveOneLot: Bool

    /// Rows of a line's lots and sums, at least, with their frame.
    var lotRows: Int { haveOneLot ? 11 : 14 }
  }

  init(_ contents: Contents, in room: CellArea, isSplit: Bool) {
    let isHigh = room.rows >= 18
    let yearRows = isHigh ? min(contents.years, max(3, room.rows / 4)) + 3 : 2
    if isHigh {
      years = CellArea(
        column: room.column, row: room.row + 1, columns: room.columns, rows: yearRows - 1)
    }
    sales = room.dropFirstRows(isHigh ? yearRows + 2 : room.rows >= 6 ? 3 : room.rows >= 4 ? 2 : 1)
    guard contents.isSelected, isHigh else { return }
    guard isSplit else {
      let rows = room.rows - yearRows - 3 - min(max(contents.sales, 3), room.rows / 3)
      guard room.columns >= 60, rows >= (contents.hasChart ? Self.leastRows : contents.lotRows)
      else { return }
      let below = CellArea(
        column: room.column, row: room.endRow - rows, columns: room.columns, rows: rows)
      if contents.hasChart { chart = below } else { lots = below }
      sales.rows = below.row - 1 - sales.row
      return
    }
    split(room.dropFirstRows(yearRows), contents)
  }

  /// Sales on the left and the selected one's lots on the right; where sales leave rows, bars and
  /// chart are below both, else below the lots.
  private mutating func split(_ room: CellArea, _ contents: Contents) {
    let wanted = max(Self.saleColumns.lowerBound, room.columns * 3 / 10)
    let columns = min(
      wanted, Self.saleColumns.upperBound, room.columns - Self.lotColumns.least - Self.gap)
    sales.columns = columns
    var side = CellArea(
      column: sales.endColumn + Self.gap, row: room.row,
      columns: room.columns - columns - Self.gap, rows: room.rows)
    let band = max(contents.sales + 3, min(contents.lotRows, room.rows / 2))
    let hasRest = room.rows - band - 1 >= Self.leastRows
    if hasRest {
      side.rows = band
      sales.rows = side.endRow - sales.row
    }
    let isWide = side.columns >= 2 * Self.lotColumns.readable + Self.gap
    if isWide { (side, bars) = Self.halves(of: side) }
    guard !hasRest else {
      lots = side
      let below = room.dropFirstRows(band + 1)
      switch (isWide, contents.hasChart) {
      case (true, _): chart = contents.hasChart ? below : nil
      case (false, true): (bars, chart) = Self.halves(of: below)
      case (false, false):
        // One coin has one bar, and its sums below that.
        bars = below
        bars?.rows = min(6, below.rows)
      }
      return
    }
    // Below each other, as far as there are rows.
    let isLow = side.rows < Self.mostLotRows + Self.leastChartRows
    let high = isLow && contents.haveOneLot ? contents.lotRows : min(Self.mostLotRows, side.rows)
    var rest = side.dropFirstRows(high)
    rest.columns = room.endColumn - side.column
    guard rest.rows >= Self.leastChartRows else {
      lots = side
      return
    }
    lots = side
    lots?.rows = high
    bars?.rows = high
    if !isWide {
      let rows =
        contents.hasChart && rest.rows >= 2 * Self.leastChartRows ? rest.rows / 2 : rest.rows
      bars = rest
      bars?.rows = rows
      rest = rest.dropFirstRows(rows)
    }
    if contents.hasChart, rest.rows >= Self.leastChartRows { chart = rest }
  }

  private static func halves(of area: CellArea) -> (CellArea, CellArea?) {
    let columns = (area.columns - gap) / 2
    let left = CellArea(
      column: area.column, row: area.row, columns: columns, rows: area.rows)
    let right = CellArea(
      column: left.endColumn + gap, row: area.row, columns: area.columns - columns - gap,
      rows: area.rows)
    return (left, right)
  }
}

extension DashboardState {
  /// Where the parts of the Gains page are.
  var gainsLayout: GainsLayout {
    let page = pages[GainsPage.self]
    let contents = GainsLayout.Contents(
      years: page.book?.years.count ?? 0, sales: page.lines.count,
      isSelected: page.selectedLine != nil,
      hasChart: page.shownYear.map { page.book?.sales.areOnSeveralDays($0.sales) == true } == true,
      haveOneLot: !page.isByCoin && page.shownYear?.sums.hasOneLotEach == true)
    return GainsLayout(contents, in: pageArea, isSplit: columns >= Self.splitColumns)
  }
}
