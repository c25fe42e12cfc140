import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// No number that SQLite can store crashes the program: every call succeeds or throws, and the
/// check of the ledger reports it.
@Suite struct ExtremeNumberTests {
  private let folder: TemporaryFolder
  private let path: String
  private let now = LedgerContract.now

  init() throws {
    folder = try VerifyCorruptionTests.filledFolder()
    path = folder.ledgerPath
  }

  @Test(
    arguments: [
      "ledgerTransaction SET date", "ledgerTransaction SET valuationDay",
      "ledgerTransaction SET sequence", "ledgerMove SET date", "ledgerMove SET sequence",
      "change SET date", "change SET target", "change SET firstAdded", "change SET lastAdded",
      "change SET sequence", "changeRow SET change", "changeRow SET sequence",
      "position SET rowCount", "position SET lastDate", "position SET lastSequence",
      "position SET lotRows", "closedPosition SET number", "closedPosition SET closedDate",
      "meta SET value", "sqlite_sequence SET seq",
    ], [Int.max, Int.max - 1, 1 << 60, -1, Int.min])
  func `every call answers or refuses`(column: String, number: Int) throws {
    let only = column.hasPrefix("meta") ? "WHERE name = 'version'" : ""
    var careless = Configuration()
    careless.foreignKeysEnabled = false
    let found = try DatabaseQueue(path: path, configuration: careless)
      .writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try db.execute(sql: "UPDATE OR IGNORE \(column) = ? \(only)", arguments: [number])
        return db.changesCount
      }
    #expect(found > 0)
    let ledger = SQLiteLedger(path: path)
    // The check cannot see a wrong ledger version; only the published files record it.
    let faults = try ledger.verifyStorage(now: now).faults
    #expect(!faults.isEmpty || column.hasPrefix("meta"))
    read(ledger)
    try write(ledger)
    read(ledger)
  }

  /// Tables are strict, but a corrupted page can contain any type in any column.
  @Test(arguments: [
    "ledgerTransaction", "ledgerMove", "change", "changeRow", "position", "lotPiece", "lotBook",
    "closedPosition", "meta",
  ])
  func `a value of another type is named`(table: String) throws {
    let columns = try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return try db.columns(in: table).map(\.name)
    }
    let sound = try Data(contentsOf: URL(fileURLWithPath: path))
    let others = ["abc".databaseValue, Data([7]).databaseValue, 1.5.databaseValue]
    var found = 0
    for column in columns {
      for value in others where try scribble(value, column, of: table) {
        found += 1
        let ledger = SQLiteLedger(path: path)
        let faults = attempt { try ledger.verifyStorage(now: now).faults }
        #expect(faults?.isEmpty != true, "\(table).\(column): \(value)")
        read(ledger)
        try write(ledger)
        read(ledger)
        try restore(sound)
      }
    }
    #expect(found > columns.count)
  }

  /// Writes a value into a column of all rows, bypassing the table's constraints.
  ///
  /// - Returns: Whether any row was changed.
  private func scribble(_ value: DatabaseValue, _ column: String, of table: String) throws -> Bool {
    var careless = Configuration()
    careless.foreignKeysEnabled = false
    return try DatabaseQueue(path: path, configuration: careless).writeWithoutTransaction { db in
      let sql = try String.fetchOne(
        db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [table])
      let strict = try #require(sql)
      let loose = strict.replacingOccurrences(of: ") STRICT,", with: ")")
        .replacingOccurrences(of: ") STRICT", with: ")")
        .replacingOccurrences(
          of: "\n  \(column) (TEXT|BLOB|INTEGER)(?! PRIMARY KEY AUTO)", with: "\n  \(column)",
          options: .regularExpression)
      try setSchema(loose, of: table, in: db)
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      let count: Int
      do {
        try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = ?", arguments: [value])
        count = db.changesCount
      } catch is DatabaseError { count = 0 }
      try setSchema(strict, of: table, in: db)
      return count > 0
    }
  }

  private func setSchema(_ sql: String, of table: String, in db: Database) throws {
    try db.execute(sql: "PRAGMA writable_schema = ON")
    try db.execute(
      sql: "UPDATE sqlite_master SET sql = ? WHERE name = ?", arguments: [sql, table])
    try db.execute(sql: "PRAGMA writable_schema = RESET")
  }

  private func restore(_ sound: Data) throws {
    for ending in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.removeItem(atPath: path + ending)
    }
    try sound.write(to: URL(fileURLWithPath: path))
  }

  private func read(_ ledger: SQLiteLedger) {
    attempt { _ = try ledger.transactions().map { ($0.date.utcText, $0.valuation?.day?.text) } }
    attempt { _ = try ledger.moves.all().map(\.date.utcText) }
    attempt { _ = try ledger.log().map { ($0.step.mark.number, $0.step.date?.utcText) } }
    attempt { _ = try ledger.positions(closed: .all).closed.map(\.closedDate.utcText) }
    attempt { _ = try ledger.position(of: "bitcoin") }
    attempt { _ = try ledger.balances() }
    attempt { _ = try ledger.estimatedRows() }
    attempt { _ = try ClosedCycles(in: ledger).cycles(of: ledger.transactions()) }
    attempt { _ = try ledger.digests() }
    attempt { _ = try ledger.peekUndo() }
  }

  private func write(_ ledger: SQLiteLedger) throws {
    let bought = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(90))
    let sold = try LedgerContract.transaction(.sell, "0.5", on: LedgerContract.day(91))
    let move = Move(account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(92))
    attempt { try ledger.apply(.add([bought]), now: now) }
    attempt { try ledger.apply(.add([sold]), now: now) }
    attempt { try ledger.moves.add([move], clock: { now }) }
    attempt { _ = try ledger.undo(now: now) }
    attempt { _ = try ledger.redo(now: now) }
    attempt { try ledger.apply(.delete(bought.id), now: now) }
  }

  /// Runs a call that may throw.
  @discardableResult
  private func attempt<Answer>(_ body: () throws -> Answer) -> Answer? {
    do { return try body() } catch {
      #expect(error is LedgerStoreError || error is PortfolioError, "\(error)")
      return nil
    }
  }
}
