import Exact
import FoundationEssentials
import Portfolio

/// The Portfolio tab: its lines and the user's selection.
struct PortfolioPage: Page {
  static let tab = DashboardTab.portfolio
  static let context = DashboardContext.portfolio
  static let action = ActionID.goPortfolio

  /// A row of the list.
  enum Row: Equatable, Sendable {
    case holding(Int)
    case gap
    case closedHeading
    case closed(Int)
    /// Number of further closed coins that are collapsed.
    case more(Int)
    /// Why there is nothing to show.
    case nothing(String)

    var isSelectable: Bool {
      switch self {
      case .holding, .closed, .more: true
      case .gap, .closedHeading, .nothing: false
      }
    }
  }

  static let closedLimit = 5

  private(set) var holdings: [HoldingLine] = []
  private(set) var closed: [ClosedLine] = []
  private(set) var rows: [Row] = []
  private(set) var lines = PortfolioLines()
  private var book = CoinBook()
  /// All holdings in the selected order, ignoring the filter.
  private var ordered: [HoldingLine] = []
  var list = RowList()
  private var narrowing = Filter()
  private(set) var order = HoldingOrder()
  private(set) var showsAllClosed = false
  var hiddenColumns: Set<Int> = []

  mutating func show(_ data: DashboardData) {
    lines = data.lines
    book = data.book
    ordered = order.sorted(lines)
    arrange()
  }

  var filter: Filter? { narrowing }

  mutating func sort(byColumn number: Int) {
    if let column = HoldingColumn(rawValue: number) { sort(by: column) }
  }

  mutating func sort(by column: HoldingColumn) {
    order.choose(column)
    ordered = order.sorted(lines)
    arrange()
  }

  var sorting: Sorting? {
    order == HoldingOrder()
      ? nil : Sorting(column: order.column.rawValue, isAscending: order.isAscending)
  }

  mutating func restore(_ sorting: Sorting) {
    guard let column = HoldingColumn(rawValue: sorting.column) else { return }
    order = HoldingOrder(column: column, isAscending: sorting.isAscending)
    ordered = order.sorted(lines)
    arrange()
  }

  /// Sorts by the next visible column.
  mutating func sortByNext(in columns: [HoldingColumn]) {
    let index = columns.firstIndex(of: order.column).map { $0 + 1 } ?? 0
    if !columns.isEmpty { sort(by: columns[index % columns.count]) }
  }

  var rowCount: Int { holdings.count }

  /// Whether nothing was ever held.
  var isEmpty: Bool { lines.holdings.isEmpty && lines.closed.isEmpty }

  /// The natural widths of the table.
  var layout: HoldingWidths { lines.widths }

  mutating func reverse() { sort(by: order.column) }

  mutating func toggleClosed() {
    showsAllClosed.toggle()
    arrange()
  }

  mutating func changeFilter(_ change: (inout Filter) -> Void) {
    let old = narrowing.key
    change(&narrowing)
    guard narrowing.key != old else { return }
    arrange()
    let best = narrowing.key.words.first.flatMap { word in
      book.coins(matching: word, among: holdings.map(\.holding.id)).first
    }
    let first = rows.firstIndex { best == nil ? $0.isSelectable : self.coin(of: $0) == best }
    if let first { list.selection = first }
  }

  /// Applies the filter.
  private mutating func narrow() {
    let key = narrowing.key
    let ids = ordered.map(\.holding.id) + lines.closed.map(\.coinID)
    let found = key.words.map { Set(book.coins(matching: $0, among: ids)) }
    func isFound(_ id: String) -> Bool { found.allSatisfy { $0.contains(id) } }
    holdings = ordered.filter { line in
      key.isOfAmountsOnly && isFound(line.holding.id)
        && key.bounds.allSatisfy { $0.allows(line.holding.currentValue) }
    }
    // Sold coins have no value.
    closed = lines.closed.filter { line in
      key.isOfAmountsOnly && isFound(line.coinID) && key.bounds.allSatisfy { $0.allows(0) }
    }
  }

  var canFold: Bool { closed.count > Self.closedLimit }

  var selected: Row? { rows.indices.contains(list.selection) ? rows[list.selection] : nil }

  /// The coin of the selected row.
  var selectedCoin: String? { selected.flatMap(coin(of:)) }

  private func coin(of row: Row) -> String? {
    switch row {
    case .holding(let index): holdings[index].holding.id
    case .closed(let index): closed[index].coinID
    case .gap, .closedHeading, .more, .nothing: nil
    }
  }

  private func isClosedRow(_ row: Row?) -> Bool {
    if case .closed = row { true } else { false }
  }

  mutating func move(to row: Int, isForward: Bool) {
    let rows = rows
    list.go(to: row, count: rows.count, isForward: isForward) { rows[$0].isSelectable }
  }

  /// Filters, sorts and lays out the rows again; the selection stays on its coin.
  private mutating func arrange() {
    let wasClosed = isClosedRow(selected)
    let coin = selectedCoin
    narrow()
    rows = holdings.indices.map { .holding($0) }
    if rows.isEmpty {
      rows = [.nothing(lines.holdings.isEmpty ? "No open holdings" : "No holding matches")]
    }
    if !closed.isEmpty {
      rows += [.gap, .closedHeading]
      let shown = canFold && !showsAllClosed ? Self.closedLimit : closed.count
      rows += closed.indices.prefix(shown).map { .closed($0) }
      if shown < closed.count { rows.append(.more(closed.count - shown)) }
    }
    let index = rows.indices.first {
      coin != nil && self.coin(of: rows[$0]) == coin && isClosedRow(rows[$0]) == wasClosed
    }
    move(to: index ?? list.selection, isForward: true)
  }
}

extension PortfolioPage {
  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open:
      if case .more = selected { toggleClosed() }
      if let id = selectedCoin { return .coin(id) }
    case .sort: sortByNext(in: shownColumns(in: state))
    case .reverse: reverse()
    case .toggleClosed: toggleClosed()
    default:
      let from = list.selection
      let row = state.target(
        of: action, from: from, page: state.holdingRowsArea.rows, count: rows.count)
      move(to: row, isForward: row > from)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool {
    switch action {
    case .open: selected?.isSelectable == true
    case .toggleClosed: canFold
    case .sort, .reverse: !holdings.isEmpty
    case .filter: !isEmpty
    default: true
    }
  }

  var columnTitles: [(number: Int, title: String)] {
    HoldingColumn.allCases.map { ($0.rawValue, $0.title) }
  }

  mutating func select(_ row: Int) { move(to: row, isForward: true) }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(
      count: rows.count, height: state.holdingRowsArea.rows,
      lead: rows.firstIndex(where: \.isSelectable) ?? 0)
  }

  func copiedText(in state: DashboardState) -> String? {
    switch selected {
    case .holding(let index):
      let line = holdings[index]
      let now = state.lastInstant ?? .distantPast
      let figures = HoldingColumn.allCases.filter { line.figures[$0] != nil }
        .map { line.figure(in: $0, at: now) }
      let texts = figures.map { $0.text(isPrivate: state.isPrivate) }
      return ([line.label.symbol, line.label.name] + texts).joined(separator: "\t")
    case .closed(let index):
      let line = closed[index]
      let texts = [line.realized, line.percentage].map { $0.text(isPrivate: state.isPrivate) }
      return ([line.label.symbol, line.label.name, line.summary(state.days)] + texts).joined(
        separator: "\t")
    default: return nil
    }
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    painter.drawPortfolio(state, now: now)
  }

  /// The columns that fit.
  private func shownColumns(in state: DashboardState) -> [HoldingColumn] {
    HoldingsLayout(
      layout, isPrivate: state.isPrivate, hiding: hiddenColumns,
      available: state.holdingRowsArea.columns
    )
    .columns.map(\.kind)
  }
}
