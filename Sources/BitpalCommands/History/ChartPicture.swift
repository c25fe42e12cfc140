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
  private let notes: [Note]
  /// The change over the range; empty if unknown.
  private let change: [String]
  private var chart: LineChart

  /// A note, and its wording where room is short; `nil` to leave it out there.
  struct Note {
    let long: String
    var short: String?
  }

  /// The exchange rates that a chart's figures use.
  struct Rates {
    /// The ISO 4217 code of the chart's currency.
    let currency: String
    /// The day of the newest rate; `nil` in US dollars and for ranges that end before it.
    let day: UTCDay?
    /// Whether a day has a rate.
    let hasRate: (UTCDay) -> Bool

    /// `rate 2026-04-28`, and the number of days without a rate.
    func notes(_ days: some Sequence<UTCDay>) -> [Note] {
      let missing = days.count { !hasRate($0) }
      let gap = "no rate of \(currency) on \(countOf(missing, "day"))"
      return (rateNote(day).map { [Note(long: $0)] } ?? [])
        + (missing > 0 ? [Note(long: gap, short: "no rate on \(countOf(missing, "day"))")] : [])
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
      + (parts > 0 && leftOut.isEmpty
        ? [Note(long: "partly priced on \(countOf(parts, "day"))", short: "partly priced")] : [])
      + Self.note(leavingOut: leftOut) + Self.note(ofOld: line.old)
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
          "Invested",
          points.map {
            ChartPoint(
              $0.date.start, $0.shownCost, isEstimated: $0.estimated.contains(.shownCost))
          }, role: .secondary),
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
        Note(long: "\(known.source) to \(last.text)"),
        Note(long: "\(CoinCandles.averageDays)-day average\(average)"),
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
  /// - Parameter old: Coins with a price of an earlier day in today's figures.
  /// - Returns: `nil` if there is no such day.
  init?(comparing lines: [ComparedLine], old: [DatedCoin], rates: Rates) {
    guard let first = ComparedLine.firstDay(of: lines) else { return nil }
    let series = lines.enumerated().map { index, line in
      ChartSeries(line.name, line.points(since: first), role: .series(index))
    }
    title = lines.map(\.name).joined(separator: ", ")
    notes =
      [Note(long: "change since \(first.text)")] + rates.notes(CollectionOfOne(first))
      + Self.note(leavingOut: lines.reduce(into: []) { $0.formUnion($1.leftOut) })
      + Self.note(ofOld: old)
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

  private static func note(leavingOut leftOut: Set<String>) -> [Note] {
    let names = cleaned(few(leftOut.sorted()))
    return leftOut.isEmpty
      ? [] : [Note(long: "no price today: \(names)", short: "\(leftOut.count) left out")]
  }

  private static func note(ofOld coins: [DatedCoin]) -> [Note] {
    let names = cleaned(few(coins.map(\.id).sorted()))
    return coins.isEmpty
      ? [] : [Note(long: "old price today: \(names)", short: "\(coins.count) at an old price")]
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
    return sentences + notes.map { " \($0.long.sentenceCased)." }.joined()
  }

  /// A description for screen readers, with gain and return over the range.
  func speech(_ money: NumberFormat) -> String {
    let parts = [title, chart.words] + change.filter { !$0.isEmpty } + notes.map(\.long)
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
    let title = heading(columns: columns, rows: rows)
    grid.write(clipped(title, to: columns), column: 0, row: 0, style: Style(.prominent))
    grid.place(chart.grid(columns: columns, rows: rows - 1), column: 0, row: 1)
    return grid
  }

  /// The title, the last figures and the notes, as far as they fit.
  ///
  /// Whole figures are dropped: a truncated one is wrong. A note on missing data is kept longest.
  private func heading(columns: Int, rows: Int) -> String {
    let namesSecond = chart.namesSecondLine(columns: columns, rows: rows - 1)
    let figures = namesSecond ? newest.prefix(1) : newest[...]
    let first = figures.first.map { [$0.name + " " + $0.text] } ?? []
    let (long, short) = (notes.map(\.long), notes.compactMap(\.short))
    let title = cleaned(title)
    func joined(_ parts: [String]) -> String {
      parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
    func fits(_ parts: [String]) -> Bool { columnWidth(of: joined(parts)) <= columns }
    let rest = change + figures.dropFirst().map { $0.name + " " + $0.text }
    let bare = figures.first.map { [$0.text] } ?? []
    let whole = (0...rest.count).reversed().map { [title] + first + long + rest.prefix($0) }
    let shortened =
      short.isEmpty
      ? (0...long.count).reversed().map { [title] + first + long.prefix($0) }
      : [first, bare, []].map { [title] + $0 + short }
    return joined((whole + shortened).first(where: fits) ?? [title])
  }

  /// The last figure of each line: `Value $76,330.13`, `Invested $40,000`.
  private var newest: [(name: String, text: String)] {
    guard !chart.isComparison else { return [] }
    let lines = chart.candles.isEmpty ? chart.series : Array(chart.series.prefix(1))
    return lines.map { series in
      let point = series.points.last
      return (series.name, point?.value == nil ? Figures.unknown : chart.figureText(of: point))
    }
  }
}
