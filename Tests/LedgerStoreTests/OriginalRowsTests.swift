import BitpalTesting
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing

/// What the journal reports to an import about changed or deleted rows.
@Suite struct OriginalRowsTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `rows are as they came in and what was deleted is named`() throws {
    let rows = try (1...4).map { try row($0) }
    try ledger.apply(.add(rows), now: now)
    for notes in ["first", "second"] {
      try ledger.edit(rows[0].id, clock: { now }) { $0[0].notes = notes }
    }
    try ledger.apply(.delete(rows[1].id), now: now)
    try ledger.apply(.delete(rows[2].id), now: now)
    _ = try ledger.undo(now: now)
    let found = try ledger.imports.originalRows()
    #expect(found.transactions == [rows[0], rows[1]])
    #expect(found.deletedReferences == [try #require(rows[1].reference)])
  }

  @Test(arguments: [true, false])
  func `a row that another replaced was not deleted`(isByTransaction: Bool) throws {
    let (old, new) = (try row(1), try row(2))
    let move = Move(
      account: "kraken", coinId: "bitcoin", amount: 1, date: LedgerContract.day(3),
      reference: Reference(source: "kraken", id: "M"))
    try ledger.apply(.add([old]), now: now)
    try ledger.add(label: "import", clock: { now }) { _ in
      LedgerBatch(
        transactions: isByTransaction ? [new] : [], moves: isByTransaction ? [] : [move],
        removed: [old])
    }
    let found = try ledger.imports.originalRows()
    #expect(found.transactions == [old])
    #expect(found.deletedReferences == [])
  }

  @Test func `an undone import is no work for a later one`() throws {
    let (small, large) = (
      try work { try undoneImport(of: 50, in: $0) }, try work { try undoneImport(of: 500, in: $0) }
    )
    #expect(large <= small + 1)
  }

  @Test func `work grows no faster than the journal`() throws {
    let (small, large) = (
      try work { try replacedRows(50, in: $0) }, try work { try replacedRows(500, in: $0) }
    )
    #expect(large < 11 * small)
  }

  /// The SQLite steps, in tens, that an import takes to read the journal.
  private func work(_ prepare: (SQLiteLedger) throws -> Void) throws -> Int {
    let folder = try TemporaryFolder()
    try prepare(SQLiteLedger(path: folder.ledgerPath))
    let steps = try SQLiteSteps(on: folder.ledgerPath, every: 10)
    defer { steps.end() }
    let original = try SQLiteLedger(path: folder.ledgerPath).imports.originalRows()
    withExtendedLifetime(original) {}
    return steps.calls
  }

  private func undoneImport(of count: Int, in ledger: SQLiteLedger) throws {
    try ledger.apply(.add((1...count).map { try row($0) }), label: "import", clock: { now })
    _ = try ledger.undo(now: now)
    try ledger.apply(.add([try row(1)]), now: now)
  }

  /// Many rows removed by one change.
  private func replacedRows(_ count: Int, in ledger: SQLiteLedger) throws {
    let rows = try (1...count).map { try row($0) }
    try ledger.apply(.add(rows), now: now)
    try ledger.add(label: "import", clock: { now }) { _ in LedgerBatch(removed: rows) }
  }

  private func row(_ number: Int) throws -> Transaction {
    var row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(number % 300))
    row.reference = Reference(source: "kraken", id: "\(number)")
    return row
  }
}
