import Exact
import FoundationEssentials
import GRDB
import Portfolio

/// A coin's position at an earlier row, from which rows are replayed after a change.
struct Checkpoint {
  /// The changes that restore the lots from before a sale.
  struct Lots {
    /// The age of the next lot to be added.
    let nextAge: Int
    /// The books of the pieces the sale changed, as they were before it, by number.
    let books: [Int: [UInt8]]
  }

  /// The sale it precedes, or, if nothing was held, the row it follows.
  let sortKey: RowSortKey
  /// The number of the coin's rows before this point.
  let rowCount: Int
  let summary: CoinPositionSummary
  /// Turns the lots of the next checkpoint, or the stored lots, into the lots at this one; `nil` if
  /// nothing was held.
  let lots: Lots?
}

extension Checkpoint.Lots {
  init(_ before: PiecewisePosition.LotsBefore) {
    nextAge = before.nextAge
    books = Dictionary(
      uniqueKeysWithValues: before.pieces.map { ($0.number, $0.encodedBooks) })
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(count: UInt(nextAge))
    for (number, book) in books.sorted(by: { $0.key < $1.key }) {
      bytes.append(count: UInt(number))
      bytes.append(count: UInt(book.count))
      bytes += book
    }
    return bytes
  }

  init?(bytes: [UInt8]) {
    var offset = 0
    func number() -> Int? { bytes.count(at: &offset).flatMap { Int(exactly: $0) } }
    guard let nextAge = number() else { return nil }
    var books: [Int: [UInt8]] = [:]
    while offset < bytes.count {
      guard let piece = number(), let length = number(), length <= bytes.count - offset else {
        return nil
      }
      books[piece] = Array(bytes[offset..<offset + length])
      offset += length
    }
    (self.nextAge, self.books) = (nextAge, books)
  }
}

/// The stored checkpoints of one coin.
///
/// There is one at every point where nothing was held, at least a thousand rows apart, and one
/// before each of the newest sales of a long open cycle.
struct CheckpointStore {
  /// How many of the newest sales have a checkpoint.
  static let saleCount = 256

  let db: Database
  let coinId: String

  private static let columns = "date, sequence, rowCount, summary, lots, hash"

  /// The checkpoints of sales from a key onward, oldest first.
  func sales(from key: RowSortKey) throws -> [Checkpoint] {
    try read(
      "lots IS NOT NULL AND (date, sequence) >= (?, ?) ORDER BY date, sequence", key)
  }

  /// The last checkpoint of a sale at or before a key.
  func sale(upTo key: RowSortKey) throws -> Checkpoint? {
    try read(
      """
      lots IS NOT NULL AND (date, sequence) <= (?, ?) ORDER BY date DESC, sequence DESC LIMIT 1
      """, key
    ).first
  }

  /// The last checkpoint before a key where nothing was held.
  func rest(before key: RowSortKey) throws -> Checkpoint? {
    try read(
      "lots IS NULL AND (date, sequence) < (?, ?) ORDER BY date DESC, sequence DESC LIMIT 1", key
    ).first
  }

  /// All checkpoints, oldest first.
  func all() throws -> [Checkpoint] {
    try read("(date, sequence) >= (?, ?) ORDER BY date, sequence", .first)
  }

  /// - Throws: ``PositionDataError`` for a damaged checkpoint.
  private func read(_ condition: String, _ key: RowSortKey) throws -> [Checkpoint] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM checkpoint WHERE coinId = ? AND \(condition)")
    return try Row.fetchAll(statement, arguments: [coinId, key.date, key.sequence])
      .map { row in
        guard let date: Int = row.value(0), let sequence: Int = row.value(1),
          let rowCount: Int = row.value(2), isCount(rowCount), let text: String = row.value(3),
          let hash: Data = row.value(5)
        else { throw PositionDataError(coinId: coinId) }
        let bytes: Data? = row.value(4)
        let lots = bytes.map(Array.init).flatMap { Checkpoint.Lots(bytes: $0) }
        let found = Checkpoint(
          sortKey: RowSortKey(date: date, sequence: sequence), rowCount: rowCount,
          summary: try CoinPositionSummary(coinId: coinId, text: text), lots: lots)
        guard self.hash(of: found) == hash, (lots == nil) == (bytes == nil) else {
          throw PositionDataError(coinId: coinId)
        }
        return found
      }
  }

  func store(_ checkpoint: Checkpoint) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO checkpoint (coinId, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      coinId, checkpoint.sortKey.date, checkpoint.sortKey.sequence, checkpoint.rowCount,
      checkpoint.summary.text, checkpoint.lots.map { Data($0.bytes) }, hash(of: checkpoint),
    ])
  }

  /// Nothing else can verify earlier lots, so a hash detects damage.
  private func hash(of checkpoint: Checkpoint) -> Data {
    let key = checkpoint.sortKey
    let head =
      "\(coinId) \(key.date) \(key.sequence) \(checkpoint.rowCount) \(checkpoint.summary.text)\n"
    return Data(SHA256.hash(Array(head.utf8) + (checkpoint.lots?.bytes ?? [])))
  }

  /// Removes the checkpoints of sales from a key onward.
  func removeSales(from key: RowSortKey) throws {
    try remove("lots IS NOT NULL AND (date, sequence) >= (?, ?)", key)
  }

  /// Removes the checkpoints of sales up to a key.
  func removeSales(upTo key: RowSortKey) throws {
    try remove("lots IS NOT NULL AND (date, sequence) <= (?, ?)", key)
  }

  /// Removes the checkpoints where nothing was held, from a key onward.
  func removeRests(from key: RowSortKey) throws {
    try remove("lots IS NULL AND (date, sequence) >= (?, ?)", key)
  }

  private func remove(_ condition: String, _ key: RowSortKey) throws {
    try db.cachedStatement(sql: "DELETE FROM checkpoint WHERE coinId = ? AND \(condition)")
      .execute(arguments: [coinId, key.date, key.sequence])
  }

  /// Removes the checkpoints of all but the newest sales.
  ///
  /// - Returns: The key of the newest one removed.
  func removeOldSales() throws -> RowSortKey? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT date, sequence FROM checkpoint WHERE coinId = ? AND lots IS NOT NULL
        ORDER BY date DESC, sequence DESC LIMIT 1 OFFSET ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [coinId, Self.saleCount]) else {
      return nil
    }
    let key = RowSortKey(date: try row.required(0), sequence: try row.required(1))
    try removeSales(upTo: key)
    return key
  }
}
