import Exact

extension ScopeDerivation {
  /// Removes one-sided exchanges that are a side of another report's trade of the same instant.
  func joinExchanges() {
    let certain = events.filter { $0.fate == .counts && $0.instant.hasSeconds }
    let exchanges = certain.filter { $0.role == .exchange }
    guard !exchanges.isEmpty else { return }
    var trades: [TradeSide: [Movement]] = [:]
    for trade in certain where trade.role.isTrade {
      guard let counter = trade.counter else { continue }
      for side in [trade.amount, counter] {
        trades[TradeSide(side, of: trade), default: []].append(trade)
      }
    }
    var joined: Set<ObjectIdentifier> = []
    for exchange in exchanges.sorted(by: precedes) {
      let side = TradeSide(exchange.amount, of: exchange)
      let found = trades[side]?.firstIndex { trade in
        !trade.evidence.forms.intersects(exchange.evidence.forms)
          && [trade.amount, trade.counter].contains { $0?.agrees(with: exchange.amount) ?? false }
      }
      guard let found, let trade = trades[side]?.remove(at: found) else { continue }
      trade.attach(exchange)
      joined.insert(ObjectIdentifier(exchange))
    }
    events.removeAll { joined.contains(ObjectIdentifier($0)) }
  }
}

/// An asset that enters or leaves in a second.
private struct TradeSide: Hashable {
  let asset: String
  let isNegative: Bool
  let second: Int64

  init(_ side: Amount, of movement: Movement) {
    (asset, isNegative) = (side.asset, side.value.isNegative)
    second = movement.instant.at / PrintedInstant.second
  }
}
