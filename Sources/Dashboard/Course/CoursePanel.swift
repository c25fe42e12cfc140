import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import Widgets

/// A chart of a course as a page draws it: a title, the ranges, the change over the range and the
/// line.
struct CoursePanel {
  let title: String
  let subject: CourseSubject
  var chart: LineChart
  private(set) var change: (Figure, Figure)?
  /// What today has changed, beside the title.
  var today: (Figure, Figure)?

  init(_ subject: CourseSubject, title: String, state: DashboardState, now: Date) {
    self.title = title
    self.subject = subject
    let points =
      state.courses[subject]?.points(
        in: state.range, until: now, present: state.present(subject)) ?? []
    let format = state.data?.format ?? .usDollar
    let isMasked = state.isPrivate && subject == .portfolio
    chart = LineChart(
      series: [ChartSeries(title, points.map { ChartPoint($0.date, $0.value) })],
      cursor: state.chartCursor)
    if isMasked {
      chart.format = { _ in format.masked() }
      chart.formatTick = { _ in "•••" }
    } else if case .coin = subject {
      chart.format = { format.unitPrice($0) }
      chart.formatTick = { $0 >= 1 ? Self.whole($0, format) : format.unitPrice($0) }
    } else {
      chart.format = { format.money($0) }
      chart.formatTick = { $0 >= 1 ? Self.whole($0, format) : format.money($0) }
    }
    let known = points.compactMap(\.value)
    if let first = known.first, let last = known.last, known.count > 1 {
      change = (
        .change(last - first, in: format), .percent(percentage(gain: last - first, cost: first))
      )
    }
  }

  /// A round figure without the cents it does not have.
  private static func whole(_ value: Decimal, _ format: NumberFormat) -> String {
    let text = format.money(value)
    let zeros = ".\(String(repeating: "0", count: format.minorDigits))"
    return format.minorDigits > 0 ? text.replacing(zeros, with: "") : text
  }
}

extension CoursePanel {
  /// Rows above the chart in an area of so many rows.
  static func headRows(_ rows: Int) -> Int { rows >= 16 ? 3 : rows >= 9 ? 2 : 1 }

  /// Columns of the plot when the panel is drawn into an area.
  func plotColumns(in area: CellArea) -> Int {
    chart.plotColumns(columns: area.columns, rows: area.rows - Self.headRows(area.rows))
  }
}

extension Figure {
  /// Nothing at all.
  static let empty = Figure.text("")
}

extension Painter {
  /// Draws a course into an area without a frame.
  mutating func draw(_ panel: CoursePanel, state: DashboardState, in area: CellArea) {
    var end = area.columns
    if area.columns >= 30 {
      for range in ChartRange.allCases.reversed() {
        let isShown = range == state.range
        end -= range.title.count
        right(
          range.title, isShown ? .accent : .secondary, in: area, row: 0,
          before: end + range.title.count)
        hit(
          CellArea(
            column: area.column + end - 1, row: area.row, columns: range.title.count + 2, rows: 1),
          .range(range))
        if isShown {
          restyle(
            CellArea(
              column: area.column + end, row: area.row, columns: range.title.count, rows: 1)
          ) { $0.isReversed = true }
        }
        end -= 2
      }
    }
    drawTitle(panel, state: state, in: area, before: end)
    let plot = area.dropFirstRows(CoursePanel.headRows(area.rows))
    if area.rows >= 9 { drawChange(panel, state: state, in: area) }
    guard state.courses[panel.subject] != nil else {
      centred("Reading the history…", .secondary, in: plot, row: plot.rows / 2)
      return
    }
    place(panel.chart.grid(columns: plot.columns, rows: plot.rows), in: plot)
    let columns = panel.chart.plotColumns(columns: plot.columns, rows: plot.rows)
    hit(
      CellArea(
        column: plot.endColumn - columns, row: plot.row, columns: columns, rows: plot.rows),
      .chart)
  }

  /// The title, and what today has changed where that fits beside it.
  private mutating func drawTitle(
    _ panel: CoursePanel, state: DashboardState, in area: CellArea, before end: Int
  ) {
    let isPrivate = state.isPrivate && panel.subject == .portfolio
    left(panel.title, .title, in: area, row: 0, columns: end)
    guard let today = panel.today else { return }
    var parts = [today.0, today.1, .text("today", .secondary)].filter { !$0.text.isEmpty }
    func width() -> Int {
      parts.reduce(2) { $0 + columnWidth(of: $1.marked(isPrivate: isPrivate)) + 1 }
    }
    let start = columnWidth(of: panel.title)
    while start + width() > end, parts.count > 1 {
      // Of the two figures the percentage stays, with the arrow of the other.
      let first = parts.remove(at: parts.count > 2 ? 0 : 1)
      if parts.count > 1 { parts[0].arrow = first.arrow }
    }
    guard start + width() <= end else { return }
    var at = start + 2
    for part in parts {
      let text = part.marked(isPrivate: isPrivate)
      left(text, part.role, in: area, row: 0, from: at)
      at += columnWidth(of: text) + 1
    }
  }

  private mutating func drawChange(
    _ panel: CoursePanel, state: DashboardState, in area: CellArea
  ) {
    guard let change = panel.change else { return }
    let isPrivate = state.isPrivate && panel.subject == .portfolio
    var at = 0
    for figure in [change.0, change.1] {
      let text = figure.marked(isPrivate: isPrivate)
      left(text, figure.role, in: area, row: 1, from: at)
      at += columnWidth(of: text) + 1
    }
    left("in \(state.range.words)", .secondary, in: area, row: 1, from: at)
  }
}
