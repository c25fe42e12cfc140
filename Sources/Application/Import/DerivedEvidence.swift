import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// The result of deriving one stretch.
struct DerivedStretch: Sendable {
  /// How its rows change.
  let difference: BookDifference
  /// The batch that writes these changes and the states of the stretch's records.
  var batch: LedgerBatch
  /// The open questions about its rows.
  let asked: AskedOfStretch
  /// The answers that were used.
  let answered: [Question.Key: Choice]
  /// Questions about less than a dollar, with the best answer that settles them.
  let settled: [Question.Key: Choice]
  /// Its transactions after the change, in ledger order.
  let rows: [Transaction]
  /// Its moves that follow from files.
  let moves: [(id: UUID, date: Date)]
  /// The fact that each derived row comes from.
  let facts: [UUID: Fact.ID]
}

/// What follows from the evidence.
struct DerivedEvidence {
  /// The source of each row.
  let origins: [UUID: Booked.Origin]
  /// The answers that were used.
  let answered: [Question.Key: Choice]
  /// Questions about less than a dollar, with the best answer that settles them.
  let settled: [Question.Key: Choice]
  /// How the rows of the ledger change.
  let difference: BookDifference
  /// What writes it.
  let batch: LedgerBatch
  /// The questions that are open, those about unreadable rows among them.
  let questions: [Question]
}

extension LedgerBatch {
  /// What writes how the rows change.
  init(_ difference: BookDifference) {
    self.init(
      transactions: difference.added, moves: difference.addedMoves,
      changedMoves: difference.changedMoves, changed: difference.changed,
      removed: difference.removed, removedMoves: difference.removedMoves)
  }
}

extension [Transaction] {
  /// Rows in ledger order as a batch leaves them: rows that it adds follow those of their instant.
  func after(_ batch: LedgerBatch) -> [Transaction] {
    guard !isEmpty else { return batch.transactions }
    let removed = Set(batch.removed.map(\.id))
    let changed = Dictionary(batch.changed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let kept = filter { !removed.contains($0.id) }.map { changed[$0.id] ?? $0 }
    return inLedgerOrder(kept + batch.transactions)
  }
}
