import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// No number that SQLite can hold ends the program: every call answers or refuses, and the check of
/// the ledger names it.
@Suite struct ExtremeNumberTests {
  private let folder: TemporaryFolder
  private let path: String
  private let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    path = folder.ledgerPath
    try VerifyCorruptionTests.fill(SQLiteLedger(path: path), now: now)
  }

  @Test(
    arguments: [
      "ledgerTransaction SET date", "ledgerTransaction SET valuationDay",
      "ledgerTransaction SET sequence", "ledgerMove SET date", "ledgerMove SET sequence",
      "change SET date", "change SET target", "change SET firstAdded", "change SET lastAdded",
      "change SET sequence", "changeRow SET change", "changeRow SET sequence",
      "position SET rowCount", "position SET lastDate", "position SET lastSequence",
      "positionBook SET rowCount", "closedPosition SET number", "closedPosition SET closedDate",
      "meta SET value", "sqlite_sequence SET seq",
    ], [Int.max, Int.max - 1, 1 << 60, -1, Int.min])
  func everyCallAnswersOrRefuses(column: String, number: Int) throws {
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
    // What the version of a ledger is, only the files published from it know.
    let faults = try ledger.verifyStorage(now: now).faults
    #expect(!faults.isEmpty || column.hasPrefix("meta"))
    read(ledger)
    try write(ledger)
    read(ledger)
  }

  private func read(_ ledger: SQLiteLedger) {
    attempt { _ = try ledger.transactions().map { ($0.date.utcText, $0.valuation?.day?.text) } }
    attempt { _ = try ledger.moves().map(\.date.utcText) }
    attempt { _ = try ledger.log().map { ($0.number, $0.step.date?.utcText) } }
    attempt { _ = try ledger.positions().closed.map(\.closedDate.utcText) }
    attempt { _ = try ledger.position(of: "bitcoin") }
    attempt { _ = try ledger.balances() }
    attempt { _ = try ledger.estimatedClosings() }
    attempt { _ = try ledger.estimatedRows() }
    attempt { _ = try ledger.digests() }
    attempt { _ = try ledger.peekUndo() }
  }

  private func write(_ ledger: SQLiteLedger) throws {
    let bought = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(90))
    let sold = try LedgerContract.transaction(.sell, "0.5", on: LedgerContract.day(91))
    let move = Move(account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(92))
    attempt { try ledger.apply(.add([bought]), now: now) }
    attempt { try ledger.apply(.add([sold]), now: now) }
    attempt { try ledger.addMoves([move], clock: { now }) }
    attempt { _ = try ledger.undo(now: now) }
    attempt { _ = try ledger.redo(now: now) }
    attempt { try ledger.apply(.delete(bought.id), now: now) }
  }

  /// A refusal is an answer.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { #expect(!"\(error)".isEmpty) }
  }
}
