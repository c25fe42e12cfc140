import BitpalTesting
import Foundation
import GRDB
import GRDBSQLite
import Portfolio
import Testing

@testable import LedgerStore

/// Adding a purchase reads a bounded number of pages, however many rows its coin and files have.
@Suite struct PagesReadTests {
  private let folder: TemporaryFolder
  private let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    let notes = String(repeating: "long ", count: 60)
    try ledger.apply(
      .add(
        (0..<4_000).map {
          try LedgerContract.transaction(
            .buy, "1", on: now.addingTimeInterval(-Double($0 + 1)), notes: notes)
        }), now: now)
    try DatabaseQueue(path: folder.ledgerPath).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          WITH RECURSIVE lines (line) AS (
            SELECT 1 UNION ALL SELECT line + 1 FROM lines WHERE line < 4000)
          INSERT INTO record (file, line, cells, state)
            SELECT 1, line, printf('%0300d', line), 'counts' FROM lines;
          """)
    }
  }

  @Test func `a purchase reads some dozens of a thousand pages`() throws {
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    ledger.follow { _ in
      Issue.record("no row waits")
      return .init()
    }
    try ledger.apply(.add([LedgerContract.transaction(.buy, "1", on: now)]), now: now)
    try expectFewPages(of: ledger)
  }

  @Test func `accounts are found without the rows that have none`() throws {
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    #expect(try ledger.accounts().isEmpty)
    try expectFewPages(of: ledger)
  }

  private func expectFewPages(of ledger: SQLiteLedger) throws {
    let queue = try #require(try ledger.existing())
    let (read, pages) = try queue.writeWithoutTransaction { db in
      var (read, most): (Int32, Int32) = (0, 0)
      sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_MISS, &read, &most, 0)
      return (Int(read), try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0)
    }
    #expect(pages > 700)
    #expect(read < 100)
  }
}
