public import FoundationEssentials
import Portfolio

/// A new record and the file it belongs to.
public struct FileRecord: Sendable {
  /// The file's number in the ledger.
  public let file: Int
  /// The record.
  public let record: NewRecord

  /// Pairs a record with its file.
  public init(file: Int, record: NewRecord) { (self.file, self.record) = (file, record) }
}

/// Writes one change in batches, so a large change is never entirely in memory.
public struct BatchWriter {
  private let rows: LedgerRows
  private let entry: LedgerWrite
  private let now: Date
  /// The change's number in the journal.
  public var change: Int { entry.sequence }
  /// The number of the first new record; numbers are consecutive.
  public let firstRecord: Int

  fileprivate init(_ rows: LedgerRows, _ change: LedgerWrite, now: Date) throws {
    (self.rows, entry, self.now) = (rows, change, now)
    firstRecord = try rows.lastSequence(in: .records) + 1
  }

  /// Writes the next batch.
  ///
  /// - Throws: ``LedgerStoreError`` or `PortfolioError` for values that cannot be stored.
  public func write(_ batch: LedgerBatch) throws { try rows.put(batch, into: entry, now: now) }

  /// Writes records of files that are already stored.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func write(_ records: [FileRecord]) throws { _ = try entry.add(records) }
}

extension SQLiteLedger {
  /// Writes one change in batches that are computed from the ledger under the write lock.
  ///
  /// - Parameters:
  ///   - label: The change's label in the journal, such as `import trades.csv`.
  ///   - expected: The ledger state the caller has seen.
  ///   - count: The expected number of transactions; a large number makes adding faster.
  ///   - clock: Gives the current time; read under the write lock.
  ///   - body: Receives the ledger as it was before the change, and the writer.
  /// - Throws: The errors of ``apply(_:now:)``, and what `body` throws; nothing changes in that
  ///   case.
  public func add(
    label: String, expecting expected: [Expectation] = [], count: Int, clock: () -> Date,
    _ body: (LedgerContents, BatchWriter) throws -> Void
  ) throws {
    _ = try write(existingOrNew) { ledger in
      try ledger.require(expected)
      let now = clock()
      let contents = LedgerContents(rows: ledger, end: try LedgerContents.End(ledger))
      try ledger.change(label: label, now: now, expectedRows: count) { write in
        try body(contents, try BatchWriter(ledger, write, now: now))
      }
    }
  }
}
