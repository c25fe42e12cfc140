import BitpalTesting
import Exact
import Foundation
import GRDB
import Portfolio
import Testing

@testable import LedgerStore

/// Files, their records, and answers in the ledger.
@Suite struct ImportedFileTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    let bought = try LedgerContract.transaction(.buy, "3", on: LedgerContract.day(1))
    try ledger.apply(.add([bought]), now: now)
  }

  /// A file of some rows, of which the first half counts.
  static func file(_ name: String, rows: Int) -> NewFile {
    let lines = (0..<rows).map {
      "2024-01-01 10:00:\($0 % 60),BUY,0.\($0 + 1),BTC,40000,trade-\($0)"
    }
    let records = lines.enumerated().map { index, line in
      NewRecord(
        line: index + 2, cells: "digest\(index)",
        state: index < rows / 2 ? RecordState(.counts) : RecordState(.leftOut, reason: "money"),
        facts: index < rows / 2
          ? NewRecord.Facts(scope: "kraken", instant: Int64(index), bytes: Array(line.utf8)) : nil)
    }
    let text = "Date,Side,Amount,Coin,Price,Id\n" + lines.joined(separator: "\n") + "\n"
    return NewFile(name: name, form: "kraken", bytes: Array(text.utf8), records: records)
  }

  /// Imports a file whose first record has a ledger row, and whose second has a move.
  @discardableResult
  func imported(_ name: String = "kraken.csv", rows: Int = 6) throws -> (Transaction, Move) {
    let row = try LedgerContract.transaction(.buy, "0.1", on: LedgerContract.day(2))
    let move = Move(
      account: "kraken", coinId: "bitcoin", amount: -1, date: LedgerContract.day(3))
    try ledger.add(label: "import \(name)", clock: { LedgerContract.now }) { _ in
      var batch = LedgerBatch(transactions: [row], moves: [move])
      batch.evidence.files = [Self.file(name, rows: rows)]
      batch.evidence.origins = [
        row.id: .added(file: 0, record: 0, part: 0), move.id: .added(file: 0, record: 1, part: 4),
      ]
      return batch
    }
    return (row, move)
  }

  func expectSound() throws { #expect(try ledger.verifyStorage(now: now).faults == []) }

  @Test func `a file is kept with its rows and bytes`() throws {
    let (row, move) = try imported()
    let new = Self.file("kraken.csv", rows: 6)
    let summary = try #require(try ledger.imports.summaries().first)
    #expect(summary.file.name == "kraken.csv")
    #expect(summary.file.size == new.bytes.count)
    #expect(summary.states == [.counts: 3, .leftOut: 3])
    #expect(summary.period == 0...2)
    #expect(try ledger.imports.content(of: summary.file) == new.bytes)
    #expect(try ledger.imports.records(of: 1).map(\.record) == new.records)
    #expect(try ledger.imports.records(of: 1, line: 4).map(\.record) == [new.records[2]])
    let lines = try ledger.imports.lines(of: [row.id, move.id])
    #expect(lines[row.id] == FileLine(file: 1, name: "kraken.csv", line: 2))
    #expect(lines[move.id]?.line == 3)
    #expect(try ledger.imports.rows(madeOf: [1, 2, 3]) == [1: [row.id], 2: [move.id]])
    try expectSound()
  }

  @Test func `undo removes a file and redo brings it back`() throws {
    let before = try ledger.transactions()
    let (row, _) = try imported()
    let (file, records) = (try ledger.imports.summaries(), try ledger.imports.records())
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.summaries() == [])
    #expect(try ledger.imports.records() == [])
    #expect(try ledger.transactions() == before)
    try expectSound()
    _ = try ledger.redo(now: now)
    #expect(try ledger.imports.summaries() == file)
    #expect(try ledger.imports.records() == records)
    #expect(try ledger.imports.lines(of: [row.id]).count == 1)
    #expect(try ledger.imports.content(of: file[0].file) != nil)
    try expectSound()
  }

  @Test func `a file goes with its records and comes back`() throws {
    let (row, move) = try imported()
    let (files, records) = (try ledger.imports.summaries(), try ledger.imports.records())
    try ledger.add(label: "remove", clock: { now }) { _ in
      var batch = LedgerBatch(removed: [row], removedMoves: [move])
      batch.evidence.removedFiles = [1]
      return batch
    }
    #expect(try ledger.imports.summaries() == [])
    #expect(try ledger.imports.records() == [])
    try expectSound()
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.summaries() == files)
    #expect(try ledger.imports.records() == records)
    #expect(try ledger.imports.lines(of: [row.id]).count == 1)
    try expectSound()
  }

  @Test func `rows that wait are counted`() throws {
    #expect(try ledger.imports.inboxCounts() == (0, false))
    try imported()
    #expect(try ledger.imports.inboxCounts() == (0, false))
    try ledger.add(label: "answer", clock: { now }) { _ in
      var batch = LedgerBatch()
      batch.evidence.states = [
        4: RecordState(.waits, reason: "same|1"), 5: RecordState(.asks, reason: "row|1"),
      ]
      batch.evidence.answers = ["worth|bitcoin|1": "price 2"]
      return batch
    }
    #expect(try ledger.imports.inboxCounts() == (2, true))
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.inboxCounts() == (0, false))
    try expectSound()
  }

  @Test func `a record that a row comes from cannot go alone`() throws {
    try imported()
    #expect(throws: (any Error).self) {
      try ledger.add(label: "remove", clock: { now }) { _ in
        var batch = LedgerBatch()
        batch.evidence.removedFiles = [1]
        return batch
      }
    }
    #expect(try ledger.imports.summaries().count == 1)
    try expectSound()
  }

  @Test func `an edit keeps where a row comes from`() throws {
    let (row, move) = try imported()
    try ledger.edit(row.id, clock: { now }) { $0[0].notes = "mine" }
    var changed = move
    changed.notes = "mine"
    try ledger.add(label: "edit", clock: { now }) { [changed] _ in
      LedgerBatch(changedMoves: [changed])
    }
    #expect(try ledger.imports.lines(of: [row.id, move.id]).count == 2)
    try expectSound()
  }

  @Test func `the same bytes are one file`() throws {
    try imported()
    #expect(throws: (any Error).self) { try imported("again.csv") }
    #expect(try ledger.imports.summaries().count == 1)
    #expect(try ledger.imports.file(digest: Self.file("x", rows: 6).digest)?.file.id == 1)
  }

  @Test func `forgotten bytes are gone and the rows stay`() throws {
    let (row, _) = try imported()
    let file = try #require(try ledger.imports.summaries().first?.file)
    #expect(try ledger.imports.forgetContent(of: file))
    #expect(try !ledger.imports.forgetContent(of: file))
    #expect(try ledger.imports.content(of: file) == nil)
    #expect(try ledger.imports.summaries().first?.hasBytes == false)
    #expect(try ledger.imports.lines(of: [row.id]).count == 1)
    try expectSound()
  }

  @Test func `bytes of an undone import go with the next one`() throws {
    try imported()
    let file = try #require(try ledger.imports.summaries().first?.file)
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.content(of: file) != nil)
    try imported("other.csv", rows: 8)
    #expect(try ledger.imports.content(of: file) == nil)
    try expectSound()
  }

  @Test func `what a person changes on derived rows is kept apart`() throws {
    let (row, move) = try imported()
    try ledger.edit(row.id, clock: { LedgerContract.now }) { $0[0].notes = "mine" }
    var edited = row
    edited.notes = "mine"
    #expect(
      try ledger.imports.overrides() == [
        RowOverride(row: row.id, change: .transaction(before: row, after: edited))
      ])
    try ledger.edit(row.id, clock: { LedgerContract.now }) { $0[0].account = "safe" }
    let change = try #require(try ledger.imports.overrides().first?.change)
    // A derivation that finds a date keeps it, and the person's answer stays.
    var derived = row
    derived.date = LedgerContract.day(1)
    let applied = try #require(change.applied(to: derived) as Transaction?)
    #expect(applied.notes == "mine" && applied.account == "safe")
    #expect(applied.date == LedgerContract.day(1))
    try ledger.moves.delete(move.id, clock: { LedgerContract.now })
    #expect(try ledger.imports.overrides().last == RowOverride(row: move.id, change: .deleted))
    try expectSound()
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.overrides().map(\.row) == [row.id])
    // After restoring the original value, no edit is recorded.
    try ledger.edit(row.id, clock: { LedgerContract.now }) { $0[0] = row }
    #expect(try ledger.imports.overrides() == [])
    try expectSound()
  }

  @Test func `typed rows have no overrides`() throws {
    try imported()
    let typed = try #require(try ledger.transactions().first)
    try ledger.edit(typed.id, clock: { LedgerContract.now }) { $0[0].notes = "mine" }
    #expect(try ledger.imports.overrides() == [])
  }

  @Test func `answers are replaced revoked and undone`() throws {
    func write(_ change: (inout EvidenceBatch) -> Void) throws {
      var batch = LedgerBatch()
      change(&batch.evidence)
      try ledger.add(label: "answer", clock: { LedgerContract.now }) { [batch] _ in batch }
    }
    try write { $0.answers = ["coin|XYZ": "skip", "same|a": "two"] }
    try write { $0.answers = ["coin|XYZ": "coin bitcoin"] }
    #expect(
      try Set(ledger.imports.answers().map { "\($0.question)=\($0.choice)" })
        == ["coin|XYZ=coin bitcoin", "same|a=two"])
    try expectSound()
    try write { $0.revoked = ["coin|XYZ", "unknown"] }
    #expect(try ledger.imports.answers().map(\.question) == ["same|a"])
    for _ in 0..<2 { _ = try ledger.undo(now: now) }
    #expect(
      try Set(ledger.imports.answers().map { "\($0.question)=\($0.choice)" })
        == ["coin|XYZ=skip", "same|a=two"])
    try expectSound()
  }

  @Test func `what became of a record changes and changes back`() throws {
    try imported()
    try ledger.add(label: "answer", clock: { now }) { _ in
      var batch = LedgerBatch()
      batch.evidence.states = [2: RecordState(.waits, reason: "same|kraken")]
      return batch
    }
    #expect(
      try ledger.imports.records()[1].record.state == RecordState(.waits, reason: "same|kraken"))
    _ = try ledger.undo(now: now)
    #expect(try ledger.imports.records()[1].record.state == RecordState(.counts))
    try expectSound()
  }

  @Test(arguments: [
    "UPDATE record SET line = 7 WHERE sequence = 1", "DELETE FROM record WHERE sequence = 6",
    "UPDATE importFile SET name = 'other'", "UPDATE fileContent SET packed = x'00'",
    "INSERT INTO answer VALUES (9, 'q', 'skip', 1)",
    "UPDATE ledgerTransaction SET record = 2 WHERE record = 1",
  ])
  func `what was changed by hand is found`(_ sql: String) throws {
    try imported()
    try DatabaseQueue(path: folder.ledgerPath).write { try $0.execute(sql: sql) }
    #expect(try SQLiteLedger(path: folder.ledgerPath).verifyStorage(now: now).faults != [])
  }

  @Test func `a backup has the files`() throws {
    try imported()
    let backup = folder.path + "/backup.sqlite"
    try ledger.backups.copy(to: backup)
    let copy = SQLiteLedger(path: backup)
    let files = try copy.imports.summaries()
    #expect(try files == ledger.imports.summaries())
    #expect(try copy.imports.content(of: files[0].file) != nil)
    #expect(try copy.verifyStorage(now: now).faults == [])
  }

  @Test func `a ledger grows by at most twice the file`() throws {
    func size() throws -> Int {
      try DatabaseQueue(path: folder.ledgerPath).writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      return try bytes(folder.ledgerPath).count
    }
    let before = try size()
    let file = Self.file("large.csv", rows: 5_000)
    try imported("large.csv", rows: 5_000)
    #expect(try size() - before < 2 * file.bytes.count + 250 * 5_000)
    try expectSound()
  }
}

/// Stored files are compressed to under a third and unpack byte for byte; damage does not crash.
struct PackedBytesTests {
  private static let samples: [[UInt8]] = [
    [], [7], Array("short".utf8), [UInt8](repeating: 0, count: 13),
    [UInt8](repeating: 1, count: 100_000),
    (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) },
    ImportedFileTests.file("x", rows: 3_000).bytes,
  ]

  @Test func `what is packed is unpacked`() {
    for sample in Self.samples {
      for end in [sample.count, sample.count / 2, max(0, sample.count - 1)] {
        let bytes = Array(sample.prefix(end))
        #expect(unpacked(packed(bytes), count: bytes.count) == bytes)
      }
    }
  }

  @Test func `rows shrink to a third`() {
    let rows = ImportedFileTests.file("x", rows: 3_000).bytes
    #expect(packed(rows).count * 3 < rows.count)
  }

  @Test func `damaged bytes are refused`() {
    let rows = Array(ImportedFileTests.file("x", rows: 50).bytes)
    let whole = packed(rows)
    #expect(unpacked(whole, count: rows.count + 1) == nil)
    #expect(unpacked(whole, count: -1) == nil)
    for end in 0..<whole.count {
      #expect(unpacked(Array(whole.prefix(end)), count: rows.count) == nil)
    }
    for index in whole.indices {
      var other = whole
      other[index] ^= 0xFF
      // Arbitrary input neither crashes nor has another length.
      if let bytes = unpacked(other, count: rows.count) { #expect(bytes.count == rows.count) }
    }
  }
}
