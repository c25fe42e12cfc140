import FoundationEssentials
import GRDB
public import Portfolio
import Synchronization

/// The ledger in one SQLite file, shared with other processes.
///
/// The file is opened on first use and created on the first write; reading never creates or
/// migrates it. Every change is one immediate transaction: the affected histories are checked
/// inside it, and it is on disk when the call returns.
public final class SQLiteLedger: TransactionLedger {
  /// The path of the file.
  public let path: String

  private struct State {
    var open: (queue: DatabaseQueue, file: LedgerFile.Identity)?
    var wasOpened = false
    var version = 0
    var commitsSeen: Int?
    /// The page cache limit in kilobytes; `nil` for SQLite's default.
    var pageCache: Int?
    /// The database read while the ledger is held at one instant; `.some(nil)` if there was no
    /// file.
    var held: DatabaseQueue??
    var hasRehearsed = false
    var following: Following?
  }

  /// Derives how rows from files change with a user's change.
  public typealias Following = @Sendable (LedgerContents) throws -> LedgerBatch

  private let state = Mutex(State())

  private let isLasting: Bool
  private let isRehearsal: Bool
  /// The folder of a rehearsal without a ledger.
  private let folder: ScratchFolder?

  /// Names the file without opening it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isLasting: Whether changes survive a power cut; not needed for a temporary ledger.
  public convenience init(path: String, isLasting: Bool = true) {
    self.init(path: path, isLasting: isLasting, isRehearsal: false)
  }

  private init(
    path: String, isLasting: Bool, isRehearsal: Bool, in folder: ScratchFolder? = nil
  ) {
    self.path = path
    self.folder = folder
    self.isLasting = isLasting
    self.isRehearsal = isRehearsal
  }

  /// Copies of the ledger.
  public var backups: LedgerBackups { LedgerBackups(ledger: self) }
  /// Its import data.
  public var imports: LedgerImports { LedgerImports(ledger: self) }
  /// Its moves.
  public var moves: LedgerMoves { LedgerMoves(ledger: self) }

  /// The same ledger, but every change is checked, made and then rolled back.
  ///
  /// It shows what a change would do, and whether it would be refused. If there is no ledger yet,
  /// none is created: the change is made in an empty one in a temporary folder.
  public var rehearsal: SQLiteLedger {
    let folder = LedgerFile.isMissing(path) ? ScratchFolder() : nil
    let rehearsal = SQLiteLedger(
      path: folder.map { $0.path + "/ledger.sqlite" } ?? path,
      isLasting: isLasting && folder == nil, isRehearsal: true, in: folder)
    rehearsal.follow(with: state.withLock(\.following))
    return rehearsal
  }

  /// Updates derived rows together with a user's changes, if rows are waiting or were answered: a
  /// purchase releases the sale that waited for its coins.
  ///
  /// - Parameter following: Derives the rows, inside the transaction of the change.
  public func follow(with following: Following?) { state.withLock { $0.following = following } }

  /// Whether a change of this rehearsal would alter the ledger; an edit to equal values does not.
  public var hasRehearsedChange: Bool { state.withLock { $0.hasRehearsed } }

  /// Runs `body` in one immediate transaction on the file that currently has the ledger's path.
  ///
  /// - Throws: What `body` throws, otherwise ``LedgerStoreError``; nothing changes in that case.
  func write<Value>(
    _ queue: () throws -> DatabaseQueue?, _ body: (LedgerRows) throws -> Value
  ) throws -> Value? {
    while true {
      guard let queue = try queue() else { return nil }
      var uncommitted: (value: Value, mark: ChangeMark?)?
      do {
        let value = try naming(path) {
          try commit(queue) { db in
            try requireCurrent()
            var rows = LedgerRows(db: db, path: path)
            rows.following = state.withLock(\.following)
            guard !isRehearsal else { return try rehearse(body, on: rows) }
            let value = try body(rows)
            uncommitted = (value, try Journal(db: db).last()?.mark)
            return value
          }
        }
        noteChange()
        return value
      } catch is FileReplaced { continue } catch {
        guard let uncommitted, isRecorded(uncommitted.mark) else { throw error }
        noteChange()
        return uncommitted.value
      }
    }
  }

  /// Commits and syncs what `body` writes.
  ///
  /// With an empty log, SQLite would sync the log's header, the change, and on closing the log
  /// again and the file. An empty log has no old content to be mistaken for new, so it is enough to
  /// sync the log once and then the file before the call returns.
  private func commit<Value>(
    _ queue: DatabaseQueue, _ body: (Database) throws -> Value
  ) throws -> Value {
    let log = path + "-wal"
    guard isLasting, try LedgerFile.size(of: log) ?? 0 == 0 else { return try queue.write(body) }
    try queue.disableSync()
    let result = Result {
      try queue.write { db in
        // Check again now that no other program can write; without a log there is a rollback
        // journal.
        guard try LedgerFile.size(of: log) == 0 else { throw LogInUse() }
        return try body(db)
      }
    }
    try queue.enableSync()
    let value: Value
    do { value = try result.get() } catch is LogInUse { return try queue.write(body) }
    if !queue.movesLog() {
      try LedgerFile.sync(log)
      try LedgerFile.sync(LedgerFile.folder(of: log))
    }
    return value
  }

  /// The log has another program's writes, or there is none.
  private struct LogInUse: Error {}

  /// Whether the reopened ledger ends with a change whose commit failed.
  ///
  /// A commit is in the log before the log is synced: if only the sync fails, the next program to
  /// open the ledger finds the change.
  private func isRecorded(_ mark: ChangeMark?) -> Bool {
    do {
      let queue = state.withLock { state in
        defer { state.open = nil }
        return state.open?.queue
      }
      try queue?.close()
      return try mark != nil && LedgerSchema.newestChangeExclusively(path) == mark
    } catch {
      return false
    }
  }

  /// Runs `body`, notes whether the journal grew, and rolls back.
  private func rehearse<Value>(
    _ body: (LedgerRows) throws -> Value, on rows: LedgerRows
  ) throws -> Value {
    try rows.reversing { rows in
      let journal = Journal(db: rows.db)
      let before = try journal.last()?.mark
      let value = try body(rows)
      if try journal.last()?.mark != before { state.withLock { $0.hasRehearsed = true } }
      return value
    }
  }

  /// The file was replaced while the write waited for the lock.
  private struct FileReplaced: Error {}

  /// Refuses to write to a file that has lost its name, because no program would read it again.
  private func requireCurrent() throws {
    let file = try LedgerFile.identity(of: path)
    guard state.withLock({ $0.open?.file }) == file else { throw FileReplaced() }
  }

  /// Reads the ledger; `none` if there is no file.
  func read<Value>(
    orElse none: @autoclosure () -> Value, _ body: (LedgerRows) throws -> Value
  ) throws -> Value {
    try reading { try body(LedgerRows(db: $0, path: path)) } ?? none()
  }

  /// Reads the open database; `nil` if there is no file.
  func reading<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    if let held = state.withLock({ $0.held }) {
      return try naming(path) { try held?.unsafeReentrantRead(body) }
    }
    guard let queue = try readable() else { return nil }
    return try naming(path) { try queue.read(body) }
  }

  /// Runs `body` with all its reads of this ledger at one instant, unaffected by concurrent writes.
  ///
  /// `body` reads on this thread, and must not write to this ledger.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func atOneInstant<Value>(_ body: () throws -> Value) throws -> Value {
    guard state.withLock({ $0.held == nil }) else { return try body() }
    let before = try LedgerFile.Stamp(of: path)
    guard let queue = try readable() else { return try holding(nil, body) }
    let result = Result {
      try naming(path) {
        try queue.read { db in
          // The first read fixes the instant.
          _ = try Int.fetchOne(db, sql: "PRAGMA user_version")
          return try holding(queue, body)
        }
      }
    }
    // A read-only ledger is read without locks, as an immutable file, so check that it did not
    // change.
    if queue.configuration.readonly, try LedgerFile.Stamp(of: path) != before {
      throw LedgerStoreError.io(path, detail: "another program wrote it meanwhile")
    }
    return try result.get()
  }

  private func holding<Value>(_ queue: DatabaseQueue?, _ body: () throws -> Value) throws -> Value {
    state.withLock { $0.held = .some(queue) }
    defer { state.withLock { $0.held = nil } }
    return try body()
  }
}

extension LedgerRows {
  /// Runs `body` and rolls back its changes.
  fileprivate func reversing<Value>(_ body: (LedgerRows) throws -> Value) throws -> Value {
    var value: Value?
    try db.inSavepoint {
      value = try body(self)
      return .rollback
    }
    guard let value else { throw LedgerStoreError.missing(path) }
    return value
  }
}

extension SQLiteLedger {
  /// A number that grows whenever this process or another may have changed the ledger.
  ///
  /// Get it before reading: anything written afterward increases it.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func dataVersion() throws -> Int {
    let commits = try reading { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    guard let commits else { return state.withLock { $0.version } }
    return state.withLock { state in
      if state.commitsSeen != commits {
        state.commitsSeen = commits
        state.version += 1
      }
      return state.version
    }
  }

  /// Limits the page cache; a long-running program can rely on the system's cache instead.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func limitPageCache(kilobytes: Int) throws {
    let open = state.withLock { state in
      state.pageCache = kilobytes
      return state.open?.queue
    }
    try naming(path) { try open?.read { try Self.limit($0, kilobytes) } }
  }

  private static func limit(_ db: Database, _ kilobytes: Int) throws {
    try db.execute(sql: "PRAGMA cache_size = -\(kilobytes)")
  }

  /// SQLite only reports the commits of other connections.
  func noteChange() { state.withLock { $0.version += 1 } }

  /// The open database, or `nil` if there is no file.
  ///
  /// It detects a removed or replaced file, so that writes never go to a file without a name.
  func existing() throws -> DatabaseQueue? {
    try state.withLock { state in
      let file = try LedgerFile.identity(of: path)
      if let open = state.open {
        guard open.file != file else { return open.queue }
        state.open = nil
        state.version += 1
      }
      guard let file else { return nil }
      let queue = try LedgerSchema.open(path)
      if !isLasting { try naming(path) { try queue.disableSync() } }
      if let kilobytes = state.pageCache {
        try naming(path) { try queue.read { try Self.limit($0, kilobytes) } }
      }
      state.open = (queue, file)
      state.wasOpened = true
      state.version += 1
      state.commitsSeen = nil
      return queue
    }
  }

  /// The open database, or a read-only one if nothing can be written.
  ///
  /// A read-only one is never kept, because the next access may be able to write.
  func readable() throws -> DatabaseQueue? {
    do { return try existing() } catch let error as LedgerStoreError {
      guard case .io = error, let queue = try LedgerSchema.openWithoutWriting(path) else {
        throw error
      }
      noteChange()
      return queue
    }
  }

  /// Whether the file this ledger has read or written is gone and not replaced.
  ///
  /// A write would then create a new ledger.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func isGone() throws -> Bool {
    try LedgerFile.identity(of: path) == nil && state.withLock { $0.wasOpened }
  }

  /// The open database, created if necessary and ready for writing.
  func existingOrNew() throws -> DatabaseQueue {
    if try LedgerFile.identity(of: path) == nil {
      try LedgerSchema.create(path, isLasting: isLasting)
    }
    if state.withLock({ $0.open == nil }) { LedgerFile.removeLeftovers(beside: path) }
    guard let queue = try existing() else { throw LedgerStoreError.missing(path) }
    try naming(path) { try LedgerSchema.shareWithReaders(queue) }
    return queue
  }
}

extension SQLiteLedger {
  /// Stores the time zone whose days count for gains, if the ledger has none.
  ///
  /// Nothing is stored without a ledger, or while the ledger is held at one instant; the next call
  /// does it then.
  ///
  /// - Parameter name: The zone's name, such as `Europe/London`.
  /// - Returns: The zone in effect: the stored one, otherwise this one.
  /// - Throws: ``LedgerStoreError``.
  public func storeIfMissing(taxZone name: String) throws -> String {
    guard state.withLock({ $0.held == nil }) else { return name }
    return try write(existing) { rows in
      let meta = Meta(db: rows.db)
      if let kept = try meta.text(Meta.taxZone) { return kept }
      try meta.set(Meta.taxZone, name)
      return name
    } ?? name
  }

  /// Stores another time zone whose days count for gains.
  ///
  /// It is a user setting, not a change: `undo` does not revert it, and backups include it. Data
  /// made from the ledger earlier becomes outdated.
  ///
  /// - Parameter name: The zone's name.
  /// - Throws: ``LedgerStoreError``.
  public func set(taxZone name: String) throws {
    try write(existingOrNew) { rows in
      let meta = Meta(db: rows.db)
      guard try meta.text(Meta.taxZone) != name else { return }
      try meta.set(Meta.taxZone, name)
      try meta.countWrite(path: path)
    }
  }
}

extension SQLiteLedger {
  /// Vacuums the file if a third of it is unused, such as after undoing an import.
  ///
  /// No row changes; if it fails, or the program ends, the file is unchanged. It does not wait for
  /// other programs: the next change may find the ledger free.
  ///
  /// - Parameter least: The minimum number of unused bytes.
  /// - Throws: ``LedgerStoreError``.
  public func reclaimUnused(least: Int = 16 << 20) throws {
    guard !isRehearsal, let queue = try existing() else { return }
    try naming(path) {
      try queue.writeWithoutTransaction { db in
        func number(_ name: String) throws -> Int {
          try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0
        }
        let unused = try number("freelist_count")
        guard try unused * number("page_size") >= least, try 3 * unused >= number("page_count")
        else { return }
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        let result = Result {
          try db.execute(sql: "VACUUM")
          try db.checkpoint(.truncate)
        }
        try db.execute(sql: "PRAGMA busy_timeout = \(1000 * LedgerSchema.secondsToWait)")
        try result.get()
      }
    }
  }
}
