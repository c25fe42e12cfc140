import GRDB
import Portfolio
import Threads

/// The rows of a statement: one thread reads the next while another works with those before.
///
/// Unchecked, because a statement is not `Sendable`: only one thread reads from it at a time.
struct ReadAhead: @unchecked Sendable {
  private static let batchSize = 256

  let statement: Statement
  let location: LedgerStoreError.Location
  let counted: @Sendable (Transaction) -> Transaction

  func forEach(_ body: (LedgerRow) throws -> Void) throws {
    defer { statement.reset() }
    let batches = Prefetcher(isLast: { $0.count < Self.batchSize }) { try next() }
    try batches.forEach { batch in for row in batch { try body(row) } }
  }

  private func next() throws -> [LedgerRow] {
    var rows: [LedgerRow] = []
    rows.reserveCapacity(Self.batchSize)
    while rows.count < Self.batchSize, let row = try statement.nextRow() {
      var read = try LedgerRow(row, at: location)
      read.transaction = counted(read.transaction)
      rows.append(read)
    }
    return rows
  }
}
