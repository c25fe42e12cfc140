public import Portfolio

/// What a caller has seen of the ledger and acts on.
///
/// Other processes may write between a prompt and the user's answer, so each write compares the
/// ledger with what the caller saw, inside its transaction, and is refused if they differ.
public enum Expectation: Equatable, Sendable {
  /// The journal's newest entry; `nil` for a ledger without changes.
  case newestChange(ChangeMark?)
  /// A transaction with all its fields.
  case transaction(Transaction)
  /// A move with all its fields.
  case move(Move)
}

extension LedgerRows {
  /// Refuses the write if the ledger differs from what the caller has seen.
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
  /// The number and hash that identify the entry.
  var mark: ChangeMark { ChangeMark(number: sequence, hash: hash.hexadecimalText) }
}
