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

  init(_ subject: CourseSubject, title: String, state: DashboardState, now: Date) {
    self.title = title
    self.subject = subject
    let points =
      state.courses[subject]?.points(
        in: state.range, until: now, present: state.present(subject)) ?? []
    let isMasked = state.isPrivate && subject == .portfolio
    chart = LineChart(
      series: [ChartSeries(title, points.map { ChartPoint($0.date, $0.value) })],
      cursor: state.chartCursor)
    if isMasked {
      chart.format = { _ in "$•••••" }
      chart.formatTick = { _ in "•••" }
    } else if case .coin = subject {
      chart.format = { Figures.unitPrice($0) }
      chart.formatTick = { $0 >= 100 ? Self.wholeDollars($0) : Figures.quantity($0) }
    } else {
      chart.format = { Figures.usd($0) }
      chart.formatTick = { $0 >= 1 ? Self.wholeDollars($0) : Figures.usd($0) }
    }
    let known = points.compactMap(\.value)
    if let first = known.first, let last = known.last, known.count > 1 {
      change = (.change(last - first), .percent(percentage(gain: last - first, cost: first)))
    }
  }

  /// A round figure without the cents it does not have.
  private static func wholeDollars(_ value: Decimal) -> String {
    let text = Figures.usd(value)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }
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
    left(panel.title, .title, in: area, row: 0, columns: end)
    var plot = area.dropFirstRows(1)
    if area.rows >= 9 {
      drawChange(panel, state: state, in: area)
      plot = area.dropFirstRows(3)
    }
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
