import Application
import CellGrid
import Charts
import Dashboard
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Reports
import WidgetTimeline

/// A line of a comparison: daily figures, drawn as changes in percent.
struct ComparedLine {
  let name: String
  private var points: [(day: UTCDay, figure: ExactDecimal?)]
  /// The days whose figures are estimated.
  private var estimatedDays: Set<UTCDay> = []
  /// Coins that the portfolio's line leaves out.
  private(set) var leftOut: Set<String> = []

  /// A coin's price by day.
  init(_ name: String, in days: ClosedRange<UTCDay>, _ price: (UTCDay) -> ExactDecimal?) {
    self.init(name, days.days.map { ($0, price($0)) })
  }

  init(_ name: String, _ points: [(day: UTCDay, figure: ExactDecimal?)]) {
    self.name = name
    self.points = points
  }

  /// The portfolio's cumulative time-weighted return by day, from the evening before the first day.
  init(_ history: PortfolioHistory, leavingOut leftOut: Set<String>) {
    (name, self.leftOut) = ("Portfolio", leftOut)
    // A day that was skipped is not a gap.
    points = history.points.filter(\.hasReturn)
      .map { ($0.date, $0.returnSoFar.map { 100 + $0 }) }
    estimatedDays = Set(
      history.points.filter { $0.estimated.contains(.returnSoFar) }.map(\.date))
    if let first = history.points.first?.date {
      points.insert((first.advanced(by: -1), 100), at: 0)
    }
  }

  /// Whether no day has a figure.
  var isEmpty: Bool { points.allSatisfy { $0.figure == nil } }

  /// The first day on which all lines have a positive figure.
  static func firstDay(of lines: [ComparedLine]) -> UTCDay? {
    let days = lines.map { line in
      Set(line.points.filter { $0.figure.map { $0 > 0 } ?? false }.map(\.day))
    }
    guard let first = days.first else { return nil }
    return days.dropFirst().reduce(first) { $0.intersection($1) }.min()
  }

  /// The changes since a day, in percent.
  func points(since first: UTCDay) -> [ChartPoint] {
    guard let base = points.first(where: { $0.day == first })?.figure else { return [] }
    return points.filter { $0.day >= first }.map { day, figure in
      ChartPoint(
        day.start, figure.map { priceChange(from: base, to: $0) },
        isEstimated: estimatedDays.contains(day))
    }
  }
}

extension HistorySource {
  /// The lines that the portfolio or the chosen coin is compared with.
  ///
  /// - Parameters:
  ///   - coins: Ids or symbols.
  ///   - benchmark: A coin, or the path of a price file.
  /// - Throws: A refusal of an unknown coin, or an error reading the ledger or the file.
  func comparison(
    with coins: [String], benchmark: String?, _ costBasis: CostBasis, _ context: AppContext
  ) throws -> [ComparedLine] {
    // The return of a range starts on the evening before it.
    let days = coinId == nil ? self.days.lowerBound.advanced(by: -1)...self.days.upperBound : days
    let own =
      try coinId.map { ComparedLine($0, in: days, priceUpToNow(of: $0)) }
      ?? portfolioLine(costBasis)
    var lines = [own]
    for coin in coins {
      let id = try context.coinId(of: coin)
      lines.append(ComparedLine(id, in: days, priceUpToNow(of: id)))
    }
    if let benchmark { lines.append(try line(of: benchmark, in: days, context)) }
    return lines
  }

  /// The return of the portfolio, of the coins that its values show.
  private func portfolioLine(_ costBasis: CostBasis) throws -> ComparedLine {
    let leftOut = try coinsLeftOut()
    return ComparedLine(
      try sinceFirst.wholeHistory(.day, costBasis, leavingOut: leftOut, followsReturn: true),
      leavingOut: leftOut)
  }

  private func line(
    of benchmark: String, in days: ClosedRange<UTCDay>, _ context: AppContext
  ) throws -> ComparedLine {
    guard SeriesSubject.isFile(benchmark) else {
      let id = try context.coinId(of: benchmark)
      return ComparedLine(id, in: days, priceUpToNow(of: id))
    }
    let file = try BenchmarkFile(benchmark, context)
    return ComparedLine(
      cleaned(file.name), file.figures(in: days, currency, context.service.presentRates))
  }
}
