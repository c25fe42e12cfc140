import GRDB
public import Portfolio

/// One entry of the journal, as a list shows it.
public struct LoggedChange: Equatable, Sendable {
  /// What an entry stands for.
  public enum Kind: Equatable, Sendable {
    /// The rows there were when the journal began.
    case start
    /// A change.
    case change
    /// The undoing of the change with that number.
    case undo(Int)
    /// The redoing of the change with that number.
    case redo(Int)
  }

  /// What it stands for.
  public let kind: Kind
  /// Whether it is a change that was undone.
  public let isUndone: Bool
  /// What it did, in counts, with its label, time and mark.
  public let step: PendingStep
}

extension SQLiteLedger {
  /// The journal's entries, newest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func log(limit: Int = 100, offset: Int = 0) throws -> [LoggedChange] {
    try read(orElse: []) { ledger in
      let rows = try Row.fetchAll(
        ledger.db,
        sql: """
          SELECT \(JournalEntry.columns) FROM change ORDER BY sequence DESC LIMIT ? OFFSET ?
          """, arguments: [limit, offset])
      return try rows.map(JournalEntry.init(reading:)).map { entry in
        LoggedChange(
          kind: .init(entry), isUndone: entry.state == .undone || entry.state == .dropped,
          step: try PendingStep(entry, in: ledger.db))
      }
    }
  }

  /// The journal's newest entry; `nil` where there is none.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func newestChange() throws -> ChangeMark? {
    try read(orElse: nil) { try Journal(db: $0.db).last()?.mark }
  }

  /// Which of some changes stand: the journal has them, and they were not undone.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func standing(among changes: Set<Int>) throws -> Set<Int> {
    try read(orElse: []) { ledger in
      try changes.filter { change in
        try Int.fetchOne(
          ledger.db,
          sql: "SELECT sequence FROM change WHERE sequence = ? AND state IN ('done', 'kept')",
          arguments: [change]) != nil
      }
    }
  }
}

extension LoggedChange.Kind {
  fileprivate init(_ entry: JournalEntry) {
    self =
      switch entry.kind {
      case .start: .start
      case .change: .change
      case .undo: .undo(entry.target ?? 0)
      case .redo: .redo(entry.target ?? 0)
      }
  }
}
