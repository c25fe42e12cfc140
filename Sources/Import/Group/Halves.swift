extension ScopeDerivation {
  /// Joins legs of one trade that files with different clocks report, within the coarser clock.
  ///
  /// - Returns: The trades, and the legs that stay alone.
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
