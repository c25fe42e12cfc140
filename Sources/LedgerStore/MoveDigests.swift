import FoundationEssentials
import GRDB

/// Digests of each coin's moves, which show whether derived data is still valid without reading the
/// moves.
struct MoveDigests {
  let db: Database
  /// What a write adds to each coin's digest.
  private var changes: [String: (digest: RowDigest, count: Int)] = [:]

  init(db: Database) { self.db = db }

  /// Whether a move was removed, even if only to be reinserted with other values.
  private(set) var hasRemoved = false

  /// Records an added move.
  mutating func add(_ digest: RowDigest, of coinId: String) {
    changes[coinId, default: (RowDigest(), 0)].digest += digest
    changes[coinId]?.count += 1
  }

  /// Records a removed move.
  mutating func remove(_ digest: RowDigest, of coinId: String) {
    hasRemoved = true
    changes[coinId, default: (RowDigest(), 0)].digest -= digest
    changes[coinId]?.count -= 1
  }

  /// Stores the changes.
  func store() throws {
    for (coinId, change) in changes {
      let old = try Self.all(db, "WHERE coinId = ?", [coinId]).first
      let count = (old?.rowCount ?? 0) + change.count
      guard count > 0 else {
        try db.execute(sql: "DELETE FROM moveDigest WHERE coinId = ?", arguments: [coinId])
        continue
      }
      let digest = (old?.digest ?? RowDigest()).adding(change.digest)
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO moveDigest (coinId, rowCount, digest) VALUES (?, ?, ?)"
      ).execute(arguments: [coinId, count, Data(digest.bytes)])
    }
  }

  /// Computes and stores the digest of every coin's moves.
  static func storeAll(_ db: Database, path: String) throws {
    var digests = MoveDigests(db: db)
    try LedgerRows(db: db, path: path).forEachStored(.moves, "ORDER BY sequence") { image, row in
      guard let coinId = row.text(MoveRow.coinColumn) else { return }
      digests.add(RowDigest(image: image), of: coinId)
    }
    try digests.store()
  }

  /// The stored digests.
  static func all(
    _ db: Database, _ condition: String = "", _ arguments: StatementArguments = []
  ) throws -> [(coinId: String, digest: RowDigest, rowCount: Int)] {
    try Row.fetchAll(
      db, sql: "SELECT coinId, digest, rowCount FROM moveDigest \(condition)", arguments: arguments
    ).map { row in
      let digest = RowDigest(bytes: Array(try row.required(1) as Data))
      return (try row.required(0), digest ?? RowDigest(), try row.required(2))
    }
  }
}
