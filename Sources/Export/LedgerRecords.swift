public import Portfolio

/// A ledger to export, whose records can be read repeatedly.
///
/// Records are passed one at a time, so a large ledger never has to fit in memory.
public protocol LedgerRecords {
  /// Calls `body` with every transaction in ledger order.
  ///
  /// - Throws: Errors from reading the ledger and from `body`.
  func forEachTransaction(_ body: (Transaction) throws -> Void) throws

  /// Calls `body` with every move.
  ///
  /// - Throws: Errors from reading the ledger and from `body`.
  func forEachMove(_ body: (Move) throws -> Void) throws
}

/// A ledger in memory.
struct RecordsInMemory: LedgerRecords {
  let transactions: [Transaction]
  let moves: [Move]

  func forEachTransaction(_ body: (Transaction) throws -> Void) rethrows {
    try transactions.forEach(body)
  }

  func forEachMove(_ body: (Move) throws -> Void) rethrows { try moves.forEach(body) }
}
