import CellGrid
import Charts
import Dashboard
import Exact
import FoundationEssentials
import Kraken
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// A chart with a title that names its subject and last figures.
struct ChartPicture {
  /// The subject: `Portfolio` or the coin's id.
  let title: String
  /// The rate's day and notes on incomplete data, a few words each.
  private let notes: [String]
  /// The change over the range; empty if unknown.
  private let change: [String]
  private var chart: LineChart

  /// The exchange rates that a chart's figures use.
  struct Rates {
    /// The ISO 4217 code of the chart's currency.
    let currency: String
    /// The day of the newest rate; `nil` in US dollars and for ranges that end before it.
    let day: UTCDay?
    /// Whether a day has a rate.
    let hasRate: (UTCDay) -> Bool

    /// `rate 2026-04-28`, and the number of days without a rate.
    func notes(_ days: some Sequence<UTCDay>) -> [String] {
      let missing = days.count { !hasRate($0) }
      return [
        rateNote(day), missing > 0 ? "no rate of \(currency) on \(countOf(missing, "day"))" : nil,
      ].compactMap(\.self)
    }
  }

  /// The portfolio's value against the invested amount, with purchases and sales marked.
  init(
    _ line: PortfolioLine, trades: Set<PriceSeries.Trade>, isPrivate: Bool,
    _ money: NumberFormat,
    rates: Rates
  ) {
    let (points, figures, leftOut) = (line.points, line.figures, line.leftOut)
    title = "Portfolio"
    let mask = money.masked()
    let parts = points.count { $0.value != nil && $0.pricedCount < $0.holdingCount }
    notes =
      rates.notes(points.map(\.date))
      + (parts > 0 && leftOut.isEmpty ? ["partly priced on \(countOf(parts, "day"))"] : [])
      + Self.note(leavingOut: leftOut)
    let isEstimated = figures.estimated.isGainEstimated
    let gain = FormattedValue.change(figures.gain, money).estimated(isEstimated)
    change = [
      figures.isKnown ? "gain \(gain.text(isPrivate: isPrivate))" : nil,
      figures.timeWeighted.map {
        "time-weighted \(FormattedValue.percentage($0).estimated(isEstimated).text)"
      },
      figures.isKnown ? figures.countNote : nil,
    ].compactMap(\.self)
    var chart = LineChart(
      series: [
        ChartSeries("Value", points.map { ChartPoint($0.date.start, $0.value) }),
        ChartSeries(
          "Invested", points.map { ChartPoint($0.date.start, $0.shownCost) }, role: .secondary),
      ],
      markers: points.isEmpty
        ? [] : Self.markers(trades, in: points[0].date...points[points.count - 1].date),
      format: { isPrivate ? mask : money.money($0) },
      formatTick: { isPrivate ? mask : money.tick($0) })
    chart.area = .secondLine
    self.chart = chart
  }

  /// A coin's price, with purchases and sales marked.
  init(
    priceOf coinId: String, days: ClosedRange<UTCDay>, price: (UTCDay) -> ExactDecimal?,
    trades: Set<PriceSeries.Trade>, _ money: NumberFormat, rates: Rates
  ) {
    title = coinId
    let shown = (days.lowerBound.number...days.upperBound.number).map { UTCDay(number: $0) }
    notes = rates.notes(shown)
    let points = shown.map { ChartPoint($0.start, price($0)) }
    let known = points.compactMap(\.value)
    change = [Self.change(from: known.first, to: known.dropFirst().last)]
    var chart = LineChart(
      series: [ChartSeries("Price", points)], markers: Self.markers(trades, in: days),
      format: { money.unitPrice($0) }, formatTick: { money.tick($0) })
    chart.area = .opening
    self.chart = chart
  }

  /// A coin's candles with a moving average, and purchases and sales marked.
  ///
  /// - Returns: `nil` if fewer than two candles are in the range.
  init?(
    candlesOf coinId: String, _ candles: [DailyCandle], in days: ClosedRange<UTCDay>,
    trades: Set<PriceSeries.Trade>, _ money: NumberFormat, rates: Rates
  ) {
    let shown = candles.filter { days.contains($0.day) }
    guard let first = shown.first?.day, let last = shown.last?.day, first < last else { return nil }
    let known = CoinCandles(candles, source: KrakenAPI.sourceName)
    title = coinId
    let range = (first.number...last.number).map { UTCDay(number: $0) }
    let average = known.averages[last].map { " \(money.unitPrice($0))" } ?? ""
    notes =
      [
        "\(known.source) to \(last.text)", "\(CoinCandles.averageDays)-day average\(average)",
      ] + rates.notes(range)
    change = [Self.change(from: shown.first?.close, to: shown.last?.close)]
    let closes = Dictionary(shown.map { ($0.day, $0.close) }, uniquingKeysWith: { $1 })
    var chart = LineChart(
      series: [
        ChartSeries("Close", range.map { ChartPoint($0.start, closes[$0]) }),
        ChartSeries(
          "Average", range.map { ChartPoint($0.start, known.averages[$0]) }, role: .secondary),
      ], markers: Self.markers(trades, in: first...last),
      format: { money.unitPrice($0) }, formatTick: { money.tick($0) })
    chart.candles = shown.map(ChartCandle.init)
    self.chart = chart
  }

  /// Several lines in percent since the first day on which all of them have a figure.
  ///
  /// - Returns: `nil` if there is no such day.
  init?(comparing lines: [ComparedLine], rates: Rates) {
    guard let first = ComparedLine.firstDay(of: lines) else { return nil }
    let series = lines.enumerated().map { index, line in
      ChartSeries(line.name, line.points(since: first), role: .series(index))
    }
    title = lines.map(\.name).joined(separator: ", ")
    notes =
      ["change since \(first.text)"] + rates.notes(CollectionOfOne(first))
      + Self.note(leavingOut: lines.reduce(into: []) { $0.formUnion($1.leftOut) })
    change = []
    var chart = LineChart(
      series: series, format: { Figures.percent($0) }, formatTick: { "\($0.description) %" })
    chart.isComparison = true
    chart.area = series.count == 1 ? .opening : nil
    self.chart = chart
  }

  /// The chart with a logarithmic scale.
  var logarithmic: ChartPicture {
    var picture = self
    picture.chart.isLogarithmic = true
    return picture
  }

  private static func change(from first: ExactDecimal?, to last: ExactDecimal?) -> String {
    guard let first, let last else { return "" }
    return Figures.percent(priceChange(from: first, to: last))
  }

  private static func note(leavingOut leftOut: Set<String>) -> [String] {
    leftOut.isEmpty ? [] : ["no price today: \(cleaned(few(leftOut.sorted())))"]
  }

  /// At most three names, and the number of the others.
  private static func few(_ names: [String]) -> String {
    let rest = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// One marker per day and kind, because more would overlap.
  private static func markers(
    _ trades: Set<PriceSeries.Trade>, in days: ClosedRange<UTCDay>
  ) -> [ChartMarker] {
    trades.filter { days.contains($0.day) }
      .map { ChartMarker($0.day.start, $0.kind) }.sorted { $0.date < $1.date }
  }

  /// A text description of the chart, including every gap and incomplete data.
  var words: String {
    let sentences = "\(title): \(chart.words)"
    return sentences + notes.map { " \($0.sentenceCased)." }.joined()
  }

  /// A description for screen readers, with gain and return over the range.
  func speech(_ money: NumberFormat) -> String {
    let parts = [title, chart.words] + change.filter { !$0.isEmpty } + notes
    return parts.map { part in
      let line = spoken(part, money)
      // The title names a coin by its lowercase id.
      let words =
        part == title
        ? line
        : line.split(separator: ". ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
          .joined(separator: ".\n")
      return words.hasSuffix(".") ? "\(words)\n" : "\(words).\n"
    }.joined()
  }

  /// Whether no figure is known.
  var isEmpty: Bool { chart.series.first?.points.allSatisfy { $0.value == nil } ?? true }

  /// The chart, below its title if there is room for both.
  func grid(columns: Int, rows: Int) -> Grid {
    guard rows >= 8 else { return chart.grid(columns: columns, rows: rows) }
    var grid = Grid(columns: columns, rows: rows)
    let namesSecond = chart.namesSecondLine(columns: columns, rows: rows - 1)
    let figures = namesSecond ? newest.prefix(1) : newest[...]
    // Drop whole figures that don't fit: a truncated figure is wrong. A note on missing data is
    // kept longer than a second figure.
    let all = [cleaned(title)] + figures.prefix(1) + notes + change + figures.dropFirst()
    var parts = all.filter { !$0.isEmpty }
    while parts.count > 1, columnWidth(of: parts.joined(separator: " · ")) > columns {
      parts.removeLast()
    }
    let title = parts.joined(separator: " · ")
    grid.write(clipped(title, to: columns), column: 0, row: 0, style: Style(.prominent))
    grid.place(chart.grid(columns: columns, rows: rows - 1), column: 0, row: 1)
    return grid
  }

  /// The last figure of each line: `Value $76,330.13`, `Invested $40,000`.
  private var newest: [String] {
    guard !chart.isComparison else { return [] }
    let lines = chart.candles.isEmpty ? chart.series : Array(chart.series.prefix(1))
    return lines.map { series in
      "\(series.name) \(series.points.last?.value.map(chart.format) ?? Figures.unknown)"
    }
  }
}
