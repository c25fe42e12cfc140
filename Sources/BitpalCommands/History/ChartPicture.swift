import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// A chart with a title that says what it shows and where it ends.
struct ChartPicture {
  /// What is shown: `Portfolio` or the coin's id.
  let title: String
  /// What is not whole, in a few words; empty where all is.
  private let note: String
  /// The change over the range; empty where it is not known.
  private let change: String
  private let chart: LineChart

  /// The portfolio's value, and behind it what is invested.
  init(_ history: PortfolioHistory, isPrivate: Bool, _ money: NumberFormat) {
    let points = history.points
    title = "Portfolio"
    let mask = money.masked()
    let parts = points.count { $0.value != nil && $0.pricedCount < $0.holdingCount }
    note = parts > 0 ? "partly priced on \(countOf(parts, "day"))" : ""
    change = history.returns.timeWeighted.map { "time-weighted \(Figures.percent($0))" } ?? ""
    chart = LineChart(
      series: [
        ChartSeries("Value", points.map { ChartPoint($0.date.start, $0.value) }),
        ChartSeries(
          "Invested", points.map { ChartPoint($0.date.start, $0.invested) }, role: .secondary),
      ],
      format: { isPrivate ? mask : money.money($0) },
      formatTick: { isPrivate ? mask : money.tick($0) })
  }

  /// A coin's price, with purchases and sales marked.
  init(
    priceOf coinId: String, days: ClosedRange<UTCDay>, price: (UTCDay) -> Decimal?,
    transactions: [Transaction], _ money: NumberFormat
  ) {
    title = coinId
    note = ""
    let points = (days.lowerBound.number...days.upperBound.number).map { number in
      let day = UTCDay(number: number)
      return ChartPoint(day.start, price(day))
    }
    let known = points.compactMap(\.value)
    change = Self.change(from: known.first, to: known.dropFirst().last)
    chart = LineChart(
      series: [ChartSeries("Price", points)], markers: Self.markers(transactions, in: days),
      format: { money.unitPrice($0) }, formatTick: { money.tick($0) })
  }

  private static func change(from first: Decimal?, to last: Decimal?) -> String {
    guard let first, let last else { return "" }
    return Figures.percent(priceChange(from: first, to: last))
  }

  /// One marker for each day and kind: more would lie on top of each other.
  private static func markers(
    _ transactions: [Transaction], in days: ClosedRange<UTCDay>
  ) -> [ChartMarker] {
    let traded = transactions.filter { days.contains(UTCDay($0.date)) }
    return Set(
      traded.map { ChartMarker(UTCDay($0.date).start, $0.type.isAcquisition ? .buy : .sell) }
    ).sorted { $0.date < $1.date }
  }

  /// The chart in words, every gap and what is not whole included.
  var words: String {
    let sentences = "\(title): \(chart.words)"
    return note.isEmpty ? sentences : "\(sentences) The value is \(note)."
  }

  /// Whether no figure is known at all.
  var isEmpty: Bool { chart.series.first?.points.allSatisfy { $0.value == nil } ?? true }

  /// The title above the chart, where there is room for both.
  func grid(columns: Int, rows: Int) -> Grid {
    guard rows >= 8 else { return chart.grid(columns: columns, rows: rows) }
    var grid = Grid(columns: columns, rows: rows)
    // What does not fit is left out whole: half a figure is a wrong one.
    var parts = [cleaned(title), newest, change, note].filter { !$0.isEmpty }
    while parts.count > 1, columnWidth(of: parts.joined(separator: " · ")) > columns {
      parts.removeLast()
    }
    let title = parts.joined(separator: " · ")
    grid.write(clipped(title, to: columns), column: 0, row: 0, style: Style(.prominent))
    grid.place(chart.grid(columns: columns, rows: rows - 1), column: 0, row: 1)
    return grid
  }

  /// The last figures of each line: `Value $76,330.13 · Invested $40,000`.
  private var newest: String {
    chart.series.map { series in
      "\(series.name) \(series.points.last?.value.map(chart.format) ?? Figures.unknown)"
    }.joined(separator: " · ")
  }
}
