import GRDB
public import Portfolio

extension ImportedFile {
  /// The digest in hexadecimal digits, by which facts name the file.
  public var digestText: String { digest.hexadecimalText }
}

extension NewFile {
  /// The digest in hexadecimal digits, by which facts name the file.
  public var digestText: String { digest.hexadecimalText }
}

extension SQLiteLedger {
  /// Whether rows of the ledger follow from files whose rows are kept with their facts.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasFacts() throws -> Bool {
    try read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db, sql: "SELECT EXISTS (SELECT 1 FROM record WHERE scope IS NOT NULL)") ?? false
    }
  }
}

extension SQLiteLedger {
  /// How many rows of imported files wait for an answer, and whether any answer was given.
  ///
  /// An index has the waiting rows alone, so that this costs next to nothing in a ledger of a
  /// million rows that all count.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func inboxCounts() throws -> (waiting: Int, hasAnswers: Bool) {
    try read(orElse: (0, false)) { ledger in
      guard
        let row = try Row.fetchOne(
          ledger.db,
          sql: """
            SELECT (SELECT count(*) FROM record WHERE state IN ('waits', 'asks')),
              EXISTS (SELECT 1 FROM answer)
            """)
      else { return (0, false) }
      return (try row.required(0), try row.required(1) as Int > 0)
    }
  }
}

extension SQLiteLedger {
  /// The records of all files that wait for an answer, or cannot be read without one.
  ///
  /// An index has just these.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func waitingRecords() throws -> [StoredRecord] {
    try read(orElse: []) { ledger in
      var records: [StoredRecord] = []
      try ledger.forEachRecord("WHERE state IN ('waits', 'asks') ORDER BY file, line, sequence", [])
      {
        records.append($0)
      }
      return records
    }
  }

  /// Whether version 1.0 imported rows of the ledger, or rows that were deleted since.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasReferences() throws -> Bool {
    let isThere = try read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM ledgerTransaction WHERE referenceId IS NOT NULL)
            OR EXISTS (SELECT 1 FROM ledgerMove WHERE referenceId IS NOT NULL)
          """) ?? false
    }
    return try isThere || !formerRows().deletedReferences.isEmpty
  }

  /// Whether the rows of a file are kept with their facts, or could not be read.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasFacts(ofFile number: Int) throws -> Bool {
    try read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db,
        sql: "SELECT EXISTS (SELECT 1 FROM record WHERE file = ? AND scope IS NOT NULL)",
        arguments: [number]) ?? false
    }
  }

  /// Reads the ledger at one instant.
  ///
  /// - Returns: What `body` returns; `nil` where there is no ledger.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func contents<Value>(_ body: (LedgerContents) throws -> Value) throws -> Value? {
    try read(orElse: nil) { try body(LedgerContents(rows: $0)) }
  }
}

extension LedgerContents {
  /// The path of the ledger, for errors.
  public var path: String { rows.path }

  /// The imported files, the oldest import first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func files() throws -> [ImportedFile] {
    try rows.fileSummaries("ORDER BY sequence").map(\.file)
  }

  /// The transactions that no record is the origin of, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func typedTransactions() throws -> [Transaction] {
    var typed: [Transaction] = []
    try rows.forEach("WHERE record IS NULL ORDER BY date, sequence") {
      typed.append($0.transaction)
    }
    return typed
  }
}
