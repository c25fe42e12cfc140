import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

/// Random changes: both ledgers agree on each, and all can be undone and redone.
@Suite struct LedgerPropertyTests {
  let now = LedgerContract.now

  @Test(arguments: Repetition.seeds(1...4 as ClosedRange<UInt64>, few: 1))
  func `random changes keep the ledgers valid and alike`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try LedgerInFolder()
    let reference = InMemoryLedger()
    var states: [[Transaction]] = [[]]
    for step in 0..<120 {
      let change = try random.change(of: try reference.transactions())
      let comment: Comment = "seed \(seed), step \(step)"
      let refusal = LedgerRefusal { try ledger.apply(change, now: now) }
      #expect(refusal == LedgerRefusal { try reference.apply(change, now: now) }, comment)
      let rows = try ledger.transactions()
      #expect(rows == (try reference.transactions()), comment)
      for (_, history) in Dictionary(grouping: rows, by: \.coinId) {
        #expect(throws: Never.self, comment) { try validate(history, now: now) }
      }
      if rows != states.last { states.append(rows) }
    }
    try #require(states.count > 40, "seed \(seed)")
    for state in states.dropLast().reversed() {
      #expect(try ledger.undo(now: now) == (try reference.undo(now: now)), "seed \(seed)")
      #expect(try ledger.transactions() == state, "seed \(seed)")
    }
    #expect(try ledger.undo(now: now) == nil, "seed \(seed)")
    for state in states.dropFirst() {
      #expect(try ledger.redo(now: now) == (try reference.redo(now: now)), "seed \(seed)")
      #expect(try ledger.transactions() == state, "seed \(seed)")
    }
    #expect(try ledger.redo(now: now) == nil, "seed \(seed)")
    #expect(try ledger.ledger.checkIntegrity() == [], "seed \(seed)")
  }
}

extension SeededGenerator {
  /// A change that is usually allowed.
  fileprivate mutating func change(of rows: [Transaction]) throws -> LedgerChange {
    let row = rows.randomElement(using: &self)
    switch (Int.random(in: 0..<10, using: &self), row) {
    case (0..<2, let row?): return .delete(row.id)
    case (2..<4, let row?):
      var edited = row
      edited.amount = try amount()
      edited.date = date()
      return .edit(edited)
    default:
      let count = Int.random(in: 1...4, using: &self)
      return .add(try (0..<count).map { _ in try transaction() })
    }
  }

  private mutating func transaction() throws -> Transaction {
    let type = [TransactionType.buy, .buy, .gift, .sell].randomElement(using: &self) ?? .buy
    return Transaction(
      id: id(), coinId: ["bitcoin", "ethereum", "dogecoin"].randomElement(using: &self) ?? "",
      type: type, amount: try amount(), pricePerCoin: type == .gift ? 0 : try amount(),
      date: date())
  }

  private mutating func amount<Value: ExactValue>() throws -> Value {
    let digits = try ExactDecimal(exact: "\(Int.random(in: 1...4, using: &self))")
    let dust = ["0", "0.000000000000000001", "0.000000009"].randomElement(using: &self) ?? "0"
    return Value(digits + (try ExactDecimal(exact: dust)))
  }

  /// A random date from few days, so that many rows share an instant.
  private mutating func date() -> Date {
    LedgerContract.day(Int.random(in: 0..<12, using: &self))
  }

  private mutating func id() -> UUID {
    withUnsafeBytes(of: (next(), next())) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
