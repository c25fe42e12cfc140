public import Portfolio

/// The ledger at one instant, whatever is written meanwhile.
///
/// It holds as long as the call that gave it.
public struct LedgerSnapshot {
  let rows: LedgerRows

  /// Calls `body` with every transaction in ledger order, one after the other.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
    try rows.forEach("ORDER BY date, sequence") { try body($0.transaction) }
  }

  /// Calls `body` with every move by date, one after the other.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachMove(_ body: (Move) throws -> Void) throws {
    try rows.forEachMove("ORDER BY date, sequence") { try body($0.move) }
  }
}

extension SQLiteLedger {
  /// Reads the ledger as it is at one instant, in one or several passes.
  ///
  /// - Returns: What `body` returns; `nil` where there is no ledger.
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func withSnapshot<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value? {
    try read(orElse: nil) { try body(LedgerSnapshot(rows: $0)) }
  }
}
