import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// A chart with its title, ranges, the change over the range and the line.
struct SeriesPanel {
  let title: String
  let subject: SeriesSubject
  var chart: LineChart
  private(set) var change: PanelFigures?
  /// The range drawn: the selected one, or if that has no line, the shortest that has one.
  private(set) var range: ChartRange
  /// Why the selected range is not drawn.
  private var shortage = "too few figures"
  /// The 24-hour change, next to the title.
  var day: DayFigures?
  /// Notes on what is excluded, longest first.
  var notes: [String] = []
  /// Why selected candles are not drawn or incomplete.
  private(set) var candleAbsence: String?
  /// Start of the figures for the range.
  private let start: Date?
  /// Whether the page shows the 24-hour change next to the chart.
  var isDayBeside = false
  /// Age of the current value, unless the page shows it elsewhere.
  var age: AgeNote?

  init(_ subject: SeriesSubject, title: String, state: DashboardState, now: Date) {
    self.title = title
    self.subject = subject
    let now = now.startOfMinute
    var (range, points) =
      state.priceSeries[subject]?.line(
        in: state.range, until: now, present: state.present(subject)) ?? (state.range, [])
    if range == .day { points = state.dayPoints(points, of: subject, until: now) }
    var drawn = points.map { ChartPoint($0.date, figure: $0.figure, knownAt: $0.knownDate) }
    if subject == .portfolio, state.data?.positions.holdings.isEmpty == true {
      points = []
      drawn = state.realizedPoints(in: range, until: now)
      shortage = "nothing sold"
      // A level line says little: show the range in which gains were realized.
      if range != .all, Set(drawn.compactMap(\.value)).count < 2 {
        let all = state.realizedPoints(in: .all, until: now)
        if all.count > 1 { (range, drawn) = (.all, all) }
      }
    }
    self.range = range
    start = drawn.first { $0.value != nil }?.date
    let format = state.data?.format ?? .usDollar
    let isMasked = state.isPrivate && subject == .portfolio
    chart = LineChart(
      series: [ChartSeries(title, drawn)], cursor: state.chartCursor)
    chart.area = .opening
    chart.isLogarithmic = state.chartStyle.isLogarithmic
    chart.formatTick = { isMasked ? "•••" : format.tick($0) }
    if isMasked {
      chart.format = { _ in format.masked() }
    } else if case .coin = subject {
      chart.format = { format.unitPrice($0) }
    } else {
      chart.format = { format.money($0) }
    }
    if subject == .portfolio { showInvested(state, until: now) }
    let known = drawn.filter { $0.value != nil }
    if subject == .portfolio {
      if known.count > 1 { change = state.figures(in: range, since: known.first, at: now) }
      let parts = points.count { $0.isPartial && $0.value != nil }
      if parts > 0, state.data?.isPartlyPriced == false {
        notes = ["partly priced on \(parts == 1 ? "1 day" : "\(parts) days")", "partly priced"]
      }
    } else if let first = known.first?.value, let last = known.last?.value, known.count > 1 {
      change = PanelFigures(from: first, to: last, in: format)
    }
    if state.showsCandles, case .coin(let id) = subject, let candles = state.candles[id] {
      showCandles(candles, of: state.range, until: now, format)
    }
  }

  /// Compares the value with its cost and marks the days of trades.
  private mutating func showInvested(_ state: DashboardState, until now: Date) {
    guard let series = state.priceSeries[.portfolio], let summary = state.data?.positions.summary,
      let first = chart.series[0].points.first(where: { $0.value != nil })?.date,
      summary.holdingCount > 0
    else { return }
    chart.markers = series.markers(since: first, until: now)
    guard range != .hour, range != .day else { return }
    let isEstimated = state.data?.entry.data?.estimated.unrealized ?? false
    let present = summary.totalValue.flatMap { value in
      state.present(.portfolio).flatMap { _ in
        summary.unrealizedPnL.map { ChartPoint(now, value - $0, isEstimated: isEstimated) }
      }
    }
    let costs = series.days(in: range, until: now, \.cost, .shownCost, present: present)
      .filter { $0.date >= first }
    // A cost that is unknown by now would read as the last known one.
    let end = chart.series[0].points.last { $0.value != nil }?.date ?? now
    guard costs.count > 1, let last = costs.last?.date, last >= end else { return }
    chart.series.append(ChartSeries("Invested", costs, role: .secondary))
    chart.area = .secondLine
  }

  /// Replaces the line with candles and their moving average, or records why that is not possible.
  private mutating func showCandles(
    _ known: CoinCandles, of chosen: ChartRange, until now: Date, _ format: NumberFormat
  ) {
    if known.candles.isEmpty, let absence = known.absence { return showNoCandles(absence) }
    if let length = chosen.length, length <= 86_400 {
      return showNoCandles("A candle is a day: choose a longer range")
    }
    let start = chosen.start(before: now).map { UTCDay($0) }
    let shown = known.candles.filter { candle in start.map { candle.day >= $0 } ?? true }
    guard let first = shown.first, let last = shown.last, first.day < last.day else {
      return showNoCandles(known.absence ?? "No candles for that time")
    }
    if range != chosen || change == nil {
      // The candles cover the selected range, but the line does not.
      range = chosen
      change = PanelFigures(from: first.close, to: last.close, in: format)
    }
    candleAbsence = known.absence
    chart.candles = shown.map(ChartCandle.init)
    let closes = Dictionary(shown.map { ($0.day, $0.close) }, uniquingKeysWith: { $1 })
    let days = (first.day.number...last.day.number).map { UTCDay(number: $0) }
    chart.series = [
      ChartSeries(title, days.map { ChartPoint($0.start, closes[$0]) }),
      ChartSeries(
        "\(CoinCandles.averageDays)-day average",
        days.map { ChartPoint($0.start, known.averages[$0]) }, role: .secondary),
    ]
    notes = [
      known.absence ?? "\(known.source), \(CoinCandles.averageDays)-day average", known.source,
    ]
  }

  private mutating func showNoCandles(_ reason: String) {
    candleAbsence = reason
    notes = [reason, "no candles"]
  }

  /// Shown instead of a change; `nil` while the history is being read, or if the chart says that
  /// nothing is known.
  fileprivate func absence(_ state: DashboardState) -> String? {
    guard change == nil, state.priceSeries[subject] != nil, chart.hasValues else { return nil }
    guard chart.series[0].points.count(where: { $0.value != nil }) > 1 else {
      return "No earlier figure yet"
    }
    // Neither an unknown value nor those of different coins can be compared.
    return state.present(subject) == nil
      ? "No current value" : "Change \(range.phrase) unknown"
  }

  /// Wordings of the range of the change, and if it is not the selected one, why; longest first.
  fileprivate func rangeWords(_ state: DashboardState) -> [String] {
    var words = range == .all ? "since \(start.map(state.days.day) ?? "the first")" : range.phrase
    let points = chart.series[0].points
    if let end = points.last(where: { $0.value != nil })?.date, end != points.last?.date {
      words += " to \(state.days.day(end))"
    }
    var all =
      range == state.range ? [] : ["\(words); \(shortage) \(state.range.phrase)"]
    if let count = change?.count {
      all = ["\(words), \(count.long)"]
      words = "\(words), \(count.short)"
    }
    return all + [words]
  }
}

extension SeriesPanel {
  /// Rows above the chart.
  func headRows(in area: CellArea) -> Int {
    let rows = area.rows >= 16 ? 3 : Self.hasChange(area.rows) ? 2 : 1
    return hasDayRow(in: area) ? max(3, rows) : rows
  }

  /// Whether the 24-hour change has its own row because title and ranges leave no room.
  func hasDayRow(in area: CellArea) -> Bool {
    day != nil && !isDayBeside && area.columns < 50 && Self.hasChange(area.rows)
  }

  /// Whether the amounts paid in and out have their own row below the change.
  func hasFlowRow(in area: CellArea) -> Bool {
    change?.flow != nil && area.rows >= 16 && !hasDayRow(in: area)
  }

  /// Whether the change over the range has its own row.
  static func hasChange(_ rows: Int) -> Bool { rows >= 9 }

  /// Plot width when drawn into an area.
  func plotColumns(in area: CellArea) -> Int {
    chart.plotColumns(columns: area.columns, rows: area.rows - headRows(in: area))
  }
}

extension DashboardState {
  /// Cumulative realized gains by day, for a portfolio that was sold.
  fileprivate func realizedPoints(in range: ChartRange, until now: Date) -> [ChartPoint] {
    let isEstimated = data?.entry.data?.estimated.realized ?? false
    let present = data?.positions.summary.knownRealizedPnL
      .map { ChartPoint(now, $0, isEstimated: isEstimated) }
    return priceSeries[.portfolio]?
      .days(in: range, until: now, \.realized, .realized, present: present) ?? []
  }
}

extension FormattedFigure {
  /// An empty figure.
  static let empty = FormattedFigure.text("")
}

extension Painter {
  /// Draws a chart into an area without a frame.
  mutating func draw(_ panel: SeriesPanel, state: DashboardState, in area: CellArea) {
    let hasChange = SeriesPanel.hasChange(area.rows)
    let available = area.columns - columnWidth(of: panel.title) - 2
    if let age = panel.age, !hasChange {
      // The ranges also have keys, but the age is shown only here.
      let parts = age.parts(fitting: available)
      draw(parts, in: area, row: 0)
      drawTitle(
        panel, state: state, in: area, available: area.columns - AgeNote.columns(of: parts) - 2)
    } else {
      let start = area.columns >= 30 ? drawRanges(showing: panel.range, in: area) : area.columns
      drawTitle(panel, state: state, in: area, available: start - 2)
    }
    let plot = area.dropFirstRows(panel.headRows(in: area))
    if panel.hasDayRow(in: area) { drawDay(panel, state: state, in: area) }
    if hasChange { drawChange(panel, state: state, in: area) }
    if panel.hasFlowRow(in: area), let flow = panel.change?.flow {
      let text = flow.text(isPrivate: state.isPrivate)
      if columnWidth(of: text) <= area.columns { left(text, .secondary, in: area, row: 2) }
    }
    guard state.priceSeries[panel.subject] != nil else {
      centered("Reading the history…", .secondary, in: plot, row: plot.rows / 2)
      return
    }
    let (grid, columns) = panel.chart.drawn(columns: plot.columns, rows: plot.rows)
    place(grid, in: plot)
    hit(
      CellArea(
        column: plot.endColumn - columns, row: plot.row, columns: columns, rows: plot.rows),
      .chart)
  }

  /// Draws the ranges at the right of the first row.
  ///
  /// - Returns: Their first column.
  private mutating func drawRanges(showing shown: ChartRange, in area: CellArea) -> Int {
    // In a narrow area, leave more room for the title.
    let gap = area.columns < 50 ? 1 : 2
    var end = area.columns
    for range in ChartRange.allCases.reversed() {
      let columns = range.title.count
      let labelArea = CellArea(
        column: area.column + end - columns, row: area.row, columns: columns, rows: 1)
      let isShown = range == shown
      right(range.title, isShown ? .accent : .secondary, in: area, row: 0, before: end)
      hit(
        CellArea(
          column: labelArea.column - gap / 2, row: area.row, columns: columns + gap, rows: 1),
        .range(range))
      if isShown { restyle(labelArea) { $0.isReversed = true } }
      end -= columns + gap
    }
    return end + gap
  }

  /// Draws the title, and if they fit, the 24-hour change and notes next to it.
  private mutating func drawTitle(
    _ panel: SeriesPanel, state: DashboardState, in area: CellArea, available: Int
  ) {
    let isPrivate = state.isPrivate && panel.subject == .portfolio
    // A coin's name is shortened in favor of the note.
    let note = panel.notes.last.map { columnWidth(of: $0) + 2 } ?? 0
    let isWhole = note == 0 || columnWidth(of: panel.title) + note <= available
    let title = isWhole ? panel.title : String(panel.title.prefix { $0 != " " })
    left(title, .title, in: area, row: 0, columns: available)
    var start = columnWidth(of: title) + 2
    let figures = panel.day?.choices.first { start + $0.columns(isPrivate: isPrivate) <= available }
    guard figures == nil || panel.day?.isWhole == true, !panel.notes.isEmpty else {
      return write(figures ?? [], isPrivate: isPrivate, in: area, row: 0, from: start)
    }
    let text = panel.notes.first { start + columnWidth(of: $0) <= available } ?? ""
    left(text, .secondary, in: area, row: 0, from: start)
    start += columnWidth(of: text) + 2
    let rest = panel.day?.choices.first { start + $0.columns(isPrivate: isPrivate) <= available }
    write(rest ?? [], isPrivate: isPrivate, in: area, row: 0, from: start)
  }

  /// Draws the 24-hour change below the title.
  private mutating func drawDay(_ panel: SeriesPanel, state: DashboardState, in area: CellArea) {
    let isPrivate = state.isPrivate && panel.subject == .portfolio
    let figures = panel.day?.choices.first {
      $0.columns(isPrivate: isPrivate) <= area.columns
    }
    write(figures ?? [], isPrivate: isPrivate, in: area, row: 1)
  }

  /// Draws the change over the range and the age on the right, shortening the change's wording and
  /// then its amount in favor of the age.
  private mutating func drawChange(
    _ panel: SeriesPanel, state: DashboardState, in area: CellArea
  ) {
    let isPrivate = state.isPrivate && panel.subject == .portfolio
    let row = panel.hasDayRow(in: area) ? 2 : 1
    var choices: [[FormattedFigure]] = []
    if let change = panel.change {
      let words = panel.rangeWords(state).map { FormattedFigure.text($0, .secondary) }
      let both = [change.gain, change.percentage].filter { !$0.text.isEmpty }
      var one = both[both.count - 1]
      one.arrow = change.gain.arrow
      choices = words.map { both + [$0] }
      if let flow = change.flow, !panel.hasFlowRow(in: area) {
        choices.insert(choices[0] + [.text("·", .secondary), flow], at: 0)
      }
      choices += [[one, words[words.count - 1]]]
      // If some coins are excluded, every wording says so.
      if change.count == nil { choices += [both, [one]] }
    } else if let absence = panel.absence(state) {
      choices = [[.text(absence, .secondary)]]
    }
    // Shorten the change before dropping the date of the rate; before dropping the change, reduce
    // the age to one word.
    let dated = panel.age?.hasRate == true ? choices.map { ($0, AgeNote.Least.rate) } : []
    let undated = choices.map { ($0, AgeNote.Least.sentence) } + (choices + [[]]).map { ($0, .age) }
    for (figures, least) in dated + undated {
      let available = area.columns - figures.columns(isPrivate: isPrivate)
      let age = panel.age?.parts(fitting: available - 2, least: least)
      guard available >= 0, age?.isEmpty != true || figures.isEmpty else { continue }
      draw(age ?? [], in: area, row: row)
      return write(figures, isPrivate: isPrivate, in: area, row: row)
    }
  }
}
