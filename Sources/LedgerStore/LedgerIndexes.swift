import GRDB

/// The indexes of transactions and file rows, which a large addition rebuilds.
///
/// Sorting once is several times faster than updating every index for every row.
struct LedgerIndexes {
  let db: Database

  /// Indexes that are never dropped: SQLite needs some to check foreign keys without a full scan,
  /// and imports read time ranges by the others, which are cheap to update because rows are added
  /// by date.
  private static let kept = [
    "ledgerTransactionByRecord", "ledgerTransactionByDate", "recordByFile", "recordByScope",
    "recordOpen",
  ]

  private static let rebuilt = LedgerSchema.indexes.filter { index in
    index.contains("ON ledgerTransaction") && !kept.contains { index.contains(" \($0) ") }
  }

  private static let byID = "ledgerTransactionById"

  func drop() throws {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name = 'ledgerTransaction' AND sql IS NOT NULL
        """)
    // If there are rows, they are looked up by id while others are added.
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM ledgerTransaction)")
    let kept = Self.kept + (isEmpty ?? false ? [] : [Self.byID])
    for name in names where !kept.contains(name) {
      try db.execute(sql: "DROP INDEX \(name.quotedDatabaseIdentifier)")
    }
  }

  func make() throws {
    // Sort on one more thread while this one reads.
    try db.execute(sql: "PRAGMA threads = 1")
    let names = try String.fetchSet(
      db,
      sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledgerTransaction'")
    for index in Self.rebuilt where !names.contains(where: { index.contains(" \($0) ") }) {
      try db.execute(sql: index)
    }
  }
}
