import GRDB
import Glibc
public import Portfolio

/// What a restore would replace.
public enum ReplacedLedger: Equatable, Sendable {
  /// No ledger, or one without changes.
  case nothing
  /// A ledger with this newest change.
  case ledger(ChangeMark)
  /// A file that cannot be read as a ledger.
  case damaged
}

/// The result of a restore.
public struct RestoredLedger: Equatable, Sendable {
  /// The number of transactions in the backup.
  public let transactions: Int
  /// The path of the replaced ledger; `nil` if there was none.
  public let replaced: String?
}

/// Makes copies of a ledger and restores them.
public struct LedgerBackups: Sendable {
  let ledger: SQLiteLedger

  private var path: String { ledger.path }

  /// Copies the ledger as of one instant, while others go on writing.
  ///
  /// The copy is a single file of mode 0600, which replaces any file of that name once complete.
  ///
  /// - Throws: ``LedgerStoreError``; the destination is then unchanged.
  public func copy(to destination: String) throws { try copy(to: destination, as: nil) }

  /// As ``copy(to:)``, optionally marked as a daily backup.
  func copy(to destination: String, as mark: DailyMark?) throws {
    guard let queue = try ledger.readable() else { throw LedgerStoreError.missing(path) }
    try LedgerFile.requireFile(destination)
    guard try LedgerFile.identity(of: destination) != LedgerFile.identity(of: path) else {
      throw LedgerStoreError.isTheLedger(path)
    }
    try naming(path) {
      do {
        try LedgerCopy.make(of: queue, replacing: destination, as: mark)
      } catch let error as DatabaseError where error.isOfWriting {
        throw LedgerStoreError(error, path: destination)
      }
    }
  }

  /// Opens a copy of the ledger as of one instant, for reading; the file has no name and is deleted
  /// when it is closed.
  ///
  /// - Parameter folders: Candidate folders, in order; the ledger's own disk may be full or
  ///   read-only.
  /// - Returns: The open file, which the caller closes.
  /// - Throws: ``LedgerStoreError``; if every folder fails, the error of the first.
  public func openCopy(in folders: [String]) throws -> CInt {
    guard let queue = try ledger.readable() else { throw LedgerStoreError.missing(path) }
    var refusal: LedgerStoreError?
    for folder in folders {
      do {
        return try naming(path) { try LedgerCopy.makeUnnamed(of: queue, in: folder) }
      } catch let error as LedgerStoreError {
        switch error {
        case .io, .folderMissing: refusal = refusal ?? error
        default: throw error
        }
      }
    }
    throw refusal ?? LedgerStoreError.missing(path)
  }

  /// What a restore would replace now.
  ///
  /// - Throws: ``LedgerStoreError`` for a ledger that a restore must not replace.
  public func replaced() throws -> ReplacedLedger {
    do {
      return try ledger.newestChange().map(ReplacedLedger.ledger) ?? .nothing
    } catch let error as LedgerStoreError {
      guard error.isOfReplaceableFile else { throw error }
      return .damaged
    }
  }

  /// Replaces the ledger's content with a backup; other processes see it as one more change.
  ///
  /// The backup is first copied next to the ledger, checked and migrated to the newest schema. It
  /// replaces the ledger's content in one write transaction, inside which the replaced content is
  /// copied, so that nothing committed is lost. A damaged file, or one that is not a ledger, is
  /// moved to a name ending in `.damaged-1`, `.damaged-2` and so on.
  ///
  /// - Parameters:
  ///   - source: The backup.
  ///   - kept: Where the replaced ledger is copied to; existing files are kept, and the copy gets a
  ///     numbered name. With `nil` there is no copy.
  ///   - expected: What the caller has seen of the ledger; `nil` skips the check.
  /// - Throws: ``LedgerStoreError/changedMeanwhile`` if the ledger differs from the expected one,
  ///   otherwise ``LedgerStoreError`` naming the backup or the ledger, whichever is at fault; the
  ///   ledger is then unchanged.
  @discardableResult
  public func restore(
    from source: String, keepingReplacedAt kept: String? = nil,
    expecting expected: ReplacedLedger? = nil
  ) throws -> RestoredLedger {
    guard let file = try LedgerFile.identity(of: source) else {
      throw LedgerStoreError.missing(source)
    }
    guard try file != LedgerFile.identity(of: path) else {
      throw LedgerStoreError.isTheLedger(path)
    }
    let aside = try LedgerFile.makeTemporary(beside: path)
    defer { LedgerFile.removeWithTails(aside) }
    let count = try checkedCopy(of: source, to: aside)
    let replaced = try LedgerFile.locking(LedgerFile.folder(of: path)) {
      try replace(by: aside, kept: kept, expected)
    }
    ledger.noteChange()
    return RestoredLedger(transactions: count, replaced: replaced)
  }

  /// Copies a backup and checks the copy.
  ///
  /// - Returns: The number of transactions in it.
  private func checkedCopy(of source: String, to aside: String) throws -> Int {
    let before = try LedgerFile.Stamp(of: source)
    let backup = try LedgerSchema.openBackup(source)
    let copy = try naming(source) {
      let copy = try DatabaseQueue(path: aside, configuration: LedgerSchema.configuration(false))
      try backup.backup(to: copy)
      return copy
    }
    try naming(path) { try copy.finish() }
    guard try LedgerFile.Stamp(of: source) == before else {
      throw LedgerStoreError.io(source, detail: "another program wrote it meanwhile")
    }
    do {
      let ready = try LedgerSchema.open(aside, keepsOld: false)
      let report = try StorageReport(of: source) { report in
        try ready.read { try StorageCheck($0, path: source).run(&report) }
      }
      if let fault = report.faults.first {
        throw LedgerStoreError.damaged(source, detail: fault)
      }
      let count = try naming(source) {
        try ready.read { try LedgerRows(db: $0, path: source).count() }
      }
      try naming(path) { try ready.finish() }
      try naming(path) { try LedgerCopy.endSharing(aside) }
      return count
    } catch LedgerStoreError.damaged(_, let detail) {
      throw LedgerStoreError.damaged(source, detail: detail)
    }
  }

  private func replace(
    by aside: String, kept: String?, _ expected: ReplacedLedger?
  ) throws -> String? {
    if try LedgerFile.identity(of: path) == nil {
      try require(expected) { .nothing }
      try share(aside)
      if try LedgerFile.publish(aside, asNew: path) { return nil }
      // Another process has just created the ledger.
    }
    do {
      return try replaceContent(by: aside, kept: kept, expected)
    } catch let error as LedgerStoreError {
      guard error.isOfReplaceableFile else { throw error }
      try require(expected, replaced)
      try share(aside)
      return try LedgerFile.publish(aside, keepingDamaged: path)
    }
  }

  private func require(
    _ expected: ReplacedLedger?, _ found: () throws -> ReplacedLedger
  ) throws {
    if let expected, try found() != expected { throw LedgerStoreError.changedMeanwhile }
  }

  /// Enables the write-ahead log in a copy, so that writers never block readers.
  private func share(_ aside: String) throws {
    try naming(path) {
      let queue = try DatabaseQueue(path: aside, configuration: LedgerSchema.configuration(false))
      try LedgerSchema.shareWithReaders(queue)
      try queue.finish()
    }
  }

  /// Replaces all rows in one transaction.
  private func replaceContent(
    by aside: String, kept: String?, _ expected: ReplacedLedger?
  ) throws -> String? {
    let queue = try ledger.existingOrNew()
    var copy: String?
    do {
      return try naming(path) {
        try queue.writeWithoutTransaction { db in
          try db.execute(sql: "ATTACH DATABASE ? AS restored", arguments: [aside])
          defer { detach(db) }
          try db.inTransaction(.immediate) {
            try require(expected) {
              try Journal(db: db).last().map { .ledger($0.mark) } ?? .nothing
            }
            // An empty ledger need not be kept.
            if let kept, try Journal(db: db).last() != nil {
              copy = try keepReplaced(at: kept)
            }
            try LedgerContent(db: db, path: path).replace(from: "restored")
            return .commit
          }
          return copy
        }
      }
    } catch {
      if let copy { unlink(copy) }
      throw error
    }
  }

  /// Copies the ledger over a separate connection, which can read while this one blocks writers.
  private func keepReplaced(at kept: String) throws -> String {
    let reader = try LedgerSchema.openReadOnly(path).queue
    let copy = try LedgerCopy.make(of: reader, asNew: kept)
    try naming(path) { try reader.finish() }
    return copy
  }

  private func detach(_ db: Database) {
    do { try db.execute(sql: "DETACH DATABASE restored") } catch {
      // Closing the connection removes it.
      return
    }
  }
}

extension LedgerStoreError {
  /// Whether a restore moves this file aside because it is not readable as a ledger.
  fileprivate var isOfReplaceableFile: Bool {
    switch self {
    case .damaged, .notALedger: true
    default: false
    }
  }
}

/// All of a ledger's tables.
struct LedgerContent {
  let db: Database
  let path: String

  /// Replaces all content with that of an attached ledger of the same schema.
  func replace(from other: String) throws {
    let replaced = try Meta(db: db).integer("version") ?? 0
    // The tables are read from the schema, so that a new one cannot be missed.
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM main.sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> 'meta'
        """)
    // Some rows reference rows of tables copied later.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    for table in tables {
      try db.execute(sql: "DELETE FROM main.\(table.quotedDatabaseIdentifier)")
    }
    try LedgerIndexes(db: db).drop()
    for table in tables {
      let name = table.quotedDatabaseIdentifier
      try db.execute(sql: "INSERT INTO main.\(name) SELECT * FROM \(other).\(name)")
    }
    try LedgerIndexes(db: db).make()
    try db.execute(
      sql: """
        DELETE FROM main.sqlite_sequence;
        INSERT INTO main.sqlite_sequence SELECT * FROM \(other).sqlite_sequence;
        DELETE FROM main.meta;
        INSERT INTO main.meta SELECT * FROM \(other).meta;
        """)
    // Files published from the old content must read as outdated; a damaged counter must not block
    // a restore.
    try Meta(db: db).countWrite(after: isCount(replaced) ? replaced : 0, path: path)
  }
}

extension LedgerBackups {
  /// Backs the ledger up unless that day's backup exists, and removes all but its last seven daily
  /// backups.
  ///
  /// A large ledger takes a while: if ``cloneOncePerDay(into:day:)`` could not do it before the
  /// day's first write, call this after answering the user. Without a ledger it does nothing.
  ///
  /// A daily backup carries a numbered mark, and only the mark counts: files without it are never
  /// removed, regardless of their names, and the last seven are the last ones made, even if the
  /// clock was wrong.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the backups.
  ///   - day: The day as `2026-04-28`; it becomes part of the file's name.
  /// - Throws: ``LedgerStoreError``.
  public func copyOncePerDay(into folder: String, day: String) throws {
    _ = try cloneOncePerDay(into: folder, day: day, copyingUpTo: .max)
  }

  /// Backs the ledger up like ``copyOncePerDay(into:day:)``, but only if that is instant: if the
  /// file system supports block sharing, or the ledger is small.
  ///
  /// Call it before the day's first write, so that the backup has the day's initial state.
  ///
  /// - Returns: Whether that day's backup exists or there is nothing to back up; `false` also while
  ///   another process is making it.
  /// - Throws: ``LedgerStoreError``.
  public func cloneOncePerDay(into folder: String, day: String) throws -> Bool {
    try cloneOncePerDay(into: folder, day: day, copyingUpTo: Self.quicklyCopied)
  }

  /// As ``cloneOncePerDay(into:day:)``, with the size up to which a ledger is copied.
  func cloneOncePerDay(into folder: String, day: String, copyingUpTo limit: Int) throws -> Bool {
    let destination = DailyBackups.path(of: day, in: folder)
    guard try LedgerFile.identity(of: path) != nil, try !isMade(destination) else { return true }
    // Several commands may run while a large ledger is copied; one copy is enough.
    return try LedgerFile.whileHolding(folder) {
      guard try !isMade(destination) else { return true }
      let backups = DailyBackups(folder: folder)
      let mark = try backups.nextMark(day: day)
      if try clone(to: destination, as: mark) == false {
        guard try LedgerFile.size(of: path) ?? 0 <= limit else { return false }
        try copy(to: destination, as: mark)
      }
      if let queue = try ledger.readable() { try naming(path) { try backups.removeOld(of: queue) } }
      return true
    } ?? false
  }

  /// The size in bytes up to which copying is fast enough not to be noticed.
  private static let quicklyCopied = 8_000_000

  private func isMade(_ destination: String) throws -> Bool {
    try LedgerFile.identity(of: destination) != nil && !LedgerFile.isFolder(destination)
  }

  private func clone(to destination: String, as mark: DailyMark) throws -> Bool {
    guard LedgerFile.canClone(in: LedgerFile.folder(of: destination)),
      let queue = try ledger.existing()
    else { return false }
    return try naming(path) {
      try LedgerCopy.clone(of: queue, path: path, replacing: destination, as: mark)
    }
  }
}

extension DatabaseError {
  /// Whether a file could not be written, such as on a full disk; a copy only reads the ledger.
  fileprivate var isOfWriting: Bool {
    resultCode == .SQLITE_FULL
      || resultCode == .SQLITE_IOERR && extendedResultCode != .SQLITE_IOERR_READ
  }
}
