import CellGrid

/// Where the detail of a list's selected row is, and what it leaves of the page to the list.
struct DetailParts: Equatable, Sendable {
  /// The room of the chart of the row's coin; `nil` where there is none.
  let chart: CellArea?
  /// The room of what is known of the row.
  let facts: CellArea
  /// The frames around both, or around each.
  let frames: [CellArea]
  /// The column and the row before which the list ends.
  let listEnd: CellPlace

  private static let gap = 2
  /// Columns of a frame and the blanks inside it.
  private static let frameColumns = 4
  private static let factColumns = 46
  /// Columns of facts next to a chart in a window too narrow for both in full.
  private static let narrowFactColumns = 33
  private static let mostFactColumns = 60
  private static let mostSecondColumns = 72
  private static let leastFactColumns = 40
  private static let leastChartColumns = 36
  private static let leastRowsWithChart = 22
  private static let leastChartRows = 10
  private static let leastRowsBelow = 9
  private static let leastColumnsBelow = 56
  private static let leastSideRows = 6
  /// Columns of a detail next to a long list, unless the list leaves more.
  private static let sideColumns = 46...84

  /// Places a detail.
  ///
  /// Next to a list that leaves it no rows, the detail takes the columns that the list does not
  /// need. With a short list there is the chart below, in all the width, and the facts next to the
  /// list, or where the list needs the whole width, next to the chart. A window too narrow for
  /// that has the chart alone.
  ///
  /// - Parameters:
  ///   - room: The room that list and detail share.
  ///   - count: The list's rows.
  ///   - heading: Rows of the list's title and headings, and the one above a detail below it.
  ///   - columns: Columns in which all of the list's columns have room.
  ///   - isSplit: Whether a detail may take columns from the list.
  init?(
    in room: CellArea, besideRows count: Int, heading: Int, columns: Int, isSplit: Bool
  ) {
    let below = room.rows - heading - count
    let side = room.columns - columns - Self.gap
    let band = max(heading - 1 + count, min(room.rows / 3, 16))
    if isSplit, below >= Self.leastRowsBelow, side >= Self.factColumns + Self.frameColumns,
      room.rows - band > Self.leastRowsBelow
    {
      let box = CellArea(
        column: room.endColumn - side, row: room.row, columns: side, rows: band)
      let wide = room.dropFirstRows(band + 1)
      self.init(
        chart: wide.insetBy(columns: 2, rows: 1), facts: box.insetBy(columns: 2, rows: 1),
        frames: [wide, box],
        listEnd: CellPlace(column: box.column - Self.gap, row: box.endRow))
    } else if below >= Self.leastRowsBelow, room.columns >= Self.leastColumnsBelow {
      self.init(
        in: room.dropFirstRows(heading + count), isBelow: true,
        listEnd: CellPlace(column: room.endColumn, row: room.endRow - below - 1))
    } else {
      guard isSplit, room.rows >= Self.leastSideRows else { return nil }
      let share = min(room.columns * 2 / 5, Self.sideColumns.upperBound)
      let width = max(Self.sideColumns.lowerBound, share, side)
      let start = room.endColumn - width
      self.init(
        in: CellArea(column: start, row: room.row, columns: width, rows: room.rows),
        isBelow: false, listEnd: CellPlace(column: start - Self.gap, row: room.endRow))
    }
  }

  private init(chart: CellArea?, facts: CellArea, frames: [CellArea], listEnd: CellPlace) {
    (self.chart, self.facts, self.frames, self.listEnd) = (chart, facts, frames, listEnd)
  }

  /// Chart and facts side by side in a frame, or the facts below the chart, or one of them alone:
  /// below a list the chart, whose figures the list has, and next to it the facts.
  private init(in area: CellArea, isBelow: Bool, listEnd: CellPlace) {
    self.listEnd = listEnd
    let inside = area.insetBy(columns: 2, rows: 1)
    let chartColumns = [Self.factColumns, Self.narrowFactColumns].map { inside.columns - $0 - 3 }
      .first { $0 >= Self.leastChartColumns }
    // A cell is about twice as high as it is wide.
    if let columns = chartColumns, area.columns >= 2 * area.rows {
      frames = [area]
      chart = CellArea(
        column: inside.column, row: inside.row, columns: columns, rows: inside.rows)
      facts = CellArea(
        column: inside.column + columns + 3, row: inside.row,
        columns: inside.columns - columns - 3, rows: inside.rows)
    } else if area.rows >= Self.leastRowsWithChart {
      let rows = max(Self.leastChartRows, area.rows * 2 / 5)
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

  /// The facts as one column whose words and figures are close enough to be read as one line, and
  /// the room for more next to it; `nil` where there is none.
  var factColumns: (first: CellArea, second: CellArea?) {
    let gap = 2 * Self.gap
    guard facts.columns >= 2 * Self.leastFactColumns + gap else { return (facts, nil) }
    var first = facts
    first.columns = min(Self.mostFactColumns, (facts.columns - gap) / 2)
    let columns = min(Self.mostSecondColumns, facts.columns - first.columns - gap)
    let second = CellArea(
      column: first.endColumn + gap, row: facts.row, columns: columns, rows: facts.rows)
    return (first, second)
  }
}

extension CellArea {
  /// The room of a list that the detail of its selected row leaves.
  func leaving(_ detail: DetailParts) -> CellArea {
    CellArea(
      column: column, row: row, columns: detail.listEnd.column - column,
      rows: detail.listEnd.row - row)
  }
}

extension DashboardState {
  /// Terminal columns from which a list shares them with the detail of its selected row.
  static let splitColumns = 100

  /// The detail of a list's selected row, `nil` where it has no room.
  ///
  /// - Parameters:
  ///   - count: The list's rows.
  ///   - top: The page's row at which list and detail begin.
  ///   - heading: Rows of the list's title and headings, and the one above a detail below it.
  ///   - columns: Columns in which all of the list's columns have room.
  func detail(
    ofRows count: Int, from top: Int = 0, heading: Int, columns: Int
  ) -> DetailParts? {
    DetailParts(
      in: pageArea.dropFirstRows(top), besideRows: count, heading: heading, columns: columns,
      isSplit: self.columns >= Self.splitColumns)
  }
}
