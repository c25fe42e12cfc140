import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Lots that sales name are stored with the row, and must stay purchases before the sale.
@Suite struct NamedLotsRuleTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now
  let purchases: [Transaction]
  let sale: Transaction

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    purchases = try ["10", "40", "20"].enumerated().map { day, price in
      try LedgerContract.transaction(.buy, "1", at: price, on: utc("2023-01-0\(day + 1)"))
    }
    var sale = try LedgerContract.transaction(.sell, "1.5", on: utc("2024-01-01"))
    sale.lots = [purchases[2].id, purchases[1].id]
    self.sale = sale
    for row in purchases + [sale] { try ledger.apply(.add([row]), now: now) }
  }

  private func costs() throws -> [ExactDecimal] {
    let position = try #require(try ledger.position(of: "bitcoin"))
    return [.fifo, .lifo, .hifo].map { position.remainingCost($0) }
  }

  @Test func `the row keeps them through undo and redo`() throws {
    let stored = try SQLiteLedger(path: folder.ledgerPath).transaction(sale.id)
    #expect(stored?.lots == [purchases[2].id, purchases[1].id])
    #expect(try costs() == [30, 30, 30])
    _ = try ledger.undo(now: now)
    #expect(try costs() == [70, 70, 70])
    _ = try ledger.redo(now: now)
    #expect(try ledger.transactions().last == sale)
    #expect(try costs() == [30, 30, 30])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `what follows is counted from the lots that are left`() throws {
    let next = try LedgerContract.transaction(.sell, "1", on: utc("2024-02-01"))
    try ledger.apply(.add([next]), now: now)
    #expect(try costs() == [20, 5, 5])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a purchase that a sale names stays`() throws {
    let refusal = LedgerRefusal.lotMissing(purchases[1].id, sale: sale.id)
    #expect(LedgerRefusal { _ = try ledger.delete(purchases[1].id, clock: { now }) } == refusal)
    var later = purchases[1]
    later.date = utc("2024-01-02")
    #expect(LedgerRefusal { try ledger.apply(.edit(later), now: now) } == refusal)
    var other = purchases[1]
    other.coinId = "ethereum"
    #expect(LedgerRefusal { try ledger.apply(.edit(other), now: now) } == refusal)
    #expect(try ledger.transactions() == purchases + [sale])
    // A purchase that is not named can be deleted.
    _ = try ledger.delete(purchases[0].id, clock: { now })
    #expect(try ledger.transactions() == purchases.dropFirst() + [sale])
  }

  @Test func `a sale names purchases of its coin from before it`() throws {
    let coin = try LedgerContract.transaction(.buy, "1", on: utc("2023-01-01"), coin: "ethereum")
    try ledger.apply(.add([coin]), now: now)
    for lot in [coin.id, sale.id, UUID()] {
      var another = try LedgerContract.transaction(.sell, "0.1", on: utc("2024-02-01"))
      another.lots = [lot]
      #expect(
        LedgerRefusal { try ledger.apply(.add([another]), now: now) }
          == .lotMissing(lot, sale: another.id))
    }
  }

  @Test func `a lot changed outside is found`() throws {
    try DatabaseQueue(path: folder.ledgerPath).write { db in
      try db.execute(
        sql: "UPDATE ledgerTransaction SET lots = ? WHERE lots IS NOT NULL",
        arguments: [Data(count: 16)])
    }
    let faults = try ledger.verifyStorage(now: now).faults
    #expect(faults.contains("transactions of bitcoin were changed outside bitpal"))
    #expect(faults.contains { $0.contains("uses the lot 00000000") })
  }
}
