import Charts
import Exact
import FoundationEssentials
public import Portfolio

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
  let income: ExactDecimal?
  let isIncomeEstimated: Bool
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

/// Sums of sold lots; `nil` where a part is unknown.
struct GainSums: Equatable, Sendable {
  let saleCount: Int
  let lotCount: Int
  let amount: ExactDecimal
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
}

/// Accumulates lots for ``GainSums``.
struct GainTotals {
  var saleCount = 0
  private var lotCount = 0
  private var amount: Quantity = 0
  private var proceeds: Cost? = 0
  private var cost: Cost? = 0
  private var short: Cost? = 0
  private var long: Cost? = 0
  private var terms: Set<GainRow.Term> = []
  private var estimated: EstimatedFigures = []
  private var estimatedTerms: Set<GainRow.Term> = []

  mutating func add(_ lot: GainRow) {
    lotCount += 1
    amount += lot.exactAmount
    proceeds = sum(proceeds, lot.exactProceeds)
    cost = sum(cost, lot.exactCost)
    estimated.formUnion(lot.estimated)
    guard let term = lot.term else { return }
    terms.insert(term)
    if lot.estimated.isGainEstimated { estimatedTerms.insert(term) }
    switch term {
    case .short: short = sum(short, lot.exactGain)
    case .long: long = sum(long, lot.exactGain)
    }
  }

  /// Proceeds less cost, unrounded.
  var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }

  var sums: GainSums {
    GainSums(
      saleCount: saleCount, lotCount: lotCount, amount: amount.figure,
      proceeds: proceeds?.figure, cost: cost?.figure, gain: gain?.figure,
      short: terms.isEmpty ? nil : short?.figure, long: terms.isEmpty ? nil : long?.figure,
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
private struct YearIncome {
  /// The total; `nil` if a reward's value is unknown.
  var value: Cost? = 0
  var isEstimated = false

  init(_ rows: some Sequence<IncomeRow>) {
    for row in rows {
      value = value.flatMap { sum in row.exactValue.map { sum + $0 } }
      isEstimated = isEstimated || row.isEstimated
    }
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
      number: number, sums: totals.sums, income: income.value?.figure,
      isIncomeEstimated: income.isEstimated, sales: range,
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
  /// The cumulative gain; `nil` after a sale whose gain is unknown.
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
