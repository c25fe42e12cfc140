import FoundationEssentials
import GRDB
public import Portfolio
import Threads

/// Some of a coin's rows, passed on while a ledger is verified.
public struct VerifiedPart: Sendable {
  /// The coin's next transactions in ledger order, without their notes and references.
  public let rows: [Transaction]
  /// The coin's position and closed cycles computed from all its transactions, in its last part;
  /// `nil` in earlier parts.
  public let end: (position: CoinPosition, closed: [ClosedCycle])?
}

/// Verifies a ledger's file in one pass over its rows.
struct StorageCheck {
  let db: Database
  let path: String
  let now: Date?
  let isLive: Bool
  /// Receives the rows.
  let eachPart: PartVisitor?

  typealias PartVisitor = @Sendable (VerifiedPart) -> Void

  /// - Parameters:
  ///   - db: The database in a transaction, so that all reads are of one instant.
  ///   - now: The current time; `nil` allows rows in the future.
  ///   - isLive: Whether the file is the ledger itself and not a copy.
  init(
    _ db: Database, path: String, now: Date? = nil, isLive: Bool = false,
    eachPart: PartVisitor? = nil
  ) {
    self.eachPart = eachPart
    self.db = db
    self.path = path
    self.now = now
    self.isLive = isLive
  }

  func run(_ report: inout StorageReport) throws {
    for fault in try SchemaCheck(db: db).faults() { report.add(fault) }
    let side = try checkStructureConcurrently()
    defer { side?.wait() }
    if side == nil { for fault in try Self.structure(db) { report.add(fault) } }
    try checkRows(&report)
    for fault in try side?.value() ?? [] { report.add(fault) }
  }

  private func checkRows(_ report: inout StorageReport) throws {
    guard try SchemaCheck(db: db).hasTables() else { return }
    var rows = RowCheck(db: db, path: path, now: now, eachPart: eachPart)
    try rows.run(&report)
    var journal = JournalCheck(db: db)
    try journal.run(rows: rows.total, &report)
    for fault in try SequenceCheck(db: db, lastSequences: journal.lastSequences).faults() {
      report.add(fault)
    }
  }

  /// The size in bytes from which SQLite's own check runs in parallel with ours.
  private static let largeFile = 16 << 20

  /// SQLite's own check of a large ledger, on another connection.
  ///
  /// It may see a later instant, but every write leaves the structure intact.
  private func checkStructureConcurrently() throws -> BackgroundTask<[String], any Error>? {
    guard isLive, !db.configuration.readonly, try LedgerFile.size(of: path) ?? 0 >= Self.largeFile
    else { return nil }
    let path = path
    return BackgroundTask {
      let other = try LedgerSchema.openReadOnly(path).queue
      let faults = try naming(path) { try other.read { try Self.structure($0) } }
      try naming(path) { try other.finish() }
      return faults
    }
  }

  private static func structure(_ db: Database) throws -> [String] {
    // Row digests already prove that the column checks hold, and evaluating them would take longer
    // than everything else.
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    let structure =
      try String.fetchAll(db, sql: "PRAGMA integrity_check") + rulesBesideTheRows(db)
    let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
    return structure.filter { $0 != "ok" }
      + references.map { "\($0.value(0) ?? "A row") refers to a row that is gone" }
  }
}

extension StorageCheck {
  /// Violations in tables whose rows have no digest, and text hidden after a zero byte there.
  private static func rulesBesideTheRows(_ db: Database) throws -> [String] {
    try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return try tables.filter { LedgerTable.named($0) == nil }.flatMap { table in
      try String.fetchAll(
        db, sql: "PRAGMA integrity_check(\(table.quotedDatabaseIdentifier))")
        + hiddenTexts(db, table)
    }
  }

  /// The columns of a table with text that continues after a zero byte, which SQLite's functions
  /// hide.
  private static func hiddenTexts(_ db: Database, _ table: String) throws -> [String] {
    let columns = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    let isHidden = columns.map(\.quotedDatabaseIdentifier).map {
      "max(typeof(\($0)) = 'text' AND instr(CAST(\($0) AS BLOB), x'00') > 0)"
    }
    let found = try Row.fetchOne(
      db,
      sql: "SELECT \(isHidden.joined(separator: ", ")) FROM \(table.quotedDatabaseIdentifier)")
    return columns.indices.filter { found?.value($0) == true }.map {
      "\(table) holds a text with a zero byte in \(columns[$0])"
    }
  }
}

/// Whether the database has the expected tables and indexes.
struct SchemaCheck {
  let db: Database

  func faults() throws -> [String] {
    let found = try Self.statements(db)
    let expected = try DatabaseQueue().write { fresh in
      try fresh.execute(sql: LedgerSchema.version9)
      return try Self.statements(fresh)
    }
    var faults: [String] = []
    for (name, sql) in expected.sorted(by: { $0.key < $1.key }) {
      if found[name] == nil { faults.append("\(name) is missing from the schema") }
      if let other = found[name], other != sql {
        faults.append("the schema of \(name) was changed")
      }
    }
    for name in found.keys.sorted() where expected[name] == nil {
      faults.append("\(name) was added to the schema")
    }
    return faults
  }

  /// Whether all tables exist.
  func hasTables() throws -> Bool {
    let found = try Self.statements(db)
    return
      ([
        "ledgerTransaction", "ledgerMove", "moveDigest", "change", "changeRow", "meta",
        "importFile", "fileContent", "record", "answer", "override",
      ] + LedgerSchema.positionTableNames).allSatisfy { found["table \($0)"] != nil }
  }

  private static func statements(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return Dictionary(
      try rows.map {
        ("\(try $0.required(0) as String) \(try $0.required(1) as String)", try $0.required(2))
      },
      uniquingKeysWith: { first, _ in first })
  }
}

/// Checks the sequence numbers that were given out against the journal.
struct SequenceCheck {
  let db: Database
  /// The highest sequence number of each table in the journal.
  let lastSequences: [String: Int]

  func faults() throws -> [String] {
    let tables = LedgerTable.all.map(\.name) + ["change"]
    let names = try String.fetchAll(db, sql: "SELECT CAST(name AS TEXT) FROM sqlite_sequence")
    let others = Set(names).subtracting(tables).sorted().map {
      "row numbers are counted for \($0), which bitpal never does"
    }
    let counted = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM sqlite_sequence
        WHERE typeof(name) <> 'text' OR typeof(seq) <> 'integer'
          OR name IN (SELECT name FROM sqlite_sequence GROUP BY name HAVING count(*) > 1)
        """)
    let doubled = counted == 0 ? [] : ["row numbers are counted twice, or not in whole numbers"]
    return try others + doubled
      + tables.compactMap { table in
        let stored =
          try Int.fetchOne(
            db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
        let expected = lastSequences[table] ?? 0
        return stored == expected
          ? nil : "the last place in \(table) is \(stored), and \(expected) in the journal"
      }
  }
}
