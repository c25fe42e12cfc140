import FoundationEssentials
import GRDB
import Portfolio

/// Brings the positions up to date with the rows of one write.
///
/// Rows after all others of their coin are applied to the stored position; any other change has
/// the coin's history walked again, that coin's alone.
struct PositionKeeper {
  fileprivate struct Coin {
    var stored: StoredPosition
    var closed: [ClosedCycle] = []
    var closedBefore: Int
    var mustRecompute: Bool
    /// The digest of the coin's rows, where nothing but additions changed it.
    var digest: RowDigest?
  }

  let db: Database
  let path: String
  /// Whether every coin's history is walked at the end, so that the parcels of one coin only are in
  /// memory however many rows are added.
  let isBulk: Bool
  private var coins: [String: Coin] = [:]
  /// The digests of the rows added to each coin, where there are many.
  private var added: [String: RowDigest] = [:]

  init(db: Database, path: String, isBulk: Bool = false) {
    self.db = db
    self.path = path
    self.isBulk = isBulk
  }

  /// The coins that the write has touched.
  var touched: [String] { coins.keys.sorted() }

  /// Takes note of a row that was added.
  mutating func add(_ row: LedgerRow, digest: RowDigest) throws {
    guard !isBulk else { return try addToMany(row.transaction.coinId, digest) }
    try load(row.transaction.coinId)
    try coins[row.transaction.coinId]?.add(
      row, digest: digest, PositionStore(db: db, path: path))
  }

  private mutating func addToMany(_ coinId: String, _ digest: RowDigest) throws {
    if let index = added.index(forKey: coinId) {
      added.values[index] += digest
      return
    }
    if coins[coinId] == nil {
      try invalidate(coinId)
      coins[coinId]?.digest = try PositionStore(db: db, path: path).digest(of: coinId)
    }
    added[coinId] = digest
  }

  /// Takes note of a row at a place of its own.
  mutating func insert(_ row: LedgerRow, digest: RowDigest) throws {
    try invalidate(row.transaction.coinId)
  }

  /// Takes note of a row that was removed.
  mutating func remove(_ row: LedgerRow, digest: RowDigest) throws {
    try invalidate(row.transaction.coinId)
  }

  /// Stores what changed.
  ///
  /// - Throws: `PortfolioError` for a history that breaks a rule.
  mutating func finish(now: Date) throws {
    let store = PositionStore(db: db, path: path)
    try invalidateMigrated()
    let lots = NamedLots(db: db)
    for coinId in touched {
      try lots.check(coinId)
      guard let coin = coins[coinId] else { continue }
      guard coin.mustRecompute else {
        var stored = coin.stored
        let books = stored.packBooks()
        try store.store(
          stored, books: books, closed: coin.closed, closedBefore: coin.closedBefore)
        continue
      }
      var digest = coin.digest
      if let added = added[coinId] { digest? += added }
      var (stored, closed) = try Self.recomputed(coinId, db: db, path: path, digest: digest)
      guard stored.rowCount > 0 else {
        try store.remove(coinId)
        continue
      }
      let books = stored.packBooks()
      try store.store(stored, books: books, closed: closed, closedBefore: 0)
    }
  }

  /// A coin's position, computed from its rows.
  ///
  /// - Parameters:
  ///   - isChecked: Whether a history that breaks a rule is refused.
  ///   - digest: The digest of the rows where it is known, which then needs no hash of each.
  /// - Throws: `PortfolioError` for a history that breaks a rule.
  static func recomputed(
    _ coinId: String, db: Database, path: String, isChecked: Bool = true,
    digest: RowDigest? = nil
  ) throws -> (StoredPosition, [ClosedCycle]) {
    var stored = StoredPosition(coinId: coinId)
    var closed: [ClosedCycle] = []
    let rows = LedgerRows(db: db, path: path)
    let carried = try Migrations(db: db, path: path).carried(to: coinId)
    let clause = "WHERE coinId = ? ORDER BY date, sequence"
    if let digest {
      try rows.forEachCounted(clause, [coinId]) { row in
        let cycle = try stored.apply(
          row, digest: RowDigest(), carrying: carried, isChecked: isChecked)
        if let cycle { closed.append(cycle) }
      }
      stored.digest = digest
      return (stored, closed)
    }
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.transactions.name)
    try rows.forEachStored(.transactions, clause, [coinId]) { image, row in
      let row = try LedgerRow(row, at: index)
      let digest = RowDigest(image: image)
      let cycle = try stored.apply(
        row, digest: digest, carrying: carried, isChecked: isChecked)
      if let cycle { closed.append(cycle) }
    }
    return (stored, closed)
  }

  /// Computes and stores the position of every coin.
  static func storeAll(db: Database, path: String) throws {
    let store = PositionStore(db: db, path: path)
    let coins = try String.fetchAll(db, sql: "SELECT DISTINCT coinId FROM ledgerTransaction")
    for coin in coins {
      var (stored, closed) = try recomputed(coin, db: db, path: path, isChecked: false)
      let books = stored.packBooks()
      try store.store(stored, books: books, closed: closed, closedBefore: 0)
    }
  }

  /// Takes note of the coins that others became whose history is walked again.
  private mutating func invalidateMigrated() throws {
    let migrations = Migrations(db: db, path: path)
    var changed = coins.filter(\.value.mustRecompute).map(\.key)
    while let coinId = changed.popLast() {
      for other in try migrations.successors(of: coinId) where coins[other]?.mustRecompute != true {
        try invalidate(other)
        changed.append(other)
      }
    }
  }

  private mutating func invalidate(_ coinId: String) throws {
    coins[coinId]?.digest = nil
    guard coins[coinId]?.mustRecompute != true else { return }
    coins[coinId] = Coin(
      stored: StoredPosition(coinId: coinId), closedBefore: 0, mustRecompute: true)
  }

  private mutating func load(_ coinId: String) throws {
    guard coins[coinId] == nil else { return }
    let known = try PositionStore(db: db, path: path).stored(coinId)
    let isNew = try known == nil && !LedgerRows(db: db, path: path).hasPosition(coinId)
    let stored = known ?? StoredPosition(coinId: coinId)
    coins[coinId] = Coin(
      stored: stored, closedBefore: stored.summary.closed.count,
      mustRecompute: known == nil && !isNew)
  }
}

extension PositionKeeper.Coin {
  fileprivate mutating func add(
    _ row: LedgerRow, digest: RowDigest, _ store: PositionStore
  ) throws {
    let key = (row.transaction.date.millisecondsSince1970, row.sequence)
    guard !mustRecompute, key > (stored.lastDate, stored.lastSequence),
      row.transaction.kind != .migrate, row.transaction.lots.isEmpty
    else {
      mustRecompute = true
      return
    }
    if stored.needsParcels(for: row.transaction) {
      guard let whole = try store.whole(stored) else {
        mustRecompute = true
        return
      }
      stored.open(whole)
    }
    // What is not covered yet may be covered by a row that follows: the walk at the end decides.
    do { if let cycle = try stored.apply(row, digest: digest) { closed.append(cycle) } } catch {
      mustRecompute = true
    }
  }
}
