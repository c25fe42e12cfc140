import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing

@testable import LedgerStore

/// A write that refers to stale data is refused.
@Suite struct ExpectationTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `only the change that was shown is undone`() throws {
    try record(.buy, "import a.csv")
    let shown = try #require(try ledger.peekUndo())
    try record(.gift, "gift")
    try expectRefusal { _ = try ledger.undo(expecting: [shown.mark], clock: { now }) }
    _ = try ledger.undo(now: now)
    #expect(try ledger.undo(expecting: [shown.mark], clock: { now }).count == 1)
    #expect(try ledger.transactions() == [])
  }

  @Test func `only the change that was shown is redone`() throws {
    try record(.buy, "buy")
    try record(.gift, "gift")
    _ = try ledger.undo(now: now)
    _ = try ledger.undo(now: now)
    let shown = try #require(try ledger.peekRedo())
    _ = try ledger.redo(now: now)
    try expectRefusal { _ = try ledger.redo(expecting: [shown.mark], clock: { now }) }
    try record(.buy, "buy")
    try expectRefusal { _ = try ledger.redo(expecting: [shown.mark], clock: { now }) }
  }

  @Test func `fewer changes than were shown are not undone`() throws {
    try record(.buy, "buy")
    try record(.gift, "gift")
    let shown = try ledger.peekUndo(2).map(\.mark)
    _ = try ledger.undo(now: now)
    try expectRefusal { _ = try ledger.undo(expecting: shown, clock: { now }) }
  }

  @Test func `a change of another ledger is not taken for one of this`() throws {
    try record(.buy, "buy")
    let other = SQLiteLedger(path: folder.path + "/other.sqlite")
    try other.apply(.add([try row(.buy)]), label: "buy", clock: { now })
    let marks = (try ledger.peekUndo(), try other.peekUndo())
    #expect(marks.0?.mark.number == marks.1?.mark.number)
    try expectRefusal {
      _ = try ledger.undo(expecting: [try #require(marks.1).mark], clock: { now })
    }
    try expectRefusal {
      let none = SQLiteLedger(path: folder.path + "/none.sqlite")
      _ = try none.undo(expecting: [try #require(marks.0).mark], clock: { now })
    }
  }

  @Test func `a transaction that changed is neither deleted nor overwritten`() throws {
    let shown = try record(.buy, "buy")
    try ledger.edit(shown.id, clock: { now }) { $0[0].notes = "mine" }
    try expectRefusal {
      try ledger.delete(
        shown.id, expecting: [.transaction(shown)], clock: { now })
    }
    try expectRefusal {
      try ledger.edit(shown.id, expecting: [.transaction(shown)], clock: { now }) {
        $0[0].amount = 5
      }
    }
    _ = try ledger.undo(now: now)
    try ledger.edit(shown.id, expecting: [.transaction(shown)], clock: { now }) { $0[0].amount = 5 }
    _ = try ledger.undo(now: now)
    try ledger.delete(
      shown.id, expecting: [.transaction(shown)], clock: { now })
    try expectRefusal {
      try ledger.edit(shown.id, expecting: [.transaction(shown)], clock: { now }) { _ in }
    }
  }

  @Test func `a move that changed is not answered`() throws {
    try record(.buy, "buy")
    let out = Move(account: "kraken", coinId: "bitcoin", amount: -1, date: LedgerContract.day(2))
    let into = Move(account: "wallet", coinId: "bitcoin", amount: 1, date: LedgerContract.day(3))
    try ledger.moves.add([out, into], clock: { now })
    try ledger.moves.pair(
      out.id, into.id, expecting: [.move(out), .move(into)], clock: { now })
    try expectRefusal {
      try ledger.moves.pair(out.id, into.id, expecting: [.move(out), .move(into)], clock: { now })
    }
    try expectRefusal {
      try ledger.moves.delete(into.id, expecting: [.move(into)], clock: { now })
    }
    try expectRefusal {
      try ledger.moves.answer(out.id, expecting: [.move(out)], label: "sold", clock: { now }) {
        _, _ in
        .transactions([])
      }
    }
    let paired = try #require(try ledger.moves.all().first)
    try ledger.moves.unpair(out.id, expecting: [.move(paired)], clock: { now })
    try expectRefusal {
      try ledger.moves.unpair(out.id, expecting: [.move(paired)], clock: { now })
    }
  }

  @Test func `a plan made of another ledger is not written`() throws {
    let rows = [try row(.buy), try row(.gift)]
    func add(_ seen: ChangeMark?) throws {
      try ledger.add(label: "import", expecting: [.newestChange(seen)], clock: { now }) { _ in
        LedgerBatch(transactions: rows)
      }
    }
    let gone = ChangeMark(number: 1, hash: "5f")
    #expect(throws: LedgerStoreError.changedMeanwhile) { try add(gone) }
    #expect(try ledger.newestChange() == nil)
    try add(nil)
    let seen = try ledger.newestChange()
    _ = try ledger.undo(now: now)
    try expectRefusal { try add(seen) }
    try expectRefusal { try add(nil) }
    try add(try ledger.newestChange())
    #expect(try ledger.transactions().count == 2)
  }

  @Test func `only the ledger that was shown is replaced`() throws {
    try record(.buy, "buy")
    let copy = folder.path + "/copy.sqlite"
    try ledger.backups.copy(to: copy)
    let seen = try ledger.backups.replaced()
    try record(.gift, "gift")
    try expectRefusal { try ledger.backups.restore(from: copy, expecting: seen) }
    try expectRefusal { try ledger.backups.restore(from: copy, expecting: .damaged) }
    try expectRefusal { try ledger.backups.restore(from: copy, expecting: .nothing) }
    #expect(
      try ledger.backups.restore(from: copy, expecting: ledger.backups.replaced())
        == RestoredLedger(transactions: 1, replaced: nil))

    let other = SQLiteLedger(path: folder.path + "/other.sqlite")
    #expect(try other.backups.replaced() == .nothing)
    #expect(throws: LedgerStoreError.changedMeanwhile) {
      try other.backups.restore(from: copy, expecting: seen)
    }
    try put(Data("not a ledger any more".utf8), at: other.path)
    #expect(try other.backups.replaced() == .damaged)
    #expect(throws: LedgerStoreError.changedMeanwhile) {
      try other.backups.restore(from: copy, expecting: seen)
    }
    #expect(try bytes(other.path) == Data("not a ledger any more".utf8))
    #expect(try other.backups.restore(from: copy, expecting: .damaged).transactions == 1)
  }

  @Test func `a restore does not wait for ever for another`() throws {
    _ = try LedgerFile.locking(folder.path) {
      #expect(throws: LedgerStoreError.busy(folder.path)) {
        try LedgerFile.locking(folder.path, patience: .zero) {}
      }
    }
  }

  /// Expects a refusal, and that nothing was written.
  private func expectRefusal(_ body: () throws -> Void) throws {
    let before = (try ledger.newestChange(), try ledger.transactions(), try ledger.moves.all())
    #expect(throws: LedgerStoreError.changedMeanwhile, performing: body)
    #expect(try ledger.newestChange() == before.0)
    #expect(try ledger.transactions() == before.1 && ledger.moves.all() == before.2)
  }

  @discardableResult
  private func record(_ type: TransactionType, _ label: String) throws -> Transaction {
    let row = try row(type)
    try ledger.apply(.add([row]), label: label, clock: { now })
    return row
  }

  private func row(_ type: TransactionType) throws -> Transaction {
    try LedgerContract.transaction(type, "1", on: LedgerContract.day(1))
  }
}
