import Exact
import FoundationEssentials
import GRDB
import Portfolio

/// A coin's position as it is stored, with the last row it holds and the digest of all of them.
struct StoredPosition {
  var position: CoinPosition
  var rowCount: Int
  var lastDate: Int
  var lastSequence: Int
  var digest: RowDigest

  /// The position before the first row.
  init(coinId: String) {
    position = CoinPosition(coinId: coinId)
    (rowCount, lastDate, lastSequence, digest) = (0, Int.min, 0, RowDigest())
  }

  /// Applies the coin's next row in ledger order.
  mutating func apply(
    _ row: LedgerRow, digest: RowDigest, isChecked: Bool = true
  ) throws -> ClosedCycle? {
    let closed =
      isChecked
      ? try position.apply(row.transaction) : position.applyUnchecked(row.transaction)
    rowCount += 1
    lastDate = row.transaction.date.millisecondsSince1970
    lastSequence = row.sequence
    self.digest += digest
    return closed
  }
}

/// The tables of positions.
struct PositionStore {
  let db: Database
  let path: String

  /// A coin's position whole; `nil` where there is none, or none that can be used.
  func stored(_ coinId: String) throws -> StoredPosition? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rowCount, lastDate, lastSequence, digest, summary, books
        FROM position LEFT JOIN positionBook USING (coinId) WHERE coinId = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [coinId]),
      let digest = RowDigest(bytes: Array(row[3] as Data)), let books = row[5] as Data?
    else { return nil }
    var stored = StoredPosition(coinId: coinId)
    (stored.rowCount, stored.lastDate, stored.lastSequence) = (row[0], row[1], row[2])
    stored.digest = digest
    do throws(PositionDataError) {
      stored.position = try CoinPosition(
        summary: try CoinPositionSummary(coinId: coinId, text: row[4]), books: Array(books))
    } catch { return nil }
    return stored
  }

  /// The digest of a coin's rows as it is stored; that of no rows where there are none.
  func digest(of coinId: String) throws -> RowDigest? {
    guard
      let bytes = try Data.fetchOne(
        db, sql: "SELECT digest FROM position WHERE coinId = ?", arguments: [coinId])
    else { return RowDigest() }
    return RowDigest(bytes: Array(bytes))
  }

  /// Stores a position; closed cycles are appended after the `closedBefore` there are, all others
  /// removed.
  func store(_ stored: StoredPosition, closed: [ClosedCycle], closedBefore: Int) throws {
    let coinId = stored.position.coinId
    try db.cachedStatement(
      sql: """
        INSERT INTO position (coinId, rowCount, lastDate, lastSequence, digest, summary)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (coinId) DO UPDATE SET rowCount = excluded.rowCount,
          lastDate = excluded.lastDate, lastSequence = excluded.lastSequence,
          digest = excluded.digest, summary = excluded.summary
        """
    ).execute(arguments: [
      coinId, stored.rowCount, stored.lastDate, stored.lastSequence, Data(stored.digest.bytes),
      stored.position.summary.text,
    ])
    try db.cachedStatement(
      sql: """
        INSERT INTO positionBook (coinId, books) VALUES (?, ?)
        ON CONFLICT (coinId) DO UPDATE SET books = excluded.books
        """
    ).execute(arguments: [coinId, Data(stored.position.encodedBooks())])
    try db.execute(
      sql: "DELETE FROM closedPosition WHERE coinId = ? AND number > ?",
      arguments: [coinId, closedBefore])
    for (index, cycle) in closed.enumerated() {
      try insert(cycle, number: closedBefore + index + 1)
    }
  }

  private func insert(_ closed: ClosedCycle, number: Int) throws {
    let sums = closed.cycle.exact
    try db.cachedStatement(
      sql: """
        INSERT INTO closedPosition
          (coinId, number, closingId, closedDate, bought, paid, sold, received)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      closed.coinId, number, Data(closed.closingID.stored),
      closed.closedDate.millisecondsSince1970, sums.bought.description, sums.paid.description,
      sums.sold.description, sums.received.description,
    ])
  }

  /// Removes the position of a coin without rows.
  func remove(_ coinId: String) throws {
    for table in ["closedPosition", "positionBook", "position"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE coinId = ?", arguments: [coinId])
    }
  }

  /// The small rows of all coins, by coin id.
  func summaries() throws -> [CoinPositionSummary] {
    try Row.fetchAll(db, sql: "SELECT coinId, summary FROM position ORDER BY coinId").map { row in
      do throws(PositionDataError) {
        return try CoinPositionSummary(coinId: row[0], text: row[1])
      } catch {
        throw LedgerStoreError.damaged(
          path, detail: "the position of \(row[0] as String) cannot be read")
      }
    }
  }

  /// The closed cycles, oldest first for each coin.
  func closed(coinId: String? = nil) throws -> [ClosedCycle] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT coinId, number, closingId, closedDate, bought, paid, sold, received
        FROM closedPosition WHERE ?1 IS NULL OR coinId = ?1 ORDER BY coinId, number
        """, arguments: [coinId]
    ).map { row in
      let sums = (4...7).compactMap { ExactDecimal(row[$0] as String) }
      guard sums.count == 4, let id = UUID(stored: Array(row[2] as Data)) else {
        throw LedgerStoreError.unreadableRow(
          path, table: "closedPosition", sequence: row[1], column: "bought")
      }
      return ClosedCycle(
        coinId: row[0], closingID: id, closedDate: Date(millisecondsSince1970: row[3]),
        cycle: Cycle(bought: sums[0], paid: sums[1], sold: sums[2], received: sums[3]))
    }
  }
}
