import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

/// The Watchlist page: coins that are followed without being held.
struct WatchlistPage: Page {
  static let tab = DashboardTab.watchlist
  static let context = DashboardContext.watchlist
  static let action = ActionID.goWatchlist
  static let emptyTitle: String? = nil

  private(set) var lines: [WatchedLine] = []
  private(set) var order: (column: WatchedColumn, isAscending: Bool)?
  private var watched: [WatchedLine] = []
  var list = RowList()

  mutating func show(_ data: DashboardData) {
    watched = data.watchlist.map { WatchedLine($0) }
    arrange()
  }

  var selectedCoin: String? {
    lines.indices.contains(list.selection) ? lines[list.selection].coin.id : nil
  }

  private mutating func arrange() {
    let coin = selectedCoin
    lines = watched
    if let order {
      let ranks =
        order.column == .symbol
        ? Ranks(watched.map { $0.label.symbol.lowercased() })
        : Ranks(watched.map { $0.number(in: order.column) })
      lines = ranks.sorted(watched.indices.map { Int32($0) }, isAscending: order.isAscending)
        .map { watched[Int($0)] }
    }
    let place = coin.flatMap { id in lines.firstIndex { $0.coin.id == id } } ?? list.selection
    list.go(to: place, count: lines.count) { _ in true }
  }

  mutating func sort(byColumn number: Int) {
    guard let column = WatchedColumn(rawValue: number) else { return }
    let isAscending = order?.column == column ? order?.isAscending == false : column == .symbol
    order = (column, isAscending)
    arrange()
  }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open:
      guard let id = selectedCoin else { return .done }
      let isHeld = state.data?.ledger.coinIDs.contains(id) == true
      return isHeld ? .coin(id) : .message("\(state.label(of: id).name) has no transactions yet")
    case .sort:
      let columns = WatchedColumn.allCases
      sort(byColumn: order.map { ($0.column.rawValue + 1) % columns.count } ?? 0)
    case .reverse: sort(byColumn: order?.column.rawValue ?? 0)
    default:
      list.selection = state.target(
        of: action, from: list.selection, page: state.watchedRowsArea.rows, count: lines.count)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open, .sort, .reverse: !lines.isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    WatchedColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { list.selection = row }

  mutating func scrollToSelection(in state: DashboardState) {
    list.settle(count: lines.count, height: state.watchedRowsArea.rows)
  }

  func courses(in state: DashboardState) -> [CourseSubject] {
    guard state.watchedChartArea != nil, let id = selectedCoin else { return [] }
    return [.coin(id)]
  }

  func copiedText(in state: DashboardState) -> String? {
    guard lines.indices.contains(list.selection) else { return nil }
    let line = lines[list.selection]
    return
      ([line.label.symbol, line.label.name]
      + WatchedColumn.allCases.compactMap { line.figures[$0]?.text }).joined(separator: "\t")
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.draw(self, state: state, now: now)
    guard let area = state.watchedChartArea, let id = selectedCoin else { return }
    let label = state.label(of: id)
    let panel = CoursePanel(
      .coin(id), title: "\(label.symbol) \(label.name)", state: state, now: now)
    painter.draw(panel, state: state, in: painter.box(area))
  }

  static func == (left: WatchlistPage, right: WatchlistPage) -> Bool {
    left.lines == right.lines && left.list == right.list
      && left.order?.column == right.order?.column
      && left.order?.isAscending == right.order?.isAscending
  }
}

/// A column of the watchlist, in the order they stand.
enum WatchedColumn: Int, CaseIterable, Sendable {
  case symbol, price, day, week, marketCap

  var title: String {
    switch self {
    case .symbol: "Coin"
    case .price: "Price"
    case .day: "24 h"
    case .week: "7 d"
    case .marketCap: "Market cap"
    }
  }

  /// Columns with the gap before them.
  var columns: Int {
    switch self {
    case .symbol: 9
    case .price: 15
    case .day: 12
    case .week: 27
    case .marketCap: 22
    }
  }
}

/// A coin of the watchlist prepared for the table.
struct WatchedLine: Equatable, Sendable {
  let coin: Coin
  let label: CoinBook.Label
  let week: WeekLine
  let figures: [WatchedColumn: Figure]

  init(_ watched: WatchedCoin) {
    coin = watched.coin
    label = CoinBook.Label(watched.coin)
    week = WeekLine(watched.week)
    let cap = watched.coin.marketCap.map { Figures.usd($0, isSigned: false, fitting: 10) }
    figures = [
      .price: .price(coin.currentPrice),
      .day: .percent(coin.priceChange24h, hasArrow: true),
      .week: .percent(week.change),
      .marketCap: Figure(
        text: cap ?? Figures.unknown, masked: cap ?? Figures.unknown, role: .plain),
    ]
  }

  func number(in column: WatchedColumn) -> Decimal? {
    switch column {
    case .symbol: nil
    case .price: coin.currentPrice
    case .day: coin.priceChange24h
    case .week: week.change
    case .marketCap: coin.marketCap
    }
  }
}

extension DashboardState {
  private static let leastChartRows = 12

  /// The room of the watchlist's rows, below their heading.
  var watchedRowsArea: CellArea {
    var area = pageArea.dropFirstRows(pageArea.rows >= 6 ? 2 : 1)
    let end = watchedChartArea.map { $0.row - 1 } ?? pageArea.endRow
    area.rows = end - area.row - alertRows
    return area
  }

  /// The room of the selected coin's chart below the list, `nil` where there is none.
  var watchedChartArea: CellArea? {
    let room = pageArea
    let list = pages[WatchlistPage.self].lines.count + 3 + alertRows
    guard list > 3, room.columns >= 60, room.rows - list >= Self.leastChartRows else { return nil }
    return CellArea(
      column: room.column, row: list, columns: room.columns, rows: room.rows - list)
  }
}

extension Painter {
  fileprivate mutating func draw(_ page: WatchlistPage, state: DashboardState, now: Date) {
    let area = state.watchedRowsArea
    drawAlerts(state)
    guard !page.lines.isEmpty else {
      drawEmptyWatchlist(state)
      return
    }
    if area.row > 1 {
      var title = area
      title.row -= 2
      drawListTitle("Watchlist", list: page.list, count: page.lines.count, in: title, row: 0)
    }
    let columns = Self.columns(in: area.columns)
    var heading = area
    heading.row -= 1
    heading.rows = 1
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
    for (offset, line) in page.lines.dropFirst(page.list.top).prefix(area.rows).enumerated() {
      draw(line, columns: columns, in: area, row: offset)
      if let (column, end) = columns.first(where: { $0.0 == .price }) {
        recolor(
          line.figures[.price] ?? .unknown, of: line.coin.id, state, now: now,
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
  private static func columns(in room: Int) -> [(WatchedColumn, Int)] {
    var shown = WatchedColumn.allCases
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
    _ line: WatchedLine, columns: [(WatchedColumn, Int)], in area: CellArea, row: Int
  ) {
    left(line.label.symbol, .title, in: area, row: row, from: 2, columns: 8)
    let firstFigure = columns.dropFirst().first.map { $0.1 - $0.0.columns } ?? area.columns
    left(
      line.label.name, .secondary, in: area, row: row, from: 11,
      columns: max(0, firstFigure - 11))
    for (column, end) in columns {
      guard let figure = line.figures[column] else { continue }
      right(figure.marked(isPrivate: false), figure.role, in: area, row: row, before: end)
      if column == .week {
        draw(line.week, .accent, columns: WeekLine.columns, in: area, row: row, from: end - 24)
      }
    }
  }

  private mutating func drawEmptyWatchlist(_ state: DashboardState) {
    let body = state.bodyArea
    let key = state.keyMap.action(.follow, in: .portfolio)?.keys.first?.label ?? "w"
    let lines = [
      "No coin on the watchlist", "", "Press \(key) on a coin you hold,",
      "or \(state.keyMap.label(of: .watchMore) ?? "i") here for any other.",
    ]
    for (row, line) in lines.enumerated() {
      centred(
        line, row == 0 ? .title : .secondary, in: body, row: max(0, body.rows / 2 - 2) + row)
    }
  }
}
