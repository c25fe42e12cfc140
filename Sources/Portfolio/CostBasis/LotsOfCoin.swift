import FoundationEssentials

/// The lots held of one coin, found from its transactions one after the other.
public struct LotsOfCoin {
  private var sales: SalesOfCoin
  private let carried: CarriedLots
  private var count = 0

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  public init(
    coinId: String, costBasis: CostBasis, calendar: LocalCalendar = .utc,
    carrying carried: CarriedLots
  ) {
    self.carried = carried
    sales = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
  }

  /// Applies the coin's next transaction in ledger order.
  public mutating func apply(_ transaction: Transaction) {
    sales.apply(transaction, order: count, carrying: carried) { _ in }
    count += 1
  }

  /// The lots held, by account where each has a book, oldest first; for pools and averages one lot.
  public mutating func finished() -> [Lot] {
    var lots: [Lot] = []
    sales.finish({ _ in }, holding: { lots.append($0) })
    return lots
  }

  /// The same in few bytes each.
  public mutating func packed() -> PackedLots {
    var lots = PackedLots()
    sales.finish({ _ in }, holding: { lots.append($0) })
    return lots
  }
}
