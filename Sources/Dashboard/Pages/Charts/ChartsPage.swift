import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import Widgets

/// The Charts page: the portfolio's value and the prices of its coins over time.
struct ChartsPage: Page {
  static let tab = DashboardTab.charts
  static let context = DashboardContext.charts
  static let action = ActionID.goCharts

  private(set) var holdings: [HoldingLine] = []
  var list = RowList()

  /// The subject drawn: the portfolio first, then the coins by value.
  var subject: SeriesSubject {
    holdings.indices.contains(list.selection - 1)
      ? .coin(holdings[list.selection - 1].holding.id) : .portfolio
  }

  mutating func show(_ data: DashboardData) {
    let coin = selectedCoin
    holdings = data.lines.holdings
    let index = coin.flatMap { id in holdings.firstIndex { $0.holding.id == id } }
    list.selection = index.map { $0 + 1 } ?? 0
  }

  var selectedCoin: String? {
    if case .coin(let id) = subject { id } else { nil }
  }

  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    [subject] + state.chartStyle.compared.filter { $0 != subject }
  }

  func details(in state: DashboardState) -> [String] { selectedCoin.map { [$0] } ?? [] }

  mutating func perform(_ action: ActionID, in state: DashboardState) -> PageOutcome {
    switch action {
    case .open: return selectedCoin.map { .coin($0) } ?? .go(.portfolio)
    case .left: return .cursor(-1)
    case .right: return .cursor(1)
    default:
      list.selection = state.target(
        of: action, from: list.selection, page: state.chartListRows, count: holdings.count + 1)
    }
    return .done
  }

  func isAvailable(_ action: ActionID, in state: DashboardState) -> Bool { true }

  mutating func select(_ row: Int) { list.selection = row }

  mutating func scrollToSelection(in state: DashboardState) {
    list.clampScroll(count: holdings.count + 1, height: state.chartListRows)
  }

  func plotColumns(in state: DashboardState, now: Date) -> Int {
    panel(state, now).plotColumns(in: state.chartArea)
  }

  func draw(in painter: inout Painter, state: DashboardState, now: Date) {
    if let area = state.chartListArea { painter.draw(self, state: state, in: area, now: now) }
    var panel = panel(state, now)
    if let id = selectedCoin {
      panel.mark(state.details[id]?.rows ?? [], state, now)
    }
    if state.isChartInPercent { panel.compare(state, until: now) }
    painter.draw(panel, state: state, in: state.chartArea)
  }

  private func panel(_ state: DashboardState, _ now: Date) -> SeriesPanel {
    let line = selectedCoin.flatMap { id in holdings.first { $0.holding.id == id } }
    let title = line.map(\.label.title) ?? "Portfolio"
    var panel = SeriesPanel(subject, title: title, state: state, now: now)
    panel.isDayBeside = state.chartListArea != nil
    if state.isChartInPercent { panel.compare(state, until: now) }
    if line == nil, let notes = state.pricedNotes { panel.notes = notes }
    panel.day =
      line.map { DayFigures($0.holding.coin, refreshed: state.data?.refreshed, at: now) }
      ?? state.data?.day(at: now)
    panel.age = state.data.map { data in
      line.map { AgeNote(of: [$0.holding.coin], data.entry, at: now) }
        ?? AgeNote(data.entry, at: now)
    }
    return panel
  }
}

extension SeriesPanel {
  /// Marks the buys and sales in the range.
  mutating func mark(_ transactions: [Transaction], _ state: DashboardState, _ now: Date) {
    let start = chart.series.first?.points.first?.date ?? now
    chart.markers = transactions.filter { $0.date >= start && $0.date <= now }.compactMap { row in
      PriceSeries.Trade(row).map { ChartMarker(row.date, $0.kind) }
    }
  }
}

extension DashboardState {
  private static let listColumns = 30

  /// Notes on how many coins the total covers, longest first, if some have no price.
  fileprivate var pricedNotes: [String]? {
    guard let data, data.isPartlyPriced else { return nil }
    let (priced, count) = (
      data.positions.summary.pricedCount, data.positions.summary.holdingCount
    )
    return ["\(priced) of \(count) priced", "\(priced)/\(count) priced"]
  }

  /// Area of the list next to the chart; `nil` without one.
  var chartListArea: CellArea? {
    let area = pageArea
    guard area.columns >= 70 else { return nil }
    return CellArea(
      column: area.column, row: area.row + 1, columns: Self.listColumns, rows: area.rows - 2)
  }

  var chartListRows: Int { chartListArea?.rows ?? 1 }

  /// Area of the chart.
  var chartArea: CellArea {
    let area = pageArea
    let left = chartListArea.map { $0.columns + 3 } ?? 0
    let top = area.rows >= 12 ? 1 : 0
    return CellArea(
      column: area.column + left, row: area.row + top, columns: area.columns - left,
      rows: area.rows - 2 * top)
  }
}

extension Painter {
  fileprivate mutating func draw(
    _ page: ChartsPage, state: DashboardState, in area: CellArea, now: Date
  ) {
    let heading = CellArea(column: area.column, row: area.row - 1, columns: area.columns, rows: 1)
    let hasWeek = page.holdings.contains { !$0.week.isEmpty }
    if hasWeek { left("7 d", .secondary, in: heading, row: 0, from: 10) }
    right("24 h", .secondary, in: heading, row: 0)
    for offset in 0..<area.rows {
      let index = page.list.top + offset
      guard index <= page.holdings.count else { return }
      if index == 0 {
        left("Portfolio", .title, in: area, row: offset, from: 2)
        if let day = state.data?.dayFigure(at: now) {
          right(day.marked(isPrivate: false), day.role, in: area, row: offset)
        }
      } else {
        let line = page.holdings[index - 1]
        if state.chartStyle.compared.contains(.coin(line.holding.id)) {
          left("+", .accent, in: area, row: offset)
        }
        let day = line.figure(in: .day, at: now)
        let mark = day.marked(isPrivate: false)
        // A long symbol needs the room of the line, which the page's chart shows, too.
        let showsWeek = hasWeek && !line.week.isEmpty && columnWidth(of: line.label.symbol) <= 7
        left(
          line.label.symbol, .title, in: area, row: offset, from: 2,
          columns: showsWeek ? 7 : area.columns - columnWidth(of: mark) - 4)
        if showsWeek {
          draw(
            line.week, .accent, columns: WeekLine.narrowColumns, in: area, row: offset, from: 10)
        }
        right(mark, day.role, in: area, row: offset)
      }
      if index == page.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(index))
    }
  }
}
