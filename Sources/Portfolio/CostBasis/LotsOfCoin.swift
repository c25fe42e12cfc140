import FoundationEssentials

/// Computes the held lots of one coin one transaction at a time.
public struct LotsOfCoin {
  private var sales: SalesOfCoin
  private let carried: CarriedLots
  private var count = 0

  /// Starts a coin's history.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
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

  /// The held lots, oldest first, by account if each has a book; one lot for pools and averages.
  public mutating func finished() -> [Lot] {
    var lots: [Lot] = []
    sales.finish({ _ in }, holding: { lots.append($0) })
    return lots
  }

  /// The held lots in compact form.
  public mutating func packed() -> PackedLots {
    var lots = PackedLots()
    sales.finish({ _ in }, holding: { lots.append($0) })
    return lots
  }
}
