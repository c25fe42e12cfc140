import Exact

extension ScopeDerivation {
  /// Removes one-sided exchanges that are a side of another report's trade of the same second.
  func joinExchanges() {
    let certain = events.filter { $0.fate == .counts && $0.instant.hasSeconds }
    let exchanges = certain.filter { $0.role == .exchange }
    guard !exchanges.isEmpty else { return }
    var trades: [String: [(trade: Movement, forms: FormMask)]] = [:]
    let seconds = Set(exchanges.map { second(of: $0) })
    for trade in certain where trade.role.isTrade && seconds.contains(second(of: trade)) {
      guard let counter = trade.counter else { continue }
      for side in [trade.amount, counter] {
        trades[key(of: side, in: trade), default: []].append((trade, trade.evidence.forms))
      }
    }
    var joined: Set<ObjectIdentifier> = []
    for exchange in exchanges.sorted(by: precedes) {
      let side = key(of: exchange.amount, in: exchange)
      let found = trades[side]?.firstIndex { trade, forms in
        !forms.intersects(exchange.evidence.forms)
          && [trade.amount, trade.counter].contains { $0?.agrees(with: exchange.amount) ?? false }
      }
      guard let found, let trade = trades[side]?.remove(at: found).trade else { continue }
      trade.attach(exchange)
      joined.insert(ObjectIdentifier(exchange))
    }
    events.removeAll { joined.contains(ObjectIdentifier($0)) }
  }

  private func second(of movement: Movement) -> Int64 {
    movement.instant.at / PrintedInstant.second
  }

  /// What the sides of one trade share: the asset, the direction and the second.
  private func key(of side: Amount, in movement: Movement) -> String {
    "\(side.asset) \(side.value.isNegative) \(second(of: movement))"
  }
}
