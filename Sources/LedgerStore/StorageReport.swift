public import FoundationEssentials
import Portfolio

/// A transaction or move dated in the future.
public struct FutureRow: Equatable, Sendable {
  /// Its id.
  public let id: UUID
  /// Its date.
  public let date: Date
  /// Whether it is a move.
  public let isMove: Bool
}

/// What a check of the ledger's file read, and what it found wrong.
public struct StorageReport: Equatable, Sendable {
  /// The faults, one sentence each; empty for a sound ledger.
  public var faults: [String] = []
  /// Transactions read.
  public var transactions = 0
  /// Moves read.
  public var moves = 0
  /// Coins whose positions were recomputed.
  public var coins = 0
  /// Journal entries replayed.
  public var changes = 0
  /// The row with the latest date, if it is in the future: the clock is wrong now, or was when the
  /// row was written.
  public var future: FutureRow?

  /// The maximum number of faults listed; further ones are only counted.
  static let listed = 100
  private var unlisted = 0

  mutating func add(_ fault: String) {
    if faults.count < Self.listed { faults.append(fault) } else { unlisted += 1 }
  }

  /// Runs a check of the file at a path.
  init(of path: String, _ check: (inout StorageReport) throws -> Void) throws {
    do { try naming(path) { try check(&self) } } catch LedgerStoreError.damaged(_, let detail) {
      // Damage that stops the reading is reported like any other.
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
  /// Verifies the ledger's file from its rows: schema, structure, positions, journal and the
  /// ledger's rules.
  ///
  /// Rows are read one at a time.
  ///
  /// - Parameters:
  ///   - now: The current time; rows after it are reported separately from the faults.
  ///   - eachPart: Receives the transactions coin by coin for further checks without reading them
  ///     again; calls do not overlap, but long parts are on another thread.
  /// - Returns: The report; a missing ledger has no faults.
  /// - Throws: ``LedgerStoreError`` if the file cannot be opened.
  public func verifyStorage(
    now: Date, eachPart: (@Sendable (VerifiedPart) -> Void)? = nil
  ) throws -> StorageReport {
    try StorageReport(of: path) { report in
      try reading {
        try StorageCheck($0, path: path, now: now, isLive: true, eachPart: eachPart).run(&report)
      }
    }
  }

  /// Looks for damage like ``verifyStorage(now:)``, but allows dates in the future.
  ///
  /// - Returns: The faults, in words; empty for a sound or missing ledger.
  /// - Throws: ``LedgerStoreError`` if the file cannot be opened.
  public func checkIntegrity() throws -> [String] {
    try StorageReport(of: path) { report in
      try reading { try StorageCheck($0, path: path).run(&report) }
    }.faults
  }
}
