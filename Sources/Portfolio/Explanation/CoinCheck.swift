import FoundationEssentials

/// What the program shows of one coin.
struct ShownResult {
  var holding: Holding?
  var realized: Decimal = 0

  static func byCoin(_ positions: Positions) -> [String: ShownResult] {
    var results: [String: ShownResult] = [:]
    for holding in positions.holdings {
      results[holding.id, default: ShownResult()].holding = holding
      results[holding.id]?.realized += holding.realizedPnL
    }
    for closed in positions.closedPositions {
      results[closed.coinId, default: ShownResult()].realized += closed.realizedPnL
    }
    return results
  }
}

struct CoinCheck {
  let coinId: String
  let costBasis: CostBasis
  let raw: RawSums
  let shown: ShownResult
  let lots: [Lot]

  func run() throws(ProofDifference) {
    let cost = shown.holding?.totalCost ?? 0
    try check(.balance, raw.balance, shown.holding?.totalAmount ?? 0)
    try check(
      .result, raw.received - raw.paid + raw.forgotten, shown.realized - cost,
      within: slack(
        of: [raw.paid, raw.received, shown.realized, cost], sums: 4 * (raw.closedCycles + 1)))
    if let holding = shown.holding, let price = holding.coin.currentPrice {
      try check(.value, raw.balance * price, holding.currentValue ?? 0)
    }
    try check(.lots, raw.balance, lots.reduce(0) { $0 + $1.amount })
    let lotCosts = lots.map { $0.amount * $0.pricePerCoin }
    try check(
      .lotCost, cost, lotCosts.reduce(0, +),
      within: slack(of: lotCosts + [cost], sums: lots.count + 2))
  }

  private func check(
    _ figure: ProofDifference.Figure, _ expected: Decimal, _ found: Decimal,
    within slack: Decimal = 0
  ) throws(ProofDifference) {
    guard abs(expected - found) > slack else { return }
    throw ProofDifference(
      coinId: coinId, costBasis: costBasis, figure: figure, expected: expected, found: found)
  }

  /// One unit in the 37th digit of the largest figure, for every sum: a sum is rounded to 38.
  private func slack(of figures: [Decimal], sums: Int) -> Decimal {
    let largest = figures.map(\.magnitude).max() ?? 0
    guard largest > 0 else { return 0 }
    let wholeDigits = largest.exponent + largest.significand.magnitude.canonicalText.count
    return Decimal(
      sign: .plus, exponent: max(wholeDigits - (Decimal.exactDigits - 1), Decimal.smallestExponent),
      significand: Decimal(sums))
  }
}
