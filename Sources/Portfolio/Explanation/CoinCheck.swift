import Exact

/// The program's figures of one coin.
struct ShownResult {
  var holding: Holding?
  /// Realized result of sales, including what other figures leave out as of unknown worth.
  var realized: Cost = 0

  static func byCoin(_ positions: Positions) -> [String: ShownResult] {
    var results: [String: ShownResult] = [:]
    for holding in positions.holdings {
      results[holding.id, default: ShownResult()].holding = holding
      results[holding.id]?.realized +=
        holding.exact.realizedPnL + holding.exact.unvalued.result
    }
    for closed in positions.closedPositions {
      results[closed.coinId, default: ShownResult()].realized +=
        closed.exactRealizedPnL + closed.unvalued.result
    }
    return results
  }
}

/// Compares one coin's figures under one method with the raw sums, digit for digit.
struct CoinCheck: CoinVerification {
  let coinId: String
  let costBasis: CostBasis
  let raw: RawSums
  let shown: ShownResult
  /// Sums of the held parcels; `nil` if the method keeps none.
  let lots: LotSums?
  /// Cost that arrived with coins less cost that left with them; `nil` if no book records it.
  let carried: Cost?

  func run() throws(ProofDifference) {
    let held = shown.holding?.exact
    let cost = held?.cost ?? 0
    try check(.balance, raw.balance, held?.amount ?? 0)
    // HMRC's rows add up unchanged: a residue leaves with the coins sold last.
    let forgotten = costBasis == .hmrc ? 0 : raw.forgotten
    if let carried {
      try check(
        .result, raw.received - raw.paid - carried + forgotten, shown.realized - cost)
    }
    if let price = shown.holding?.coin.currentPrice {
      try check(.value, raw.balance * Price(price), held?.value ?? 0)
    }
    // An oversold history shows in its balance; it has no parcels to compare.
    guard raw.balance > .zero, let lots else { return }
    try check(.lots, raw.balance, lots.amount)
    try check(.lotCost, cost, lots.cost)
  }
}

/// The sums of some lots.
struct LotSums {
  var amount: Quantity = 0
  var cost: Cost = 0
}

extension CoinPosition {
  /// The sums of the lots held under a method.
  func lotSums(_ costBasis: CostBasis) -> LotSums {
    var sums = LotSums()
    forEachLot(costBasis) { lot, _ in
      sums.amount += lot.exactAmount
      sums.cost += lot.exactCost
    }
    return sums
  }
}
