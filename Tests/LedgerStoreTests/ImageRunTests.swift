import BitpalTesting
import Foundation
import GRDB
import Portfolio
import Testing

@testable import LedgerStore

/// The row images stored when an import is undone: many rows in one image, redone byte for byte.
@Suite struct ImageRunTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  /// Adds that many rows in one change, and undoes it.
  private func undoRows(_ count: Int, notes: String = "of an export") throws -> [Transaction] {
    let rows = try (0..<count).map { index in
      try LedgerContract.transaction(
        .buy, "\(index + 1)", on: now.addingTimeInterval(-Double(index)),
        notes: "\(notes) \(index)")
    }
    try ledger.apply(.add(rows), now: now)
    _ = try ledger.undo(now: now)
    return rows
  }

  private func database<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try DatabaseQueue(path: folder.ledgerPath).writeWithoutTransaction(body)
  }

  @Test func `a thousand rows are kept in few images, and come back as they were`() throws {
    let rows = try undoRows(1_000)
    let images = try database { try Int.fetchOne($0, sql: "SELECT count(*) FROM changeRow") ?? 0 }
    #expect((2...10).contains(images))
    #expect(try ledger.log().map(\.step.deleted) == [1_000, 0])
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.redo(now: now)
    #expect(try ledger.transactions().sorted { $0.amount < $1.amount } == rows)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `rows that schema 6 kept one by one are redone`() throws {
    _ = try undoRows(300)
    try database { db in
      let runs = try Row.fetchAll(db, sql: "SELECT change, image FROM changeRow")
      try EarlierSchema.replaceSchema(db)
      try db.execute(sql: "DELETE FROM changeRow; PRAGMA user_version = 6")
      for run in runs {
        for row in try #require(ImageRun.images(in: Array(run["image"] as Data))) {
          try db.execute(
            sql: "INSERT INTO changeRow VALUES (?, 'ledgerTransaction', ?, 'before', ?)",
            arguments: [run["change"] as Int, row.sequence, Data(row.image)])
        }
      }
    }
    let opened = SQLiteLedger(path: folder.ledgerPath)
    _ = try opened.redo(now: now)
    #expect(try opened.transactions().count == 300)
    #expect(try opened.verifyStorage(now: now).faults == [])
    #expect(try folder.names().contains("BitpalShared-before-schema-9.sqlite"))
  }

  @Test(arguments: [
    "image = substr(image, 1, length(image) - 1)", "image = substr(image, 1, 9)",
    "sequence = sequence + 1", "side = 'after'",
  ])
  func `a run that was changed is found, and nothing is redone from it`(_ change: String) throws {
    _ = try undoRows(300)
    try database { try $0.execute(sql: "UPDATE changeRow SET \(change)") }
    #expect(try ledger.verifyStorage(now: now).faults != [])
    #expect(throws: (any Error).self) { try ledger.redo(now: now) }
    #expect(try ledger.transactions() == [])
  }

  @Test func `the file shrinks when much of it is unused, and keeps what can be redone`() throws {
    let rows = try undoRows(2_000, notes: String(repeating: "long ", count: 40))
    func size() throws -> Int { try Data(contentsOf: URL(filePath: folder.ledgerPath)).count }
    let before = try size()
    try ledger.reclaimUnused(least: 1 << 30)
    #expect(try size() == before)
    try ledger.reclaimUnused(least: 1 << 16)
    #expect(try size() < before / 2)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.redo(now: now)
    #expect(try ledger.transactions().count == rows.count)
    let full = try size()
    try ledger.reclaimUnused(least: 1)
    #expect(try size() >= full * 2 / 3)
  }

  @Test func `while another program writes, the file stays as it is and is not waited for`() throws
  {
    _ = try undoRows(2_000)
    let other = try DatabaseQueue(path: folder.ledgerPath)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      let deadline = ContinuousClock.now + .seconds(30)
      #expect(throws: LedgerStoreError.self) { try ledger.reclaimUnused(least: 1) }
      #expect(ContinuousClock.now < deadline)
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try ledger.redo(now: now) != nil)
  }
}
