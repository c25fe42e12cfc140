import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Rows that are added one after the other leave the ledger that a list of them leaves, to the last
/// byte of its journal.
@Suite struct StreamedAdditionTests {
  let now = LedgerContract.now

  @Test(arguments: [0, 100_000], [0, 40])
  func streamedAsBatch(expectedRows: Int, firstRows: Int) throws {
    let folders = (try TemporaryFolder(), try TemporaryFolder())
    let (batch, streamed) = (
      SQLiteLedger(path: folders.0.ledgerPath), SQLiteLedger(path: folders.1.ledgerPath)
    )
    let first = try rows(from: 0, count: firstRows)
    for ledger in [batch, streamed] where firstRows > 0 { try ledger.apply(.add(first), now: now) }
    // Among the rows there already, after them, and closing what they opened.
    let more = try rows(from: 7, count: 60)
    let moves = [
      Move(
        account: "wallet", coinId: "bitcoin", amount: 2, fee: 0, date: LedgerContract.day(3))
    ]
    try batch.add(label: "import", clock: { now }) { _ in
      LedgerBatch(transactions: more, moves: moves)
    }
    try streamed.add(label: "import", expectedRows: expectedRows, clock: { now }) { contents, add in
      #expect(try contents.count() == firstRows)
      for row in more { try add(row) }
      return LedgerBatch(moves: moves)
    }
    #expect(try contents(of: folders.0.ledgerPath) == contents(of: folders.1.ledgerPath))
    #expect(try streamed.verifyStorage(now: now).faults == [])
    _ = try streamed.undo(now: now)
    #expect(try streamed.transactions().count == firstRows)
    #expect(try streamed.verifyStorage(now: now).faults == [])
  }

  @Test func nothingStreamedIsNoChange() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    try ledger.add(label: "import", expectedRows: 0, clock: { now }) { _, _ in LedgerBatch() }
    #expect(try ledger.version() == 0)
    #expect(try ledger.checkIntegrity() == [])
  }

  @Test func aFailureHalfwayLeavesNothing() throws {
    struct Interruption: Error {}
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    let rows = try rows(from: 0, count: 10)
    try ledger.apply(.add(Array(rows[..<5])), now: now)
    let before = try contents(of: folder.ledgerPath)
    #expect(throws: Interruption.self) {
      try ledger.add(label: "import", expectedRows: 100_000, clock: { now }) { _, add in
        for row in rows[5...] { try add(row) }
        throw Interruption()
      }
    }
    #expect(try contents(of: folder.ledgerPath) == before)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    // A row that is refused by SQLite's own checks afterwards still is.
    #expect(throws: PortfolioError.self) { try ledger.apply(.add([rows[0]]), now: now) }
  }

  @Test func theFirstRowsAreSeenWholeOrNotAtAll() throws {
    struct Interruption: Error {}
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    let rows = try rows(from: 0, count: 5)
    func addRows(_ end: () throws -> Void) throws {
      try ledger.add(label: "import", expectedRows: 100_000, clock: { now }) { _, add in
        for row in rows { try add(row) }
        #expect(!FileManager.default.fileExists(atPath: folder.ledgerPath))
        try end()
        return LedgerBatch()
      }
    }
    #expect(throws: Interruption.self) { try addRows { throw Interruption() } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try addRows {}
    #expect(try ledger.transactions().count == 5)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func aLedgerThatAnotherFoundedMeanwhileGetsTheRowsToo() throws {
    let folder = try TemporaryFolder()
    let (ledger, other) = (
      SQLiteLedger(path: folder.ledgerPath), SQLiteLedger(path: folder.ledgerPath)
    )
    let rows = try rows(from: 0, count: 5)
    var counts: [Int] = []
    try ledger.add(label: "import", expectedRows: 0, clock: { now }) { contents, add in
      counts.append(try contents.count())
      if counts == [0] { try other.apply(.add([rows[4]]), now: now) }
      for row in rows[..<4] { try add(row) }
      return LedgerBatch()
    }
    #expect(counts == [0, 1])
    #expect(try ledger.transactions().count == 5)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  private func rows(from start: Int, count: Int) throws -> [Transaction] {
    try (start..<(start + count)).map { index in
      var row = try LedgerContract.transaction(
        index % 6 == 5 ? .sell : .buy, index % 6 == 5 ? "0.75" : "1.25", at: "\(10 + index).07",
        on: LedgerContract.day(index % 50), coin: ["bitcoin", "ethereum"][index / 6 % 2],
        notes: index % 4 == 0 ? "note \(index)" : nil)
      row.account = index % 3 == 0 ? "kraken" : nil
      return row
    }
  }

  /// Every value of every table.
  private func contents(of path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
      try [
        "ledgerTransaction", "ledgerMove", "change", "changeRow", "meta", "position",
        "positionBook", "closedPosition", "sqlite_sequence", "sqlite_master WHERE type <> 'index'",
      ].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
      }
    }
  }
}
