import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// A ledger of schema 3 with an import, a swap, an edit and an undone change.
@Suite struct VersionThreeMigrationTests {
  let folder: TemporaryFolder
  let now = Date(timeIntervalSince1970: 1_900_000_000)
  let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger(copying: "v3-kinds")
  }

  @Test func `the ledger is sound and no row names lots`() throws {
    let rows = try ledger.transactions()
    #expect(rows.count == 9 && rows.allSatisfy(\.lots.isEmpty))
    let report = try ledger.verifyStorage(now: now)
    #expect(report.faults == [])
    #expect(report.changes == 10)
    let kept = folder.path + "/BitpalShared-before-schema-9.sqlite"
    #expect(
      try DatabaseQueue(path: kept).read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 3)
  }

  @Test func `everything can still be undone and redone`() throws {
    let before = try ledger.transactions()
    #expect(try ledger.redo(now: now) != nil)
    var undone = 0
    while try ledger.undo(now: now) != nil { undone += 1 }
    #expect(try ledger.transactions().isEmpty && undone == 9)
    while try ledger.redo(now: now) != nil { undone -= 1 }
    #expect(undone == 0)
    #expect(try ledger.transactions().filter { $0.coinId != "cardano" } == before)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a swap of before can have cash`() throws {
    let rows = try ledger.transactions()
    let swap = try #require(rows.first { $0.kind == .swap && $0.type == .sell })
    let cash = SwapCash(amount: -150, currency: "EUR", rate: ExactDecimal(11, exponent: -1))
    try ledger.edit(swap.id, clock: { now }) { rows in
      for index in rows.indices where rows[index].id == swap.id { rows[index].cash = cash }
    }
    #expect(try ledger.transaction(swap.id)?.cash == cash)
    #expect(try ledger.transactions().filter { $0.cash != nil }.count == 1)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transaction(swap.id)?.cash == nil)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a sale of before can name lots`() throws {
    let rows = try ledger.transactions()
    let sale = try #require(rows.first { $0.coinId == "bitcoin" && $0.kind == .sell })
    let lot = try #require(rows.last { $0.coinId == "bitcoin" && $0.kind == .buy })
    try ledger.edit(sale.id, clock: { now }) { rows in
      for index in rows.indices { rows[index].lots = [lot.id] }
    }
    #expect(try ledger.transaction(sale.id)?.lots == [lot.id])
    #expect(try ledger.verifyStorage(now: now).faults == [])
    _ = try ledger.undo(now: now)
    #expect(try ledger.transaction(sale.id)?.lots == [])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }
}
