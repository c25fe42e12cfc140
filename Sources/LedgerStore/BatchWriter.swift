public import FoundationEssentials
import Portfolio

/// A new record and its file.
public struct FileRecord: Sendable {
  /// The number of the file in the ledger.
  public let file: Int
  /// The record.
  public let record: NewRecord

  /// Makes a record of a file.
  public init(file: Int, record: NewRecord) { (self.file, self.record) = (file, record) }
}

/// Writes one change in batches, so that a large change is never in memory as a whole.
public struct BatchWriter {
  private let rows: LedgerRows
  private let entry: LedgerWrite
  private let now: Date
  /// The change's place in the journal.
  public var change: Int { entry.sequence }
  /// The number of the first record to be written; numbers are consecutive.
  public let firstRecord: Int

  fileprivate init(_ rows: LedgerRows, _ change: LedgerWrite, now: Date) throws {
    (self.rows, entry, self.now) = (rows, change, now)
    firstRecord = try rows.lastSequence(in: .records) + 1
  }

  /// Writes the next batch.
  ///
  /// - Throws: ``LedgerStoreError``, and `PortfolioError` for what no row may hold.
  public func write(_ batch: LedgerBatch) throws { try rows.put(batch, into: entry, now: now) }

  /// Writes records of files that are already written.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func write(_ records: [FileRecord]) throws { _ = try entry.add(records) }
}

extension SQLiteLedger {
  /// Writes one change in batches that are computed from the ledger under the write lock.
  ///
  /// - Parameters:
  ///   - label: What the journal calls the change, such as `import trades.csv`.
  ///   - expected: What the caller has seen of the ledger.
  ///   - count: The expected number of transactions; a large number makes adding faster.
  ///   - clock: Gives the present instant; read under the write lock.
  ///   - body: Receives the ledger before the change, without what is written meanwhile, and the
  ///     writer.
  /// - Throws: As ``apply(_:now:)``, and what `body` throws; nothing is changed then.
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
