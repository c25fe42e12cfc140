import Portfolio

/// The Portfolio tab: its lines, and where the user stands among them.
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
    /// That many more closed coins are folded away.
    case more(Int)
    /// Nothing to show; why.
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
  /// All holdings in the order asked for, whatever the filter.
  private var ordered: [HoldingLine] = []
  var list = RowList()
  private var narrowing = Filter()
  private(set) var order = HoldingOrder()
  private(set) var showsAllClosed = false

  mutating func show(_ data: DashboardData) {
    lines = data.lines
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

  /// Takes an order over from another session.
  mutating func restore(_ order: HoldingOrder) {
    self.order = order
    ordered = order.sorted(lines)
    arrange()
  }

  /// Sorts by the column after the present one, of those that are shown.
  mutating func sortByNext(in columns: [HoldingColumn]) {
    let place = columns.firstIndex(of: order.column).map { $0 + 1 } ?? 0
    if !columns.isEmpty { sort(by: columns[place % columns.count]) }
  }

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
    if let first = rows.firstIndex(where: \.isSelectable) { list.selection = first }
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
    let key = narrowing.key
    holdings = ordered.filter { $0.label.matches(key) }
    closed = lines.closed.filter { $0.label.matches(key) }
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
    let place = rows.indices.first {
      coin != nil && self.coin(of: rows[$0]) == coin && isClosedRow(rows[$0]) == wasClosed
    }
    move(to: place ?? list.selection, isForward: true)
  }
}
