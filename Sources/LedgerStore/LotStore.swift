import FoundationEssentials
import GRDB
import Portfolio

/// The stored lots of one coin's open cycle, piece by piece.
///
/// Acquired lots and their remaining amounts are stored separately, because sales only change the
/// latter.
struct LotStore {
  let db: Database
  let coinId: String

  /// The outlines of all pieces, by number.
  ///
  /// - Throws: ``PositionDataError`` if one is damaged.
  func outlines() throws -> [LotPiece.Outline] {
    let statement = try db.cachedStatement(
      sql: "SELECT number, books FROM lotBook WHERE coinId = ? ORDER BY number")
    return try Row.fetchAll(statement, arguments: [coinId]).map { row in
      guard let number: Int = row.value(0), let books: Data = row.value(1),
        let outline = LotPiece.Outline(number: number, books: Array(books))
      else { throw PositionDataError(coinId: coinId) }
      return outline
    }
  }

  /// A piece.
  ///
  /// - Throws: ``PositionDataError`` if it is missing or damaged.
  func piece(_ number: Int) throws -> LotPiece {
    let statement = try db.cachedStatement(
      sql: """
        SELECT lots, books FROM lotPiece JOIN lotBook USING (coinId, number)
        WHERE coinId = ? AND number = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [coinId, number]),
      let lots: Data = row.value(0), let books: Data = row.value(1),
      let piece = LotPiece(number: number, lots: Array(lots), books: Array(books))
    else { throw PositionDataError(coinId: coinId) }
    return piece
  }

  /// Whether every stored piece has its books.
  func isWhole() throws -> Bool {
    let sql = """
      SELECT count(*) FROM lotPiece LEFT JOIN lotBook USING (coinId, number)
      WHERE coinId = ? AND books IS NULL
      """
    return try Int.fetchOne(db, sql: sql, arguments: [coinId]) == 0
  }

  /// Stores a piece, or only its books.
  func store(_ piece: LotPiece, withLots: Bool = true) throws {
    if withLots {
      try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO lotPiece (coinId, number, lots) VALUES (?, ?, ?)"
      ).execute(arguments: [coinId, piece.number, Data(piece.encodedLots)])
    }
    try storeBooks(piece.encodedBooks, of: piece.number)
  }

  private func storeBooks(_ books: [UInt8], of number: Int) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO lotBook (coinId, number, books) VALUES (?, ?, ?)"
    ).execute(arguments: [coinId, number, Data(books)])
  }

  /// Removes the pieces from a number onward.
  func remove(from number: Int = 0) throws {
    for table in ["lotPiece", "lotBook"] {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE coinId = ? AND number >= ?")
        .execute(arguments: [coinId, number])
    }
  }

  /// Restores the lots at a checkpoint.
  ///
  /// - Parameters:
  ///   - books: The books of the pieces that changed since, by number.
  ///   - nextAge: The checkpoint's next age.
  func restore(_ books: [Int: [UInt8]], nextAge: Int) throws {
    let (whole, rest) = nextAge.quotientAndRemainder(dividingBy: LotPiece.capacity)
    try remove(from: rest == 0 ? whole : whole + 1)
    for (number, books) in books where number * LotPiece.capacity < nextAge {
      try storeBooks(books, of: number)
    }
    guard rest > 0 else { return }
    var last = try piece(whole)
    guard last.count >= rest else { throw PositionDataError(coinId: coinId) }
    last.truncate(to: rest)
    try store(last)
  }
}

// MARK: - Changing history

extension LotStore {
  /// Removes the lot of a purchase.
  ///
  /// - Parameter later: The number of lots acquired after it; no sale may follow it.
  /// - Returns: Whether the lot existed and was unused.
  func remove(_ transaction: Transaction, before later: Int) throws -> Bool {
    guard let (number, after) = try locate(later, where: { $0 > $1 }) else { return false }
    var piece = try piece(number)
    guard piece.remove(transaction, at: piece.count - 1 - after) else { return false }
    if piece.count > 0 { try store(piece) } else { try delete(number) }
    return true
  }

  /// Inserts the lot of a purchase.
  ///
  /// - Parameter later: The number of lots acquired after it; no sale may follow it.
  /// - Returns: Whether its piece had room.
  func insert(_ transaction: Transaction, before later: Int) throws -> Bool {
    guard let (number, after) = try locate(later, where: { $0 >= $1 }) else { return false }
    var piece = try piece(number)
    guard piece.insert(transaction, at: piece.count - after) else { return false }
    try store(piece)
    return true
  }

  /// The last piece from which enough lots follow to the end, and how many of the later lots it
  /// holds.
  private func locate(
    _ later: Int, where isEnough: (Int, Int) -> Bool
  ) throws -> (number: Int, after: Int)? {
    var seen = 0
    for outline in try outlines().reversed() {
      if isEnough(seen + outline.count, later) { return (outline.number, later - seen) }
      seen += outline.count
    }
    return nil
  }

  private func delete(_ number: Int) throws {
    for table in ["lotPiece", "lotBook"] {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE coinId = ? AND number = ?", arguments: [coinId, number])
    }
  }
}
