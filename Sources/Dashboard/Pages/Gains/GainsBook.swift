import Charts
import Exact
import FoundationEssentials
public import Portfolio
import Widgets

/// Gains of sales by year, ready to be drawn.
///
/// Sales are stored compactly, because a long ledger has many of them.
public struct GainsBook: Equatable, Sendable {
  /// The ledger version.
  public let version: Int
  /// All years combined if there are several, then each year, newest first; empty without sales.
  let years: [GainsYear]
  /// All sales, newest first.
  let sales: PackedSales

  /// The lots of a line, up to a limit.
  func lots(of line: GainLine, in year: GainsYear, limit: Int) -> [GainLot] {
    if let index = line.index { return Array(sales.lots(at: index).prefix(limit)) }
    var lots: [GainLot] = []
    for index in year.sales where lots.count < limit && sales.coinID(at: index) == line.coinID {
      lots += sales.lots(at: index)
    }
    return Array(lots.prefix(limit))
  }
}

/// Sums and lines of one year, or of all years.
struct GainsYear: Equatable, Sendable {
  /// The year; `nil` for all years.
  let number: Int?
  let sums: GainSums
  let income: YearIncome
  /// Indices of its sales in the book, newest first.
  let sales: Range<Int>
  /// One line per coin, greatest gain first.
  let coins: [GainLine]
  /// Cumulative gain after each sale, thinned out if there are too many sales to draw.
  let realized: [ChartPoint]

  var title: String { number.map(String.init) ?? "All" }
}

/// A row of the page: one sale, or all sales of a coin.
struct GainLine: Equatable, Sendable {
  let coinID: String
  /// The day of the sale; `nil` for a coin.
  let sold: UTCDay?
  /// The index of the sale in the book; `nil` for a coin.
  let index: Int?
  let sums: GainSums
}

/// The part of a lot that a sale used.
struct GainLot: Equatable, Sendable {
  let acquired: UTCDay?
  let daysHeld: Int?
  let amount: ExactDecimal
  let cost: ExactDecimal?
  let gain: ExactDecimal?
  let term: GainRow.Term?
  let estimated: EstimatedFigures

  init(_ row: GainRow) {
    (acquired, daysHeld, term) = (row.acquiredDay, row.daysHeld, row.term)
    (amount, cost, gain) = (row.amount, row.cost, row.gain)
    estimated = row.estimated
  }
}

/// Sums of sold lots of known worth; `nil` without one, or where a rate is missing.
struct GainSums: Equatable, Sendable {
  let saleCount: Int
  let lotCount: Int
  /// Lots that the sums leave out because their worth is unknown.
  let leftOut: Int
  let amount: ExactDecimal
  /// The part of the amount that the sums cover.
  let counted: ExactDecimal
  let proceeds: ExactDecimal?
  let cost: ExactDecimal?
  let gain: ExactDecimal?
  /// Gain of lots held for at most a year; `nil` if no lot has its own date.
  let short: ExactDecimal?
  /// Gain of lots held longer.
  let long: ExactDecimal?
  /// Sums that are partly estimates.
  let estimated: EstimatedFigures
  /// Terms whose gain is partly an estimate.
  let estimatedTerms: Set<GainRow.Term>
  /// `short`, `long` or both; empty if no lot has its own date.
  let term: String

  /// Whether no sale used more than one lot.
  var hasOneLotEach: Bool { lotCount <= saleCount }
  /// The lots that the sums cover, such as `99 of 103`; `nil` if they cover all.
  var countNote: String? {
    leftOut == 0
      ? nil
      : "\(FormattedFigure.count(lotCount - leftOut)) of \(FormattedFigure.count(lotCount))"
  }
}

/// Accumulates lots for ``GainSums``.
struct GainTotals {
  var saleCount = 0
  private var lotCount = 0
  private var leftOut = 0
  private var amount: Quantity = 0
  private var counted: Quantity = 0
  private var proceeds: Cost? = 0
  private var cost: Cost? = 0
  private var short: Cost? = 0
  private var long: Cost? = 0
  private var terms: Set<GainRow.Term> = []
  /// Terms with a lot of known worth.
  private var countedTerms: Set<GainRow.Term> = []
  private var estimated: EstimatedFigures = []
  private var estimatedTerms: Set<GainRow.Term> = []

  mutating func add(_ lot: GainRow) {
    lotCount += 1
    amount += lot.exactAmount
    if let term = lot.term { terms.insert(term) }
    guard !lot.isUnvalued else {
      leftOut += 1
      return
    }
    counted += lot.exactAmount
    proceeds = sum(proceeds, lot.exactProceeds)
    cost = sum(cost, lot.exactCost)
    estimated.formUnion(lot.estimated)
    guard let term = lot.term else { return }
    countedTerms.insert(term)
    if lot.estimated.isGainEstimated { estimatedTerms.insert(term) }
    switch term {
    case .short: short = sum(short, lot.exactGain)
    case .long: long = sum(long, lot.exactGain)
    }
  }

  /// Proceeds less cost of what is known, unrounded; zero if nothing is.
  var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }

  var sums: GainSums {
    let isKnown = leftOut == 0 || leftOut < lotCount
    func figure(_ sum: Cost?) -> ExactDecimal? { isKnown ? sum?.figure : nil }
    func figure(_ sum: Cost?, of term: GainRow.Term) -> ExactDecimal? {
      let isLeftOut = terms.contains(term) && !countedTerms.contains(term)
      return terms.isEmpty || isLeftOut ? nil : figure(sum)
    }
    return GainSums(
      saleCount: saleCount, lotCount: lotCount, leftOut: leftOut, amount: amount.figure,
      counted: counted.figure, proceeds: figure(proceeds), cost: figure(cost),
      gain: figure(gain), short: figure(short, of: .short), long: figure(long, of: .long),
      estimated: estimated, estimatedTerms: estimatedTerms,
      term: terms.count > 1 ? "both" : terms.first?.rawValue ?? FormattedFigure.unknown.text)
  }

  private func sum(_ left: Cost?, _ right: Cost?) -> Cost? {
    left.flatMap { left in right.map { left + $0 } }
  }
}

extension GainsBook {
  /// Sums up the gains of a ledger by year.
  ///
  /// - Parameter version: The ledger version.
  public init(_ gains: Gains, version: Int) {
    let sales = PackedSales(gains.rows)
    (self.version, self.sales) = (version, sales)
    var income = Dictionary(grouping: gains.income.indices) { gains.income[$0].day.date.year }
      .mapValues { rows in YearIncome(rows.lazy.map { gains.income[$0] }) }
    let years = Self.years(of: sales)
    let numbers = Set(income.keys).union(years.keys)
    guard !numbers.isEmpty else {
      self.years = []
      return
    }
    let all = GainsYear(nil, sales, 0..<sales.count, YearIncome(gains.income))
    let each = numbers.sorted(by: >).map { number in
      GainsYear(
        number, sales, years[number] ?? 0..<0,
        income.removeValue(forKey: number) ?? YearIncome([]))
    }
    // With a single year, the total would only repeat it.
    self.years = each.count > 1 ? [all] + each : each
  }

  /// Index ranges of each year's sales.
  private static func years(of sales: PackedSales) -> [Int: Range<Int>] {
    var years: [Int: Range<Int>] = [:]
    for index in 0..<sales.count {
      let number = sales.moment(at: index).day.date.year
      years[number] = (years[number]?.lowerBound ?? index)..<index + 1
    }
    return years
  }
}

/// Value of a year's rewards.
struct YearIncome: Equatable, Sendable {
  /// The sum of known values; `nil` if none is known, or if a rate is missing.
  let value: ExactDecimal?
  private(set) var isEstimated = false
  private var count = 0
  /// Rewards that the sum leaves out because their worth is unknown.
  private var leftOut = 0

  init(_ rows: some Sequence<IncomeRow>) {
    var sum: Cost? = 0
    for row in rows {
      count += 1
      guard !row.isUnvalued else {
        leftOut += 1
        continue
      }
      sum = sum.flatMap { sum in row.exactValue.map { sum + $0 } }
      isEstimated = isEstimated || row.isEstimated
    }
    value = leftOut > 0 && leftOut == count ? nil : sum?.figure
  }

  /// The value, with the number of rewards it covers if it leaves some out.
  func figure(in format: NumberFormat) -> FormattedFigure {
    let figure = FormattedFigure.usd(value, in: format).estimated(isEstimated)
    guard leftOut > 0, value != nil else { return figure }
    let note = " (\(FormattedFigure.count(count - leftOut))/\(FormattedFigure.count(count)))"
    return FormattedFigure(
      text: figure.text + note, masked: figure.masked + note, role: figure.role)
  }
}

extension GainsYear {
  fileprivate init(
    _ number: Int?, _ sales: PackedSales, _ range: Range<Int>, _ income: YearIncome
  ) {
    var totals = GainTotals()
    var coins: [String: GainTotals] = [:]
    var series = RealizedSeries(
      from: range.last.map(sales.sold), to: range.first.map(sales.sold), of: range.count)
    for index in range.reversed() {
      let id = sales.coinID(at: index)
      var sale = GainTotals()
      sales.forEachLot(at: index) { lot in
        totals.add(lot)
        sale.add(lot)
        coins[id, default: GainTotals()].add(lot)
      }
      totals.saleCount += 1
      coins[id, default: GainTotals()].saleCount += 1
      series.add(sale.gain, at: sales.sold(at: index))
    }
    let lines = coins.map { id, totals in
      GainLine(coinID: id, sold: nil, index: nil, sums: totals.sums)
    }
    self.init(
      number: number, sums: totals.sums, income: income, sales: range,
      coins: lines.sorted { ($0.sums.gain ?? 0, $1.coinID) > ($1.sums.gain ?? 0, $0.coinID) },
      realized: series.points)
  }
}

/// Cumulative realized gain after each sale, as chart points.
///
/// Nothing is realized between two sales, so the line has steps. With more sales than a chart has
/// columns, each time slice keeps only its first, last, lowest and highest point, which looks the
/// same.
private struct RealizedSeries {
  /// More than a terminal has columns.
  private static let sliceCount = 512

  private let start: Date
  private let length: TimeInterval
  private let isThinned: Bool
  /// The cumulative gain; `nil` after a sale that lacks a rate.
  private var sum: Cost? = 0
  private var slice: [ChartPoint] = []
  private var number = 0
  private var kept: [ChartPoint] = []

  init(from start: Date?, to end: Date?, of saleCount: Int) {
    isThinned = saleCount > Self.sliceCount
    self.start = start ?? .distantPast
    length = max(1, (end ?? self.start).timeIntervalSince(self.start) / Double(Self.sliceCount))
  }

  mutating func add(_ gain: Cost?, at sold: Date) {
    let number = Int(sold.timeIntervalSince(start) / length)
    if number != self.number { endSlice() }
    self.number = number
    // Sales at the same instant form one step.
    if slice.last?.date == sold {
      slice.removeLast()
    } else {
      slice.append(ChartPoint(sold, sum?.figure))
    }
    sum = sum.flatMap { sum in gain.map { sum + $0 } }
    slice.append(ChartPoint(sold, sum?.figure))
    // Thin out early; the dropped points would not be kept anyway.
    if isThinned, slice.count > 64 { slice = Self.extremes(of: slice) }
  }

  private mutating func endSlice() {
    kept += isThinned ? Self.extremes(of: slice) : slice
    slice = []
  }

  var points: [ChartPoint] { kept + (isThinned ? Self.extremes(of: slice) : slice) }

  /// The first, last, lowest and highest point.
  private static func extremes(of points: [ChartPoint]) -> [ChartPoint] {
    guard points.count > 4 else { return points }
    let values = points.enumerated().compactMap { index, point in
      point.value.map { (index: index, value: $0) }
    }
    let indices = [
      0, values.min { $0.value < $1.value }?.index, values.max { $0.value < $1.value }?.index,
      points.count - 1,
    ]
    return Set(indices.compactMap(\.self)).sorted().map { points[$0] }
  }
}
