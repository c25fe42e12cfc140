import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// Area of the watchlist's rows, below title and heading; the lowest windows have no heading.
  var watchedRowsArea: CellArea {
    var area = listArea(leaving: watchedDetail)
    area.rows -= alertRows
    return area
  }

  /// Layout of the selected coin's detail; `nil` without one.
  var watchedDetail: DetailParts? {
    let page = pages[WatchlistPage.self]
    guard page.selectedCoin != nil else { return nil }
    return detail(
      ofRows: page.lines.count + alertRows, heading: 3,
      columns: WatchedColumn.allCases.filter { !page.hiddenColumns.contains($0.rawValue) }
        .reduce(WatchedColumn.nameColumns) { $0 + $1.columns })
  }
}

extension Painter {
  /// Draws the selected coin: its chart, market data, holding and alerts.
  mutating func drawWatchedCoin(_ id: String, _ state: DashboardState, now: Date) {
    guard let parts = state.watchedDetail, let line = state.pages[WatchlistPage.self].selectedLine
    else { return }
    let label = state.label(of: id)
    for frame in parts.frames { _ = box(frame) }
    if let area = parts.chart {
      draw(
        SeriesPanel(.coin(id), title: label.title, state: state, now: now), state: state, in: area)
    }
    let (side, second) = parts.factColumns
    left(parts.chart == nil ? label.title : "Market", .title, in: side, row: 0)
    let facts = state.facts(of: line, now: now)
    draw(facts, isPrivate: false, in: side.dropFirstRows(2))
    guard state.portfolio.lines.holdings.contains(where: { $0.holding.id == id }) else { return }
    let position = second ?? side.dropFirstRows(facts.count + 3)
    left("Holding", .title, in: position, row: 0)
    drawPosition(in: id, state, now: now, in: position.dropFirstRows(2))
  }

  mutating func draw(_ page: WatchlistPage, state: DashboardState, now: Date) {
    let whole = state.watchedRowsArea
    let area = numbered(
      whole, list: page.list, count: page.lines.count, isShown: state.showsNumbers)
    drawAlerts(state)
    guard !page.lines.isEmpty else {
      drawEmptyWatchlist(state)
      return
    }
    let title = CellArea(column: whole.column, row: 0, columns: whole.columns, rows: 1)
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

  /// The columns that fit, and where they end; figures end at the right edge.
  private static func columns(
    in available: Int, hiding hidden: Set<Int>
  ) -> [(WatchedColumn, Int)] {
    var shown = WatchedColumn.allCases.filter { !hidden.contains($0.rawValue) }
    for column in [WatchedColumn.marketCap, .week, .day]
    where shown.reduce(2, { $0 + $1.columns }) > available { shown.removeAll { $0 == column } }
    var end = available
    var columnEnds: [(WatchedColumn, Int)] = []
    for column in shown.reversed() where column != .symbol {
      columnEnds.insert((column, end), at: 0)
      end -= column.columns
    }
    return [(.symbol, WatchedColumn.symbol.columns + 2)] + columnEnds
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

extension DashboardState {
  /// A followed coin's data, except its chart.
  fileprivate func facts(of line: WatchedLine, now: Date) -> [DetailFact] {
    let columns = [WatchedColumn.price, .day, .week]
    let market = data?.markets[line.coin.id]?.figures(in: data?.format ?? .usDollar) ?? []
    let alerts = (data?.alerts ?? []).filter { $0.coinId == line.coin.id }
    return columns.map { ($0.title, line.figure(in: $0, at: now) ?? .unknown) }
      + market.map { ($0.long, $0.figure) }
      + alerts.map { ("Alert", .text($0.sentence, $0.fired == nil ? .plain : .badge)) }
  }
}
