import GRDB
import Glibc
public import Portfolio

/// What a restore replaces.
public enum ReplacedLedger: Equatable, Sendable {
  /// No ledger, or one that was never written.
  case nothing
  /// A ledger with this newest change.
  case ledger(ChangeMark)
  /// A file that cannot be read as a ledger.
  case damaged
}

/// What a restore did.
public struct RestoredLedger: Equatable, Sendable {
  /// How many transactions the backup has.
  public let transactions: Int
  /// Where the replaced ledger is; `nil` where there was none.
  public let replaced: String?
}

/// Copies of a ledger, and putting one back in its place.
public struct LedgerBackups: Sendable {
  let ledger: SQLiteLedger

  private var path: String { ledger.path }

  /// Copies the ledger as it is at one instant, while others go on writing.
  ///
  /// The copy is a single file of mode 0600 that replaces one of that name once it is complete.
  ///
  /// - Throws: ``LedgerStoreError``; the destination is then as it was.
  public func copy(to destination: String) throws { try copy(to: destination, as: nil) }

  /// The same, marked as a daily backup or not.
  func copy(to destination: String, as mark: DailyMark?) throws {
    guard let queue = try ledger.readable() else { throw LedgerStoreError.missing(path) }
    try LedgerFile.requireFile(destination)
    guard try LedgerFile.identity(of: destination) != LedgerFile.identity(of: path) else {
      throw LedgerStoreError.isTheLedger(path)
    }
    try naming(path) { try LedgerCopy.make(of: queue, replacing: destination, as: mark) }
  }

  /// Opens a copy of the ledger as it is at one instant, for reading; the file has no name and is
  /// gone when it is closed.
  ///
  /// - Parameter folders: Where the copy may be, the first to be tried first; the disk of the ledger
  ///   may be full or let nothing be written.
  /// - Returns: The open file, which the caller closes.
  /// - Throws: ``LedgerStoreError``; where no folder has room, that of the first.
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
  /// - Throws: ``LedgerStoreError`` for a ledger that a restore would not replace.
  public func replaced() throws -> ReplacedLedger {
    do {
      return try ledger.newestChange().map(ReplacedLedger.ledger) ?? .nothing
    } catch let error as LedgerStoreError {
      guard error.isOfReplaceableFile else { throw error }
      return .damaged
    }
  }

  /// Puts the content of a backup into the ledger; other processes see it as one more change.
  ///
  /// The backup is copied next to the ledger and checked first, and brought to the newest schema. It
  /// replaces the ledger's content in one write transaction, inside which the replaced content is
  /// kept, so that nothing confirmed is lost. A file here that is damaged, or no ledger, is moved
  /// to a name ending in `.damaged-1`, `.damaged-2` and so on.
  ///
  /// - Parameters:
  ///   - source: The backup.
  ///   - kept: Where the replaced ledger is copied to; a file of that name is not replaced, the
  ///     copy is numbered. With `nil` none is made.
  ///   - expected: What the caller has seen of the ledger; `nil` replaces whatever there is.
  /// - Throws: ``LedgerStoreError/changedMeanwhile`` where there is another ledger than expected,
  ///   else ``LedgerStoreError`` naming the backup or the ledger, whichever is at fault; the
  ///   ledger is then as it was.
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
  /// - Returns: How many transactions it has.
  private func checkedCopy(of source: String, to aside: String) throws -> Int {
    let backup = try LedgerSchema.openReadOnly(source).queue
    let copy = try naming(source) {
      let copy = try DatabaseQueue(path: aside, configuration: LedgerSchema.configuration(false))
      try backup.backup(to: copy)
      return copy
    }
    try naming(path) { try copy.finish() }
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
      // A first change of another process has just made a ledger.
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

  /// Makes a copy a ledger whose writers never stop its readers; closed, it is a single file.
  private func share(_ aside: String) throws {
    try naming(path) {
      let queue = try DatabaseQueue(path: aside, configuration: LedgerSchema.configuration(false))
      try LedgerSchema.shareWithReaders(queue)
      try queue.finish()
    }
  }

  /// Exchanges all rows in one transaction.
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
            // A ledger in which nothing was recorded yet is nothing to keep.
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

  /// Copies the ledger over a connection of its own, which reads while no other program writes.
  private func keepReplaced(at kept: String) throws -> String {
    let reader = try LedgerSchema.openReadOnly(path).queue
    let copy = try LedgerCopy.make(of: reader, asNew: kept)
    try naming(path) { try reader.finish() }
    return copy
  }

  private func detach(_ db: Database) {
    do { try db.execute(sql: "DETACH DATABASE restored") } catch {
      // It goes with the connection.
      return
    }
  }
}

extension LedgerStoreError {
  /// Whether a restore moves the file aside that it is about, because no ledger can be read in it.
  fileprivate var isOfReplaceableFile: Bool {
    switch self {
    case .damaged, .notALedger: true
    default: false
    }
  }
}

/// All that a ledger holds.
struct LedgerContent {
  let db: Database
  let path: String

  /// Replaces everything by the content of an attached ledger of the same schema.
  func replace(from other: String) throws {
    let replaced = try Meta(db: db).integer("version") ?? 0
    // The schema says which tables there are: a list here would miss the next one.
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM main.sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name <> 'meta'
        """)
    // Rows refer to rows of tables that come later.
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
    // What was published from the ledger before must read as older; a damaged number of versions
    // never keeps the user from the backup.
    try Meta(db: db).countWrite(after: isCount(replaced) ? replaced : 0, path: path)
  }
}

extension LedgerBackups {
  /// Backs the ledger up unless that day's backup exists, and removes all but the last seven daily
  /// backups of this ledger.
  ///
  /// On a large ledger it takes a while: where ``cloneOncePerDay(into:day:)`` could not do it
  /// before the day's first write, call this after the user has the answer. Without a ledger there
  /// is nothing to do.
  ///
  /// A daily backup carries a mark with a number, and both are what counts: a file without the mark
  /// is never removed, whatever its name, and the last seven are those made last, whatever the
  /// clock said.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the backups.
  ///   - day: The day as `2026-04-28`; it becomes part of the file's name.
  /// - Throws: ``LedgerStoreError``.
  public func copyOncePerDay(into folder: String, day: String) throws {
    _ = try cloneOncePerDay(into: folder, day: day, copyingUpTo: .max)
  }

  /// Backs the ledger up as ``copyOncePerDay(into:day:)`` does, but only where that takes no
  /// time: where the file system lets copies share their blocks, or the ledger is small.
  ///
  /// Call it before the day's first write: the backup then holds what the day began with.
  ///
  /// - Returns: Whether that day's backup exists, or there is nothing to back up; `false` while
  ///   another process makes it, too.
  /// - Throws: ``LedgerStoreError``.
  public func cloneOncePerDay(into folder: String, day: String) throws -> Bool {
    try cloneOncePerDay(into: folder, day: day, copyingUpTo: Self.quicklyCopied)
  }

  /// The same, where so many bytes are copied before anyone notices.
  func cloneOncePerDay(into folder: String, day: String, copyingUpTo limit: Int) throws -> Bool {
    let destination = DailyBackups.path(of: day, in: folder)
    guard try LedgerFile.identity(of: path) != nil, try !isMade(destination) else { return true }
    // Several commands can follow one another while a large ledger is copied: one copy is enough.
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

  /// Bytes that are copied before anyone notices.
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
