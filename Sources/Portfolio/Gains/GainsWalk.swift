import Exact

/// Computes one coin's sales with the lots they used, and its rewards, one transaction at a time;
/// the results are packed by calendar year.
public struct GainsWalk {
  /// The coin's id.
  public let coinId: String
  private let carried: CarriedLots
  private let days: ClosedRange<UTCDay>?
  private let holdingPeriod: HoldingPeriod
  private let calendar: LocalCalendar
  private var sales: SalesOfCoin
  private var years: [Int: PackedYear] = [:]

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards to include, `nil` for all.
  ///   - holdingPeriod: The period a holding must exceed to be long-term.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
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
  ///   - order: Its order in the ledger, for transactions at the same instant.
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
  /// - Parameter hold: Receives the held lots, oldest first, by account if each has a book; one lot
  ///   for pools and averages.
  /// - Returns: Its sales and rewards by calendar year.
  public mutating func finish(holding hold: (Lot) -> Void) -> [Int: PackedYear] {
    var reported: [UsedSale] = []
    sales.finish({ reported.append($0) }, holding: hold)
    for sale in reported { add(sale) }
    return years
  }

  /// Ends the coin without reporting its lots.
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
