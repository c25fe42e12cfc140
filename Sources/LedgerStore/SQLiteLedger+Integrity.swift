import GRDB

extension SQLiteLedger {
  /// Looks for damage: the file's structure, its rules and references, and whether every row reads.
  ///
  /// - Returns: What was found, in words; empty for a sound or a missing ledger.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func checkIntegrity() throws -> [String] {
    guard let queue = try existing() else { return [] }
    return try naming(path) { try queue.read { try LedgerSchema.faults($0, path: path) } }
  }
}

extension LedgerSchema {
  /// What is wrong inside the database, in words.
  static func faults(_ db: Database, path: String) throws -> [String] {
    var faults: [String] = []
    do {
      faults += try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      faults += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
        "\($0[0] as String? ?? "a table") \($0[1] as Int? ?? 0) refers to nothing"
      }
      faults += try LedgerRows(db: db, path: path).unreadable().map(\.sentence)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      // A check that the damage itself cuts short has found enough.
      faults.append(error.message ?? "the file is malformed")
    }
    return faults
  }
}
