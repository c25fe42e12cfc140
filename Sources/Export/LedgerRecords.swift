public import Portfolio

/// A ledger on its way out: its records one after the other, as often as an export asks for them.
///
/// However many there are, they need never be in memory together.
public protocol LedgerRecords {
  /// Calls `body` with every transaction in ledger order.
  ///
  /// - Throws: Why the ledger could not be read, and what `body` throws.
  func forEachTransaction(_ body: (Transaction) throws -> Void) throws

  /// Calls `body` with every move.
  ///
  /// - Throws: Why the ledger could not be read, and what `body` throws.
  func forEachMove(_ body: (Move) throws -> Void) throws
}

/// A ledger that is in memory.
struct RecordsInMemory: LedgerRecords {
  let transactions: [Transaction]
  let moves: [Move]

  func forEachTransaction(_ body: (Transaction) throws -> Void) rethrows {
    try transactions.forEach(body)
  }

  func forEachMove(_ body: (Move) throws -> Void) rethrows { try moves.forEach(body) }
}
