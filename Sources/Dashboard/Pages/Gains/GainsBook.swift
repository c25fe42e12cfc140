import Charts
import Exact
import FoundationEssentials
import Portfolio

/// What sales gained, by year, ready to be drawn.
///
/// Sales are kept in few bytes, because a long ledger has very many of them.
public struct GainsBook: Equatable, Sendable {
  /// The version of the ledger that it is of.
  public let version: Int
  /// All years together where there are several, then each, newest first; empty where nothing was
  /// sold.
  let years: [GainsYear]
  /// Every sale, the newest first.
  let sales: PackedSales

  /// The lots of a line, at most that many.
  func lots(of line: GainLine, in year: GainsYear, limit: Int) -> [GainLot] {
    if let index = line.index { return Array(sales.lots(at: index).prefix(limit)) }
    var lots: [GainLot] = []
    for index in year.sales where lots.count < limit && sales.coinID(at: index) == line.coinID {
      lots += sales.lots(at: index)
    }
    return Array(lots.prefix(limit))
  }
}

/// A year's sums and lines, or those of all years.
struct GainsYear: Equatable, Sendable {
  /// `nil` for all years.
  let number: Int?
  let sums: GainSums
  let income: Decimal?
  let isIncomeEstimated: Bool
  /// The places of its sales in the book, the newest first.
  let sales: Range<Int>
  /// A line for each coin, the greatest gain first.
  let coins: [GainLine]
  /// What all sales up to each had gained; of very many sales only what can be seen.
  let realized: [ChartPoint]

  var title: String { number.map(String.init) ?? "All" }
}

/// A row of the page: a sale, or all sales of a coin.
struct GainLine: Equatable, Sendable {
  let coinID: String
  /// `nil` for a coin.
  let sold: UTCDay?
  /// The sale's index in the book, `nil` for a coin.
  let index: Int?
  let sums: GainSums
}

/// A part of a lot that a sale used.
struct GainLot: Equatable, Sendable {
  let acquired: UTCDay?
  let daysHeld: Int?
  let amount: Decimal
  let cost: Decimal?
  let gain: Decimal?
  let term: GainRow.Term?
  let estimated: EstimatedFigures

  init(_ row: GainRow) {
    (acquired, daysHeld, term) = (row.acquiredDay, row.daysHeld, row.term)
    (amount, cost, gain) = (row.amount, row.cost, row.gain)
    estimated = row.estimated
  }
}

/// Sums of lots that were sold; `nil` where a part is not known.
struct GainSums: Equatable, Sendable {
  let saleCount: Int
  let lotCount: Int
  let amount: Decimal
  let proceeds: Decimal?
  let cost: Decimal?
  let gain: Decimal?
  /// The gain of lots held for at most a year, `nil` where no lot has a date of its own.
  let short: Decimal?
  /// The gain of lots held for longer.
  let long: Decimal?
  /// Which of the sums are estimated in part.
  let estimated: EstimatedFigures
  /// The terms whose gain is.
  let estimatedTerms: Set<GainRow.Term>
  /// `short`, `long`, both, or nothing where lots have no date of their own.
  let term: String

  /// Whether no sale used more than one lot.
  var hasOneLotEach: Bool { lotCount <= saleCount }
}

/// Lots on their way into ``GainSums``.
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

  /// Proceeds less cost, every digit.
  var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }

  var sums: GainSums {
    GainSums(
      saleCount: saleCount, lotCount: lotCount, amount: amount.decimal,
      proceeds: proceeds?.decimal, cost: cost?.decimal, gain: gain?.decimal,
      short: terms.isEmpty ? nil : short?.decimal, long: terms.isEmpty ? nil : long?.decimal,
      estimated: estimated, estimatedTerms: estimatedTerms,
      term: terms.count > 1 ? "both" : terms.first?.rawValue ?? FormattedFigure.unknown.text)
  }

  private func sum(_ left: Cost?, _ right: Cost?) -> Cost? {
    left.flatMap { left in right.map { left + $0 } }
  }
}
