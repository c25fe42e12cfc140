import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// A ledger written by version 1.0, with an import, edits, and undone and redone changes.
@Suite struct VersionTwoMigrationTests {
  let folder: TemporaryFolder
  let now = Date(timeIntervalSince1970: 1_900_000_000)
  let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try folder.ledger(copying: "v2-kinds")
  }

  @Test func `every row has its kind`() throws {
    let kinds = try ledger.transactions().map { "\($0.coinId) \($0.type) \($0.kind)" }
    #expect(
      kinds == [
        "bitcoin buy buy", "ethereum buy buy", "cardano buy buy", "ethereum buy buy",
        "solana gift gift", "cardano sell sell", "ethereum sell swap", "bitcoin buy swap",
        "ethereum buy reward", "bitcoin sell sell", "bitcoin sell fee", "bitcoin buy buy",
        "ethereum sell fee",
      ])
  }

  @Test func `rows of one event are linked`() throws {
    let rows = try ledger.transactions()
    let swap = rows.filter { $0.kind == .swap }
    #expect(swap.count == 2 && swap[0].link != nil && swap[0].link == swap[1].link)
    let typed = try #require(rows.first { $0.fee?.currency == "ethereum" })
    let fee = try #require(rows.first { $0.coinId == "ethereum" && $0.kind == .fee })
    #expect(typed.link == typed.id && fee.link == typed.id)
    #expect(rows.first { $0.kind == .reward }?.link == nil)
  }

  @Test func `the journal still leads to the rows`() throws {
    _ = try ledger.transactions()
    let report = try ledger.verifyStorage(now: now)
    #expect(report.faults == [])
    #expect(report.changes == 14)
  }

  @Test func `everything can still be undone and redone`() throws {
    let before = try ledger.transactions()
    var undone = 0
    while try ledger.undo(now: now) != nil { undone += 1 }
    #expect(try ledger.transactions().isEmpty)
    #expect(undone == 8)
    while try ledger.redo(now: now) != nil { undone -= 1 }
    #expect(undone == -1)
    let report = try ledger.verifyStorage(now: now)
    #expect(report.faults == [])
    var after = try ledger.transactions()
    // The edit that was undone before the migration is redone, too.
    #expect(after.count == before.count)
    after = after.map { row in before.first { $0.id == row.id && $0.kind == row.kind } ?? row }
    #expect(after == before)
  }

  @Test func `the ledger as it was is kept`() throws {
    _ = try ledger.transactions()
    let kept = folder.path + "/BitpalShared-before-schema-9.sqlite"
    #expect(
      try DatabaseQueue(path: kept).read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 2)
  }

  @Test func `the fee of a trade goes with it`() throws {
    let trade = try #require(
      try ledger.transactions().first { $0.fee?.currency == "ethereum" })
    let removed = try ledger.delete(trade.id, clock: { now })
    #expect(removed.map(\.coinId) == ["bitcoin", "ethereum"])
  }
}
