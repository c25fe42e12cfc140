import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// The result of deriving one stretch.
struct DerivedStretch: Sendable {
  /// The changes to its rows.
  let difference: BookDifference
  /// The batch that writes these changes and the states of the stretch's records.
  var batch: LedgerBatch
  /// The open questions about its rows.
  let asked: AskedOfStretch
  /// The answers that were used.
  let answered: [Question.Key: Choice]
  /// Questions about less than a dollar, with the best answer, which resolves them.
  let settled: [Question.Key: Choice]
  /// Its transactions after the change, in ledger order.
  let rows: [Transaction]
  /// Its moves that are derived from files.
  let moves: [(id: UUID, date: Date)]
  /// The source fact of each derived row.
  let facts: [UUID: Fact.ID]
  /// The transfers sent or received within reach before its start, and before its end.
  ///
  /// A chain of equal transfers can be longer than any reach: then the previous stretch pairs its
  /// halves differently.
  let transfers: (before: Set<Transfer>, last: Set<Transfer>)
}

extension Derivation {
  /// The transfers sent or received in the reach before an instant.
  func transfers(before end: Int64, reach: Int64) -> Set<Transfer> {
    guard !transfers.isEmpty, end != .min, end != .max else { return [] }
    var (near, earlier) = (Set<Fact.ID>(), Set<Fact.ID>())
    for event in events where event.instant.at < end {
      if event.instant.at < end - reach { earlier.insert(event.id) } else { near.insert(event.id) }
    }
    // What was sent earlier may have been paired without the rows before it.
    return Set(
      transfers.filter {
        !earlier.contains($0.withdrawal)
          && (near.contains($0.withdrawal) || near.contains($0.deposit))
      })
  }
}

/// The result of deriving all evidence.
struct DerivedEvidence {
  /// The source of each row.
  let origins: [UUID: Booked.Origin]
  /// The answers that were used.
  let answered: [Question.Key: Choice]
  /// Questions about less than a dollar, with the best answer, which resolves them.
  let settled: [Question.Key: Choice]
  /// The changes to the rows of the ledger.
  let difference: BookDifference
  /// The batch that writes it.
  let batch: LedgerBatch
  /// The open questions, including those about unreadable rows.
  let questions: [Question]
}

extension LedgerBatch {
  /// Makes the batch that writes row changes.
  init(_ difference: BookDifference) {
    self.init(
      transactions: difference.added, moves: difference.addedMoves,
      changedMoves: difference.changedMoves, changed: difference.changed,
      removed: difference.removed, removedMoves: difference.removedMoves)
  }
}

extension [Transaction] {
  /// The rows in ledger order after a batch; rows that it adds follow those of the same instant.
  func after(_ batch: LedgerBatch) -> [Transaction] {
    guard !isEmpty else { return batch.transactions }
    let removed = Set(batch.removed.map(\.id))
    let changed = Dictionary(batch.changed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let kept = filter { !removed.contains($0.id) }.map { changed[$0.id] ?? $0 }
    return inLedgerOrder(kept + batch.transactions)
  }
}
