import FoundationEssentials
import GRDB
import Portfolio

/// Brings the positions up to date with the rows of one write (docs/decisions/lots-in-pieces.md).
///
/// A coin's rows are applied again from the last position that is still true: the stored one where
/// rows were added after all others, an earlier one where a row changed.
struct PositionKeeper {
  /// What a write does to one coin's rows.
  fileprivate struct Coin {
    /// Its position before; `nil` where it had no rows.
    let stored: StoredPosition?
    /// Whether the stored position cannot be used.
    var isLost = false
    /// The digest of its rows.
    var digest: RowDigest
    /// The first place at which a row came or went.
    var first: RowPlace?
    /// The rows that went and came, in no order; `nil` where they are many.
    var removed: [LedgerRow]? = []
    var inserted: [LedgerRow]? = []
    /// Whether coins came from another coin, or became one.
    var isMigrated = false

    /// Whether rows changed before others that stay.
    var isRevised: Bool {
      guard let stored, let first else { return isLost }
      return isLost || first <= stored.last
    }
  }

  /// How many changed rows are kept apart.
  private static let fewRows = 64

  let db: Database
  let path: String
  private var coins: [String: Coin] = [:]

  init(db: Database, path: String) {
    self.db = db
    self.path = path
  }

  /// Takes note of a row that is there now.
  mutating func insert(_ row: LedgerRow, digest: RowDigest) throws {
    try change(row) { coin in
      coin.digest += digest
      coin.inserted?.append(row)
      if coin.inserted.map({ $0.count > Self.fewRows }) ?? false { coin.inserted = nil }
    }
  }

  /// Takes note of a row that was removed.
  mutating func remove(_ row: LedgerRow, digest: RowDigest) throws {
    try change(row) { coin in
      coin.digest -= digest
      if let index = coin.inserted?.firstIndex(where: { $0.sequence == row.sequence }) {
        coin.inserted?.remove(at: index)
      } else if coin.inserted == nil {
        // It may be one of the many.
        coin.removed = nil
      } else {
        coin.removed?.append(row)
        if coin.removed.map({ $0.count > Self.fewRows }) ?? false { coin.removed = nil }
      }
    }
  }

  private mutating func change(_ row: LedgerRow, _ body: (inout Coin) -> Void) throws {
    let coinId = row.transaction.coinId
    if coins[coinId] == nil { coins[coinId] = try coin(coinId) }
    guard let index = coins.index(forKey: coinId) else { return }
    body(&coins.values[index])
    coins.values[index].first = min(coins.values[index].first ?? row.place, row.place)
    if row.transaction.kind == .migrate { coins.values[index].isMigrated = true }
  }

  private func coin(_ coinId: String) throws -> Coin {
    let stored = try PositionStore(db: db, path: path).stored(coinId)
    let isLost = try stored == nil && LedgerRows(db: db, path: path).hasPosition(coinId)
    return Coin(stored: stored, isLost: isLost, digest: stored?.digest ?? RowDigest())
  }

  /// Stores what changed.
  ///
  /// - Throws: `PortfolioError` for a history that breaks a rule.
  mutating func finish() throws {
    try invalidateMigrated()
    let lots = NamedLots(db: db)
    for (coinId, coin) in coins.sorted(by: { $0.key < $1.key }) {
      try lots.check(coinId)
      try bring(coinId, coin)
    }
  }

  /// Takes note of the coins that others became whose history changed.
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

  private func bring(_ coinId: String, _ coin: Coin) throws {
    do {
      if var walk = try walk(coinId, coin) {
        try walk.run()
        return try store(&walk, coin)
      }
    } catch is PositionDataError {
    } catch is CoinWalk.OriginsNeeded {
    }
    // What is stored of the coin is of no use.
    var walk = try CoinWalk(coinId, db: db, path: path)
    walk.hashesRows = coin.isLost
    try walk.run()
    try store(&walk, coin)
  }

  private func store(_ walk: inout CoinWalk, _ coin: Coin) throws {
    if !walk.hashesRows { walk.digest = coin.digest }
    try walk.store()
  }

  /// The walk from the last position that is still true; `nil` for that before the first row.
  private func walk(_ coinId: String, _ coin: Coin) throws -> CoinWalk? {
    guard let stored = coin.stored, let first = coin.first, !coin.isLost else { return nil }
    guard first <= stored.last else {
      return try CoinWalk(after: stored, from: stored.last.next, db: db, path: path)
    }
    if var revision = try PositionRevision(coin, db: db, path: path),
      let walk = try revision.walk()
    {
      return walk
    }
    return try CheckpointStore(db: db, coinId: coinId).rest(before: first)
      .map { try CoinWalk(after: $0, db: db, path: path) }
  }

  /// Computes and stores the position of every coin.
  static func storeAll(db: Database, path: String) throws {
    for coin in try String.fetchAll(db, sql: "SELECT DISTINCT coinId FROM ledgerTransaction") {
      var walk = try CoinWalk(coin, db: db, path: path)
      (walk.isChecked, walk.hashesRows) = (false, true)
      try walk.run()
      try walk.store()
    }
  }
}

/// A position with a row changed among those it holds, where that is possible without going through
/// all rows since.
///
/// As long as no sale comes after it, a purchase can be taken out and put in: sums change by its
/// own, and its lot is found by how many came after it. Sales after it are taken back first, which
/// their checkpoints allow.
private struct PositionRevision {
  let db: Database
  let path: String
  private let first: RowPlace
  private var position: StoredPosition
  private let removed: [LedgerRow]?
  private let inserted: [LedgerRow]?
  private let checkpoints: CheckpointStore
  private let lots: LotStore

  /// - Returns: `nil` where no stored position is of use.
  init?(_ coin: PositionKeeper.Coin, db: Database, path: String) throws {
    guard let stored = coin.stored, let first = coin.first else { return nil }
    (self.db, self.path, self.first) = (db, path, first)
    position = stored
    (removed, inserted) = (coin.removed, coin.inserted)
    checkpoints = CheckpointStore(db: db, coinId: stored.coinId)
    lots = LotStore(db: db, coinId: stored.coinId)
  }

  /// The walk of the rows that follow; `nil` where the position has to be worked out from earlier
  /// rows, and what was stored of its lots is of no use.
  mutating func walk() throws -> CoinWalk? {
    let sales = first > position.unlogged ? try checkpoints.sales(from: first) : nil
    let end = sales.map { $0.first?.place ?? position.last.next }
    guard let sales, let end, let changes = purchases(before: end) else {
      // A checkpoint before all that changed will do as well.
      guard let sale = try checkpoints.sale(upTo: first) else { return nil }
      try takeBack(try checkpoints.sales(from: sale.place))
      return try walk(from: sale.place)
    }
    try takeBack(sales)
    for row in changes.removed {
      guard try remove(row, before: end, changes.inserted) else { return nil }
    }
    for (index, row) in changes.inserted.enumerated() {
      guard try insert(row, before: end, changes.inserted[(index + 1)...]) else { return nil }
    }
    return try walk(from: end)
  }

  /// What changed before a place, those that went newest first, those that came oldest first; `nil`
  /// where it is not purchases alone, or too many rows to keep.
  private func purchases(before end: RowPlace) -> (removed: [LedgerRow], inserted: [LedgerRow])? {
    guard let removed, let inserted else { return nil }
    let (gone, come) = (removed.filter { $0.place < end }, inserted.filter { $0.place < end })
    guard (gone + come).allSatisfy({ $0.transaction.isPurchase }) else { return nil }
    return (gone.sorted { $0.place > $1.place }, come.sorted { $0.place < $1.place })
  }

  /// Makes the position what it was before some sales, all that there were since.
  private mutating func takeBack(_ sales: [Checkpoint]) throws {
    guard let oldest = sales.first, let then = oldest.lots else { return }
    var books: [Int: [UInt8]] = [:]
    for sale in sales { books.merge(sale.lots?.books ?? [:]) { older, _ in older } }
    try lots.restore(books, lotCount: then.lotCount)
    try checkpoints.removeSales(from: oldest.place)
    position.summary = oldest.summary
    (position.rowCount, position.lotRows) = (oldest.rowCount, oldest.rowCount)
  }

  private mutating func remove(
    _ row: LedgerRow, before end: RowPlace, _ inserted: [LedgerRow]
  ) throws -> Bool {
    guard let summary = position.summary.removing(row.transaction) else { return false }
    let after = try countRows(after: row, before: end, but: inserted[...])
    let behind = position.rowCount - position.lotRows
    if after >= behind {
      guard try lots.remove(row.transaction, before: after - behind) else { return false }
      position.lotRows -= 1
    }
    position.summary = summary
    position.rowCount -= 1
    return true
  }

  private mutating func insert(
    _ row: LedgerRow, before end: RowPlace, _ coming: ArraySlice<LedgerRow>
  ) throws -> Bool {
    guard let summary = position.summary.adding(row.transaction) else { return false }
    let after = try countRows(after: row, before: end, but: coming)
    let behind = position.rowCount - position.lotRows
    if after > behind {
      guard try lots.insert(row.transaction, before: after - behind) else { return false }
      position.lotRows += 1
    }
    position.summary = summary
    position.rowCount += 1
    return true
  }

  /// How many of the position's rows come after a row.
  ///
  /// - Parameter coming: Rows that are not the position's yet.
  private func countRows(
    after row: LedgerRow, before end: RowPlace, but coming: ArraySlice<LedgerRow>
  ) throws -> Int {
    let place = row.place
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*) FROM ledgerTransaction
        WHERE coinId = ? AND (date, sequence) > (?, ?) AND (date, sequence) < (?, ?)
        """)
    let count = try Int.fetchOne(
      statement,
      arguments: [position.coinId, place.date, place.sequence, end.date, end.sequence])
    return (count ?? 0) - coming.count { $0.place > place }
  }

  /// - Returns: `nil` where no row is left before the place.
  private mutating func walk(from place: RowPlace) throws -> CoinWalk? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT date, sequence FROM ledgerTransaction
        WHERE coinId = ? AND (date, sequence) < (?, ?)
        ORDER BY date DESC, sequence DESC LIMIT 1
        """)
    guard
      let last = try Row.fetchOne(
        statement, arguments: [position.coinId, place.date, place.sequence])
    else { return nil }
    position.last = RowPlace(date: try last.required(0), sequence: try last.required(1))
    return try CoinWalk(after: position, from: place, db: db, path: path)
  }
}

extension Transaction {
  /// Whether it does no more than add coins at a cost of its own.
  fileprivate var isPurchase: Bool { type != .sell && kind != .migrate }
}
