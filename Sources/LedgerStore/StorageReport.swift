public import FoundationEssentials
import Portfolio

/// A transaction or move that is dated after the present instant.
public struct FutureRow: Equatable, Sendable {
  /// Its id.
  public let id: UUID
  /// Its date.
  public let date: Date
  /// Whether it is a move.
  public let isMove: Bool
}

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
  /// The row of the latest date, where that lies after the present instant: the clock is wrong now,
  /// or was when the row was written.
  public var future: FutureRow?

  /// The faults that are listed; more are counted only.
  static let listed = 100
  private var unlisted = 0

  mutating func add(_ fault: String) {
    if faults.count < Self.listed { faults.append(fault) } else { unlisted += 1 }
  }

  /// Runs a check of the file at a path.
  init(of path: String, _ check: (inout StorageReport) throws -> Void) throws {
    do { try naming(path) { try check(&self) } } catch LedgerStoreError.damaged(_, let detail) {
      // Damage that ends the reading is a finding like any other.
      add(detail)
    }
    if unlisted > 0 {
      faults.append("and \(unlisted) more \(unlisted == 1 ? "fault" : "faults") of the same kinds")
    }
  }

  mutating func addFuture(_ row: FutureRow) {
    if row.date > future?.date ?? .distantPast { future = row }
  }
}

extension SQLiteLedger {
  /// Proves the ledger's file from its rows: schema, structure, positions, journal and the ledger's
  /// own rules.
  ///
  /// Rows are read one after the other, however many there are.
  ///
  /// - Parameters:
  ///   - now: The present instant; a row after it is reported apart from the faults.
  ///   - eachPart: Receives the transactions coin by coin, so that more can be proved of them
  ///     without reading them again; one part after the other, on another thread where it is long.
  /// - Returns: What was read and found; a missing ledger has no faults.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func verifyStorage(
    now: Date, eachPart: (@Sendable (VerifiedPart) -> Void)? = nil
  ) throws -> StorageReport {
    try StorageReport(of: path) { report in
      try reading {
        try StorageCheck($0, path: path, now: now, isLive: true, eachPart: eachPart).run(&report)
      }
    }
  }

  /// Looks for damage as ``verifyStorage(now:)`` does, dates in the future aside.
  ///
  /// - Returns: What was found, in words; empty for a sound or a missing ledger.
  /// - Throws: ``LedgerStoreError`` when the file cannot be opened at all.
  public func checkIntegrity() throws -> [String] {
    try StorageReport(of: path) { report in
      try reading { try StorageCheck($0, path: path).run(&report) }
    }.faults
  }
}
