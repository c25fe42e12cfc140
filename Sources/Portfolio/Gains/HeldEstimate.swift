/// Whether what is held of a coin rests on an estimate: a stablecoin or a daily price valued a part
/// of the lots that are left, or of the pool they are in.
///
/// - Parameters:
///   - history: The coin's transactions in ledger order.
///   - costBasis: How the cost of sales is chosen.
///   - carried: The lots that migrations bring.
public func isHeldEstimated(
  _ history: [Transaction], costBasis: CostBasis, carrying carried: CarriedLots
) -> Bool {
  guard let coinId = history.first?.coinId else { return false }
  if costBasis == .hmrc {
    var matching = HMRCMatching(coinId: coinId)
    for (place, transaction) in history.enumerated() {
      matching.collect(transaction, place: place, carrying: carried)
    }
    matching.finish { _ in }
    return matching.isRemainingEstimated
  }
  var gains = CoinGains(coinId: coinId, costBasis: costBasis)
  for (place, transaction) in history.enumerated() {
    gains.apply(transaction, place: place, carrying: carried) { _ in }
  }
  return gains.isHeldEstimated
}
