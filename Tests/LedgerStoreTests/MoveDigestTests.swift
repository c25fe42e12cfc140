import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Stored figures of a coin are invalidated by changes to its moves, and by no others.
@Suite struct MoveDigestTests {
  private let folder: TemporaryFolder
  private let ledger: SQLiteLedger
  private let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  private func add(_ amount: Quantity, of coinId: String, on day: Int) throws -> Move {
    let move = Move(
      account: "wallet", coinId: coinId, amount: amount, date: LedgerContract.day(day))
    try ledger.moves.add([move], clock: { now })
    return move
  }

  private func digests() throws -> [String: String] {
    try ledger.moves.digests().mapValues(\.digest)
  }

  @Test func `a coin's digest follows its moves`() throws {
    #expect(try digests().isEmpty)
    _ = try add(1, of: "bitcoin", on: 1)
    let first = try digests()
    let second = try add(2, of: "bitcoin", on: 2)
    _ = try add(3, of: "ethereum", on: 3)
    let all = try digests()
    #expect(all.keys.sorted() == ["bitcoin", "ethereum"] && all["bitcoin"] != first["bitcoin"])
    #expect(try ledger.moves.digests().mapValues(\.rowCount) == ["bitcoin": 2, "ethereum": 1])
    // A transaction is not a move.
    try ledger.apply(
      .add([try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(4))]), now: now)
    #expect(try digests() == all)
    try ledger.moves.delete(second.id, clock: { now })
    #expect(try digests() == first.merging(all) { old, _ in old })
    _ = try ledger.undo(now: now)
    #expect(try digests() == all)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test(arguments: [
    "UPDATE moveDigest SET rowCount = 2", "UPDATE moveDigest SET digest = zeroblob(32)",
    "UPDATE moveDigest SET coinId = 'solana'", "DELETE FROM moveDigest",
  ])
  func `another digest is found`(_ change: String) throws {
    _ = try add(1, of: "bitcoin", on: 1)
    try DatabaseQueue(path: folder.ledgerPath).write { try $0.execute(sql: change) }
    #expect(try ledger.verifyStorage(now: now).faults.contains { $0.contains("bitcoin") })
  }

  @Test func `a ledger of schema 5 gets them`() throws {
    _ = try add(1, of: "bitcoin", on: 1)
    _ = try add(2, of: "ethereum", on: 2)
    let all = try digests()
    try DatabaseQueue(path: folder.ledgerPath).write { db in
      try EarlierSchema.replaceSchema(db)
      try db.execute(
        sql: """
          DROP INDEX ledgerMoveByCoin;
          DROP TABLE moveDigest;
          PRAGMA user_version = 5;
          """)
    }
    let opened = SQLiteLedger(path: folder.ledgerPath)
    try opened.moves.delete(opened.moves.all()[0].id, clock: { now })
    _ = try opened.undo(now: now)
    #expect(try opened.moves.digests().mapValues(\.digest) == all)
    #expect(try opened.verifyStorage(now: now).faults == [])
    #expect(try folder.names().contains("BitpalShared-before-schema-9.sqlite"))
  }
}
