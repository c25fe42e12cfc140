import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Damage made by hand, every kind of which the check finds (`docs/reliability.md`).
@Suite struct VerifyCorruptionTests {
  let folder: TemporaryFolder
  let path: String
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    path = folder.ledgerPath
    try Self.fill(SQLiteLedger(path: path), now: now)
  }

  @Test func aSoundLedgerHasNoFaults() throws {
    let report = try SQLiteLedger(path: path).verifyStorage(now: now)
    #expect(report.faults == [])
    #expect(report.transactions == 7)
    #expect(report.moves == 2)
    #expect(report.coins == 2)
    #expect(report.changes == 9)
  }

  @Test(arguments: Damage.schema) func damageToTheSchemaIsFound(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.rows) func damageToRowsIsFound(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.journal) func damageToTheJournalIsFound(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.positions) func damageToPositionsIsFound(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test(arguments: Damage.hidden) func hiddenDamageIsFound(_ damage: Damage) throws {
    try expectFound(damage)
  }

  @Test func aLogTurnedOffIsFound() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    #expect(
      try SQLiteLedger(path: path).verifyStorage(now: now).faults
        == ["journal_mode is delete where it should be wal"])
  }

  @Test func anIndexThatLacksARowIsFound() throws {
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

  /// A write afterwards must not make what was changed by hand the truth.
  @Test(arguments: Damage.rows.prefix(8) + [10, 12, 13].map { Damage.rows[$0] })
  func whatWasChangedByHandIsStillFoundAfterAnotherWrite(_ damage: Damage) throws {
    try careless().write { try $0.execute(sql: damage.sql) }
    let ledger = SQLiteLedger(path: path)
    let other = try LedgerContract.transaction(
      .buy, "1", on: LedgerContract.day(100), coin: "solana")
    try ledger.apply(.add([other]), now: now)
    #expect(try !ledger.verifyStorage(now: now).faults.isEmpty)
  }

  @Test func theVeryRowThatWasChangedByHandIsStillFoundAfterItsEdit() throws {
    try careless().write {
      try $0.execute(sql: "UPDATE ledgerTransaction SET notes = 'n' WHERE sequence = 1")
    }
    let ledger = SQLiteLedger(path: path)
    let row = try #require(try ledger.transactions().first { $0.notes == "n" })
    try ledger.edit(row.id, clock: { now }) { $0.notes = "edited" }
    #expect(
      try ledger.verifyStorage(now: now).faults
        == ["the journal does not lead to the rows there are"])
  }

  private func expectFound(_ damage: Damage) throws {
    try careless().writeWithoutTransaction { try $0.execute(sql: damage.sql) }
    let faults = try SQLiteLedger(path: path).verifyStorage(now: now).faults
    #expect(faults.contains { $0.contains(damage.word) }, "\(faults)")
  }

  private func careless() throws -> DatabaseQueue {
    var careless = Configuration()
    careless.foreignKeysEnabled = false
    return try DatabaseQueue(path: path, configuration: careless)
  }

  /// A ledger with everything in it: cycles, an edit, a deletion, moves, a transfer, and an undo.
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
    try ledger.edit(paid.id, clock: clock) { $0.account = "kraken" }
    let moves = [
      Move(account: "kraken", coinId: "bitcoin", amount: -1, fee: exact("0.1"), date: day(6)),
      Move(account: "wallet", coinId: "bitcoin", amount: 1, date: day(6)),
    ]
    try ledger.addMoves(moves, clock: clock)
    try ledger.pair(moves[0].id, moves[1].id, clock: clock)
    let gone = try row(.gift, "1", 7)
    try ledger.apply(.add([gone]), now: now)
    try ledger.apply(.delete(gone.id), now: now)
    _ = try ledger.undo(now: now)
    try ledger.edit(gone.id, clock: clock) { $0.notes = "note of a gift" }
  }
}
