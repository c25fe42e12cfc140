import FoundationEssentials
import GRDB
import Portfolio
import Threads

/// One journal entry being written: rows, journal and positions change together.
///
/// It is used inside one write transaction, which is rolled back if any of these calls throws.
final class LedgerWrite {
  let db: Database
  let path: String
  /// The current time to the millisecond, read under the write lock.
  let now: Date
  let journal: Journal
  private(set) var positions: PositionKeeper
  private var moves: MoveDigests
  private var entry: JournalEntry
  private let previous: [UInt8]
  private var nextTransaction: Int
  private var nextRecord: Int?
  private var addedRecords: JournalEntry.Range?
  private var added: (first: Int, last: Int, digest: RowDigest)?
  private let isBulk: Bool
  private let insertion: Statement
  private let recordInsertion: Statement
  /// The rows a user changes; `nil` if rows are derived from files or from an older change.
  private var changedRows: ChangedRows?
  /// Whether rows of files, or what is known of files, are written.
  private var changesFiles = false
  /// Derives further rows from files.
  private let following: SQLiteLedger.Following?

  /// Begins an entry.
  ///
  /// - Parameter expectedRows: The number of transactions to be added, if large.
  init(
    _ db: Database, path: String, now: Date?, kind: JournalEntry.Kind, label: String,
    target: Int? = nil, expectedRows: Int = 0, following: SQLiteLedger.Following? = nil
  ) throws {
    self.db = db
    self.path = path
    self.following = following
    self.now = now ?? .distantFuture
    journal = Journal(db: db)
    let last = try journal.last()
    previous = last?.hash ?? []
    entry = try journal.begin(
      kind, label: label, date: now?.millisecondsSince1970, target: target)
    entry.result = last?.result ?? RowDigest()
    changedRows = kind == .change ? ChangedRows() : nil
    let rows = LedgerRows(db: db, path: path)
    nextTransaction = try rows.lastSequence(in: .transactions) + 1
    isBulk = try expectedRows >= Self.manyRows && expectedRows >= rows.count() / 2
    positions = PositionKeeper(db: db, path: path)
    moves = MoveDigests(db: db)
    if isBulk { try LedgerIndexes(db: db).drop() }
    // With many rows, SQLite's checks, which each row has already passed here, would double the
    // time.
    try db.execute(sql: "PRAGMA ignore_check_constraints = \(isBulk ? "ON" : "OFF")")
    insertion = try db.makeStatement(sql: LedgerTable.transactions.insertion)
    recordInsertion = try db.makeStatement(sql: LedgerTable.records.insertion)
  }

  private static let manyRows = 2_000

  /// The entry's number in the journal.
  var sequence: Int { entry.sequence }

  /// Adds a transaction at the end; the journal stores its sequence number instead of an image.
  ///
  /// - Throws: ``LedgerStoreError`` for an id or a reference that the ledger already has.
  @discardableResult
  func add(_ transaction: Transaction, origin: RecordOrigin? = nil) throws -> LedgerRow {
    let row = LedgerRow(sequence: nextTransaction, transaction: transaction, origin: origin)
    nextTransaction += 1
    try insertAdded(row)
    return row
  }

  /// Adds transactions at the end, like ``add(_:origin:)``; another thread encodes the next ones.
  ///
  /// - Parameter progress: Called with the number of rows written so far.
  /// - Throws: The errors of ``add(_:origin:)``, and ``PortfolioError`` for values that cannot be
  ///   stored.
  func add(
    _ transactions: [Transaction], origins: [UUID: RecordOrigin] = [:], progress: (Int) -> Void
  ) throws {
    let (first, now) = (nextTransaction, now)
    try forEachAhead(of: transactions) { index, transaction in
      PreparedRow(
        LedgerRow(
          sequence: first + index, transaction: try transaction.storable(now: now),
          origin: origins[transaction.id]))
    } _: { row in
      nextTransaction += 1
      try insertAdded(row)
      progress(nextTransaction - first)
    }
  }

  /// Reinserts a row whose addition was undone, with its old sequence number.
  func insertAdded(_ row: LedgerRow) throws { try insertAdded(PreparedRow(row)) }

  private func insertAdded(_ prepared: PreparedRow) throws {
    try insert(prepared)
    let (row, digest) = (prepared.row, prepared.image.digest)
    if row.origin != nil { changesFiles = true }
    var range = added ?? (row.sequence, row.sequence, RowDigest())
    range.last = max(range.last, row.sequence)
    range.digest += digest
    added = range
    entry.result += digest
    try positions.insert(row, digest: digest)
  }

  /// Adds the records of a file at the end; see ``add(_:)``.
  func add(_ records: [NewRecord], of file: Int) throws -> Int {
    try add(records.map { FileRecord(file: file, record: $0) })
  }

  /// Adds records at the end; the journal stores their sequence numbers instead of images.
  ///
  /// - Returns: The sequence number of the first, or zero.
  func add(_ records: [FileRecord]) throws -> Int {
    guard !records.isEmpty else { return 0 }
    let first = try nextRecord ?? LedgerRows(db: db, path: path).lastSequence(in: .records) + 1
    var index = first
    try forEachAhead(of: records) { index, record in
      PreparedImage(of: [.integer(first + index)] + record.record.values(file: record.file))
    } _: { image in
      try insertAddedRecord(image, at: index)
      index += 1
    }
    nextRecord = index
    return first
  }

  /// Reinserts a record whose addition was undone, with its old sequence number.
  func insertAddedRecord(_ values: [RowValue], at index: Int) throws {
    try insertAddedRecord(PreparedImage(of: values), at: index)
  }

  private func insertAddedRecord(_ image: PreparedImage, at index: Int) throws {
    changesFiles = true
    try recordInsertion.insert(image.sink, into: .records)
    let sum = (addedRecords?.digest ?? RowDigest()).adding(image.digest)
    addedRecords = .init(
      first: addedRecords?.first ?? index, last: max(addedRecords?.last ?? index, index),
      digest: sum)
    entry.result += image.digest
  }

  /// Removes the records that an entry added, storing their images.
  func removeAddedRecords(_ range: JournalEntry.Range) throws {
    try journal.keepRuns(in: .records, entry: sequence) { keep in
      try LedgerRows(db: db, path: path).forEachStored(
        .records, "WHERE sequence BETWEEN ? AND ? ORDER BY sequence", [range.first, range.last]
      ) { image, row in
        guard let number = row.integer(0) else { return }
        try keep(number, image)
        entry.result -= RowDigest(image: image)
      }
    }
    try db.execute(
      sql: "DELETE FROM record WHERE sequence BETWEEN ? AND ?",
      arguments: [range.first, range.last])
  }

  /// Removes the transactions that an entry added, storing their images.
  func removeAdded(_ range: JournalEntry.Range, _ body: (LedgerRow) throws -> Void) throws {
    try journal.keepRuns(in: .transactions, entry: sequence) { keep in
      try LedgerRows(db: db, path: path).forEachStored(
        .transactions, "WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
        [range.first, range.last]
      ) { image, row in
        let found = try LedgerRow(row, at: .init(path: path, table: LedgerTable.transactions.name))
        try keep(found.sequence, image)
        try remove(image, found)
        try body(found)
      }
    }
    try db.execute(
      sql: "DELETE FROM ledgerTransaction WHERE sequence BETWEEN ? AND ?",
      arguments: [range.first, range.last])
  }

  private func remove(_ image: [UInt8], _ row: LedgerRow) throws {
    let digest = RowDigest(image: image)
    entry.result -= digest
    try positions.remove(row, digest: digest)
  }

  /// Marks the rows of this entry as derived from files.
  func isDerivation() { changedRows = nil }

  /// Replaces a move with the rows that explain it, as rows of the same record.
  ///
  /// - Parameter answer: The rows; they include the move itself if it stays.
  func explain(_ row: MoveRow, as answer: RecordedEvent) throws {
    var last = try LedgerRows(db: db, path: path).lastSequence(in: .moves)
    changedRows?.add(answer, to: row.move.id)
    let added = answer.moves.filter { $0.id != row.move.id }.map { move in
      last += 1
      return RowChange.added(MoveRow(sequence: last, move: move, origin: row.origin))
    }
    let half = answer.moves.first { $0.id == row.move.id }
    // The replacements of the move have its reference.
    try replace([.move(row, to: half)] + added)
    for transaction in answer.transactions { try add(transaction, origin: row.origin) }
  }

  /// Replaces rows with others, storing the images of both.
  func replace(_ rows: [RowChange]) throws {
    for row in rows {
      changedRows?.add(row)
      if row.isOfFiles { changesFiles = true }
    }
    for row in rows {
      guard let before = row.before else { continue }
      // Remove what is stored, even if the caller's copy differs.
      let stored = try LedgerRows(db: db, path: path).stored(row.table, row.sequence) ?? before
      let image = RowImage.encode(stored)
      // A row written by this entry did not exist before it.
      if try !journal.forgetAfter(of: row.sequence, in: row.table, entry: sequence) {
        try journal.keep(image, .before, of: row.sequence, in: row.table, entry: sequence)
      }
      try db.cachedStatement(sql: "DELETE FROM \(row.table.name) WHERE sequence = ?")
        .execute(arguments: [row.sequence])
      let digest = RowDigest(image: image)
      entry.result -= digest
      if let coinId = row.coinIdOfMove(stored) { moves.remove(digest, of: coinId) }
      if let row = try row.transaction(before, path: path) {
        try positions.remove(row, digest: digest)
      }
    }
    for row in rows {
      guard let after = row.after else { continue }
      let image = RowImage.encode(after)
      try journal.keep(image, .after, of: row.sequence, in: row.table, entry: sequence)
      let transaction = try row.transaction(after, path: path)
      try insert(after, row.table, transaction: transaction?.transaction)
      let digest = RowDigest(image: image)
      entry.result += digest
      if let coinId = row.coinIdOfMove(after) { moves.add(digest, of: coinId) }
      if let transaction { try positions.insert(transaction, digest: digest) }
    }
  }

  /// Completes the entry: updates the positions and checks the histories they are computed from.
  ///
  /// - Throws: `PortfolioError` if a history breaks a rule.
  func finish() throws {
    let ledger = LedgerRows(db: db, path: path)
    if let overrides = try changedRows?.overrides(in: ledger) {
      try ledger.put(overrides: overrides, into: self, now: now)
      // An added move does not affect other rows.
      let isReached = moves.hasRemoved || !positions.isEmpty
      if let following, isReached, try ledger.hasOpenFiles(changesRows: !overrides.isEmpty) {
        let contents = LedgerContents(
          rows: ledger, changes: moves.hasRemoved ? nil : positions.changes)
        let batch = try following(contents)
        if !batch.isEmpty {
          try ledger.put(batch, into: self, now: now)
        } else if let state = batch.derivationState {
          try Meta(db: db).keepDerivation(state, of: sequence)
        }
      }
    }
    switch entry.kind {
    case .undo: try Meta(db: db).undoDerivation(of: entry.target ?? 0, undoing: sequence)
    case .redo:
      // An older program may have derived the rows; typed rows change nothing while none waits.
      if try changesFiles || ledger.hasOpenFiles(changesRows: false) {
        try Meta(db: db).forgetDerivation()
      }
    case .start: try Meta(db: db).forgetDerivation()
    case .change: break
    }
    entry.added = added.map { .init(first: $0.first, last: $0.last, digest: $0.digest) }
    entry.records = addedRecords
    if isBulk { do { try LedgerIndexes(db: db).make() } catch { throw named(error) } }
    try positions.finish()
    try moves.store()
    try journal.finish(entry, after: previous)
    try Meta(db: db).countWrite(path: path)
  }

  private func insert(_ row: PreparedRow) throws {
    let transaction = row.row.transaction
    // Undo and redo must not create future rows either.
    guard transaction.date <= now else { throw PortfolioError.futureDateNotAllowed }
    do { try insertion.insert(row.image.sink, into: .transactions) } catch {
      throw named(error, transaction)
    }
  }

  private func insert(
    _ values: [RowValue], _ table: LedgerTable, transaction: Transaction?
  ) throws {
    // Undo and redo must not create future rows either.
    if let transaction, transaction.date > now { throw PortfolioError.futureDateNotAllowed }
    do {
      try db.cachedStatement(sql: table.insertion)
        .execute(arguments: table.arguments(values))
    } catch { throw named(error, transaction) }
  }

  /// The error, naming the row if it breaks a uniqueness constraint.
  private func named(_ error: any Error, _ transaction: Transaction? = nil) -> any Error {
    guard let failure = error as? DatabaseError,
      failure.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
    else { return error }
    let isReference = failure.message?.contains("ByReference") ?? false
    if isReference, let reference = transaction?.reference {
      return PortfolioError.saveFailed(LedgerStoreError.duplicateReference(reference))
    }
    if !isReference, let transaction {
      return PortfolioError.saveFailed(LedgerStoreError.duplicateId(transaction.id))
    }
    return PortfolioError.saveFailed(LedgerStoreError.duplicateRow)
  }
}

/// A row's image with the offsets of its values, and its digest.
private struct PreparedImage: Sendable {
  let sink: ImageSink
  let digest: RowDigest

  init(_ fill: (inout ImageSink) -> Void) {
    var sink = ImageSink()
    fill(&sink)
    (self.sink, digest) = (sink, RowDigest(image: sink.image))
  }

  init(of values: [RowValue]) { self.init { sink in for value in values { sink.add(value) } } }
}

/// A transaction that is ready to be inserted.
private struct PreparedRow: Sendable {
  let row: LedgerRow
  let image: PreparedImage

  init(_ row: LedgerRow) { (self.row, image) = (row, PreparedImage { row.write(to: &$0) }) }
}

/// A row of a table before and after.
struct RowChange {
  let table: LedgerTable
  let sequence: Int
  let before: [RowValue]?
  let after: [RowValue]?

  /// Whether it is a row derived from a file, or of another table than transactions and moves.
  var isOfFiles: Bool {
    guard table.isOfRows, let record = table.columns.firstIndex(where: { $0.name == "record" })
    else { return true }
    return [before, after].compactMap(\.self).contains { $0[record] != .null }
  }

  /// The coin of the move in some of this row's values; `nil` in another table.
  func coinIdOfMove(_ values: [RowValue]) -> String? {
    guard table.name == LedgerTable.moves.name, case .text(let id) = values[MoveRow.coinColumn]
    else { return nil }
    return id
  }

  /// The transaction in some of this row's values; `nil` in another table.
  func transaction(_ values: [RowValue], path: String) throws -> LedgerRow? {
    guard table.name == LedgerTable.transactions.name else { return nil }
    return try LedgerRow(
      ImageColumns(values: values), at: .init(path: path, table: table.name))
  }
}
