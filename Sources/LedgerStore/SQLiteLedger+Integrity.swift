import GRDB

extension SQLiteLedger {
  /// Looks for damage: the file's structure, its rules and references, and whether every row reads.
  ///
  /// - Returns: What was found, in words; empty for a sound or a missing ledger.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func checkIntegrity() throws -> [String] {
    guard let queue = try readable() else { return [] }
    do { return try LedgerSchema.faults(queue, path: path) } catch LedgerStoreError.damaged(
      _, let detail)
    {
      return [detail]
    }
  }
}

extension LedgerSchema {
  /// What is wrong inside the database, in words.
  ///
  /// - Throws: ``LedgerStoreError/damaged(_:detail:)`` when damage cuts the search itself short.
  static func faults(_ queue: DatabaseQueue, path: String) throws -> [String] {
    try naming(path) {
      try queue.read { db in
        let structure = try String.fetchAll(db, sql: "PRAGMA integrity_check")
        let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
        return structure.filter { $0 != "ok" }
          + references.map { "\($0[0] as String? ?? "A row") refers to a row that is gone" }
          + (try LedgerRows(db: db, path: path).unreadable().map(\.sentence))
      }
    }
  }
}
