public import Portfolio

/// What a caller has seen of the ledger and acts on.
///
/// Between a question and its answer other processes may write. What a write is about is therefore
/// compared inside its transaction with what was seen, and the write is refused where they differ.
public enum Expectation: Equatable, Sendable {
  /// The journal's newest entry; `nil` in a ledger that was never written.
  case newestChange(ChangeMark?)
  /// A transaction, every field of it.
  case transaction(Transaction)
  /// A move, every field of it.
  case move(Move)
}

extension LedgerRows {
  /// Refuses to go on where the ledger is no longer what the caller has seen.
  ///
  /// - Throws: ``LedgerStoreError/changedMeanwhile``.
  func require(_ expected: [Expectation]) throws {
    for expectation in expected {
      let holds =
        switch expectation {
        case .newestChange(let mark): try Journal(db: db).last()?.mark == mark
        case .transaction(let seen): try row(seen.id)?.transaction == seen
        case .move(let seen): try move(seen.id)?.move == seen
        }
      guard holds else { throw LedgerStoreError.changedMeanwhile }
    }
  }
}

extension JournalEntry {
  /// Identifies the entry.
  var mark: ChangeMark { ChangeMark(number: sequence, hash: hash.hexadecimalText) }
}
