import FoundationEssentials
import GRDB
import Portfolio

/// Replays a coin's rows from an earlier position and stores the result.
///
/// A replay from the first row, or from a checkpoint where nothing was held, keeps all lots in
/// memory. Any other replay loads only the lots that sales need.
struct PositionReplay {
  /// Thrown if a sale names its lots by row, because stored lots do not record their rows.
  struct OriginsNeeded: Error {}

  /// Sales get checkpoints once this many rows were added since nothing was held; checkpoints where
  /// nothing is held are this many rows apart.
  static let loggedRows = 1_000
  /// Sales among this many last rows of a replay get checkpoints.
  private static let loggedTail = 64

  let db: Database
  let path: String
  /// Whether uncovered sales are refused.
  var isChecked = true
  /// Whether the digest is computed from the rows.
  var hashesRows = false
  /// The position so far.
  private(set) var stored: StoredPosition
  /// The cycles that the replayed rows closed.
  private(set) var closed: [ClosedCycle] = []
  private let closedBefore: Int
  /// The key of the first row to replay.
  private let start: RowSortKey
  /// The lots; `nil` until a sale needs them.
  private var lots: PiecewisePosition?
  /// Whether to replace all stored lots.
  private var isReset: Bool
  /// The stored form of the pieces in memory.
  private var loaded: [Int: LotPiece] = [:]
  private var checkpoints: [Checkpoint] = []
  /// The row count at the last checkpoint where nothing was held.
  private var restRows = 0
  /// The number of rows not replayed yet.
  private var rest = 0
  private var carried: CarriedLots?

  private var coinId: String { stored.coinId }

  /// The digest of all of the coin's rows.
  var digest: RowDigest {
    get { stored.digest }
    set { stored.digest = newValue }
  }

  /// Starts at the first row.
  init(_ coinId: String, db: Database, path: String) throws {
    self.init(StoredPosition(coinId: coinId), start: .first, db: db, path: path)
    try reset()
  }

  /// Starts after a checkpoint where nothing was held.
  init(after rest: Checkpoint, db: Database, path: String) throws {
    var stored = StoredPosition(rest.summary)
    stored.rowCount = rest.rowCount
    (stored.last, stored.unlogged) = (rest.sortKey, rest.sortKey)
    self.init(stored, start: rest.sortKey.next, db: db, path: path)
    restRows = rest.rowCount
    try reset()
  }

  /// Starts at a position whose lots are stored.
  init(after stored: StoredPosition, from start: RowSortKey, db: Database, path: String) throws {
    self.init(stored, start: start, db: db, path: path)
    restRows =
      try CheckpointStore(db: db, coinId: coinId).rest(before: start)?.rowCount ?? 0
  }

  private init(_ stored: StoredPosition, start: RowSortKey, db: Database, path: String) {
    (self.db, self.path, self.stored, self.start) = (db, path, stored, start)
    closedBefore = stored.summary.closed.count
    isReset = false
  }

  private mutating func reset() throws {
    lots = try PiecewisePosition(summary: stored.summary)
    isReset = true
  }

  /// Applies the remaining rows.
  ///
  /// - Throws: `PortfolioError` for a history that breaks a rule, ``OriginsNeeded``, and
  ///   ``PositionDataError`` if the stored lots are damaged.
  mutating func run() throws {
    let condition = "WHERE coinId = ? AND (date, sequence) >= (?, ?)"
    let arguments: StatementArguments = [coinId, start.date, start.sequence]
    rest =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM ledgerTransaction \(condition)", arguments: arguments) ?? 0
    let rows = LedgerRows(db: db, path: path)
    let clause = condition + " ORDER BY date, sequence"
    if hashesRows {
      stored.digest = RowDigest()
      let table = LedgerTable.transactions
      let location = LedgerStoreError.Location(path: path, table: table.name)
      try rows.forEachStored(table, clause, arguments) { image, row in
        try apply(try LedgerRow(row, at: location))
        stored.digest += RowDigest(image: image)
      }
    } else if isReset {
      // Load them now: another thread reads rows ahead, so nothing else may read the database
      // later.
      _ = try carriedLots()
      try rows.forEachCounted(clause, arguments) { try apply($0) }
    } else if rest > 0 {
      try rows.forEach(clause, arguments) { try apply($0) }
    }
  }

  private mutating func apply(_ row: LedgerRow) throws {
    let transaction = row.transaction
    if lots == nil, let added = stored.summary.adding(transaction) {
      stored.summary = added
    } else {
      try openLots(for: transaction)
      try applyToLots(row)
    }
    rest -= 1
    stored.rowCount += 1
    stored.last = row.sortKey
    if lots?.isAtRest == true, transaction.type == .sell { noteRest(at: row.sortKey) }
  }

  private mutating func openLots(for transaction: Transaction) throws {
    let store = LotStore(db: db, coinId: coinId)
    if lots == nil {
      let opened = try PositionStore(db: db, path: path).piecewise(stored)
      lots = opened.position
      if let last = opened.last { loaded[last.number] = last }
    }
    guard transaction.lots.isEmpty || isReset else { throw OriginsNeeded() }
    while let absent = lots?.missing(for: transaction), !absent.isEmpty {
      let pieces = try absent.map(store.piece)
      lots?.load(pieces)
      for piece in pieces { loaded[piece.number] = piece }
    }
  }

  private mutating func applyToLots(_ row: LedgerRow) throws {
    let transaction = row.transaction
    let carried =
      transaction.kind == .migrate ? try carriedLots() : .none
    let takesOut = transaction.type == .sell
    guard takesOut, rest <= Self.loggedTail, lots?.isAtRest == false,
      stored.rowCount - restRows >= Self.loggedRows, let before = lots?.summary
    else {
      if let ended = try lots?.apply(transaction, carrying: carried, isChecked: isChecked) {
        closed.append(ended)
      }
      if takesOut || transaction.kind == .migrate { forgetSales(upTo: row.sortKey) }
      return
    }
    let taken = try lots?.applyNoting(transaction, carrying: carried, isChecked: isChecked)
    guard let taken else { return }
    if let ended = taken.ended { closed.append(ended) }
    checkpoints.append(
      Checkpoint(
        sortKey: row.sortKey, rowCount: stored.rowCount, summary: before,
        lots: Checkpoint.Lots(taken.before)))
  }

  /// Handles a row after which nothing is held, so that all stored lots are obsolete.
  private mutating func noteRest(at key: RowSortKey) {
    isReset = true
    loaded = [:]
    forgetSales(upTo: key)
    guard stored.rowCount - restRows >= Self.loggedRows, let summary = lots?.summary else { return }
    restRows = stored.rowCount
    checkpoints.append(
      Checkpoint(sortKey: key, rowCount: stored.rowCount, summary: summary, lots: nil))
  }

  /// Removes the checkpoints of sales up to a row without one, because they need an unbroken chain.
  private mutating func forgetSales(upTo key: RowSortKey) {
    stored.unlogged = key
    checkpoints.removeAll { $0.lots != nil }
  }

  private mutating func carriedLots() throws -> CarriedLots {
    if let carried { return carried }
    let found = try Migrations(db: db, path: path).carried(to: coinId)
    carried = found
    return found
  }

  /// Stores the position with its lots and checkpoints.
  mutating func store() throws {
    let positions = PositionStore(db: db, path: path)
    guard stored.rowCount > 0 else { return try positions.remove(coinId) }
    if let lots {
      stored.summary = lots.summary
      stored.lotRows = stored.rowCount
    }
    // The other tables reference this row.
    try positions.store(stored, closed: closed, closedBefore: closedBefore)
    let saved = CheckpointStore(db: db, coinId: coinId)
    try saved.removeRests(from: start)
    try saved.removeSales(from: start)
    try saved.removeSales(upTo: stored.unlogged)
    for checkpoint in checkpoints { try saved.store(checkpoint) }
    try storeLots()
    guard let removed = try saved.removeOldSales(), removed > stored.unlogged else { return }
    stored.unlogged = removed
    try positions.store(stored, closed: [], closedBefore: closedBefore + closed.count)
  }

  private func storeLots() throws {
    guard let lots else { return }
    let store = LotStore(db: db, coinId: coinId)
    if isReset { try store.remove() }
    for piece in lots.pieces {
      let old = loaded[piece.number]
      if let old, old.hasSameBooks(as: piece) { continue }
      try store.store(piece, withLots: old?.count != piece.count)
    }
  }
}
