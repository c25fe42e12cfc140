import Charts
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// How the charts draw their lines.
struct ChartStyle: Equatable, Sendable {
  /// Whether changes in percent are drawn, not amounts.
  var isPercent = false
  /// Whether figures that are so many times as great are equally far apart.
  var isLogarithmic = false
  /// The coins whose lines are drawn with the one in front, in the order in which they were chosen.
  var compared: [String] = []

  /// What the portfolio and coins are held against most often.
  static let benchmark = "bitcoin"
  /// So many lines can be told apart.
  static let mostCompared = 5

  /// Compares with a coin, or no longer.
  ///
  /// - Returns: Whether there was room for it.
  mutating func toggle(_ coin: String) -> Bool {
    if let index = compared.firstIndex(of: coin) {
      compared.remove(at: index)
    } else if compared.count < Self.mostCompared {
      compared.append(coin)
    } else {
      return false
    }
    return true
  }
}

extension DashboardState {
  /// Changes how charts are drawn.
  mutating func restyleChart(_ action: ActionID) {
    chartCursor = nil
    switch action {
    case .percent: chartStyle.isPercent.toggle()
    case .logScale:
      chartStyle.isLogarithmic.toggle()
      showMessage(
        chartStyle.isLogarithmic ? "Logarithmic scale" : "Even scale", isError: false)
    default:
      let coin = action == .benchmark ? ChartStyle.benchmark : page.selectedCoin
      guard let coin else { return showMessage("Choose a coin to compare", isError: false) }
      if !chartStyle.toggle(coin) {
        showMessage("\(ChartStyle.mostCompared) coins are compared already", isError: true)
      }
    }
  }

  /// Whether charts are drawn in percent.
  var isChartInPercent: Bool { chartStyle.isPercent || !chartStyle.compared.isEmpty }
}

extension SeriesPanel {
  /// Draws changes in percent since the first day on which all lines have a figure: the one in
  /// front, then the compared coins.
  mutating func compare(_ state: DashboardState, until now: Date) {
    let now = now.startOfMinute
    let others = state.chartStyle.compared.map { SeriesSubject.coin($0) }.filter { $0 != subject }
    let lines = ([subject] + others).compactMap { subject -> (name: String, [ChartPoint])? in
      let name =
        if case .coin(let id) = subject { state.label(of: id).symbol } else { "Portfolio" }
      let points = worths(of: subject, state, until: now)
      return points.contains { $0.value != nil } ? (name, points) : nil
    }
    let starts = lines.compactMap { $0.1.first { $0.value != nil }?.date }
    guard let start = starts.max() else {
      if chart.hasValues { note = ("no percentages of that time", "no percent") }
      return
    }
    chart.series = lines.enumerated().map { index, line in
      let points = line.1.drop { $0.date < start || $0.value == nil }
      let base = points.first?.value ?? 1
      return ChartSeries(
        line.name,
        points.map { point in
          ChartPoint(point.date, point.value.map { priceChange(from: base, to: $0) })
        }, role: .series(index))
    }
    chart.candles = []
    chart.markers = []
    chart.isComparison = true
    chart.area = lines.count == 1 ? .opening : nil
    chart.format = { Figures.percent($0) }
    chart.formatTick = { "\($0.canonicalText) %" }
    chart.isLogarithmic = false
    if let own = starts.first, start > own {
      note = ("compared since \(state.days.day(start))", "shorter")
    }
    if lines.count <= others.count { note = ("some have no figures of that time", "not all") }
  }

  /// What each line's changes are of: prices, and of the portfolio what money left in it became.
  private func worths(
    of subject: SeriesSubject, _ state: DashboardState, until now: Date
  ) -> [ChartPoint] {
    guard let series = state.allSeries[subject] else { return [] }
    guard subject == .portfolio else {
      return series.points(in: range, until: now, present: state.present(subject))
        .map { ChartPoint($0.date, figure: $0.figure) }.filter { $0.value ?? 1 > 0 }
    }
    guard range != .hour, range != .day else { return [] }
    var points = series.days(in: range, until: now, \.returnSoFar, present: nil)
      .map { ChartPoint($0.date, $0.value.map { 100 + $0 }) }
    // The return of all there is counts from the evening before the first day.
    if range == .all, let first = points.first {
      points.insert(ChartPoint(first.date.addingTimeInterval(-86_400), 100), at: 0)
    }
    if let whole = state.rangeFigures[range]?.timeWeighted {
      let base = points.first?.value ?? 100
      points.append(ChartPoint(now, (base * (100 + whole)).divided(by: 100)))
    }
    return points
  }
}
