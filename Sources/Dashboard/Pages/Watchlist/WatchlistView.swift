import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  private static let leastChartRows = 12

  /// The room of the watchlist's rows, below their title and, but in the lowest windows, their
  /// heading.
  var watchedRowsArea: CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1)
    let end = watchedChartArea.map { $0.row - 1 } ?? pageArea.endRow
    area.rows = end - area.row - alertRows
    return area
  }

  /// The room of the selected coin's chart below the list, `nil` where there is none.
  var watchedChartArea: CellArea? {
    let room = pageArea
    let count = pages[WatchlistPage.self].lines.count
    let list = count + 3 + alertRows
    guard count > 0, room.columns >= 60, room.rows - list >= Self.leastChartRows else {
      return nil
    }
    return CellArea(
      column: room.column, row: list, columns: room.columns, rows: room.rows - list)
  }
}

extension Painter {
  mutating func draw(_ page: WatchlistPage, state: DashboardState, now: Date) {
    let area = numbered(
      state.watchedRowsArea, list: page.list, count: page.lines.count, isShown: state.showsNumbers)
    drawAlerts(state)
    guard !page.lines.isEmpty else {
      drawEmptyWatchlist(state)
      return
    }
    var title = state.pageArea
    title.rows = 1
    drawListTitle(
      "Watchlist", list: page.list, count: page.lines.count,
      age: state.data.map { AgeNote(of: page.lines.map(\.coin), $0.entry, at: now) }, in: title,
      row: 0)
    let columns = Self.columns(in: area.columns, hiding: page.hiddenColumns)
    if area.row > title.endRow { drawHeading(of: page, columns, above: area) }
    drawRows(of: page, columns, state: state, in: area, now: now)
  }

  private mutating func drawHeading(
    of page: WatchlistPage, _ columns: [(WatchedColumn, Int)], above area: CellArea
  ) {
    let heading = CellArea(column: area.column, row: area.row - 1, columns: area.columns, rows: 1)
    for (column, end) in columns {
      let isSorted = page.order?.column == column
      let arrow = isSorted ? (page.order?.isAscending == true ? " ↑" : " ↓") : ""
      let role: Role = isSorted ? .accent : .secondary
      if column == .symbol {
        left(column.title + arrow, role, in: heading, row: 0, from: 2)
      } else {
        right(column.title + arrow, role, in: heading, row: 0, before: end)
      }
      hit(
        CellArea(
          column: heading.column + end - column.columns, row: heading.row,
          columns: column.columns, rows: 1), .sort(column.rawValue))
    }
  }

  private mutating func drawRows(
    of page: WatchlistPage, _ columns: [(WatchedColumn, Int)], state: DashboardState,
    in area: CellArea, now: Date
  ) {
    for (offset, line) in page.lines.dropFirst(page.list.top).prefix(area.rows).enumerated() {
      draw(line, columns: columns, in: area, row: offset, now: now)
      if let (column, end) = columns.first(where: { $0.0 == .price }) {
        markPrice(
          of: line.coin.id, state, now: now,
          in: CellArea(
            column: area.column + end - column.columns, row: area.row + offset,
            columns: column.columns, rows: 1))
      }
      if page.list.top + offset == page.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(page.list.top + offset))
    }
  }

  /// The columns there is room for and where they end; figures end at the right edge.
  private static func columns(
    in room: Int, hiding hidden: Set<Int>
  ) -> [(WatchedColumn, Int)] {
    var shown = WatchedColumn.allCases.filter { !hidden.contains($0.rawValue) }
    for column in [WatchedColumn.marketCap, .week, .day]
    where shown.reduce(2, { $0 + $1.columns }) > room { shown.removeAll { $0 == column } }
    var end = room
    var places: [(WatchedColumn, Int)] = []
    for column in shown.reversed() where column != .symbol {
      places.insert((column, end), at: 0)
      end -= column.columns
    }
    return [(.symbol, WatchedColumn.symbol.columns + 2)] + places
  }

  private mutating func draw(
    _ line: WatchedLine, columns: [(WatchedColumn, Int)], in area: CellArea, row: Int, now: Date
  ) {
    left(line.label.symbol, .title, in: area, row: row, from: 2, columns: 8)
    let firstFigure = columns.dropFirst().first.map { $0.1 - $0.0.columns } ?? area.columns
    left(
      line.label.secondName, .secondary, in: area, row: row, from: 11,
      columns: max(0, firstFigure - 11))
    for (column, end) in columns {
      guard let figure = line.figure(in: column, at: now) else { continue }
      right(figure.marked(isPrivate: false), figure.role, in: area, row: row, before: end)
      if column == .week {
        draw(line.week, .accent, columns: WeekLine.columns, in: area, row: row, from: end - 24)
      }
    }
  }

  private mutating func drawEmptyWatchlist(_ state: DashboardState) {
    let key = state.keyMap.action(.follow, in: .portfolio)?.keys.first?.label ?? "w"
    var body = state.bodyArea
    if let alerts = state.alertsArea { body.rows = alerts.row }
    let other = state.keyMap.label(of: .watchMore) ?? "a"
    drawNotice(
      "No coin on the watchlist",
      "Press \(key) on a coin you hold, or \(other) here for any other.", in: body)
  }
}
