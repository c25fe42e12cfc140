public import Portfolio

/// The ledger at one instant, unaffected by concurrent writes.
///
/// It is valid only during the call that provides it.
public struct LedgerSnapshot {
  let rows: LedgerRows

  /// Calls `body` with every transaction in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
    try rows.forEach("ORDER BY date, sequence") { try body($0.transaction) }
  }

  /// Calls `body` with every move by date.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachMove(_ body: (Move) throws -> Void) throws {
    try rows.forEachMove("ORDER BY date, sequence") { try body($0.move) }
  }
}

extension SQLiteLedger {
  /// Reads the ledger as of one instant, in one or several passes.
  ///
  /// - Returns: What `body` returns; `nil` if there is no ledger.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func withSnapshot<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value? {
    try read(orElse: nil) { try body(LedgerSnapshot(rows: $0)) }
  }
}
