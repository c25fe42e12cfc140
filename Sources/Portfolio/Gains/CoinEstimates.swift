/// What of a coin rests on an estimate: a stablecoin or a daily price valued a part of it.
public struct CoinEstimates: Equatable, Sendable {
  /// Whether a part of the lots that are left is estimated, or of the pool they are in.
  public let isHeld: Bool
  /// The parts of sales that are estimated, in ledger order.
  public let gains: [GainRow]

  /// Finds the estimates in a coin's history.
  ///
  /// - Parameters:
  ///   - history: The coin's transactions in ledger order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - carried: The lots that migrations bring.
  public init(_ history: [Transaction], costBasis: CostBasis, carrying carried: CarriedLots) {
    var coin = SalesOfCoin(coinId: history.first?.coinId ?? "", costBasis: costBasis)
    var sales: [UsedSale] = []
    for (place, transaction) in history.enumerated() {
      coin.apply(transaction, place: place, carrying: carried) { sales.append($0) }
    }
    isHeld = coin.finish { sales.append($0) }
    gains = sales.sorted { $0.place < $1.place }
      .flatMap { $0.rows(longTermDays: usualLongTermDays) }.filter(\.isEstimated)
  }
}
