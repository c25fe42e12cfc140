import FoundationEssentials
import GRDB
import Portfolio

extension LedgerSchema {
  /// Migrates a database to the newest schema, in one transaction.
  static func migrate(_ queue: DatabaseQueue, path: String) throws {
    try queue.write { db in
      // Another process may have been faster.
      switch try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 {
      case 1: return try VersionOneMigration(db: db, path: path).run()
      case 2: return try VersionTwoMigration(db: db, path: path).run()
      case let found where found < version:
        if found == 3 { try db.execute(sql: fromVersion3) }
        if found <= 4 { try migrateFromVersion4(db) }
        if found <= 5 { try migrateFromVersion5(db, path: path) }
        // Schema 7 allows runs of row images, schema 8 stores lots in pieces, and schema 9 omits
        // facts that follow from others. Programs that do not know these must refuse the ledger.
        if found <= 7 { try putLotsInPieces(db, path: path) }
        try db.execute(sql: "PRAGMA user_version = \(version)")
      default: return
      }
    }
  }
}

extension LedgerSchema {
  /// The migration from schema 7 to schema 8: recomputes positions from their rows, with lots in
  /// pieces and checkpoints.
  private static func putLotsInPieces(_ db: Database, path: String) throws {
    for table in ["closedPosition", "positionBook", "position"] {
      try db.execute(sql: "DROP TABLE \(table)")
    }
    for table in positionTables { try db.execute(sql: table) }
    try PositionKeeper.storeAll(db: db, path: path)
  }
}

/// The migration from schema 1 to schema 9.
struct VersionOneMigration {
  private struct Key: Hashable {
    let reference: Reference
    let coinId: String
    let isSale: Bool
  }

  private static let columns = "sequence, id, coinId, type, amount, pricePerCoin, date, notes"

  let db: Database
  let path: String

  func run() throws {
    try db.execute(
      sql: """
        DROP INDEX IF EXISTS ledgerTransactionByDate;
        DROP INDEX IF EXISTS ledgerTransactionByCoin;
        ALTER TABLE changeRow RENAME TO oldChangeRow;
        ALTER TABLE change RENAME TO oldChange;
        ALTER TABLE ledgerTransaction RENAME TO oldTransaction;
        """)
    try db.execute(sql: LedgerSchema.version9)
    try LedgerIndexes(db: db).drop()
    let owners = try referenceOwners()
    let total = try copyTransactions(owners)
    try LedgerIndexes(db: db).make()
    try PositionKeeper.storeAll(db: db, path: path)
    try copyJournal(owners, result: total)
    try db.execute(
      sql: """
        DROP TABLE oldChangeRow; DROP TABLE oldChange; DROP TABLE oldTransaction;
        DROP TABLE IF EXISTS grdb_migrations;
        """)
    try Meta(db: db).set("version", 1)
  }

  /// The row that keeps each reference: the oldest existing one, otherwise the oldest removed one.
  private func referenceOwners() throws -> [Key: Int] {
    var owners: [Key: Int] = [:]
    for table in ["oldTransaction", "oldChangeRow"] {
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(Self.columns) FROM \(table) WHERE notes GLOB '*]' ORDER BY sequence
          """)
      var found: [Key: Int] = [:]
      while let row = try rows.next() {
        let transaction = try transaction(row, table: table).transaction
        guard let key = key(of: transaction) else { continue }
        if owners[key] == nil && found[key] == nil { found[key] = try row.required(0) }
      }
      owners.merge(found) { old, _ in old }
    }
    return owners
  }

  private func key(of transaction: Transaction) -> Key? {
    VersionOneNotes(transaction.notes).reference.map {
      Key(reference: $0, coinId: transaction.coinId, isSale: transaction.type == .sell)
    }
  }

  private func copyTransactions(_ owners: [Key: Int]) throws -> RowDigest {
    var total = RowDigest()
    let insert = try db.makeStatement(sql: LedgerTable.transactions.insertion)
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(Self.columns) FROM oldTransaction ORDER BY sequence")
    while let row = try rows.next() {
      let values = try moved(row, table: "oldTransaction", owners).values
      try insert.execute(arguments: LedgerTable.transactions.arguments(values))
      total += RowDigest(image: RowImage.encode(values))
    }
    try db.execute(
      sql: """
        DELETE FROM sqlite_sequence WHERE name = 'ledgerTransaction';
        INSERT INTO sqlite_sequence (name, seq)
          SELECT 'ledgerTransaction', seq FROM sqlite_sequence WHERE name = 'oldTransaction';
        """)
    return total
  }

  private func copyJournal(_ owners: [Key: Int], result: RowDigest) throws {
    let changes = try Row.fetchAll(
      db, sql: "SELECT sequence, isUndone FROM oldChange ORDER BY sequence"
    ).map { OldChange(sequence: try $0.required(0), isUndone: try $0.required(1)) }
    var copy = JournalCopy(db: db, path: path)
    var start = result
    for change in changes where !change.isUndone {
      try images(of: change.sequence, owners) { side, row in
        let digest = RowDigest(image: RowImage.encode(row.values))
        if side == .after { start -= digest } else { start += digest }
      }
    }
    try copy.begin(
      result: start,
      last: LedgerRows(db: db, path: path).lastSequence(in: .transactions))
    for change in changes {
      try copy.add { body in try images(of: change.sequence, owners, body) }
    }
    for change in changes.reversed() where change.isUndone {
      try copy.undo { body in try images(of: change.sequence, owners, body) }
    }
  }

  private struct OldChange {
    let sequence: Int
    let isUndone: Bool
  }

  private func images(
    of change: Int, _ owners: [Key: Int],
    _ body: (JournalImage.Side, LedgerRow) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(Self.columns), side FROM oldChangeRow WHERE change = ? ORDER BY sequence, side
        """, arguments: [change])
    while let row = try rows.next() {
      guard let side = (row.value(8) as String?).flatMap(JournalImage.Side.init) else { continue }
      try body(side, try moved(row, table: "oldChangeRow", owners))
    }
  }

  private func moved(
    _ row: Row, table: String, _ owners: [Key: Int]
  ) throws -> LedgerRow {
    let old = try transaction(row, table: table)
    let owner = key(of: old.transaction).flatMap { owners[$0] }
    let isOwner = owner == nil || owner == old.sequence
    return LedgerRow(
      sequence: old.sequence,
      transaction: VersionOneNotes(old.transaction.notes)
        .moved(old.transaction, keepsReference: !isOwner))
  }

  private func transaction(_ row: Row, table: String) throws -> LedgerRow {
    let named = table == "oldTransaction" ? "ledgerTransaction" : "changeRow"
    let reader = ColumnReader(
      source: RowColumns(row: row), table: .transactions,
      location: .init(path: path, table: named))
    return LedgerRow(
      sequence: reader.sequence,
      transaction: Transaction(
        id: try reader.required(1, (row.value(1) as String?).flatMap(UUID.init(uuidString:))),
        coinId: try reader.required(2, row.value(2)),
        type: try reader.required(3, (row.value(3) as String?).flatMap(TransactionType.init)),
        amount: try reader.quantity(4), pricePerCoin: try reader.price(5),
        date: try reader.date(6),
        notes: reader.freeText(7)))
  }
}
