import FoundationEssentials
import GRDB
import Portfolio
import Threads

/// Reads every transaction and move, applies the ledger's rules to them, and compares the result
/// with the stored positions.
struct RowCheck {
  let db: Database
  let path: String
  let now: Date?
  /// The digest of all rows.
  private(set) var total = RowDigest()
  private var coin: CoinCheckState?
  private let eachPart: StorageCheck.PartVisitor?
  private var part: [Transaction] = []
  /// The visit of the previous rows, while the next are read.
  private var visit: BackgroundTask<Void, Never>?

  init(db: Database, path: String, now: Date?, eachPart: StorageCheck.PartVisitor? = nil) {
    self.eachPart = eachPart
    self.db = db
    self.path = path
    self.now = now
  }

  /// One coin's rows so far.
  fileprivate struct CoinCheckState {
    var position: CoinPosition
    var rowCount = 0
    var last = RowSortKey.first
    var digest = RowDigest()
    var closed: [ClosedCycle] = []
    var checkpoints: CheckpointCheck
    let carried: CarriedLots
    var balance = RunningBalance()
    var isCovered = true
  }

  mutating func run(_ report: inout StorageReport) throws {
    defer { visit?.wait() }
    var known = Set(try String.fetchAll(db, sql: "SELECT coinId FROM position"))
    let coins = try DatabaseValue.fetchAll(
      db, sql: "SELECT DISTINCT coinId FROM ledgerTransaction ORDER BY coinId")
    for coinId in coins {
      do {
        if let coinId = String.fromDatabaseValue(coinId) { try beginCoin(coinId) }
      } catch let error as LedgerStoreError { report.add(error.finding) }
      try checkRows(of: coinId, &report)
      try finishCoin(&known, &report)
    }
    visit?.value()
    for coin in known.sorted() { report.add("\(coin) has a position and no transactions") }
    try checkMoves(&report)
    try FileCheck(db: db, path: path).run(&report, &total)
  }

  private mutating func beginCoin(_ coinId: String) throws {
    coin = CoinCheckState(
      position: CoinPosition(coinId: coinId),
      checkpoints: CheckpointCheck(of: coinId, db: db, path: path),
      carried: try Migrations(db: db, path: path).carried(to: coinId))
  }

  /// Another thread reads rows ahead, so nothing here may read the database.
  private mutating func checkRows(
    of coinId: DatabaseValue, _ report: inout StorageReport
  ) throws {
    let table = LedgerTable.transactions
    let location = LedgerStoreError.Location(path: path, table: table.name)
    let rows = try LedgerRows(db: db, path: path).storedAhead(
      table, "WHERE coinId IS ? ORDER BY date, sequence", [coinId]
    ) { image, row in
      StoredRow(digest: RowDigest(image: image), row: try Self.read(row, at: location))
    }
    try rows.forEach { stored in
      total += stored.digest
      report.transactions += 1
      do {
        try check(try stored.row.get(), stored.digest, &report)
      } catch let error as LedgerStoreError { report.add(error.finding) }
    }
  }

  /// A row that was read ahead.
  private struct StoredRow: Sendable {
    let digest: RowDigest
    let row: Result<LedgerRow, LedgerStoreError>
  }

  private static func read(
    _ row: StatementColumns, at location: LedgerStoreError.Location
  ) throws -> Result<LedgerRow, LedgerStoreError> {
    do { return .success(try LedgerRow(row, at: location)) } catch let error as LedgerStoreError {
      return .failure(error)
    }
  }

  private mutating func check(
    _ row: LedgerRow, _ digest: RowDigest, _ report: inout StorageReport
  ) throws {
    var name: String { "transaction \(row.transaction.id.uuidString.lowercased())" }
    if eachPart != nil {
      part.append(row.transaction.withoutWords)
      if part.count == Self.partSize { visit() }
    }
    do throws(PortfolioError) {
      try validateFields(of: row.transaction, now: .distantFuture)
    } catch { report.add("\(name): \(error.sentence)") }
    if let now, row.transaction.date > now {
      report.addFuture(
        FutureRow(id: row.transaction.id, date: row.transaction.date, isMove: false))
    }
    do throws(PortfolioError) { try coin?.balance.apply(row.transaction) } catch {
      // After an uncovered sale there is no balance to check against.
      if coin?.isCovered == true { report.add("\(name): \(error.sentence)") }
      coin?.isCovered = false
    }
    coin?.apply(row, digest: digest)
  }

  /// The maximum number of transactions per visit.
  private static let partSize = 4_096
  /// The number of transactions from which a visit runs while the next are read.
  private static let longPart = 1_000

  /// Passes on the rows since the last visit.
  ///
  /// - Parameter coin: Set after the coin's last row.
  private mutating func visit(endOf coin: CoinCheckState? = nil) {
    visit?.value()
    visit = nil
    guard let eachPart else { return }
    let part = VerifiedPart(rows: self.part, end: coin.map { ($0.position, $0.closed) })
    self.part = []
    if part.rows.count < Self.longPart { return eachPart(part) }
    visit = BackgroundTask { eachPart(part) }
  }

  private mutating func finishCoin(
    _ known: inout Set<String>, _ report: inout StorageReport
  ) throws {
    defer { (coin, part) = (nil, []) }
    guard let finished = coin, finished.rowCount > 0 else { return }
    let computed = finished.position
    visit(endOf: finished)
    report.coins += 1
    let coinId = computed.coinId
    do { try NamedLots(db: db).check(coinId) } catch let error as PortfolioError {
      report.add(error.sentence)
    }
    let store = PositionStore(db: db, path: path)
    guard known.remove(coinId) != nil, let stored = try store.stored(coinId) else {
      return report.add("the position of \(coinId) is missing or cannot be read")
    }
    if stored.digest != finished.digest || stored.rowCount != finished.rowCount {
      report.add("transactions of \(coinId) were changed outside bitpal")
    }
    if stored.last != finished.last {
      report.add("the position of \(coinId) names another last transaction")
    }
    try compare(computed, with: stored, store, &report)
    if try !store.holds(finished.closed, coinId: coinId) {
      report.add("the closed positions of \(coinId) differ from its transactions")
    }
    if !finished.checkpoints.isSound {
      report.add("the checkpoints of \(coinId) differ from its transactions")
    }
  }

  private func compare(
    _ computed: CoinPosition, with stored: StoredPosition, _ store: PositionStore,
    _ report: inout StorageReport
  ) throws {
    do {
      if try store.holds(computed, in: stored) { return }
      report.add("the position of \(stored.coinId) differs from its transactions")
    } catch is PositionDataError {
      report.add("the position of \(stored.coinId) cannot be read")
    }
  }

  private mutating func checkMoves(_ report: inout StorageReport) throws {
    let ledger = LedgerRows(db: db, path: path)
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.moves.name)
    var coins: [String: (digest: RowDigest, count: Int, isKnown: Bool)] = [:]
    try ledger.forEachStored(.moves, "ORDER BY sequence") { image, row in
      let coinId = row.text(MoveRow.coinColumn) ?? ""
      coins[coinId, default: (RowDigest(), 0, false)].digest += RowDigest(image: image)
      coins[coinId]?.count += 1
      report.moves += 1
      do {
        let move = try MoveRow(row, at: index).move
        if let now, move.date > now {
          report.addFuture(FutureRow(id: move.id, date: move.date, isMove: true))
        }
        if let other = move.transfer, try ledger.move(other)?.move.transfer != move.id {
          report.add("move \(move.id.uuidString.lowercased()) is half a transfer")
        }
      } catch let error as LedgerStoreError { report.add(error.finding) }
    }
    for (coinId, digest, count) in try MoveDigests.all(db) {
      let found = coins[coinId]
      coins[coinId]?.isKnown = true
      if found?.digest != digest || found?.count != count {
        report.add("moves of \(coinId) were changed outside bitpal")
      }
    }
    for (coinId, found) in coins.sorted(by: { $0.key < $1.key }) {
      if !found.isKnown { report.add("the digest of the moves of \(coinId) is missing") }
      total += found.digest
    }
  }
}

extension RowCheck.CoinCheckState {
  mutating func apply(_ row: LedgerRow, digest: RowDigest) {
    checkpoints.checkSale(row, position, rowCount)
    if let cycle = position.applyUnchecked(row.transaction, carrying: carried) {
      closed.append(cycle)
    }
    rowCount += 1
    last = row.sortKey
    self.digest += digest
    checkpoints.checkRest(row, position, rowCount)
  }
}

/// Compares a coin's checkpoints with its rows.
private struct CheckpointCheck {
  private var expected: [Checkpoint]
  private let unlogged: RowSortKey
  /// Whether they match the rows so far.
  private var isSoundSoFar = true

  init(of coinId: String, db: Database, path: String) {
    do {
      expected = try CheckpointStore(db: db, coinId: coinId).all().reversed()
      unlogged = try PositionStore(db: db, path: path).stored(coinId)?.unlogged ?? .first
    } catch {
      (expected, unlogged, isSoundSoFar) = ([], .first, false)
    }
    isSoundSoFar =
      isSoundSoFar && expected.allSatisfy { $0.lots == nil || $0.sortKey > unlogged }
  }

  /// Checks the checkpoint before a sale, after the last row without one.
  mutating func checkSale(_ row: LedgerRow, _ position: CoinPosition, _ rowCount: Int) {
    guard row.sortKey > unlogged, row.transaction.type == .sell || row.transaction.kind == .migrate
    else { return }
    compare(row, position, rowCount, holds: true)
  }

  /// Checks the checkpoint after a row that left nothing, if there is one.
  mutating func checkRest(_ row: LedgerRow, _ position: CoinPosition, _ rowCount: Int) {
    guard expected.last?.sortKey == row.sortKey else { return }
    compare(row, position, rowCount, holds: false)
  }

  private mutating func compare(
    _ row: LedgerRow, _ position: CoinPosition, _ rowCount: Int, holds: Bool
  ) {
    let found = expected.popLast()
    isSoundSoFar =
      isSoundSoFar && found?.sortKey == row.sortKey && (found?.lots != nil) == holds
      && (position.open != nil) == holds && found?.rowCount == rowCount
      && found?.summary == position.summary
  }

  /// Whether they match the rows, with none missing or left over.
  var isSound: Bool { isSoundSoFar && expected.isEmpty }
}

extension Transaction {
  /// The transaction without notes and reference, which use most of its memory and affect no
  /// figure.
  fileprivate var withoutWords: Transaction {
    var row = self
    (row.notes, row.reference) = (nil, nil)
    return row
  }
}
