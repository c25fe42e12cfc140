public import FoundationEssentials
public import Portfolio

/// What a check of the ledger's file looked at, and what it found wrong.
public struct StorageReport: Equatable, Sendable {
  /// What is wrong, one sentence each; empty for a sound ledger.
  public var faults: [String] = []
  /// Transactions read.
  public var transactions = 0
  /// Moves read.
  public var moves = 0
  /// Coins whose positions were recomputed.
  public var coins = 0
  /// Entries of the journal that were replayed.
  public var changes = 0

  /// The faults that are listed; more are counted only.
  static let listed = 100
  private var unlisted = 0

  mutating func add(_ fault: String) {
    if faults.count < Self.listed { faults.append(fault) } else { unlisted += 1 }
  }

  mutating func finish() {
    if unlisted > 0 { faults.append("and \(unlisted) more faults of the same kinds") }
  }
}

extension SQLiteLedger {
  /// Proves the ledger's file from its rows: schema, structure, positions, journal and the ledger's
  /// own rules.
  ///
  /// Rows are read one after the other, however many there are.
  ///
  /// - Parameters:
  ///   - now: The present instant; no row may lie after it.
  ///   - eachCoin: Receives each coin's position with the transactions it was computed from, so
  ///     that more can be proved of them without reading them again; one coin after the other, on
  ///     another thread where they are many.
  /// - Returns: What was read and found; a missing ledger has no faults.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func verifyStorage(
    now: Date, eachCoin: (@Sendable (CoinPosition, [Transaction]) -> Void)? = nil
  ) throws -> StorageReport {
    guard let queue = try readable() else { return StorageReport() }
    return try StorageCheck(queue, path: path, now: now, isLive: true, eachCoin: eachCoin)
      .report()
  }

  /// Looks for damage as ``verifyStorage(now:)`` does, dates in the future aside.
  ///
  /// - Returns: What was found, in words; empty for a sound or a missing ledger.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func checkIntegrity() throws -> [String] {
    guard let queue = try readable() else { return [] }
    return try StorageCheck(queue, path: path).faults()
  }
}
