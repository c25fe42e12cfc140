import GRDB

/// The indexes of the transactions and of the rows of files, which a large addition rebuilds.
///
/// Sorting once is several times faster than a place in every index for every row.
struct LedgerIndexes {
  let db: Database

  private static let all = LedgerSchema.indexes.filter {
    $0.contains("ON ledgerTransaction") || $0.contains("ON record")
  }

  func drop() throws {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name IN ('ledgerTransaction', 'record') AND sql IS NOT NULL
        """)
    for name in names { try db.execute(sql: "DROP INDEX \(name.quotedDatabaseIdentifier)") }
  }

  func make() throws {
    // One thread more sorts while this one reads.
    try db.execute(sql: "PRAGMA threads = 1")
    for index in Self.all { try db.execute(sql: index) }
  }
}
