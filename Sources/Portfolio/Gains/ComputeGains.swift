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
/// - Returns: The rows in order, and their sums.
public func computeGains(
  _ transactions: [Transaction], costBasis: CostBasis = .average,
  days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
  calendar: LocalCalendar = .utc, carrying carried: CarriedLots? = nil
) -> Gains {
  func isWanted(_ date: Date) -> Bool { days?.contains(calendar.day(of: date)) ?? true }
  let ordered = inLedgerOrder(transactions)
  let sales = usedSales(ordered, costBasis: costBasis, calendar, carrying: carried).filter {
    isWanted($0.date)
  }
  let rows = sales.flatMap { $0.rows(holdingPeriod, calendar) }
  let income = ordered.filter { isWanted($0.date) }.compactMap { IncomeRow(of: $0, calendar) }
  return Gains(calendar: calendar, rows: rows, income: income, totals: Gains.Totals(rows))
}

/// Every sale of a ledger with the parts it used, in ledger order.
///
/// - Parameters:
///   - calendar: The zone whose days count.
///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
func usedSales(
  _ ordered: [Transaction], costBasis: CostBasis, _ calendar: LocalCalendar,
  carrying carried: CarriedLots? = nil
) -> [UsedSale] {
  var histories: [String: [(place: Int, transaction: Transaction)]] = [:]
  for (place, transaction) in ordered.enumerated() {
    histories[transaction.coinId, default: []].append((place, transaction))
  }
  let carried = carried ?? CarriedLots(ordered, methods: [costBasis], calendar: calendar)
  return histories.flatMap { coinId, history in
    usedSales(coinId, history, costBasis: costBasis, calendar, carrying: carried)
  }.sorted { $0.place < $1.place }
}

private func usedSales(
  _ coinId: String, _ history: [(place: Int, transaction: Transaction)], costBasis: CostBasis,
  _ calendar: LocalCalendar, carrying carried: CarriedLots
) -> [UsedSale] {
  var sales: [UsedSale] = []
  var coin = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
  for (place, transaction) in history {
    coin.apply(transaction, place: place, carrying: carried) { sales.append($0) }
  }
  coin.finish { sales.append($0) }
  return sales
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
    isEstimated = transaction.valuation?.isEstimated ?? false
  }
}

/// The sum, `nil` where one of the values is unknown.
func sum(_ values: [Cost?]) -> Cost? {
  values.reduce(Cost.zero) { total, value in
    total.flatMap { total in value.map { total + $0 } }
  }
}
