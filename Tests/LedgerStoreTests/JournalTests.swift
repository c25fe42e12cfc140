import BitpalTesting
import Exact
import Foundation
import LedgerStore
import Portfolio
import Testing

/// The journal: undo, its integrity checks, and concurrent writers.
@Suite struct JournalTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `what would be undone is counted before`() throws {
    #expect(try ledger.peekUndo() == nil)
    let rows = try (1...5).map { try buy($0) }
    try ledger.apply(.add(rows), label: "import trades.csv", clock: { now })
    let pending = try #require(try ledger.peekUndo())
    #expect(pending.label == "import trades.csv")
    #expect(pending.date == now)
    #expect((pending.added, pending.rows) == (5, 5))
    try ledger.apply(.delete(rows[0].id), now: now)
    #expect(try ledger.peekUndo()?.deleted == 1)
    _ = try ledger.undo(now: now)
    #expect(try ledger.peekRedo()?.deleted == 1)
    #expect(try ledger.peekUndo()?.added == 5)
  }

  @Test func `several changes are undone together`() throws {
    let rows = try (1...5).map { try buy($0) }
    for row in rows { try ledger.apply(.add([row]), now: now) }
    #expect(try undo(3).count == 3)
    #expect(try ledger.transactions() == Array(rows[..<2]))
    #expect(try undo(9).count == 2)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `several changes are listed and redone together`() throws {
    let rows = try (1...3).map { try buy($0) }
    for row in rows { try ledger.apply(.add([row]), label: "buy \(row.amount)", clock: { now }) }
    let labels = rows.map { "buy \($0.amount)" }
    #expect(try ledger.peekUndo(9).map(\.label) == labels.reversed())
    #expect(try ledger.peekUndo(2).count == 2)
    #expect(try undo(3).count == 3)
    #expect(try ledger.peekRedo(9).map(\.label) == labels)
    #expect(try redo(2).map { $0.rows.first?.after } == Array(rows[..<2]))
    #expect(try redo(9).count == 1)
    #expect(try ledger.transactions() == rows)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a small change names its coins and a large one none`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    try ledger.edit(row.id, clock: { now }) { $0[0].notes = "n" }
    #expect(try ledger.log().map(\.step.coins) == Array(repeating: [row.coinId], count: 2))
    _ = try undo(2)
    #expect(try ledger.log().map(\.step.coins) == Array(repeating: [row.coinId], count: 4))
    _ = try redo(2)
    _ = try undo(2)
    #expect(try ledger.log().map(\.step.coins) == Array(repeating: [row.coinId], count: 8))
    try ledger.apply(.add(try (1...40).map { try buy($0) }), now: now)
    #expect(try ledger.peekUndo()?.coins == [])
  }

  @Test func `an import undone and redone again and again is the same`() throws {
    let rows = try (1...40).map { try buy($0) }
    try ledger.apply(.add(rows), now: now)
    var edited = rows[7]
    edited.notes = "mine"
    try ledger.apply(.edit(edited), now: now)
    let state = try ledger.transactions()
    for _ in 0..<3 {
      _ = try ledger.undo(now: now)
      _ = try ledger.undo(now: now)
      #expect(try ledger.transactions() == [])
      _ = try ledger.redo(now: now)
      _ = try ledger.redo(now: now)
      #expect(try ledger.transactions() == state)
    }
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a step of very many rows lists the first and counts all`() throws {
    let rows = try (0..<2_500).map { number in
      var row = try buy(1)
      // The last row added is the oldest.
      row.date = LedgerContract.day(1).addingTimeInterval(Double(-number))
      return row
    }
    try ledger.apply(.add(rows), now: now)
    let dates = rows[2_499].date...rows[0].date
    let first = rows.reversed().prefix(LedgerStep.rowLimit)
    let undone = try #require(try ledger.undo(now: now))
    #expect(undone.counts.removed == 2_500 && undone.counts.all == 2_500)
    #expect(undone.dates == dates)
    #expect(undone.rows == first.map { LedgerStep.Row(before: $0, after: nil) })
    let redone = try #require(try ledger.redo(now: now))
    #expect(redone.counts.added == 2_500 && redone.counts.all == 2_500)
    #expect(redone.dates == dates)
    #expect(redone.rows == first.map { LedgerStep.Row(before: nil, after: $0) })
    #expect(try ledger.transactions().count == 2_500)
  }

  @Test func `every change is in the log undoing too`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), label: "buy", clock: { now })
    try ledger.edit(row.id, clock: { now }) { $0[0].notes = "n" }
    _ = try ledger.undo(now: now)
    _ = try ledger.redo(now: now)
    let log = try ledger.log()
    #expect(log.map(\.step.mark.number) == [4, 3, 2, 1])
    #expect(log.map(\.kind) == [.redo(2), .undo(2), .change, .change])
    #expect(log.map(\.step.label) == ["redo", "undo", "edit", "buy"])
    #expect(Set(log.map(\.step.mark.hash)).count == 4)
    #expect(log.allSatisfy { $0.step.mark.hash.utf8.count == 64 && $0.step.date == now })
  }

  @Test func `fifty buys at once all succeed`() throws {
    let path = folder.ledgerPath
    let start = LedgerContract.now
    let day = LedgerContract.day(1)
    _ = try concurrently(50) {
      // Fix the time: a clock read before waiting would be earlier than the other rows.
      let date = start
      try SQLiteLedger(path: path).apply(
        .add([try LedgerContract.transaction(.buy, "1", on: day)]), label: "buy",
        clock: { date })
    }
    #expect(try ledger.transactions().count == 50)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `the clock is asked once no other process can write`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    let path = folder.ledgerPath
    var isLocked = false
    try ledger.edit(
      row.id,
      clock: {
        isLocked = true
        return now
      }
    ) { $0[0].notes = isLocked ? "" : "asked too early" }
    #expect(isLocked)
    #expect(path == ledger.path)
  }

  @Test func `three edits of different fields at once all stand`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    let (path, id, now) = (folder.ledgerPath, row.id, now)
    let edits: [@Sendable (inout Transaction) -> Void] = [
      { $0.notes = "n" }, { $0.account = "a" }, { $0.amount = 7 },
    ]
    for _ in 0..<5 {
      let next = EditQueue(edits)
      _ = try concurrently(3) {
        let edit = next.take()
        try SQLiteLedger(path: path).edit(id, clock: { now }) { edit(&$0[0]) }
      }
    }
    let edited = try #require(try ledger.transaction(id))
    #expect((edited.notes, edited.account, edited.amount) == ("n", "a", 7))
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a refused edit changes nothing`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    #expect(
      LedgerRefusal { try ledger.edit(row.id, clock: { now }) { $0[0].amount = 0 } }
        == .invalidAmount)
    let unknown = UUID()
    #expect(
      LedgerRefusal { try ledger.edit(unknown, clock: { now }) { $0[0].amount = 2 } }
        == .notFound(unknown))
    #expect(try ledger.transactions() == [row])
    #expect(try ledger.log().count == 1)
  }

  @Test func `a reference is in the ledger once for each coin and direction`() throws {
    func row(_ type: TransactionType, coin: String) throws -> Transaction {
      var row = try LedgerContract.transaction(type, "1", on: LedgerContract.day(1), coin: coin)
      row.reference = Reference(source: "kraken", id: "T1")
      return row
    }
    try ledger.apply(.add([try buy(0), try row(.sell, coin: "bitcoin")]), now: now)
    try ledger.apply(.add([try row(.buy, coin: "ethereum")]), now: now)
    let error = #expect(throws: PortfolioError.self) {
      try ledger.apply(.add([try row(.buy, coin: "ethereum")]), now: now)
    }
    guard case .saveFailed(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      reason as? LedgerStoreError
        == .duplicateReference(Reference(source: "kraken", id: "T1")))
    #expect(try ledger.transactions().count == 3)
  }

  @Test func `every field of the record is kept through undo and redo`() throws {
    var row = try buy(1)
    row.account = "kra\0ken"
    row.kind = .reward
    row.payment = MoneyAmount(amount: exact("93.5"), currency: "EUR")
    row.fee = TransactionFee(amount: exact("0.001"), currency: "bnb", rate: exact("300.25"))
    row.valuation = Valuation(
      kind: .rate, rate: exact("1.0823"), source: "ECB",
      day: UTCDay(LedgerContract.day(1)))
    row.reference = Reference(source: "kraken", id: "T-1")
    row.pricePerCoin = row.derivedPricePerCoin
    try ledger.apply(.add([row]), now: now)
    #expect(try ledger.transactions() == [row])
    _ = try ledger.undo(now: now)
    _ = try ledger.redo(now: now)
    #expect(try ledger.transactions() == [row])
    try ledger.apply(.delete(row.id), now: now)
    _ = try ledger.undo(now: now)
    #expect(try ledger.transactions() == [row])
  }

  private func undo(_ count: Int) throws -> [LedgerStep] {
    try ledger.undo(expecting: ledger.peekUndo(count).map(\.mark), clock: { now })
  }

  private func redo(_ count: Int) throws -> [LedgerStep] {
    try ledger.redo(expecting: ledger.peekRedo(count).map(\.mark), clock: { now })
  }

  private func buy(_ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(day))
  }
}
