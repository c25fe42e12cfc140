import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Deliberate damage; the check finds every kind (`docs/reliability.md`).
@Suite struct VerifyCorruptionTests {
  let folder: TemporaryFolder
  let path: String
  let now = LedgerContract.now

  init() throws {
    folder = try Self.filledFolder()
    path = folder.ledgerPath
  }

  /// A folder with a ledger that contains every kind of change, created once for all tests.
  static func filledFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in try filled.get() {
      try bytes.write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    return folder
  }

  private static let filled = Result {
    let folder = try TemporaryFolder()
    try fill(SQLiteLedger(path: folder.ledgerPath), now: LedgerContract.now)
    return try folder.names().filter { !$0.hasSuffix("-shm") }
      .map { ($0, try bytes("\(folder.path)/\($0)")) }
  }

  @Test func `a sound ledger has no faults`() throws {
    let report = try SQLiteLedger(path: path).verifyStorage(now: now)
    #expect(report.faults == [])
    #expect(report.transactions == 7)
    #expect(report.moves == 2)
    #expect(report.coins == 2)
    #expect(report.changes == 9)
  }

  @Test(arguments: Damage.schema) func `damage to the schema is found`(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.rows) func `damage to rows is found`(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.journal) func `damage to the journal is found`(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.positions) func `damage to positions is found`(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.hidden) func `hidden damage is found`(_ damage: Damage) throws {
    try expectFound(damage)
  }

  /// The state after a first write that was killed, or after replacing the ledger with a backup.
  @Test func `a log that the next write turns on is no damage`() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    #expect(try SQLiteLedger(path: path).verifyStorage(now: now).faults == [])
  }

  @Test func `a ledger that can only be read is sound`() throws {
    try makeUnwritable()
    let ledger = SQLiteLedger(path: path)
    let report = try ledger.atOneInstant { try ledger.verifyStorage(now: now) }
    #expect(report.faults == [])
    #expect(report.transactions == 7)
  }

  @Test func `a file read without locks that is written meanwhile is not judged`() throws {
    try makeUnwritable()
    let ledger = SQLiteLedger(path: path)
    #expect(
      throws: LedgerStoreError.io(path, detail: "another program wrote it meanwhile")
    ) {
      try ledger.atOneInstant {
        try put(try bytes(path) + Data(count: 4_096), at: path)
        _ = try ledger.verifyStorage(now: now)
      }
    }
  }

  /// bitpal records no future dates: if everything else is intact, the clock is wrong.
  @Test func `a clock that is wrong is no damage`() throws {
    let report = try SQLiteLedger(path: path).verifyStorage(now: Date(timeIntervalSince1970: 60))
    #expect(report.faults == [])
    #expect(report.future?.date == LedgerContract.day(7))
    #expect(try SQLiteLedger(path: path).verifyStorage(now: now).future == nil)
  }

  @Test func `what follows a zero byte is found in every text of the schema`() throws {
    let columns = try texts()
    #expect(columns.count > 20)
    for (table, column) in columns {
      let ledger = folder.path + "/\(table)-\(column).sqlite"
      try SQLiteLedger(path: path).backups.copy(to: ledger)
      let hides = try careless(ledger).write { db in
        try db.execute(
          sql: """
            PRAGMA ignore_check_constraints = ON;
            UPDATE \(table) SET \(column) = \(column) || char(0) || 'x'
              WHERE \(column) IS NOT NULL
            """)
        return db.changesCount > 0
      }
      let faults = try SQLiteLedger(path: ledger).verifyStorage(now: now).faults
      #expect(faults.isEmpty == !hides, "\(table) \(column)")
    }
  }

  /// Every column that can contain text, from the schema.
  private func texts() throws -> [(table: String, column: String)] {
    try careless().read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT "table".name, "column".name
          FROM sqlite_master AS "table", pragma_table_info("table".name) AS "column"
          WHERE "table".type = 'table' AND "column".type IN ('TEXT', 'ANY', '')
          """
      ).map { ($0[0], $0[1]) }
    }
  }

  /// Prevents SQLite from creating its shared-memory file, as in a folder of another user.
  private func makeUnwritable() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    for tail in ["-wal", "-shm"] where access(path + tail, F_OK) == 0 { unlink(path + tail) }
    try FileManager.default.createSymbolicLink(
      atPath: path + "-shm", withDestinationPath: "nowhere/at all")
  }

  @Test func `an index that lacks a row is found`() throws {
    try careless().writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = sql || ' WHERE sequence > 1'
            WHERE name = 'ledgerTransactionByDate';
          PRAGMA writable_schema = RESET;
          REINDEX ledgerTransactionByDate;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, ' WHERE sequence > 1', '')
            WHERE name = 'ledgerTransactionByDate';
          PRAGMA writable_schema = RESET;
          """)
    }
    #expect(try !SQLiteLedger(path: path).verifyStorage(now: now).faults.isEmpty)
  }

  /// A later write must not legitimize a manual change.
  @Test(arguments: Damage.rows.prefix(8) + [10, 12, 13].map { Damage.rows[$0] })
  func `what was changed by hand is still found after another write`(_ damage: Damage) throws {
    try careless().write { try $0.execute(sql: damage.sql) }
    let ledger = SQLiteLedger(path: path)
    let other = try LedgerContract.transaction(
      .buy, "1", on: LedgerContract.day(100), coin: "solana")
    try ledger.apply(.add([other]), now: now)
    #expect(try !ledger.verifyStorage(now: now).faults.isEmpty)
  }

  @Test func `the very row that was changed by hand is still found after its edit`() throws {
    try careless().write {
      try $0.execute(sql: "UPDATE ledgerTransaction SET notes = 'n' WHERE sequence = 1")
    }
    let ledger = SQLiteLedger(path: path)
    let row = try #require(try ledger.transactions().first { $0.notes == "n" })
    try ledger.edit(row.id, clock: { now }) { $0[0].notes = "edited" }
    #expect(
      try ledger.verifyStorage(now: now).faults == [
        "transactions of \(row.coinId) were changed outside bitpal",
        "the journal does not lead to the rows there are",
      ])
  }

  private func expectFound(_ damage: Damage) throws {
    try careless().writeWithoutTransaction { try $0.execute(sql: damage.sql) }
    let faults = try SQLiteLedger(path: path).verifyStorage(now: now).faults
    #expect(faults.contains { $0.contains(damage.word) }, "\(faults)")
  }

  private func careless(_ ledger: String? = nil) throws -> DatabaseQueue {
    var careless = Configuration()
    careless.foreignKeysEnabled = false
    return try DatabaseQueue(path: ledger ?? path, configuration: careless)
  }

  /// A ledger with all features: cycles, an edit, a deletion, moves, a transfer, and an undo.
  static func fill(_ ledger: SQLiteLedger, now: Date) throws {
    let day = { LedgerContract.day($0) }
    let clock = { now }
    func row(_ type: TransactionType, _ amount: String, _ at: Int, coin: String = "bitcoin")
      throws -> Transaction
    {
      try LedgerContract.transaction(type, amount, on: day(at), coin: coin, notes: "note \(at)")
    }
    try ledger.apply(
      .add([try row(.buy, "2", 1), try row(.buy, "1.5", 2), try row(.sell, "3.5", 3)]),
      label: "import", clock: clock)
    var paid = try row(.buy, "4", 4)
    paid.payment = MoneyAmount(amount: 370, currency: "EUR")
    paid.valuation = Valuation(kind: .rate, rate: exact("1.1"), source: "ECB", day: UTCDay(day(4)))
    paid.pricePerCoin = exact("101.75")
    paid.reference = Reference(source: "kraken", id: "T1")
    try ledger.apply(.add([paid, try row(.buy, "9", 5, coin: "ethereum")]), now: now)
    try ledger.edit(paid.id, clock: clock) { $0[0].account = "kraken" }
    let moves = [
      Move(account: "kraken", coinId: "bitcoin", amount: -1, fee: exact("0.1"), date: day(6)),
      Move(account: "wallet", coinId: "bitcoin", amount: 1, date: day(6)),
    ]
    try ledger.moves.add(moves, clock: clock)
    try ledger.moves.pair(moves[0].id, moves[1].id, clock: clock)
    let gone = try row(.gift, "1", 7)
    try ledger.apply(.add([gone]), now: now)
    try ledger.apply(.delete(gone.id), now: now)
    _ = try ledger.undo(now: now)
    try ledger.edit(gone.id, clock: clock) { $0[0].notes = "note of a gift" }
  }
}
