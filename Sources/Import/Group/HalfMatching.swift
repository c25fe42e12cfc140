import Exact

extension ScopeDerivation {
  /// Joins legs of one trade that files with different clocks report, within the coarser clock.
  ///
  /// - Returns: The trades, and the unmatched legs.
  func joinedHalves(_ legs: [Movement]) -> (trades: [Movement], rest: [Movement]) {
    let ordered = legs.sorted(by: precedes)
    guard let widest = ordered.map(\.instant.width).max(),
      ordered.contains(where: { $0.instant.width != widest })
    else { return ([], ordered) }
    var trades: [Movement] = []
    var rest: [Movement] = []
    var isUsed = Array(repeating: false, count: ordered.count)
    for (index, leg) in ordered.enumerated() where !isUsed[index] {
      var other = index + 1
      var found: Movement?
      while other < ordered.count, ordered[other].instant.at <= leg.instant.last + widest {
        if !isUsed[other], let trade = joined(leg, ordered[other]) {
          isUsed[other] = true
          found = trade
          break
        }
        other += 1
      }
      if let found { trades.append(found) } else { rest.append(leg) }
    }
    return (trades, rest)
  }

  private func joined(_ left: Movement, _ right: Movement) -> Movement? {
    guard left.role == right.role, left.instant.width != right.instant.width,
      left.instant.distance(to: right.instant) == 0
    else { return nil }
    return LegGroup([left, right], cashAssets: rules.cashAssets).trades.first
  }
}

/// Legs with one name but different instants or ids that are halves of one trade.
struct NearLegs {
  /// The trades of legs that are each other's only possible half.
  private(set) var trades: [Movement] = []
  /// The legs without a possible other half.
  private(set) var alone: [Movement] = []
  /// The legs with several possible other halves.
  private(set) var contested: [Movement] = []

  init(_ legs: [Movement], cashAssets: Set<String>) {
    let groups = Dictionary(grouping: legs) { $0.half?.name ?? "" }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      let ordered = group.sorted(by: precedes)
      let candidates = ordered.indices.map { Self.candidates(for: $0, in: ordered) }
      for (index, others) in candidates.enumerated() {
        guard let other = others.first else {
          alone.append(ordered[index])
          continue
        }
        guard others.count == 1, candidates[other].count == 1 else {
          contested.append(ordered[index])
          continue
        }
        guard index < other else { continue }
        trades.append(Movement(joining: ordered[index], ordered[other], cashAssets: cashAssets))
      }
    }
  }

  /// Up to two positions of legs that may be the other half of a leg.
  private static func candidates(for index: Int, in legs: [Movement]) -> [Int] {
    let leg = legs[index]
    guard let half = leg.half else { return [] }
    var found: [Int] = []
    let start = lowerBound(0..<legs.count) { legs[$0].instant.at >= leg.instant.at - half.within }
    var other = start
    while other < legs.count, legs[other].instant.at <= leg.instant.at + half.within,
      found.count < 2
    {
      let isOther =
        other != index && legs[other].amount.asset != leg.amount.asset
        && legs[other].amount.value.isNegative != leg.amount.value.isNegative
      if isOther { found.append(other) }
      other += 1
    }
    return found
  }
}

extension ScopeDerivation {
  /// Deposits for amounts returned from a product in excess of what was moved into it.
  ///
  /// Rows that move coins inside a scope and have a group belong to one product and coin.
  func excessReturns(_ rows: [Movement]) -> [Movement] {
    let products = Dictionary(grouping: rows.filter { !$0.group.isEmpty }, by: \.group)
    var deposits: [Movement] = []
    for (_, rows) in products.sorted(by: { $0.key < $1.key }) {
      var balance = Quantity.zero
      for row in rows.sorted(by: precedesInProduct) {
        balance = balance - row.amount.value
        guard balance.isNegative else { continue }
        let amount = Amount(row.amount.asset, -balance, tolerance: row.amount.tolerance)
        deposits.append(
          Movement(
            like: row, role: .deposit, amount: amount, counter: nil, fee: nil,
            evidence: row.evidence))
        balance = .zero
      }
    }
    return deposits
  }

  /// Orders by time; within an instant, amounts moved in precede amounts returned.
  private func precedesInProduct(_ left: Movement, _ right: Movement) -> Bool {
    if left.instant.at != right.instant.at { return left.instant.at < right.instant.at }
    let (mine, theirs) = (left.amount.value, right.amount.value)
    return mine != theirs ? mine < theirs : precedes(left, right)
  }
}
