import Exact

extension ScopeDerivation {
  /// Removes withdrawals whose coins came back whole, with their fee and under their id, and the
  /// rows that brought them back: nothing left the account.
  ///
  /// They are at most as far apart as the halves of a transfer.
  func removeReturnedWithdrawals() {
    let returned = events.filter { $0.role == .returned && $0.fate == .counts }
    guard !returned.isEmpty else { return }
    var sent: [RowID: [Movement]] = [:]
    for event in events where event.role == .withdrawal && event.fate == .counts {
      if let id = event.id(of: .trade) { sent[id, default: []].append(event) }
    }
    var moved: Set<ObjectIdentifier> = []
    for coins in returned.sorted(by: precedes) {
      guard let id = coins.id(of: .trade),
        let index = sent[id]?.firstIndex(where: { isReturned($0, by: coins) }),
        let withdrawal = sent[id]?.remove(at: index)
      else { continue }
      inside += [withdrawal, coins]
      moved.formUnion([ObjectIdentifier(withdrawal), ObjectIdentifier(coins)])
    }
    if !moved.isEmpty { events.removeAll { moved.contains(ObjectIdentifier($0)) } }
  }

  private func isReturned(_ withdrawal: Movement, by coins: Movement) -> Bool {
    let delay = coins.instant.at - withdrawal.instant.at
    var whole = coins.amount
    if let fee = coins.fee, fee.asset == whole.asset { whole.value = whole.value - fee.value }
    return (0...TransferPairing.late).contains(delay)
      && whole.agrees(with: withdrawal.amount.negated)
  }
}
