import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// The Watchlist page: coins followed without being held.
struct WatchlistPage: Page {
  static let tab = DashboardTab.watchlist
  static let context = DashboardContext.watchlist
  static let action = ActionID.goWatchlist
  static let emptyTitle: String? = nil

  private(set) var lines: [WatchedLine] = []
  private(set) var order: (column: WatchedColumn, isAscending: Bool)?
  private var watched: [WatchedLine] = []
  var hiddenColumns: Set<Int> = []
  var list = RowList()

  mutating func show(_ data: DashboardData) {
    watched = data.watchlist.map { WatchedLine($0, refreshed: data.refreshed, in: data.format) }
    arrange()
  }

  var selectedCoin: String? {
    selectedLine?.coin.id
  }

  /// The selected line.
  var selectedLine: WatchedLine? {
    lines.indices.contains(list.selection) ? lines[list.selection] : nil
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
    let index = coin.flatMap { id in lines.firstIndex { $0.coin.id == id } } ?? list.selection
    list.go(to: index, count: lines.count) { _ in true }
  }

  mutating func sort(byColumn number: Int) {
    guard let column = WatchedColumn(rawValue: number) else { return }
    let isAscending = order?.column == column ? order?.isAscending == false : column == .symbol
    order = (column, isAscending)
    arrange()
  }

  var sorting: Sorting? {
    order.map { Sorting(column: $0.column.rawValue, isAscending: $0.isAscending) }
  }

  mutating func restore(_ sorting: Sorting) {
    order = WatchedColumn(rawValue: sorting.column).map { ($0, sorting.isAscending) }
    arrange()
  }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open: return selectedCoin.map { .coin($0) } ?? .done
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
    case .open, .sort, .reverse, .columns, .longerRange, .shorterRange, .candles: !lines.isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    WatchedColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { list.selection = row }

  /// Selects a newly added coin.
  mutating func select(coin: String) {
    if let row = lines.firstIndex(where: { $0.coin.id == coin }) { list.selection = row }
  }

  var rowCount: Int { lines.count }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(count: lines.count, height: state.watchedRowsArea.rows)
  }

  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    guard state.watchedDetail?.chart != nil, let id = selectedCoin else { return [] }
    return [.coin(id)]
  }

  func details(in state: DashboardState) -> [String] {
    state.watchedDetail == nil ? [] : selectedCoin.map { [$0] } ?? []
  }

  func copiedText(in state: DashboardState) -> String? {
    guard let line = selectedLine else { return nil }
    let now = state.lastInstant ?? .distantPast
    return
      ([line.label.symbol, line.label.name]
      + WatchedColumn.allCases.compactMap { line.figure(in: $0, at: now)?.text }).joined(
        separator: "\t")
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.draw(self, state: state, now: now)
    if let id = selectedCoin { painter.drawWatchedCoin(id, state, now: now) }
  }

  static func == (left: WatchlistPage, right: WatchlistPage) -> Bool {
    left.lines == right.lines && left.list == right.list && left.sorting == right.sorting
      && left.hiddenColumns == right.hiddenColumns
  }
}
