import FoundationEssentials
import GRDB
import Portfolio
import Threads

/// The proof of a ledger's file, read once from its first row to its last.
struct StorageCheck {
  let queue: DatabaseQueue
  let path: String
  let now: Date?
  let isLive: Bool
  /// Receives each coin's position with the transactions that it was computed from, without their
  /// notes and references.
  let eachCoin: CoinVisitor?

  typealias CoinVisitor = @Sendable (CoinPosition, [Transaction]) -> Void

  /// - Parameters:
  ///   - now: The present instant; `nil` lets rows lie in the future.
  ///   - isLive: Whether the file is the ledger itself and not a copy.
  init(
    _ queue: DatabaseQueue, path: String, now: Date? = nil, isLive: Bool = false,
    eachCoin: CoinVisitor? = nil
  ) {
    self.eachCoin = eachCoin
    self.queue = queue
    self.path = path
    self.now = now
    self.isLive = isLive
  }

  /// What is wrong, in words.
  func faults() throws -> [String] { try report().faults }

  func report() throws -> StorageReport {
    var report = StorageReport()
    do {
      try naming(path) { try queue.read { try check($0, &report) } }
    } catch LedgerStoreError.damaged(_, let detail) {
      // Damage that ends the reading is a finding like any other.
      report.add(detail)
    }
    report.finish()
    return report
  }

  private func check(_ db: Database, _ report: inout StorageReport) throws {
    for fault in try SchemaCheck(db: db, isLive: isLive).faults() { report.add(fault) }
    let side = try structureBeside(db)
    defer { side?.wait() }
    if side == nil { for fault in try Self.structure(db) { report.add(fault) } }
    try checkRows(db, &report)
    for fault in try side?.value() ?? [] { report.add(fault) }
  }

  private func checkRows(_ db: Database, _ report: inout StorageReport) throws {
    guard try SchemaCheck(db: db, isLive: isLive).hasTables() else { return }
    var rows = RowCheck(db: db, path: path, now: now, eachCoin: eachCoin)
    try rows.run(&report)
    var journal = JournalCheck(db: db)
    try journal.run(rows: rows.total, &report)
    for fault in try SequenceCheck(db: db, given: journal.given).faults() { report.add(fault) }
  }

  /// Bytes from which on SQLite's own check runs beside ours.
  private static let largeFile = 16 << 20

  /// SQLite's own check of a large ledger, on another connection.
  private func structureBeside(_ db: Database) throws -> SideThread<[String]>? {
    guard isLive, try LedgerFile.size(of: path) ?? 0 >= Self.largeFile else { return nil }
    let path = path
    return SideThread {
      let other = try LedgerSchema.openReadOnly(path).queue
      let faults = try naming(path) { try other.read { try Self.structure($0) } }
      try naming(path) { try other.finish() }
      return faults
    }
  }

  private static func structure(_ db: Database) throws -> [String] {
    // What the checks of columns say is known of rows that are as they were written: their digests
    // tell. Asking each of them takes longer than everything else.
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    let structure =
      try String.fetchAll(db, sql: "PRAGMA integrity_check") + rulesBesideTheRows(db)
    let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
    return structure.filter { $0 != "ok" }
      + references.map { "\($0.value(0) ?? "A row") refers to a row that is gone" }
  }
}

extension StorageCheck {
  /// The tables beside the rows, with their texts: no digest of a whole row says what is in them.
  private static let textsBesideTheRows = [
    "change": ["kind", "state"], "changeRow": ["tableName", "side"], "meta": ["name"],
    "position": ["coinId", "summary"], "positionBook": ["coinId"],
    "closedPosition": ["coinId", "bought", "paid", "sold", "received"],
  ]

  /// What breaks the rules of these tables, or hides behind the end of a text.
  private static func rulesBesideTheRows(_ db: Database) throws -> [String] {
    try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    return try textsBesideTheRows.sorted { $0.key < $1.key }.flatMap { table, columns in
      guard try db.tableExists(table) else { return [] as [String] }
      let rules = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(table))")
      let hidden = columns.map { "instr(CAST(\($0) AS BLOB), x'00') > 0" }
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM \(table) WHERE \(hidden.joined(separator: " OR "))")
      return rules + (count == 0 ? [] : ["\(table) holds a text with a zero byte"])
    }
  }
}

/// Whether the database has the tables and indexes it should have, as they should be.
struct SchemaCheck {
  let db: Database
  let isLive: Bool

  func faults() throws -> [String] {
    let found = try Self.statements(db)
    let expected = try DatabaseQueue().write { fresh in
      try fresh.execute(sql: LedgerSchema.version2)
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
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
    if isLive && mode != "wal" { faults.append("journal_mode is \(mode) where it should be wal") }
    return faults
  }

  /// Whether all tables are there to be read.
  func hasTables() throws -> Bool {
    let found = try Self.statements(db)
    return [
      "ledgerTransaction", "ledgerMove", "change", "changeRow", "meta", "position", "positionBook",
      "closedPosition",
    ].allSatisfy { found["table \($0)"] != nil }
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

/// Whether places of insertion were given out as the journal says.
struct SequenceCheck {
  let db: Database
  /// The highest place of each table that the journal knows.
  let given: [String: Int]

  func faults() throws -> [String] {
    let tables = ["ledgerTransaction", "ledgerMove", "change"]
    let names = try String.fetchAll(db, sql: "SELECT CAST(name AS TEXT) FROM sqlite_sequence")
    let others = Set(names).subtracting(tables).sorted().map {
      "places are counted for \($0), which bitpal does not do"
    }
    let counted = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM sqlite_sequence
        WHERE typeof(name) <> 'text' OR typeof(seq) <> 'integer'
          OR name IN (SELECT name FROM sqlite_sequence GROUP BY name HAVING count(*) > 1)
        """)
    let doubled = counted == 0 ? [] : ["places are counted twice, or not in whole numbers"]
    return try others + doubled
      + tables.compactMap { table in
        let stored =
          try Int.fetchOne(
            db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
        let expected = given[table] ?? 0
        return stored == expected
          ? nil : "the last place in \(table) is \(stored), and \(expected) in the journal"
      }
  }
}
