import Exact
import FoundationEssentials

/// Computes the gain of every sale, lot by lot, and the worth of rewards on receipt.
///
/// The rows of all sales add up to the realized P&L to the last digit, except for the forgotten
/// residues of closed cycles (``ClosedCycle/forgotten``).
///
/// ```swift
/// let gains = computeGains(purchases + [sold], costBasis: .lifo)
/// gains.rows.map(\.amount) == [1, ExactDecimal(5, exponent: -1)]
/// gains.rows.map(\.gain) == [-10_000, 10_000]
/// gains.rows[0].daysHeld == 60
/// ```
///
/// - Parameters:
///   - transactions: The whole ledger, in insertion order.
///   - costBasis: How the cost of sales is chosen.
///   - days: The days whose sales and rewards to include, `nil` for all.
///   - holdingPeriod: The period a holding must exceed to be long-term.
///   - calendar: The time zone that days are counted in.
///   - carried: The lots that migrations carry over; `nil` computes them from a whole ledger.
///   - country: The country whose losses of earlier tax years to include, `nil` for none.
/// - Returns: The rows in order, and their sums.
public func computeGains(
  _ transactions: [Transaction], costBasis: CostBasis = .average,
  days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
  calendar: LocalCalendar = .utc, carrying carried: CarriedLots? = nil,
  earlierLosses country: TaxCountry? = nil
) -> Gains {
  let ordered = inLedgerOrder(transactions)
  let carried =
    carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar)
  var reading = GainsReading(days: days, calendar: calendar, earlierLosses: country)
  for (id, history) in Dictionary(grouping: ordered.indices, by: { ordered[$0].coinId }) {
    var walk = GainsWalk(
      of: id, costBasis: costBasis, days: reading.daysNeeded, holdingPeriod: holdingPeriod,
      calendar: calendar, carrying: carried)
    for order in history { walk.apply(ordered[order], order: order) }
    for year in walk.finish().values { reading.add(year, of: id) }
  }
  return reading.finished()
}

/// Combines years of coins into the gains of some days, with packed rows.
public struct GainsReading {
  private let days: ClosedRange<UTCDay>?
  private let calendar: LocalCalendar
  private var rows = GainRows()
  private var sums = GainSums()
  /// The first row, instant, and ledger order of each sale.
  private var sales: [(firstRow: Int32, date: Int, order: Int)] = []
  private var income: [(row: IncomeRow, order: Int)] = []
  /// The results of the tax years before the days, if requested.
  private var earlier: YearlyResults?

  /// Starts a ledger.
  ///
  /// - Parameters:
  ///   - days: The days whose sales and rewards to include, `nil` for all.
  ///   - calendar: The time zone that days are counted in.
  ///   - country: The country whose losses of tax years before the days to include, `nil` for none.
  public init(
    days: ClosedRange<UTCDay>? = nil, calendar: LocalCalendar,
    earlierLosses country: TaxCountry? = nil
  ) {
    self.days = days
    self.calendar = calendar
    earlier = country.map { YearlyResults($0) }
  }

  /// The days whose sales are needed; those before the requested days count toward losses.
  public var daysNeeded: ClosedRange<UTCDay>? {
    guard earlier != nil, let days else { return days }
    return UTCDay(number: Int(Int32.min))...days.upperBound
  }

  /// Adds a year of a coin.
  public mutating func add(_ year: PackedYear, of coinId: String) {
    year.forEach(of: coinId) {
      add($0, $1)
    } income: {
      add($0, $1)
    }
  }

  private func isWanted(_ day: UTCDay) -> Bool { days?.contains(day) ?? true }

  private mutating func add(_ reward: IncomeRow, _ order: Int) {
    if isWanted(reward.day) { income.append((reward, order)) }
  }

  private func isEarlier(_ day: UTCDay) -> Bool {
    earlier != nil && days.map { day < $0.lowerBound } ?? false
  }

  private mutating func add(_ sale: [GainRow], _ order: Int) {
    guard let first = sale.first else { return }
    guard isWanted(first.soldDay) else {
      guard isEarlier(first.soldDay) else { return }
      for part in sale { earlier?.add(part) }
      return
    }
    sales.append((Int32(rows.count), first.sold.millisecondsSince1970, order))
    rows.append(sale: sale)
    for part in sale { sums.add(part) }
  }

  /// Ends the ledger.
  public consuming func finished() -> Gains {
    sales.sort { ($0.date, $0.order) < ($1.date, $1.order) }
    income.sort { ($0.row.date, $0.order) < ($1.row.date, $1.order) }
    rows.arrange(sales.map(\.firstRow))
    return Gains(
      calendar: calendar, rows: rows, income: income.map(\.row), sums: sums
    ).after(earlier?.losses)
  }
}

extension IncomeRow {
  /// Creates the income from a transaction; `nil` if it is not a reward.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - calendar: The time zone that days are counted in.
  public init?(of transaction: Transaction, _ calendar: LocalCalendar) {
    guard transaction.kind == .reward else { return nil }
    date = transaction.date
    day = calendar.day(of: date)
    coinId = transaction.coinId
    label = transaction.label
    exactAmount = transaction.amount
    exactValue = transaction.isTotalKnown ? transaction.exactWorthOnReceipt : nil
    isUnvalued = transaction.isUnvalued
    isEstimated = transaction.valuation?.isEstimated ?? false
  }
}

extension [IncomeRow] {
  /// Their value without rows of unknown worth; `nil` if a rate is missing or no worth is known.
  var valued: Cost? {
    let valued = filter { !$0.isUnvalued }
    return valued.isEmpty && !isEmpty ? nil : sum(valued.map(\.exactValue))
  }
}

/// The sum, `nil` if any value is unknown.
func sum(_ values: [Cost?]) -> Cost? { values.reduce(Cost.zero) { $0.plus($1) } }

extension Cost? {
  /// The sum, `nil` if either value is unknown.
  func plus(_ other: Cost?) -> Cost? {
    guard let self, let other else { return nil }
    return self + other
  }
}
