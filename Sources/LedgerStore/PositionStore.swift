import Exact
import FoundationEssentials
import GRDB
public import Portfolio

/// The tables of positions.
struct PositionStore {
  let db: Database
  let path: String

  /// A coin's position with its lots; `nil` if there is none, or it is unusable.
  func position(of coinId: String) throws -> CoinPosition? { try stored(coinId).flatMap(position) }

  /// A coin's position without its lots; `nil` if there is none, or it is unusable.
  func stored(_ coinId: String) throws -> StoredPosition? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rowCount, lastDate, lastSequence, digest, summary, lotRows, unloggedDate,
          unloggedSequence
        FROM position WHERE coinId = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [coinId]),
      let rowCount: Int = row.value(0), isCount(rowCount),
      let lastDate: Int = row.value(1), let lastSequence: Int = row.value(2),
      let bytes: Data = row.value(3), let digest = RowDigest(bytes: Array(bytes)),
      let summary: String = row.value(4), let lotRows: Int = row.value(5), isCount(lotRows),
      let unloggedDate: Int = row.value(6), let unloggedSequence: Int = row.value(7)
    else { return nil }
    do throws(PositionDataError) {
      var stored = StoredPosition(try CoinPositionSummary(coinId: coinId, text: summary))
      stored.rowCount = rowCount
      stored.last = RowSortKey(date: lastDate, sequence: lastSequence)
      stored.digest = digest
      stored.lotRows = lotRows
      stored.unlogged = RowSortKey(date: unloggedDate, sequence: unloggedSequence)
      return stored
    } catch { return nil }
  }

  /// Adds a position's lots: the stored ones, and those of later purchases.
  ///
  /// - Returns: `nil` if they are damaged or belong to another position.
  func position(_ stored: StoredPosition) throws -> CoinPosition? {
    guard let later = try laterRows(of: stored) else { return nil }
    do {
      let lots = LotStore(db: db, coinId: stored.coinId)
      let pieces = try lots.outlines().map { try lots.piece($0.number) }
      return try CoinPosition(summary: stored.summary, pieces: pieces, later: later)
    } catch is PositionDataError { return nil }
  }

  /// The position with only its last lots loaded.
  ///
  /// - Throws: ``PositionDataError`` if they are damaged or belong to another position.
  func piecewise(
    _ stored: StoredPosition
  ) throws -> (position: PiecewisePosition, last: LotPiece?) {
    guard let later = try laterRows(of: stored) else {
      throw PositionDataError(coinId: stored.coinId)
    }
    let lots = LotStore(db: db, coinId: stored.coinId)
    let outlines = try lots.outlines()
    let last = try outlines.last.map { try lots.piece($0.number) }
    let position = try PiecewisePosition(
      summary: stored.summary, outlines: outlines, last: last, later: later)
    return (position, last)
  }

  /// Whether the stored lots belong to a position.
  func holds(_ position: CoinPosition, in stored: StoredPosition) throws -> Bool {
    guard stored.summary == position.summary, stored.lotRows <= stored.rowCount else {
      return false
    }
    let lots = LotStore(db: db, coinId: stored.coinId)
    var comparison = LotComparison(of: position)
    for outline in try lots.outlines() {
      guard comparison.take(try lots.piece(outline.number)) else { return false }
    }
    return try comparison.leaves(stored.rowCount - stored.lotRows) && lots.isWhole()
  }

  /// The position's rows whose lots are not stored; `nil` if the count differs, or they did more
  /// than add coins.
  private func laterRows(of stored: StoredPosition) throws -> [Transaction]? {
    let count = stored.rowCount - stored.lotRows
    guard count > 0 else { return count == 0 ? [] : nil }
    var found: [Transaction] = []
    try LedgerRows(db: db, path: path).forEachCounted(
      """
      WHERE coinId = ? AND (date, sequence) <= (?, ?) ORDER BY date DESC, sequence DESC LIMIT ?
      """, [stored.coinId, stored.last.date, stored.last.sequence, count]
    ) { found.append($0.transaction) }
    return found.count == count ? found.reversed() : nil
  }

  /// Stores a position; closed cycles are appended after the first `closedBefore` stored ones, and
  /// the rest is removed.
  func store(_ stored: StoredPosition, closed: [ClosedCycle], closedBefore: Int) throws {
    let coinId = stored.coinId
    try db.cachedStatement(
      sql: """
        INSERT INTO position (coinId, rowCount, lastDate, lastSequence, digest, summary, lotRows,
          unloggedDate, unloggedSequence)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (coinId) DO UPDATE SET rowCount = excluded.rowCount,
          lastDate = excluded.lastDate, lastSequence = excluded.lastSequence,
          digest = excluded.digest, summary = excluded.summary, lotRows = excluded.lotRows,
          unloggedDate = excluded.unloggedDate, unloggedSequence = excluded.unloggedSequence
        """
    ).execute(arguments: [
      coinId, stored.rowCount, stored.last.date, stored.last.sequence, Data(stored.digest.bytes),
      stored.summary.text, stored.lotRows, stored.unlogged.date, stored.unlogged.sequence,
    ])
    try db.cachedStatement(sql: "DELETE FROM closedPosition WHERE coinId = ? AND number > ?")
      .execute(arguments: [coinId, closedBefore])
    for (index, cycle) in closed.enumerated() {
      try insert(cycle, number: closedBefore + index + 1)
    }
  }

  private static let closedColumns =
    "coinId, number, closingId, closedDate, bought, paid, sold, received, carried"

  private func insert(_ closed: ClosedCycle, number: Int) throws {
    try db.cachedStatement(
      sql: "INSERT INTO closedPosition (\(Self.closedColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: StatementArguments(Self.values(closed, number: number)))
  }

  private static func values(_ closed: ClosedCycle, number: Int) -> [DatabaseValue] {
    let sums = closed.cycle.exact
    return [
      closed.coinId.databaseValue, number.databaseValue,
      Data(closed.closingID.stored).databaseValue,
      closed.closedDate.millisecondsSince1970.databaseValue, sums.bought.description.databaseValue,
      sums.paid.description.databaseValue, sums.sold.description.databaseValue,
      sums.received.description.databaseValue,
      closed.cycle.sideText.databaseValue,
    ]
  }

  /// Whether a coin's stored closed cycles equal these.
  func holds(_ closed: [ClosedCycle], coinId: String) throws -> Bool {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT \(Self.closedColumns) FROM closedPosition WHERE coinId = ? ORDER BY number",
      arguments: [coinId])
    return rows.map { Array($0.databaseValues) }
      == closed.enumerated().map { Self.values($1, number: $0 + 1) }
  }

  /// Removes the position of a coin without rows.
  func remove(_ coinId: String) throws {
    for table in LedgerSchema.positionTableNames.reversed() {
      try db.execute(sql: "DELETE FROM \(table) WHERE coinId = ?", arguments: [coinId])
    }
  }

  /// The small rows of all coins, by coin id; unreadable ones are recomputed.
  func summaries() throws -> [CoinPositionSummary] {
    try Row.fetchAll(db, sql: "SELECT coinId, summary FROM position ORDER BY coinId").map { row in
      let coinId: String = try row.required(0)
      do throws(PositionDataError) {
        return try CoinPositionSummary(coinId: coinId, text: row.value(1) ?? "")
      } catch { return try recomputed(coinId).stored.summary }
    }
  }

  /// The closed cycle that precedes the coin's last `count`; `nil` if there is none, or it cannot
  /// be read.
  func closed(_ coinId: String, before count: Int) throws -> ClosedCycle? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(Self.closedColumns) FROM closedPosition
        WHERE coinId = ?1 AND number = (SELECT max(number) FROM closedPosition WHERE coinId = ?1) - ?2
        """)
    return try Row.fetchOne(statement, arguments: [coinId, count]).flatMap {
      ClosedCycle(RowColumns(row: $0))
    }
  }

  /// The closed cycles, oldest first for each coin; a coin's cycles are recomputed if one is
  /// unreadable.
  func closed(_ wanted: ClosedSelection = .all) throws -> PackedCycles {
    guard wanted.count > 0 else { return [] }
    guard !wanted.isOfEach else {
      let coins = try String.fetchAll(db, sql: "SELECT coinId FROM position ORDER BY coinId")
      return PackedCycles(
        try coins.flatMap { try closed(ClosedSelection(of: $0, newest: wanted.count)) })
    }
    let condition = wanted.coinId == nil ? "" : "WHERE coinId = ?"
    let order = wanted.coinId == nil ? ["closedDate DESC", "coinId", "number"] : ["number DESC"]
    let isLimited = wanted.count < .max
    let statement = try db.cachedStatement(
      sql: """
        SELECT * FROM (SELECT \(Self.closedColumns) FROM closedPosition \(condition)
          \(isLimited ? "ORDER BY \(order.joined(separator: ", ")) LIMIT ?" : ""))
        ORDER BY coinId, number
        """)
    let limit = isLimited ? wanted.count.databaseValue : nil
    try statement.setArguments(
      StatementArguments([wanted.coinId?.databaseValue, limit].compactMap(\.self)))
    var damaged: Set<String> = []
    var cycles = PackedCycles()
    try statement.forEachRow { row in
      if let cycle = ClosedCycle(row) {
        cycles.append(cycle)
      } else {
        damaged.insert(row.text(0) ?? "")
      }
    }
    guard !damaged.isEmpty else { return cycles }
    let sound = cycles.filter { !damaged.contains($0.coinId) }
    let all = try (sound + damaged.flatMap { try recomputed($0).closed })
      .sorted { ($0.coinId, $0.closedDate) < ($1.coinId, $1.closedDate) }
    return PackedCycles(wanted.selected(of: [all], by: \.closedDate))
  }

  private func recomputed(_ coinId: String) throws -> PositionReplay {
    var replay = try PositionReplay(coinId, db: db, path: path)
    replay.isChecked = false
    try replay.run()
    return replay
  }
}

extension ClosedCycle {
  /// Reads ``PositionStore/closedColumns``; `nil` if malformed.
  fileprivate init?(_ row: some ColumnSource) {
    let sums = (4...7).compactMap { row.text($0).flatMap { ExactDecimal($0) } }
    guard sums.count == 4, let coinId = row.text(0), let id = row.id(2),
      let date = row.integer(3).flatMap(Date.init(checkedMillisecondsSince1970:))
    else { return nil }
    self.init(
      coinId: coinId, closingID: id, closedDate: date,
      cycle: Cycle(
        bought: Quantity(sums[0]), paid: Cost(sums[1]), sold: Quantity(sums[2]),
        received: Cost(sums[3]), sideText: row.text(8)))
  }
}

extension SQLiteLedger {
  /// One coin's position with its lots; `nil` if the coin has no transactions.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func position(of coinId: String) throws -> CoinPosition? {
    try read(orElse: nil) {
      try PositionStore(db: $0.db, path: path).position(of: coinId)
    }
  }

  /// One coin's position without its lots; `nil` if the coin has no transactions.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func summary(of coinId: String) throws -> CoinPositionSummary? {
    try read(orElse: nil) { try PositionStore(db: $0.db, path: path).stored(coinId)?.summary }
  }
}
