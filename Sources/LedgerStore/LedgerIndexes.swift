import GRDB

/// The indexes of the transactions and of the rows of files, which a large addition rebuilds.
///
/// Sorting once is several times faster than a place in every index for every row.
struct LedgerIndexes {
  let db: Database

  /// The indexes by which SQLite finds the rows that refer to another row, which stay.
  ///
  /// Without them it would go through the whole table for each row that is removed or put back.
  private static let references = ["ledgerTransactionByRecord", "recordByFile"]

  private static let rebuilt = LedgerSchema.indexes.filter { index in
    (index.contains("ON ledgerTransaction") || index.contains("ON record"))
      && !references.contains { index.contains(" \($0) ") }
  }

  func drop() throws {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name IN ('ledgerTransaction', 'record') AND sql IS NOT NULL
        """)
    for name in names where !Self.references.contains(name) {
      try db.execute(sql: "DROP INDEX \(name.quotedDatabaseIdentifier)")
    }
  }

  func make() throws {
    // One thread more sorts while this one reads.
    try db.execute(sql: "PRAGMA threads = 1")
    for index in Self.rebuilt { try db.execute(sql: index) }
  }
}
