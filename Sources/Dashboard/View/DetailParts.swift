import CellGrid

/// Layout of a selected row's detail and the space it leaves to the list.
struct DetailParts: Equatable, Sendable {
  /// Area of the coin's chart; `nil` without one.
  let chart: CellArea?
  /// Area of the facts.
  let facts: CellArea
  /// Frames around both or around each.
  let frames: [CellArea]
  /// The column and row before which the list ends.
  let listEnd: CellPlace

  private static let gap = 2
  /// Columns of a frame including its padding.
  private static let frameColumns = 4
  private static let factColumns = 46
  /// Width of facts next to a chart if the window is too narrow for both.
  private static let narrowFactColumns = 33
  private static let maxFactColumns = 60
  private static let maxSecondColumns = 72
  private static let minFactColumns = 40
  private static let minChartColumns = 36
  private static let minRowsWithChart = 22
  private static let minChartRows = 10
  private static let minRowsBelow = 9
  private static let minColumnsBelow = 56
  private static let minSideRows = 6
  /// Width of a detail next to a long list, unless the list leaves more.
  private static let sideColumns = 46...84

  /// Places a detail.
  ///
  /// If the list leaves no rows, the detail is next to it. Below a short list, the chart spans the
  /// whole width; the facts are next to the list, or next to the chart if the list needs the whole
  /// width. A window too narrow for that shows only the chart.
  ///
  /// - Parameters:
  ///   - area: The area shared by list and detail.
  ///   - count: Number of list rows.
  ///   - heading: Rows of the list's title and headings, and the row above a detail below it.
  ///   - columns: Columns that fit all of the list's columns.
  ///   - isSplit: Whether a detail may take columns from the list.
  init?(
    in area: CellArea, besideRows count: Int, heading: Int, columns: Int, isSplit: Bool
  ) {
    let below = area.rows - heading - count
    let side = area.columns - columns - Self.gap
    let band = max(heading - 1 + count, min(area.rows / 3, 16))
    if isSplit, below >= Self.minRowsBelow, side >= Self.factColumns + Self.frameColumns,
      area.rows - band > Self.minRowsBelow
    {
      let box = CellArea(
        column: area.endColumn - side, row: area.row, columns: side, rows: band)
      let wide = area.dropFirstRows(band + 1)
      self.init(
        chart: wide.insetBy(columns: 2, rows: 1), facts: box.insetBy(columns: 2, rows: 1),
        frames: [wide, box],
        listEnd: CellPlace(column: box.column - Self.gap, row: box.endRow))
    } else if below >= Self.minRowsBelow, area.columns >= Self.minColumnsBelow {
      self.init(
        in: area.dropFirstRows(heading + count), isBelow: true,
        listEnd: CellPlace(column: area.endColumn, row: area.endRow - below - 1))
    } else {
      guard isSplit, area.rows >= Self.minSideRows else { return nil }
      let share = min(area.columns * 2 / 5, Self.sideColumns.upperBound)
      let width = max(Self.sideColumns.lowerBound, share, side)
      let start = area.endColumn - width
      self.init(
        in: CellArea(column: start, row: area.row, columns: width, rows: area.rows),
        isBelow: false, listEnd: CellPlace(column: start - Self.gap, row: area.endRow))
    }
  }

  private init(chart: CellArea?, facts: CellArea, frames: [CellArea], listEnd: CellPlace) {
    (self.chart, self.facts, self.frames, self.listEnd) = (chart, facts, frames, listEnd)
  }

  /// Places chart and facts side by side in a frame, the facts below the chart, or only one of
  /// them: the chart below a list, which already has its figures, or the facts next to a list.
  private init(in area: CellArea, isBelow: Bool, listEnd: CellPlace) {
    self.listEnd = listEnd
    let inside = area.insetBy(columns: 2, rows: 1)
    let chartColumns = [Self.factColumns, Self.narrowFactColumns].map { inside.columns - $0 - 3 }
      .first { $0 >= Self.minChartColumns }
    // A cell is about twice as tall as it is wide.
    if let columns = chartColumns, area.columns >= 2 * area.rows {
      frames = [area]
      chart = CellArea(
        column: inside.column, row: inside.row, columns: columns, rows: inside.rows)
      facts = CellArea(
        column: inside.column + columns + 3, row: inside.row,
        columns: inside.columns - columns - 3, rows: inside.rows)
    } else if area.rows >= Self.minRowsWithChart {
      let rows = max(Self.minChartRows, area.rows * 2 / 5)
      frames = []
      chart = CellArea(column: area.column, row: area.row, columns: area.columns, rows: rows)
      facts = area.dropFirstRows(rows + 1)
    } else if !isBelow {
      (chart, facts, frames) = (nil, area, [])
    } else {
      let nothing = CellArea(column: area.column, row: area.endRow, columns: 0, rows: 0)
      (chart, facts, frames) = (inside, nothing, [area])
    }
  }

  /// The facts as a column narrow enough to read as lines, and the area for more next to it; `nil`
  /// if there is none.
  var factColumns: (first: CellArea, second: CellArea?) {
    let gap = 2 * Self.gap
    guard facts.columns >= 2 * Self.minFactColumns + gap else { return (facts, nil) }
    var first = facts
    first.columns = min(Self.maxFactColumns, (facts.columns - gap) / 2)
    let columns = min(Self.maxSecondColumns, facts.columns - first.columns - gap)
    let second = CellArea(
      column: first.endColumn + gap, row: facts.row, columns: columns, rows: facts.rows)
    return (first, second)
  }
}

extension CellArea {
  /// The area that a detail leaves to its list.
  func leaving(_ detail: DetailParts) -> CellArea {
    CellArea(
      column: column, row: row, columns: detail.listEnd.column - column,
      rows: detail.listEnd.row - row)
  }
}

extension DashboardState {
  /// Minimum terminal width for a detail next to a list.
  static let splitColumns = 100

  /// Layout of a selected row's detail; `nil` if it does not fit.
  ///
  /// - Parameters:
  ///   - count: Number of list rows.
  ///   - top: The page row where list and detail start.
  ///   - heading: Rows of the list's title and headings, and the row above a detail below it.
  ///   - columns: Columns that fit all of the list's columns.
  func detail(
    ofRows count: Int, from top: Int = 0, heading: Int, columns: Int
  ) -> DetailParts? {
    DetailParts(
      in: pageArea.dropFirstRows(top), besideRows: count, heading: heading, columns: columns,
      isSplit: self.columns >= Self.splitColumns)
  }
}
