import Exact

extension ScopeDerivation {
  /// Joins the legs that share a trade id, or a group that the form declares whole; all other rows
  /// stay unchanged.
  func joinedByTradeID(_ rows: [Movement], form: Int) -> [Movement] {
    var joined: [Movement] = []
    var legs: [LegKey: [Movement]] = [:]
    let isWhole = traits[form].groupsAreWhole
    for row in isWhole ? rows : withoutStatedSides(rows) {
      if !row.group.isEmpty, row.isPart, isWhole {
        legs[.group(row.group), default: []].append(row)
      } else if row.isLeg, let id = row.id(of: .trade) {
        legs[.id(id), default: []].append(row)
      } else {
        joined.append(row)
      }
    }
    for (_, legs) in legs {
      if legs.count == 1, legs[0].half != nil {
        joined += legs
        continue
      }
      let group = resolved(legs, isWhole: true)
      for trade in group.trades where trade.counter != nil {
        trade.becomeOrder(of: legs.filter { trade.evidence.counting.contains($0.evidence.first) })
      }
      joined += group.trades + group.rest + group.ambiguous.flatMap { $0 } + group.fees
    }
    return joined.sorted(by: precedes)
  }

  /// Rows without the counter amounts that they state if another row of their group is that side;
  /// otherwise such a row is a whole trade.
  private func withoutStatedSides(_ rows: [Movement]) -> [Movement] {
    guard rows.contains(where: { $0.isPart && !$0.isLeg }) else { return rows }
    let groups = Dictionary(grouping: rows.filter(\.isPart), by: \.group)
    return rows.map { row in
      guard row.isPart, !row.isLeg else { return row }
      let isRow = groups[row.group]?.contains { $0.amount.asset == row.counter?.asset }
      guard isRow != true else {
        row.counter = nil
        return row
      }
      return WholeGroup([row], cashAssets: rules.cashAssets).trade ?? row
    }
  }

  /// Joins legs of one id or instant to trades, or makes separate events if they are not a trade.
  ///
  /// - Parameter isWhole: Whether no leg can be missing, so unequal numbers of legs are sums.
  func resolved(_ legs: [Movement], isWhole: Bool) -> ResolvedLegs {
    let whole = WholeGroup(legs, cashAssets: rules.cashAssets)
    if whole.isGivenBack {
      inside += legs
      return ResolvedLegs()
    }
    if legs.contains(where: { $0.counter != nil }), let trade = whole.trade {
      return ResolvedLegs(trades: [trade])
    }
    let group = LegGroup(legs, cashAssets: rules.cashAssets)
    let pairs = ResolvedLegs(
      trades: group.trades, rest: group.rest, ambiguous: group.ambiguous, fees: group.fees)
    if group.rest.isEmpty, group.ambiguous.isEmpty, group.fees.isEmpty { return pairs }
    if isWhole, let trade = whole.trade { return ResolvedLegs(trades: [trade]) }
    let sides = group.rest + group.ambiguous.flatMap { $0.filter { $0.role != .fee } }
    guard let alone = alone(sides) else { return pairs }
    var resolved = ResolvedLegs(trades: group.trades)
    resolved.fees = group.fees + group.ambiguous.flatMap { $0.filter { $0.role == .fee } }
    for leg in alone {
      if leg.role == .inside { inside.append(leg) } else { resolved.trades.append(leg) }
    }
    return resolved
  }

  /// Legs without a trade as separate events; `nil` if a person must decide.
  private func alone(_ legs: [Movement]) -> [Movement]? {
    guard !legs.isEmpty else { return nil }
    let isOneAsset = Set(legs.map(\.amount.asset)).count == 1
    let isOneWay = Set(legs.map(\.amount.value.isNegative)).count == 1
    var alone: [Movement] = []
    for leg in legs {
      switch leg.lone {
      case .exchange?, .cost?, .payment?: break
      // Several coins in one group are an exchange, or unknown.
      case .reward?: guard legs.count == 1 else { return nil }
      case .inside? where !isOneAsset && leg.half != nil:
        alone.append(leg.alone(as: .exchange))
        continue
      default: guard isOneAsset || isOneWay else { return nil }
      }
      guard let leg = leg.asLoneEvent else { return nil }
      alone.append(leg)
    }
    return alone
  }

  /// Joins legs whose other halves have other instants or ids.
  ///
  /// - Returns: Trades and whole events, and the unmatched legs.
  func joinedNearby(_ legs: [Movement]) -> (events: [Movement], rest: [Movement]) {
    let near = NearLegs(legs, cashAssets: rules.cashAssets)
    // A leg that may be half of several trades was exchanged, not just moved.
    var events =
      near.trades + near.contested.filter { $0.lone != nil }.map { $0.alone(as: .exchange) }
    var rest = near.contested.filter { $0.lone == nil }
    for leg in near.alone {
      guard let alone = leg.asLoneEvent else {
        rest.append(leg)
        continue
      }
      if alone.role == .inside { inside.append(alone) } else { events.append(alone) }
    }
    return (events, rest)
  }
}

extension Movement {
  /// Makes a trade the sum of an order's fills if its rows have the order's id.
  ///
  /// It began with the first row, and its last fill is the last row of what was received.
  fileprivate func becomeOrder(of legs: [Movement]) {
    guard let counter, let group = legs.first?.group,
      ids.contains(where: { $0.isOrder(ofGroup: group) })
    else { return }
    let received = amount.value.isNegative ? counter.asset : amount.asset
    let fills = legs.filter { $0.role != .fee && $0.amount.asset == received }
    start = legs.map(\.instant.at).min()
    if let last = fills.map(\.instant).max(by: { $0.at < $1.at }) { instant = last }
  }
}

/// The meaning of the legs with one id or instant.
struct ResolvedLegs {
  /// Trades, and legs that are whole events.
  var trades: [Movement] = []
  /// Legs without a counterpart.
  var rest: [Movement] = []
  /// Legs of several assets whose order gives no evidence.
  var ambiguous: [[Movement]] = []
  /// Fees without a trade.
  var fees: [Movement] = []
}

/// The key shared by the legs of a trade.
private enum LegKey: Hashable {
  case id(RowID)
  case group(String)
}
