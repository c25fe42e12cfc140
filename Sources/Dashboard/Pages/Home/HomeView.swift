import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

extension DashboardState {
  /// Area of a page: everything but the status line.
  var bodyArea: CellArea {
    CellArea(column: 0, row: 0, columns: columns, rows: rows - 1)
  }

  var home: HomePage { pages[HomePage.self] }

  /// Layout of Home's panels; `nil` if none fits.
  var arrangement: HomeArrangement? {
    guard !isHomeCompact, let whole = HomeArrangement(homeContent, in: bodyArea) else { return nil }
    guard home.isZoomed else { return whole }
    return HomeArrangement(zooming: whole.tileAreas[whole.index(of: home.focus)].tile, in: bodyArea)
  }

  /// Input for the layout.
  private var homeContent: HomeArrangement.Content {
    var content = HomeArrangement.Content()
    content.coins = portfolio.lines.holdings.count
    content.hasDayNote = data != nil && portfolio.lines.byDayChange.isEmpty
    content.waiting = waitingLines.count
    content.transactions = data == nil ? .max : transactions.newest.count
    if home.preset == .own {
      content.family = family
      content.panels.subtract(home.hidden)
    }
    if content.coins == 0, data != nil { content.panels.subtract([.holdings, .day]) }
    if content.waiting == 0 { content.panels.remove(.waiting) }
    if isNew { content.panels = [.totals] }
    return content
  }

  /// Whether Home shows only the total and the chart, by choice or because no widget fits.
  var isHomeCompact: Bool {
    guard columns >= 30, bodyArea.rows >= 8, !isNew, data != nil, !home.isZoomed else {
      return false
    }
    if home.preset == .chart { return true }
    guard home.preset == .overview || family == nil && home.hidden.isEmpty else { return false }
    let tileAreas = HomeArrangement(homeContent, in: bodyArea)?.tileAreas
    return tileAreas?.contains { $0.tile == .chart } != true
  }

  /// Items waiting for the user, one per line.
  var waitingLines: [String] {
    guard let data else { return [] }
    let (rows, open) = (data.ledger.waitingRowCount, data.ledger.openMoveCount)
    let fired = data.alerts.filter { $0.fired != nil }
      .sorted { $0.fired ?? .distantPast > $1.fired ?? .distantPast }.prefix(3)
    return [
      rows > 0 ? "\(FormattedFigure.count(rows)) \(rows == 1 ? "row" : "rows"): Inbox" : nil,
      open > 0
        ? "\(FormattedFigure.count(open)) open \(open == 1 ? "move" : "moves")" : nil,
    ].compactMap(\.self) + fired.map { "\(label(of: $0.coinId).symbol) \($0.shortSentence)" }
  }

  /// Area of Home's chart inside its frame.
  var homeChartArea: CellArea? {
    if isHomeCompact { return pageArea.dropFirstRows(pageArea.rows >= 14 ? 3 : 2) }
    return arrangement?.tileAreas.first { $0.tile == .chart }?.area.insetBy(columns: 2, rows: 1)
  }

  /// The largest widget that Home shows or would show.
  var shownFamily: WidgetFamily {
    (home.preset == .own ? family : nil)
      ?? arrangement?.tileAreas.compactMap { tileArea -> WidgetFamily? in
        if case .widget(let family) = tileArea.tile { family } else { nil }
      }.first ?? .small
  }

  /// Whether the screen has room for one line only.
  var isTiny: Bool { columns < 20 || rows < 4 }

  /// Whether a form has enough room to be filled in.
  var hasRoomForForm: Bool { columns >= 24 && rows >= 5 }

  /// Whether a question and its answers fit completely.
  func hasRoom(for question: Question) -> Bool {
    QuestionLayout(lines(of: question), in: bodyArea) != nil && !isTiny
  }

  /// Why the form or question waiting for input is hidden; `nil` if it is visible.
  var hiddenPrompt: String? {
    if let question { return hasRoom(for: question) ? nil : "Enlarge the window to answer" }
    return form == nil || hasRoomForForm ? nil : "Enlarge the window to go on"
  }
}

extension DashboardState {
  /// The portfolio's chart, with its 24-hour change next to the total.
  ///
  /// If everything is sold, it shows realized gains.
  func homePanel(now: Date) -> SeriesPanel {
    let isSold = data?.positions.holdings.isEmpty == true
    return SeriesPanel(
      .portfolio, title: isSold ? "Realized" : "Value", state: self, now: now)
  }
}

extension Painter {
  mutating func drawHome(_ state: DashboardState, now: Date) {
    var entry = state.data?.entry ?? .placeholder(at: now)
    if state.isHomeCompact, let data = state.data, let area = state.homeChartArea {
      var head = state.pageArea
      head.rows = 2
      draw(SummaryCard(data, isPrivate: state.isPrivate, now: now), in: head)
      draw(state.homePanel(now: now), state: state, in: area)
      return
    }
    guard let arrangement = state.arrangement else {
      drawLine(entry, state: state, in: state.rows > 1 ? state.bodyArea : area, now: now)
      return
    }
    let focus = arrangement.index(of: state.pages[HomePage.self].focus)
    // In the overview, omit the widget's small chart when the chart panel is next to it.
    if state.home.preset == .overview, arrangement.tileAreas.contains(where: { $0.tile == .chart })
    {
      entry.recentValues = nil
    }
    for (index, tileArea) in arrangement.tileAreas.enumerated() {
      hit(tileArea.area, .tile(index))
      draw(tileArea, entry: entry, state: state, now: now)
      if index == focus, arrangement.tileAreas.count > 1 { focusFrame(tileArea.area) }
    }
  }

  private mutating func draw(
    _ tileArea: HomeArrangement.TileArea, entry: PortfolioEntry, state: DashboardState, now: Date
  ) {
    switch tileArea.tile {
    case .widget(let family):
      let grid = panel(entry, family: family, isPrivate: state.isPrivate, now: now)
      self.place(grid, in: tileArea.area)
    case .chart:
      draw(state.homePanel(now: now), state: state, in: box(tileArea.area))
    case .day: drawMovers(state, in: tileArea.area, now: now)
    case .holdings:
      drawHoldings(state.portfolio.lines.holdings, isPrivate: state.isPrivate, in: tileArea.area)
    case .waiting: drawWaiting(state.waitingLines, in: tileArea.area)
    case .recent:
      drawRecent(state.transactions, isPrivate: state.isPrivate, in: tileArea.area)
    }
  }

  private mutating func focusFrame(_ area: CellArea) {
    let edges = [
      CellArea(column: area.column, row: area.row, columns: area.columns, rows: 1),
      CellArea(column: area.column, row: area.endRow - 1, columns: area.columns, rows: 1),
      CellArea(column: area.column, row: area.row, columns: 1, rows: area.rows),
      CellArea(column: area.endColumn - 1, row: area.row, columns: 1, rows: area.rows),
    ]
    for edge in edges { restyle(edge) { $0.role = .borderFocused } }
  }

  /// Draws the portfolio on one line, or as one word if that does not fit, with its age.
  mutating func drawLine(
    _ entry: PortfolioEntry, state: DashboardState, in area: CellArea, now: Date
  ) {
    let row = max(0, (area.rows - 1) / 2)
    guard entry.data != nil else {
      let reason = state.data == nil ? "Reading…" : state.isNew ? "No holdings" : "No figures"
      return centered(reason, .secondary, in: area, row: row)
    }
    let line = line(entry, fitting: area.columns, isPrivate: state.isPrivate, now: now)
    guard line.columns > 0 else { return centered("bitpal", .title, in: area, row: row) }
    var start = (area.columns - line.columns) / 2
    let namesShare = lineNamesShare(
      entry, fitting: area.columns, isPrivate: state.isPrivate, now: now)
    if let note = ageLine(entry, namesShare: namesShare, now: now) {
      if row + 1 < area.rows {
        let text = note.first { columnWidth(of: $0) <= area.columns } ?? ""
        centered(text, .secondary, in: area, row: row + 1)
      } else if let text = note.first(where: {
        line.columns + 2 + columnWidth(of: $0) <= area.columns
      }) {
        start = (area.columns - line.columns - 2 - columnWidth(of: text)) / 2
        left(text, .secondary, in: area, row: row, from: start + line.columns + 2)
      }
    }
    place(
      line,
      in: CellArea(column: start, row: area.row + row, columns: line.columns, rows: 1))
  }

  /// Wordings of the age, longest first, without the badge that the line itself shows; if the line
  /// has no room for the number of holdings in its total, they begin with it.
  private func ageLine(_ entry: PortfolioEntry, namesShare: Bool, now: Date) -> [String]? {
    guard let data = entry.data, data.pricedCount > 0, let time = data.asOf else { return nil }
    let (age, short) = (ageText(of: time, at: now), shortAgeText(of: time, at: now))
    let ages = ["Updated \(age)", age, short]
    let share = "\(data.pricedCount)/\(data.holdingCount)"
    let isSaid = !data.isPartlyPriced || data.isRateMissing || namesShare
    return isSaid ? ages : ages.map { "\(share) · \($0)" } + [share]
  }
}
