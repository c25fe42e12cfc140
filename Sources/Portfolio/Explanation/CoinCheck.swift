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
    let amountSlack = slack(of: [raw.bought], sums: 2 * raw.transactions)
    try check(.balance, raw.balance, shown.holding?.totalAmount ?? 0, within: amountSlack)
    try check(
      .result, raw.received - raw.paid + raw.forgotten, shown.realized - cost,
      within: slack(
        of: [raw.paid, raw.received, shown.realized, cost], sums: 4 * (raw.transactions + 1)))
    if let holding = shown.holding, let price = holding.coin.currentPrice {
      try check(
        .value, raw.balance * price, holding.currentValue ?? 0, within: amountSlack * price)
    }
    try check(.lots, raw.balance, lots.reduce(0) { $0 + $1.amount }, within: amountSlack)
    let lotCosts = lots.map { $0.amount * $0.pricePerCoin }
    try check(
      .lotCost, cost, lotCosts.reduce(0, +),
      within: slack(of: lotCosts + [raw.paid], sums: 2 * (raw.transactions + 1)))
  }

  private func check(
    _ figure: ProofDifference.Figure, _ expected: Decimal, _ found: Decimal,
    within slack: Decimal = 0
  ) throws(ProofDifference) {
    guard abs(expected - found) > slack else { return }
    throw ProofDifference(
      coinId: coinId, costBasis: costBasis, figure: figure, expected: expected, found: found)
  }

  /// One unit in the last digit that sums and quotients surely keep, for every sum.
  ///
  /// Numbers of unlike exponents are brought to one by a power of ten that fits the words left in
  /// the longer mantissa: 33 digits stay for certain, though 38 would fit.
  private func slack(of figures: [Decimal], sums: Int) -> Decimal {
    let largest = figures.map(\.magnitude).max() ?? 0
    guard largest > 0 else { return 0 }
    let wholeDigits = largest.exponent + largest.significand.magnitude.canonicalText.count
    return Decimal(
      sign: .plus, exponent: max(wholeDigits - Self.digitsKept, Decimal.smallestExponent),
      significand: Decimal(sums))
  }

  private static let digitsKept = 32
}
