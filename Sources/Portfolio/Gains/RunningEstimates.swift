/// Whether what is held of a coin, and the result of its sales, is estimated after the last
/// transaction.
struct RunningEstimates {
  private var coin: SalesOfCoin
  private var areSalesEstimated = false
  private var count = 0

  init(costBasis: CostBasis) { coin = SalesOfCoin(coinId: "", costBasis: costBasis, .utc) }

  /// Applies the coin's next transaction in ledger order.
  mutating func apply(_ transaction: Transaction, carrying carried: CarriedLots) {
    var isEstimated = areSalesEstimated
    coin.apply(transaction, order: count, carrying: carried) {
      isEstimated = isEstimated || $0.estimatedFigures.isGainEstimated
    }
    areSalesEstimated = isEstimated
    count += 1
  }

  /// Whether the cost of what is held is estimated.
  var isHeld: Bool { coin.isHeldEstimated }

  /// Whether the result of any sale is estimated.
  var isRealized: Bool { areSalesEstimated || coin.openFigures.isGainEstimated }
}
