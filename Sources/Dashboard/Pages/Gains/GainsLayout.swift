import CellGrid

/// Layout of the Gains page.
struct GainsLayout: Equatable, Sendable {
  /// The table of years; `nil` if the year is a single line.
  private(set) var years: CellArea?
  /// The sales, below title and heading.
  private(set) var sales: CellArea
  /// The selected line's lots.
  private(set) var lots: CellArea?
  /// Each coin's gain.
  private(set) var bars: CellArea?
  /// Realized gain over time.
  private(set) var chart: CellArea?

  private static let gap = 2
  private static let minRows = 10
  private static let minChartRows = 12
  private static let maxLotRows = 18
  /// Columns of the lots: the minimum, and when there are bars next to them.
  private static let lotColumns = (least: 46, readable: 70)
  /// Columns that fit all of a sale's columns without the row becoming too wide to read.
  private static let saleColumns = 96...120

  /// What the page has to show.
  struct Contents {
    let years: Int
    let sales: Int
    /// Whether a line is selected, whose lots can be shown.
    let isSelected: Bool
    /// Whether a chart of realized gains would show more than one step.
    let hasChart: Bool
    /// Whether no sale used more than one lot, as with average cost.
    let haveOneLot: Bool

    /// Minimum rows of a line's lots and sums, including the frame.
    var lotRows: Int { haveOneLot ? 11 : 14 }
  }

  init(_ contents: Contents, in area: CellArea, isSplit: Bool) {
    let isHigh = area.rows >= 18
    let yearRows = isHigh ? min(contents.years, max(3, area.rows / 4)) + 3 : 2
    if isHigh {
      years = CellArea(
        column: area.column, row: area.row + 1, columns: area.columns, rows: yearRows - 1)
    }
    sales = area.dropFirstRows(isHigh ? yearRows + 2 : area.rows >= 6 ? 3 : area.rows >= 4 ? 2 : 1)
    guard contents.isSelected, isHigh else { return }
    guard isSplit else {
      let rows = area.rows - yearRows - 3 - min(max(contents.sales, 3), area.rows / 3)
      guard area.columns >= 60, rows >= (contents.hasChart ? Self.minRows : contents.lotRows)
      else { return }
      let below = CellArea(
        column: area.column, row: area.endRow - rows, columns: area.columns, rows: rows)
      if contents.hasChart { chart = below } else { lots = below }
      sales.rows = below.row - 1 - sales.row
      return
    }
    split(area.dropFirstRows(yearRows), contents)
  }

  /// Places sales on the left and the selected sale's lots on the right; bars and chart are below
  /// both if the sales leave enough rows, otherwise below the lots.
  private mutating func split(_ area: CellArea, _ contents: Contents) {
    let wanted = max(Self.saleColumns.lowerBound, area.columns * 3 / 10)
    let columns = min(
      wanted, Self.saleColumns.upperBound, area.columns - Self.lotColumns.least - Self.gap)
    sales.columns = columns
    var side = CellArea(
      column: sales.endColumn + Self.gap, row: area.row,
      columns: area.columns - columns - Self.gap, rows: area.rows)
    let band = max(contents.sales + 3, min(contents.lotRows, area.rows / 2))
    let hasRest = area.rows - band - 1 >= Self.minRows
    if hasRest {
      side.rows = band
      sales.rows = side.endRow - sales.row
    }
    let isWide = side.columns >= 2 * Self.lotColumns.readable + Self.gap
    if isWide { (side, bars) = Self.halves(of: side) }
    guard !hasRest else {
      lots = side
      let below = area.dropFirstRows(band + 1)
      switch (isWide, contents.hasChart) {
      case (true, _): chart = contents.hasChart ? below : nil
      case (false, true): (bars, chart) = Self.halves(of: below)
      case (false, false):
        // A single coin has one bar with its sums below it.
        bars = below
        bars?.rows = min(6, below.rows)
      }
      return
    }
    // Below each other, as far as rows allow.
    let isLow = side.rows < Self.maxLotRows + Self.minChartRows
    let high = isLow && contents.haveOneLot ? contents.lotRows : min(Self.maxLotRows, side.rows)
    var rest = side.dropFirstRows(high)
    rest.columns = area.endColumn - side.column
    guard rest.rows >= Self.minChartRows else {
      lots = side
      return
    }
    lots = side
    lots?.rows = high
    bars?.rows = high
    if !isWide {
      let rows =
        contents.hasChart && rest.rows >= 2 * Self.minChartRows ? rest.rows / 2 : rest.rows
      bars = rest
      bars?.rows = rows
      rest = rest.dropFirstRows(rows)
    }
    if contents.hasChart, rest.rows >= Self.minChartRows { chart = rest }
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
  /// Layout of the Gains page.
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
