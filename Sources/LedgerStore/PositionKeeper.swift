import FoundationEssentials
import GRDB
import Portfolio

/// How a write changed the transactions, compared with the stored positions.
struct TransactionChanges {
  /// The earliest date of an added or removed row, in milliseconds since 1970.
  let first: Int
  /// Existing rows that were removed or replaced.
  let removed: [LedgerRow]
  /// The sequence numbers of rows that are new or replaced.
  let inserted: Set<Int>
}

/// Updates the positions for the rows of one write (docs/decisions/lots-in-pieces.md).
///
/// A coin's rows are replayed from the last position that is still valid: the stored one if rows
/// were only appended, an earlier one if an older row changed.
struct PositionKeeper {
  /// How a write changes one coin's rows.
  fileprivate struct Coin {
    /// Its position before; `nil` if it had no rows.
    let stored: StoredPosition?
    /// Whether the stored position cannot be used.
    var isLost = false
    /// The digest of its rows.
    var digest: RowDigest
    /// The least key at which a row was added or removed.
    var first: RowSortKey?
    /// The removed and added rows, unordered; `nil` if there are too many to keep.
    var removed: [LedgerRow]? = []
    var inserted: [LedgerRow]? = []
    /// Whether a migration is among the changed rows.
    var isMigrated = false

    /// Whether a changed row precedes an existing one.
    var isRevised: Bool {
      guard let stored, let first else { return isLost }
      return isLost || first <= stored.last
    }
  }

  /// The maximum number of changed rows kept individually.
  private static let fewRows = 64

  let db: Database
  let path: String
  private var coins: [String: Coin] = [:]

  init(db: Database, path: String) {
    self.db = db
    self.path = path
  }

  /// Records an added row.
  mutating func insert(_ row: LedgerRow, digest: RowDigest) throws {
    try change(row) { coin in
      coin.digest += digest
      coin.inserted?.append(row)
      if coin.inserted.map({ $0.count > Self.fewRows }) ?? false { coin.inserted = nil }
    }
  }

  /// Records a removed row.
  mutating func remove(_ row: LedgerRow, digest: RowDigest) throws {
    try change(row) { coin in
      coin.digest -= digest
      if let index = coin.inserted?.firstIndex(where: { $0.sequence == row.sequence }) {
        coin.inserted?.remove(at: index)
      } else if coin.inserted == nil {
        // It may be one of the added rows that are no longer listed.
        coin.removed = nil
      } else {
        coin.removed?.append(row)
        if coin.removed.map({ $0.count > Self.fewRows }) ?? false { coin.removed = nil }
      }
    }
  }

  /// Whether no transaction changed so far.
  var isEmpty: Bool { coins.isEmpty }

  /// The changes of transactions so far; `nil` if there are none, or too many to keep.
  var changes: TransactionChanges? {
    var changes: TransactionChanges?
    for coin in coins.values {
      guard let removed = coin.removed, let inserted = coin.inserted, let first = coin.first else {
        return nil
      }
      changes = TransactionChanges(
        first: min(changes?.first ?? first.date, first.date),
        removed: (changes?.removed ?? []) + removed,
        inserted: (changes?.inserted ?? []).union(inserted.map(\.sequence)))
    }
    return changes
  }

  private mutating func change(_ row: LedgerRow, _ body: (inout Coin) -> Void) throws {
    let coinId = row.transaction.coinId
    if coins[coinId] == nil { coins[coinId] = try coin(coinId) }
    guard let index = coins.index(forKey: coinId) else { return }
    body(&coins.values[index])
    coins.values[index].first = min(coins.values[index].first ?? row.sortKey, row.sortKey)
    if row.transaction.kind == .migrate { coins.values[index].isMigrated = true }
  }

  private func coin(_ coinId: String) throws -> Coin {
    let stored = try PositionStore(db: db, path: path).stored(coinId)
    let isLost = try stored == nil && LedgerRows(db: db, path: path).hasPosition(coinId)
    return Coin(stored: stored, isLost: isLost, digest: stored?.digest ?? RowDigest())
  }

  /// Stores the changes.
  ///
  /// - Throws: `PortfolioError` for a history that breaks a rule.
  mutating func finish() throws {
    try invalidateMigrated()
    let lots = NamedLots(db: db)
    for (coinId, coin) in coins.sorted(by: { $0.key < $1.key }) {
      try lots.check(coinId)
      try update(coinId, coin)
    }
  }

  /// Marks the successors of coins whose history changed.
  private mutating func invalidateMigrated() throws {
    let migrations = Migrations(db: db, path: path)
    var changed = coins.filter { $0.value.isRevised || $0.value.isMigrated }.map(\.key)
    while let coinId = changed.popLast() {
      for other in try migrations.successors(of: coinId) {
        if coins[other] == nil { coins[other] = try coin(other) }
        guard coins[other]?.isLost == false else { continue }
        coins[other]?.isLost = true
        changed.append(other)
      }
    }
  }

  private func update(_ coinId: String, _ coin: Coin) throws {
    do {
      if var replay = try self.replay(coinId, coin) {
        try replay.run()
        return try store(&replay, coin)
      }
    } catch is PositionDataError {
    } catch is PositionReplay.OriginsNeeded {
    }
    // Nothing stored for the coin can be used.
    var replay = try PositionReplay(coinId, db: db, path: path)
    replay.hashesRows = coin.isLost
    try replay.run()
    try store(&replay, coin)
  }

  private func store(_ replay: inout PositionReplay, _ coin: Coin) throws {
    if !replay.hashesRows { replay.digest = coin.digest }
    try replay.store()
  }

  /// A replay from the last position that is still valid; `nil` if that is the empty one before the
  /// first row.
  private func replay(_ coinId: String, _ coin: Coin) throws -> PositionReplay? {
    guard let stored = coin.stored, let first = coin.first, !coin.isLost else { return nil }
    guard first <= stored.last else {
      return try PositionReplay(after: stored, from: stored.last.next, db: db, path: path)
    }
    if var revision = try PositionRevision(coin, db: db, path: path),
      let replay = try revision.replay()
    {
      return replay
    }
    return try CheckpointStore(db: db, coinId: coinId).rest(before: first)
      .map { try PositionReplay(after: $0, db: db, path: path) }
  }

  /// Computes and stores the position of every coin.
  static func storeAll(db: Database, path: String) throws {
    for coin in try String.fetchAll(db, sql: "SELECT DISTINCT coinId FROM ledgerTransaction") {
      var replay = try PositionReplay(coin, db: db, path: path)
      (replay.isChecked, replay.hashesRows) = (false, true)
      try replay.run()
      try replay.store()
    }
  }
}

/// Changes a stored position for a row in its past, without replaying all later rows.
///
/// A purchase that no sale follows is added or removed directly: its amounts are added to or
/// subtracted from the sums, and its lot is found by counting the rows after it. Later sales are
/// first reversed, with their checkpoints, and replayed afterward.
private struct PositionRevision {
  let db: Database
  let path: String
  private let first: RowSortKey
  private var position: StoredPosition
  private let removed: [LedgerRow]?
  private let inserted: [LedgerRow]?
  private let checkpoints: CheckpointStore
  private let lots: LotStore

  /// - Returns: `nil` if there is no stored position, or nothing changed.
  init?(_ coin: PositionKeeper.Coin, db: Database, path: String) throws {
    guard let stored = coin.stored, let first = coin.first else { return nil }
    (self.db, self.path, self.first) = (db, path, first)
    position = stored
    (removed, inserted) = (coin.removed, coin.inserted)
    checkpoints = CheckpointStore(db: db, coinId: stored.coinId)
    lots = LotStore(db: db, coinId: stored.coinId)
  }

  /// A replay of the rows that have to be applied again.
  ///
  /// - Returns: `nil` if it must start at an earlier position; the stored lots are then invalid.
  mutating func replay() throws -> PositionReplay? {
    let sales = first > position.unlogged ? try checkpoints.sales(from: first) : nil
    let end = sales.map { $0.first?.sortKey ?? position.last.next }
    guard let sales, let end, let changes = purchases(before: end) else {
      // Start at a sale's checkpoint that precedes every change.
      guard let sale = try checkpoints.sale(upTo: first) else { return nil }
      try restore(try checkpoints.sales(from: sale.sortKey))
      return try replay(from: sale.sortKey)
    }
    try restore(sales)
    for row in changes.removed {
      guard try remove(row, before: end, changes.inserted) else { return nil }
    }
    for (index, row) in changes.inserted.enumerated() {
      guard try insert(row, before: end, changes.inserted[(index + 1)...]) else { return nil }
    }
    return try replay(from: end)
  }

  /// The changed rows before a key: removed ones newest first, added ones oldest first; `nil` if
  /// some are not purchases, or there are too many.
  private func purchases(before end: RowSortKey) -> (removed: [LedgerRow], inserted: [LedgerRow])? {
    guard let removed, let inserted else { return nil }
    let (gone, come) = (removed.filter { $0.sortKey < end }, inserted.filter { $0.sortKey < end })
    guard (gone + come).allSatisfy({ $0.transaction.isPurchase }) else { return nil }
    return (gone.sorted { $0.sortKey > $1.sortKey }, come.sorted { $0.sortKey < $1.sortKey })
  }

  /// Restores the position before the oldest of some sales, which include every later one.
  private mutating func restore(_ sales: [Checkpoint]) throws {
    guard let oldest = sales.first, let then = oldest.lots else { return }
    var books: [Int: [UInt8]] = [:]
    for sale in sales { books.merge(sale.lots?.books ?? [:]) { older, _ in older } }
    try lots.restore(books, nextAge: then.nextAge)
    try checkpoints.removeSales(from: oldest.sortKey)
    position.summary = oldest.summary
    (position.rowCount, position.lotRows) = (oldest.rowCount, oldest.rowCount)
  }

  private mutating func remove(
    _ row: LedgerRow, before end: RowSortKey, _ inserted: [LedgerRow]
  ) throws -> Bool {
    guard let summary = position.summary.removing(row.transaction) else { return false }
    let after = try countRows(after: row, before: end, but: inserted[...])
    let pending = position.rowCount - position.lotRows
    if after >= pending {
      guard try lots.remove(row.transaction, before: after - pending) else { return false }
      position.lotRows -= 1
    }
    position.summary = summary
    position.rowCount -= 1
    return true
  }

  private mutating func insert(
    _ row: LedgerRow, before end: RowSortKey, _ coming: ArraySlice<LedgerRow>
  ) throws -> Bool {
    guard let summary = position.summary.adding(row.transaction) else { return false }
    let after = try countRows(after: row, before: end, but: coming)
    let pending = position.rowCount - position.lotRows
    if after > pending {
      guard try lots.insert(row.transaction, before: after - pending) else { return false }
      position.lotRows += 1
    }
    position.summary = summary
    position.rowCount += 1
    return true
  }

  /// The number of the position's rows after a row.
  ///
  /// - Parameter coming: Stored rows that the position does not include yet.
  private func countRows(
    after row: LedgerRow, before end: RowSortKey, but coming: ArraySlice<LedgerRow>
  ) throws -> Int {
    let key = row.sortKey
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*) FROM ledgerTransaction
        WHERE coinId = ? AND (date, sequence) > (?, ?) AND (date, sequence) < (?, ?)
        """)
    let count = try Int.fetchOne(
      statement,
      arguments: [position.coinId, key.date, key.sequence, end.date, end.sequence])
    return (count ?? 0) - coming.count { $0.sortKey > key }
  }

  /// - Returns: `nil` if no row precedes the key.
  private mutating func replay(from key: RowSortKey) throws -> PositionReplay? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT date, sequence FROM ledgerTransaction
        WHERE coinId = ? AND (date, sequence) < (?, ?)
        ORDER BY date DESC, sequence DESC LIMIT 1
        """)
    guard
      let last = try Row.fetchOne(
        statement, arguments: [position.coinId, key.date, key.sequence])
    else { return nil }
    position.last = RowSortKey(date: try last.required(0), sequence: try last.required(1))
    return try PositionReplay(after: position, from: key, db: db, path: path)
  }
}

extension Transaction {
  /// Whether it only adds coins, at its own cost.
  fileprivate var isPurchase: Bool { type != .sell && kind != .migrate }
}
