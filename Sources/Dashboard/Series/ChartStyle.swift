import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// How charts draw their lines.
struct ChartStyle: Equatable, Sendable {
  /// Whether charts show percentage changes instead of amounts.
  var isPercent = false
  /// Whether the vertical axis is logarithmic.
  var isLogarithmic = false
  /// Coins and files compared with the active subject, in the order chosen.
  var compared: [SeriesSubject] = []
  /// The benchmark that its key compares with.
  var benchmark = Self.usualBenchmark

  /// What a benchmark replaced, until its file is read.
  var replaced: Replaced?

  /// A benchmark, and the lines compared with it.
  struct Replaced: Equatable, Sendable {
    let benchmark: SeriesSubject
    let compared: [SeriesSubject]
  }

  /// The most common benchmark.
  private static let usualBenchmark = SeriesSubject.coin("bitcoin")
  /// More lines than this cannot be told apart.
  static let maxCompared = 5

  /// Adds a coin or a file to the comparison, or removes it.
  ///
  /// - Returns: Whether there was room for it.
  mutating func toggle(_ subject: SeriesSubject) -> Bool {
    if let index = compared.firstIndex(of: subject) {
      compared.remove(at: index)
    } else if compared.count < Self.maxCompared {
      compared.append(subject)
    } else {
      return false
    }
    return true
  }

  /// The style as JSON, for the next session.
  var json: JSONValue {
    .object([
      "percent": .bool(isPercent), "logarithmic": .bool(isLogarithmic),
      "compared": .array(compared.map(\.json)), "benchmark": benchmark.json,
    ])
  }

  init() {}

  init(json: JSONValue) {
    isPercent = json["percent"] == .bool(true)
    isLogarithmic = json["logarithmic"] == .bool(true)
    if case .array(let subjects) = json["compared"] ?? .null {
      compared = Array(
        subjects.compactMap { SeriesSubject(json: $0) }.prefix(Self.maxCompared))
    }
    benchmark = json["benchmark"].flatMap { SeriesSubject(json: $0) } ?? Self.usualBenchmark
  }

  /// Returns a copy with the paths of its files transformed.
  func withFiles(_ path: (String) -> String) -> ChartStyle {
    func mapped(_ subject: SeriesSubject) -> SeriesSubject {
      if case .file(let file) = subject { .file(path(file)) } else { subject }
    }
    var style = self
    style.compared = compared.map(mapped)
    style.benchmark = mapped(benchmark)
    return style
  }
}

extension DashboardState {
  /// Changes the chart style.
  mutating func restyleChart(_ action: ActionID) {
    chartCursor = nil
    switch action {
    case .percent: chartStyle.isPercent.toggle()
    case .logScale:
      chartStyle.isLogarithmic.toggle()
      showMessage(
        chartStyle.isLogarithmic ? "Logarithmic scale" : "Even scale", isError: false)
    default:
      let subject =
        action == .benchmark ? chartStyle.benchmark : page.selectedCoin.map { .coin($0) }
      guard let subject else { return showMessage("Choose a coin to compare", isError: false) }
      compare(with: subject)
    }
  }

  private mutating func compare(with subject: SeriesSubject) {
    if !chartStyle.toggle(subject) {
      showMessage("\(ChartStyle.maxCompared) lines are compared already", isError: true)
    }
  }

  /// Makes a coin or a file the benchmark, replacing the current one, and compares with it.
  mutating func choose(benchmark: SeriesSubject) {
    chartCursor = nil
    let previous = chartStyle.benchmark
    chartStyle.replaced = .init(benchmark: previous, compared: chartStyle.compared)
    chartStyle.compared.removeAll { [previous, benchmark].contains($0) }
    chartStyle.benchmark = benchmark
    compare(with: benchmark)
    if tab != .charts || coin != nil { go(to: .charts) }
  }

  /// Stops comparing with an unreadable file; its key tries again.
  ///
  /// If it was just made the benchmark, the one before it is the benchmark again.
  mutating func leaveOut(_ subject: SeriesSubject) {
    guard case .file = subject else { return }
    chartStyle.compared.removeAll { $0 == subject }
    guard subject == chartStyle.benchmark, let replaced = chartStyle.replaced else { return }
    (chartStyle.benchmark, chartStyle.compared) = (replaced.benchmark, replaced.compared)
    chartStyle.replaced = nil
  }

  /// Label of a line in a comparison.
  func name(of subject: SeriesSubject) -> String {
    switch subject {
    case .portfolio: "Portfolio"
    case .coin(let id): label(of: id).symbol
    case .file(let path):
      cleaned(priceSeries[subject]?.name ?? String(path.split(separator: "/").last ?? ""))
    }
  }

  /// Whether charts show percentages.
  var isChartInPercent: Bool { chartStyle.isPercent || !chartStyle.compared.isEmpty }
}

extension SeriesPanel {
  /// Draws percentage changes since the first day on which all lines have a value: the active
  /// subject first, then the compared ones.
  mutating func compare(_ state: DashboardState, until now: Date) {
    let now = now.startOfMinute
    let subjects = [subject] + state.chartStyle.compared.filter { $0 != subject }
    // A series still being read has no line yet, but is not missing.
    let known = subjects.filter { state.priceSeries[$0] != nil }
      .map { (name: state.name(of: $0), worths(of: $0, state, until: now)) }
    let lines = known.filter { $0.1.contains { $0.value != nil } }
    let starts = lines.compactMap { $0.1.first { $0.value != nil }?.date }
    guard let start = starts.max() else {
      if chart.hasValues { notes = ["no percentages for that time", "no percent"] }
      return
    }
    chart.series = lines.enumerated().map { index, line in
      let points = line.1.drop { $0.date < start || $0.value == nil }
      let base = points.first?.value ?? 1
      return ChartSeries(
        line.name,
        points.map { point in
          ChartPoint(
            point.date, point.value.map { priceChange(from: base, to: $0) },
            isEstimated: point.isEstimated)
        }, role: .series(index))
    }
    chart.candles = []
    chart.markers = []
    chart.isComparison = true
    chart.area = lines.count == 1 ? .opening : nil
    chart.format = { Figures.percent($0) }
    chart.formatTick = { "\($0.description) %" }
    chart.isLogarithmic = false
    if let own = starts.first, start > own {
      let (day, today) = (state.days.day(start), state.days.today(at: now))
      let short = day.prefix(4) == today.prefix(4) ? day.dropFirst(5) : day.prefix(7)
      notes = ["compared since \(day)", "since \(day)", "since \(short)"]
    }
    if lines.count < known.count {
      let names = known.filter { !$0.1.contains { $0.value != nil } }.map(\.name)
      let who = names.count == 1 ? "\(names[0]) has" : "\(names.count) lines have"
      notes = ["\(who) no figures for that time", "\(names.count) missing"]
    }
  }

  /// Values whose relative changes are compared: prices, or the time-weighted growth of the
  /// portfolio.
  private func worths(
    of subject: SeriesSubject, _ state: DashboardState, until now: Date
  ) -> [ChartPoint] {
    guard let series = state.priceSeries[subject] else { return [] }
    if case .file = subject, range == .hour || range == .day { return [] }
    guard subject == .portfolio else {
      return series.points(in: range, until: now, present: state.present(subject))
        .map { ChartPoint($0.date, figure: $0.figure) }.filter { $0.value ?? 1 > 0 }
    }
    guard range != .hour, range != .day else { return [] }
    var points = series.days(in: range, until: now, \.returnSoFar, .returnSoFar, present: nil)
      .map { ChartPoint($0.date, $0.value.map { 100 + $0 }, isEstimated: $0.isEstimated) }
    // The all-time return starts on the evening before the first day.
    if range == .all, let first = points.first {
      points.insert(ChartPoint(first.date.addingTimeInterval(-86_400), 100), at: 0)
    }
    if let figures = state.rangeFigures[range], let whole = figures.timeWeighted {
      let base = points.first?.value ?? 100
      points.append(
        ChartPoint(
          now, (base * (100 + whole)).quotient(by: 100),
          isEstimated: figures.estimated.isGainEstimated))
    }
    return points
  }
}
