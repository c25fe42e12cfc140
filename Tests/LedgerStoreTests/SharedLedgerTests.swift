import BitpalTesting
import Dispatch
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Synchronization
import Testing

/// Several ledger objects on one file, like several processes.
@Suite struct SharedLedgerTests {
  let folder: TemporaryFolder
  let one: SQLiteLedger
  let two: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    one = SQLiteLedger(path: folder.ledgerPath)
    two = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `what one writes the other reads`() throws {
    let row = try buy(1)
    #expect(try two.transactions() == [])
    try one.apply(.add([row]), now: now)
    #expect(try two.transactions() == [row])
    try two.apply(.delete(row.id), now: now)
    #expect(try one.transactions() == [])
  }

  @Test func `what one did the other undoes and a third redoes`() throws {
    let row = try buy(1)
    try one.apply(.add([row]), now: now)
    #expect(try two.undo(now: now)?.rows == [LedgerStep.Row(before: row, after: nil)])
    let third = SQLiteLedger(path: folder.ledgerPath)
    #expect(try third.redo(now: now)?.rows == [LedgerStep.Row(before: nil, after: row)])
    #expect(try one.transactions() == [row])
  }

  @Test func `the last coin is sold once`() throws {
    try one.apply(.add([try buy(1)]), now: now)
    let sale = { try LedgerContract.transaction(.sell, "1", on: LedgerContract.day(2)) }
    try one.apply(.add([try sale()]), now: now)
    #expect(
      LedgerRefusal { try two.apply(.add([try sale()]), now: now) }
        == .insufficientBalance(coin: "bitcoin", owned: 0, attempted: 1, date: nil))
  }

  @Test func `the version tells of every change and of nothing else`() throws {
    let empty = try one.dataVersion()
    #expect(try one.dataVersion() == empty)

    try two.apply(.add([try buy(1)]), now: now)
    let others = try one.dataVersion()
    #expect(others > empty)
    _ = try two.transactions()
    _ = try one.transactions()
    #expect(try one.dataVersion() == others)

    try one.apply(.add([try buy(2)]), now: now)
    let own = try one.dataVersion()
    #expect(own > others)
    _ = try two.undo(now: now)
    #expect(try one.dataVersion() > own)
  }

  @Test func `eight threads of twenty five writers lose nothing`() throws {
    let failures = Mutex<[String]>([])
    let (now, path) = (now, folder.ledgerPath)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<25 {
        do {
          let ledger = SQLiteLedger(path: path)
          try ledger.apply(
            .add([
              try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1)),
              try LedgerContract.transaction(.sell, "1", on: LedgerContract.day(2)),
            ]), now: now)
          let read = try ledger.transactions()
          let (bought, sold) = (read.count { $0.type == .buy }, read.count { $0.type == .sell })
          if bought != sold { failures.withLock { $0.append("half a batch was read") } }
        } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try one.transactions().count == 400)
    #expect(try one.checkIntegrity() == [])
    #expect(try folder.names().filter { $0.contains(".new-") } == [])
  }

  private func buy(_ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(day))
  }
}
