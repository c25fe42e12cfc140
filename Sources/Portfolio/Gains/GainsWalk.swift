import Exact

/// One coin's sales with the lots that they used, and its rewards, packed by calendar year: found
/// from its transactions one after the other.
public struct GainsWalk {
  /// The coin's id.
  public let coinId: String
  private let carried: CarriedLots
  private let days: ClosedRange<UTCDay>?
  private let holdingPeriod: HoldingPeriod
  private let calendar: LocalCalendar
  private var sales: SalesOfCoin
  private var years: [Int: PackedYear] = [:]

  /// Begins a coin.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards are wanted, `nil` for all.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  public init(
    of coinId: String, costBasis: CostBasis, days: ClosedRange<UTCDay>? = nil,
    holdingPeriod: HoldingPeriod = .year, calendar: LocalCalendar, carrying carried: CarriedLots
  ) {
    self.coinId = coinId
    self.carried = carried
    self.days = days
    self.holdingPeriod = holdingPeriod
    self.calendar = calendar
    sales = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
  }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Parameters:
  ///   - transaction: The transaction, counted in the currency of the figures.
  ///   - order: Its order in the ledger, which orders those of one instant.
  public mutating func apply(_ transaction: Transaction, order: Int) {
    if let reward = IncomeRow(of: transaction, calendar), isWanted(reward.day) {
      years[reward.day.date.year, default: PackedYear()].append(reward, order: order)
    }
    var reported: [UsedSale] = []
    sales.apply(transaction, order: order, carrying: carried) { reported.append($0) }
    for sale in reported { add(sale) }
  }

  /// Ends the coin.
  ///
  /// - Parameter hold: Receives the lots that are held, by account where each has a book, oldest
  ///   first; for pools and averages one lot.
  /// - Returns: Its sales and rewards by calendar year.
  public mutating func finish(holding hold: (Lot) -> Void) -> [Int: PackedYear] {
    var reported: [UsedSale] = []
    sales.finish({ reported.append($0) }, holding: hold)
    for sale in reported { add(sale) }
    return years
  }

  /// The same without the lots.
  public mutating func finish() -> [Int: PackedYear] {
    var reported: [UsedSale] = []
    sales.finish { reported.append($0) }
    for sale in reported { add(sale) }
    return years
  }

  private func isWanted(_ day: UTCDay) -> Bool { days?.contains(day) ?? true }

  private mutating func add(_ sale: UsedSale) {
    guard !sale.parts.isEmpty else { return }
    let day = calendar.day(of: sale.date)
    guard isWanted(day) else { return }
    years[day.date.year, default: PackedYear()]
      .append(sale: sale.rows(holdingPeriod, calendar), order: sale.order)
  }
}
