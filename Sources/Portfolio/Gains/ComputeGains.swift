import Exact
import FoundationEssentials

/// Works out what every sale gained, lot by lot, and what rewards were worth on receipt.
///
/// The rows of all sales add up to the realized P&L to the last digit, but for what the forgotten
/// residues of closed cycles add to it (``ClosedCycle/forgotten``).
///
/// - Parameters:
///   - transactions: The whole ledger, in insertion order.
///   - costBasis: How the cost of sales is chosen.
///   - days: The days whose sales and rewards are wanted, `nil` for all.
///   - holdingPeriod: What a holding must exceed to be long.
///   - calendar: The zone whose days count.
///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
///   - country: The country whose earlier tax years' losses are wanted, `nil` for none.
/// - Returns: The rows in order, and their sums.
public func computeGains(
  _ transactions: [Transaction], costBasis: CostBasis = .average,
  days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
  calendar: LocalCalendar = .utc, carrying carried: CarriedLots? = nil,
  earlierLosses country: TaxCountry? = nil
) -> Gains {
  let ordered = inLedgerOrder(transactions)
  var reading = GainsReading(
    costBasis: costBasis, days: days, holdingPeriod: holdingPeriod, calendar: calendar,
    carrying: carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar),
    earlierLosses: country)
  for (_, history) in Dictionary(grouping: ordered.indices, by: { ordered[$0].coinId }) {
    for order in history { reading.add(ordered[order], order: order) }
  }
  return reading.finished()
}

/// Works out the gains of a ledger coin by coin and transaction by transaction, which need never be
/// in memory together: what is kept are the rows of the sales, packed, and rewards.
public struct GainsReading {
  private let costBasis: CostBasis
  private let days: ClosedRange<UTCDay>?
  private let holdingPeriod: HoldingPeriod
  private let calendar: LocalCalendar
  private let carried: CarriedLots
  private var coin: (id: String, sales: SalesOfCoin)?
  private var rows = GainRows()
  private var sums = GainSums()
  /// Where each sale begins in the rows, and its instant and order in the ledger.
  private var sales: [(firstRow: Int32, date: Int, order: Int)] = []
  private var income: [(row: IncomeRow, order: Int)] = []
  /// The results of the tax years before the days, where they are wanted.
  private var earlier: YearlyResults?

  /// Starts a ledger.
  ///
  /// - Parameters:
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards are wanted, `nil` for all.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  ///   - country: The country whose tax years' losses before the days are wanted, `nil` for none.
  public init(
    costBasis: CostBasis, days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar, carrying carried: CarriedLots, earlierLosses country: TaxCountry? = nil
  ) {
    self.costBasis = costBasis
    self.days = days
    self.holdingPeriod = holdingPeriod
    self.calendar = calendar
    self.carried = carried
    earlier = country.map { YearlyResults($0) }
  }

  /// Adds a transaction: those of one coin after those of the other, each coin's in ledger order.
  ///
  /// - Parameters:
  ///   - transaction: The transaction, counted in the currency of the figures.
  ///   - order: Its order in the ledger, which orders those of one instant.
  public mutating func add(_ transaction: Transaction, order: Int) {
    if coin?.id != transaction.coinId {
      endCoin()
      let id = transaction.coinId
      coin = (id, SalesOfCoin(coinId: id, costBasis: costBasis, calendar))
    }
    if let row = IncomeRow(of: transaction, calendar), isWanted(row.day) {
      income.append((row, order))
    }
    var reported: [UsedSale] = []
    coin?.sales.apply(transaction, order: order, carrying: carried) { reported.append($0) }
    reported.forEach { keep($0) }
  }

  private mutating func endCoin() {
    var reported: [UsedSale] = []
    coin?.sales.finish { reported.append($0) }
    coin = nil
    reported.forEach { keep($0) }
  }

  private func isWanted(_ day: UTCDay) -> Bool { days?.contains(day) ?? true }

  private mutating func keep(_ sale: UsedSale) {
    guard !sale.parts.isEmpty else { return }
    let day = calendar.day(of: sale.date)
    guard isWanted(day) else {
      guard earlier != nil, let days, day < days.lowerBound else { return }
      for part in sale.rows(holdingPeriod, calendar) { earlier?.add(part) }
      return
    }
    let parts = sale.rows(holdingPeriod, calendar)
    sales.append((Int32(rows.count), sale.date.millisecondsSince1970, sale.order))
    rows.append(sale: parts)
    for part in parts { sums.add(part) }
  }

  /// Ends the ledger.
  public consuming func finished() -> Gains {
    endCoin()
    sales.sort { ($0.date, $0.order) < ($1.date, $1.order) }
    income.sort { ($0.row.date, $0.order) < ($1.row.date, $1.order) }
    rows.arrange(sales.map(\.firstRow))
    return Gains(
      calendar: calendar, rows: rows, income: income.map(\.row), totals: Gains.Totals(sums)
    ).after(earlier?.losses)
  }
}

extension IncomeRow {
  /// What a transaction brought as income; `nil` where it is not a reward.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - calendar: The zone whose days count.
  public init?(of transaction: Transaction, _ calendar: LocalCalendar) {
    guard transaction.kind == .reward else { return nil }
    date = transaction.date
    day = calendar.day(of: date)
    coinId = transaction.coinId
    label = transaction.label
    exactAmount = transaction.exactAmount
    exactValue = transaction.isTotalKnown ? transaction.exactWorthOnReceipt : nil
    isUnvalued = transaction.isUnvalued
    isEstimated = transaction.valuation?.isEstimated ?? false
  }
}

extension [IncomeRow] {
  /// Their value but for those that nothing says the worth of; `nil` where a rate is missing, or no
  /// worth is known.
  var valued: Cost? {
    let valued = filter { !$0.isUnvalued }
    return valued.isEmpty && !isEmpty ? nil : sum(valued.map(\.exactValue))
  }
}

/// The sum, `nil` where one of the values is unknown.
func sum(_ values: [Cost?]) -> Cost? { values.reduce(Cost.zero) { $0.plus($1) } }

extension Cost? {
  /// The sum, `nil` where one of the values is unknown.
  func plus(_ other: Cost?) -> Cost? {
    guard let self, let other else { return nil }
    return self + other
  }
}
