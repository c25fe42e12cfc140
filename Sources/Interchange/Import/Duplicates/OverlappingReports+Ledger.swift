import FoundationEssentials
import Portfolio

/// The ledger's rows, recorded one after the other.
extension OverlappingReports {
  mutating func record(_ move: Move, isReplaceable: Bool = false, isDeleted: Bool = false) {
    guard let reference = move.reference else { return }
    let change = AccountChange(move)
    let report = ReportedChange(move, isDeleted: isDeleted)
    note(isReplaceable ? report : report.irreplaceable, of: change)
    for part in first.parts[reference] ?? [] { movesOfFees[reference.part(part)] = change }
  }

  /// Takes the next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    for transaction in transactions where !first.isChanged(transaction) {
      if let change = record(first.row(of: transaction), isReplaceable: true) {
        ofLedger.append(change)
      }
    }
  }

  /// Takes what a transaction was; returns what happened, where that may be forgotten.
  @discardableResult
  mutating func record(
    _ row: FirstRows.Row, isReplaceable: Bool = false, isDeleted: Bool = false
  ) -> AccountChange? {
    switch row {
    case .partOfMove: break
    case .move(let move): record(move, isDeleted: isDeleted)
    case .transaction(let row):
      guard let reference = row.reference else { break }
      if row.category == .fee, let change = movesOfFees[reference] {
        addFee(row.amount, of: reference, to: change)
      }
      guard let change = AccountChange(row) else { break }
      let report = ReportedChange(row, isDeleted: isDeleted)
      note(isReplaceable ? report : report.irreplaceable, of: change)
      return change
    }
    return nil
  }

  /// Counts a fee with the move that it was part of.
  private mutating func addFee(
    _ amount: Decimal, of reference: Reference, to change: AccountChange
  ) {
    let ids = ReportedChange.ids(of: reference)
    let place = reported[change]?.firstIndex { $0.form == nil && $0.ids == ids }
    if let place { reported[change]?[place].addFee(amount) }
    let move = reportedMoves[change.atAnySecond]?.firstIndex {
      $0.second == change.second && $0.report.form == nil && $0.report.ids == ids
    }
    if let move { reportedMoves[change.atAnySecond]?[move].report.addFee(amount) }
  }

  /// Forgets transactions of the ledger before an instant.
  mutating func forget(before date: Date) {
    let second = date.millisecondsSince1970 / 1000
    while forgotten < ofLedger.count, ofLedger[forgotten].second < second {
      reported[ofLedger[forgotten]] = nil
      forgotten += 1
    }
    guard forgotten > 1024 else { return }
    ofLedger.removeFirst(forgotten)
    forgotten = 0
  }

  /// Does not forget what is known of a row's time.
  mutating func keep(around row: Transaction) {
    guard let change = AccountChange(row) else { return }
    let ofMinute = change.othersOfMinute.filter { reported[$0] != nil }
    for near in (-2...2).map(change.moved) + ofMinute {
      if let reports = reported[near] { kept[near] = reports }
    }
  }

  /// The same with what was not to be forgotten.
  var remembering: OverlappingReports {
    var whole = self
    whole.reported.merge(kept) { $1 }
    return whole
  }

  /// Whether a row may be reported twice, or shows whether others are: something of the same kind
  /// and time, or rows without ids of its time, were reported already.
  func concerns(_ row: PlannedRow) -> Bool {
    guard let change = AccountChange(row.transaction) else { return false }
    if (-2...2).contains(where: { reported[change.moved(seconds: $0)] != nil }) { return true }
    return change.othersOfMinute.contains { reported[$0] != nil } || mayBeRewritten(row)
  }

  /// Whether a row without an id is of a time of which the ledger has such rows from its form.
  func mayBeRewritten(_ row: PlannedRow) -> Bool {
    guard let change = AccountChange(row.transaction) else { return false }
    guard row.transaction.reference?.isDigest == true else { return false }
    let ids = ReportedChange.ids(of: row.transaction.reference)
    return ledger.generations[ids]?.contains(change.second) ?? false
  }
}
