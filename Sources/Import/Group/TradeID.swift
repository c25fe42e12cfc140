extension ScopeDerivation {
  /// Joins the legs that share a trade id; all other rows stay as they are.
  func joinedByTradeID(_ rows: [Movement]) -> [Movement] {
    var joined: [Movement] = []
    var legs: [Movement.MovementID: [Movement]] = [:]
    for row in rows {
      if row.isLeg, let id = row.id(of: .trade) {
        legs[id, default: []].append(row)
      } else {
        joined.append(row)
      }
    }
    for (_, legs) in legs {
      let group = LegGroup(legs, cashAssets: rules.cashAssets)
      joined += group.trades + group.rest + group.ambiguous.flatMap { $0 } + group.fees
    }
    return joined.sorted(by: precedes)
  }
}
