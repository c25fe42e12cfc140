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
  let carried =
    carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar)
  var reading = GainsReading(
    costBasis: costBasis, days: days, holdingPeriod: holdingPeriod, calendar: calendar,
    earlierLosses: country)
  for (id, history) in Dictionary(grouping: ordered.indices, by: { ordered[$0].coinId }) {
    reading.begin(id, carrying: carried)
    for order in history { reading.add(ordered[order], order: order) }
  }
  return reading.finished()
}

/// Works out the gains of a ledger coin by coin and transaction by transaction, which need never be
/// in memory together: what stays are the rows of the sales, packed, and rewards.
public struct GainsReading {
  private struct Coin {
    var sales: SalesOfCoin
    let carried: CarriedLots
    let isKept: Bool
    /// All that the coin's history gives, where it is kept for the next reading.
    private(set) var kept: [Int: PackedYear] = [:]

    init(_ sales: SalesOfCoin, carrying carried: CarriedLots, isKept: Bool) {
      (self.sales, self.carried, self.isKept) = (sales, carried, isKept)
    }

    mutating func keep(_ day: UTCDay, _ append: (inout PackedYear) -> Void) {
      guard isKept else { return }
      let year = day.date.year
      append(&kept[year, default: PackedYear(year)])
    }
  }

  private let costBasis: CostBasis
  private let days: ClosedRange<UTCDay>?
  private let holdingPeriod: HoldingPeriod
  private let calendar: LocalCalendar
  private var coin: Coin?
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
  ///   - country: The country whose tax years' losses before the days are wanted, `nil` for none.
  public init(
    costBasis: CostBasis, days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar, earlierLosses country: TaxCountry? = nil
  ) {
    self.costBasis = costBasis
    self.days = days
    self.holdingPeriod = holdingPeriod
    self.calendar = calendar
    earlier = country.map { YearlyResults($0) }
  }

  /// Begins a coin, and ends the one before.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - carried: The lots that migrations and transfers bring.
  ///   - isKept: Whether ``endCoin()`` gives its years to keep.
  public mutating func begin(
    _ coinId: String, carrying carried: CarriedLots, isKept: Bool = false
  ) {
    endCoin()
    coin = Coin(
      SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar), carrying: carried,
      isKept: isKept)
  }

  /// Adds the next transaction of the coin that has begun, in ledger order.
  ///
  /// - Parameters:
  ///   - transaction: The transaction, counted in the currency of the figures.
  ///   - order: Its order in the ledger, which orders those of one instant.
  public mutating func add(_ transaction: Transaction, order: Int) {
    if let row = IncomeRow(of: transaction, calendar) {
      coin?.keep(row.day) { $0.append(row, order: order) }
      add(row, order)
    }
    guard let carried = coin?.carried else { return }
    var reported: [UsedSale] = []
    coin?.sales.apply(transaction, order: order, carrying: carried) { reported.append($0) }
    reported.forEach { add($0) }
  }

  /// Adds a year of a coin that ``endCoin()`` gave for rows that are still the same.
  public mutating func add(_ year: PackedYear, of coinId: String) {
    year.forEach(of: coinId) {
      add($0, $1)
    } income: {
      add($0, $1)
    }
  }

  /// Ends the coin.
  ///
  /// - Returns: Its years in order, where they are to be kept.
  @discardableResult
  public mutating func endCoin() -> [PackedYear] {
    var reported: [UsedSale] = []
    coin?.sales.finish { reported.append($0) }
    reported.forEach { add($0) }
    defer { coin = nil }
    return coin?.kept.values.sorted { $0.year < $1.year } ?? []
  }

  private func isWanted(_ day: UTCDay) -> Bool { days?.contains(day) ?? true }

  private mutating func add(_ reward: IncomeRow, _ order: Int) {
    if isWanted(reward.day) { income.append((reward, order)) }
  }

  private mutating func add(_ sale: UsedSale) {
    guard !sale.parts.isEmpty else { return }
    let day = calendar.day(of: sale.date)
    guard coin?.isKept == true || isWanted(day) || isEarlier(day) else { return }
    let rows = sale.rows(holdingPeriod, calendar)
    coin?.keep(day) { $0.append(sale: rows, order: sale.order) }
    add(rows, sale.order)
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
    endCoin()
    sales.sort { ($0.date, $0.order) < ($1.date, $1.order) }
    income.sort { ($0.row.date, $0.order) < ($1.row.date, $1.order) }
    rows.arrange(sales.map(\.firstRow))
    return Gains(
      calendar: calendar, rows: rows, income: income.map(\.row), sums: sums
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
