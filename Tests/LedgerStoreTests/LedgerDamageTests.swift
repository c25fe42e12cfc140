import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Files that are not ledgers, or are damaged: they are reported and left unchanged.
@Suite struct LedgerDamageTests {
  let folder: TemporaryFolder
  let path: String
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    path = folder.ledgerPath
    let rows = try (0..<200).map {
      try LedgerContract.transaction(
        .buy, "1.5", on: LedgerContract.day($0), coin: "coin-\($0 % 7)",
        notes: String(repeating: "n", count: 60))
    }
    try SQLiteLedger(path: path).apply(.add(rows), now: now)
  }

  @Test(arguments: [0, 10, 100, 4_000, 4_096, 20_000])
  func `a truncated file is named and left as it is`(length: Int) throws {
    try put(try bytes(path).prefix(length), at: path)
    try expectDamage()
  }

  @Test(arguments: [0, 20, 100])
  func `a scribbled header is named and left as it is`(offset: Int) throws {
    try scribble(from: offset)
    try expectDamage()
  }

  @Test func `scribbled rows are named and left as they are`() throws {
    try scribble(from: (try firstPage(of: "ledgerTransaction") - 1) * 4_096)
    try expectDamage()
  }

  @Test(arguments: ["ledgerTransactionByDate", "ledgerTransactionByCoin", "change", "position"])
  func `scribbled pages are found by the check`(name: String) throws {
    try scribble(from: (try firstPage(of: name) - 1) * 4_096)
    #expect(try !SQLiteLedger(path: path).checkIntegrity().isEmpty)
  }

  @Test func `a text file is named and left as it is`() throws {
    try put(Data(String(repeating: "my coins\n", count: 500).utf8), at: path)
    try expectDamage()
  }

  @Test func `another program's database is left as it is`() throws {
    let other = folder.path + "/other.sqlite"
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
    try expectUntouched(other, thrown: .notALedger(other))
  }

  @Test func `the journal a crash left next to a foreign file is left as it is`() throws {
    let original = try DatabasePool(path: folder.path + "/other.sqlite")
    try original.write { try $0.execute(sql: "CREATE TABLE song (title TEXT)") }
    let crashed = folder.path + "/crashed.sqlite"
    for tail in ["", "-wal"] { try put(try bytes(original.path + tail), at: crashed + tail) }
    let (file, journal) = (try bytes(crashed), try bytes(crashed + "-wal"))
    try #require(!journal.isEmpty)
    #expect(throws: LedgerStoreError.notALedger(crashed)) {
      try SQLiteLedger(path: crashed).transactions()
    }
    #expect(try bytes(crashed) == file)
    #expect(try bytes(crashed + "-wal") == journal)
  }

  @Test func `what a crash left in the journal is read`() throws {
    let ledger = SQLiteLedger(path: path)
    let row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(300))
    let crashed = folder.path + "/crashed.sqlite"
    // A reader of the earlier state keeps the change in the log.
    try SQLiteLedger(path: path).atOneInstant {
      try ledger.apply(.add([row]), now: now)
      for tail in ["", "-wal"] { try put(try bytes(path + tail), at: crashed + tail) }
    }
    #expect(try SQLiteLedger(path: crashed).transactions().last == row)
    #expect(try SQLiteLedger(path: crashed).checkIntegrity() == [])
    withExtendedLifetime(ledger) {}
  }

  @Test func `the file alone has a change that is recorded`() throws {
    let ledger = SQLiteLedger(path: path)
    let row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(300))
    try ledger.apply(.add([row]), now: now)
    let copy = folder.path + "/copy.sqlite"
    try put(try bytes(path), at: copy)
    #expect(try SQLiteLedger(path: copy).transactions().last == row)
    withExtendedLifetime(ledger) {}
  }

  @Test func `a newer schema is left as it is`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 10") }
    try expectUntouched(path, thrown: .newerSchema(path, found: 10, known: 9))
  }

  @Test func `a schema that never was is damage`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 0") }
    try expectDamage()
  }

  @Test func `a missing table is damage`() throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE ledgerTransaction") }
    try expectDamage()
  }

  @Test(arguments: [
    ("id", "x'00'"), ("coinId", "NULL"), ("type", "'swap'"), ("amount", "'1,5'"),
    ("pricePerCoin", "'1.5abc'"),
  ])
  func `an unreadable row is named and never skipped`(column: String, value: String) throws {
    try scribble(column, value, sequence: 17)
    let error = LedgerStoreError.unreadableRow(
      path, table: "ledgerTransaction", sequence: 17, column: column)
    let ledger = SQLiteLedger(path: path)
    #expect(throws: error) { try ledger.transactions() }
    #expect(
      try ledger.checkIntegrity().contains(
        "row 17 of ledgerTransaction has no readable \(column)"))
  }

  private func firstPage(of name: String) throws -> Int {
    try #require(
      try DatabaseQueue(path: path).read {
        try Int.fetchOne(
          $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
      })
  }

  private func scribble(from offset: Int) throws {
    var scribbled = try bytes(path)
    try #require(scribbled.count >= offset + 64)
    for index in offset..<(offset + 64) { scribbled[index] = 0xA5 }
    try put(scribbled, at: path)
  }

  /// Writes values that the schema forbids, as corruption would.
  private func scribble(_ column: String, _ value: String, sequence: Int) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, 'coinId TEXT NOT NULL', 'coinId TEXT')
            WHERE name = 'ledgerTransaction';
          PRAGMA writable_schema = RESET;
          UPDATE ledgerTransaction SET \(column) = \(value) WHERE sequence = \(sequence);
          """)
    }
  }

  private func expectDamage() throws {
    try expectUntouched(path) { error in
      guard case .damaged(path, _) = error else { return false }
      return true
    }
  }

  private func expectUntouched(_ path: String, thrown expected: LedgerStoreError) throws {
    try expectUntouched(path) { $0 == expected }
  }

  private func expectUntouched(
    _ path: String, thrown isExpected: (LedgerStoreError) -> Bool
  ) throws {
    let before = try bytes(path)
    let names = try folder.names()
    let row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1), coin: "coin-1")
    for use in [{ _ = try $0.transactions() }, { try $0.apply(.add([row]), now: now) }]
      as [(SQLiteLedger) throws -> Void]
    {
      let error = #expect(throws: LedgerStoreError.self) { try use(SQLiteLedger(path: path)) }
      #expect(error.map(isExpected) == true, "\(String(describing: error))")
    }
    #expect(try bytes(path) == before)
    #expect(try folder.names() == names)
  }
}
