import FoundationEssentials
import Portfolio

/// What the ledger tells, its rows one after the other.
extension ToldTwice {
  mutating func tell(_ move: Move, mayGo: Bool = false, isDeleted: Bool = false) {
    guard let reference = move.reference else { return }
    let happening = Happening(move)
    let telling = Telling(move, isDeleted: isDeleted)
    note(mayGo ? telling : telling.staying, of: happening)
    for part in first.parts[reference] ?? [] { movesOfFees[reference.part(part)] = happening }
  }

  /// Takes the next transactions of the ledger.
  mutating func tell(_ transactions: [Transaction]) {
    for transaction in transactions where !first.isChanged(transaction) {
      if let happening = tell(first.row(of: transaction), mayGo: true) {
        ofLedger.append(happening)
      }
    }
  }

  /// Takes what a transaction was; returns what happened, where that may be forgotten.
  @discardableResult
  mutating func tell(
    _ row: FirstRows.Row, mayGo: Bool = false, isDeleted: Bool = false
  ) -> Happening? {
    switch row {
    case .told: break
    case .move(let move): tell(move, isDeleted: isDeleted)
    case .transaction(let row):
      guard let reference = row.reference else { break }
      if row.category == .fee, let happening = movesOfFees[reference] {
        addFee(row.amount, of: reference, to: happening)
      }
      guard let happening = Happening(row) else { break }
      let telling = Telling(row, isDeleted: isDeleted)
      note(mayGo ? telling : telling.staying, of: happening)
      return happening
    }
    return nil
  }

  /// Counts a fee with the move that it was part of.
  private mutating func addFee(
    _ amount: Decimal, of reference: Reference, to happening: Happening
  ) {
    let ids = Telling.ids(of: reference)
    let place = told[happening]?.firstIndex { $0.form == nil && $0.ids == ids }
    if let place { told[happening]?[place].addFee(amount) }
    let move = toldMoves[happening.atAnySecond]?.firstIndex {
      $0.second == happening.second && $0.telling.form == nil && $0.telling.ids == ids
    }
    if let move { toldMoves[happening.atAnySecond]?[move].telling.addFee(amount) }
  }

  /// Forgets transactions of the ledger before an instant.
  mutating func forget(before date: Date) {
    let second = date.millisecondsSince1970 / 1000
    while forgotten < ofLedger.count, ofLedger[forgotten].second < second {
      told[ofLedger[forgotten]] = nil
      forgotten += 1
    }
    guard forgotten > 1024 else { return }
    ofLedger.removeFirst(forgotten)
    forgotten = 0
  }

  /// Does not forget what is known of a row's time.
  mutating func keep(around row: Transaction) {
    guard let happening = Happening(row) else { return }
    let ofMinute = happening.othersOfMinute.filter { told[$0] != nil }
    for near in (-2...2).map(happening.moved) + ofMinute {
      if let tellings = told[near] { kept[near] = tellings }
    }
  }

  /// The same with what was not to be forgotten.
  var remembering: ToldTwice {
    var whole = self
    whole.told.merge(kept) { $1 }
    return whole
  }

  /// Whether a row may be reported twice, or shows whether others are: something of the same kind
  /// and time, or rows without ids of its time, were reported already.
  func concerns(_ row: PlannedRow) -> Bool {
    guard let happening = Happening(row.transaction) else { return false }
    if (-2...2).contains(where: { told[happening.moved(seconds: $0)] != nil }) { return true }
    return happening.othersOfMinute.contains { told[$0] != nil } || mayBeRewritten(row)
  }

  /// Whether a row without an id is of a time of which the ledger has such rows from its form.
  func mayBeRewritten(_ row: PlannedRow) -> Bool {
    guard let happening = Happening(row.transaction) else { return false }
    guard row.transaction.reference?.isDigest == true else { return false }
    let ids = Telling.ids(of: row.transaction.reference)
    return ledger.generations[ids]?.contains(happening.second) ?? false
  }
}
