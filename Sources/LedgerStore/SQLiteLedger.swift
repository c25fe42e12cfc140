import FoundationEssentials
import GRDB
public import Portfolio
import Synchronization

/// The ledger in one SQLite file, shared with other processes.
///
/// The file is opened at the first use and made at the first write; reading never makes or migrates
/// one. Every change is one immediate transaction: the histories it touches are checked
/// inside it, and it is on the disk when the call returns.
public final class SQLiteLedger: TransactionLedger {
  /// The path of the file.
  public let path: String

  private struct State {
    var open: (queue: DatabaseQueue, file: LedgerFile.Identity)?
    var wasOpened = false
    var version = 0
    var commitsSeen: Int?
    /// The most kilobytes of the file that are kept in memory, `nil` for SQLite's own limit.
    var pageCache: Int?
    /// What is read while the ledger shows one instant; `.some(nil)` where there was no file then.
    var held: DatabaseQueue??
    var hasRehearsed = false
    var following: Following?
  }

  /// Works out how rows that follow from files change with what a person changed.
  public typealias Following = @Sendable (LedgerContents) throws -> LedgerBatch

  private let state = Mutex(State())

  private let isLasting: Bool
  private let isRehearsal: Bool

  /// Names the file; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isLasting: Whether a change survives a power cut; a ledger that is gone with its program
  ///     need not.
  public convenience init(path: String, isLasting: Bool = true) {
    self.init(path: path, isLasting: isLasting, isRehearsal: false)
  }

  private init(path: String, isLasting: Bool, isRehearsal: Bool) {
    self.path = path
    self.isLasting = isLasting
    self.isRehearsal = isRehearsal
  }

  /// Copies of the ledger.
  public var backups: LedgerBackups { LedgerBackups(ledger: self) }
  /// What it keeps of imports.
  public var imports: LedgerImports { LedgerImports(ledger: self) }
  /// What came into accounts and left them.
  public var moves: LedgerMoves { LedgerMoves(ledger: self) }

  /// The same ledger, where every change is checked and made as ever, and then reversed.
  ///
  /// It shows what a change would do, and whether it would be refused.
  public var rehearsal: SQLiteLedger {
    let rehearsal = SQLiteLedger(path: path, isLasting: isLasting, isRehearsal: true)
    rehearsal.follow(with: state.withLock(\.following))
    return rehearsal
  }

  /// Lets rows that follow from files change together with what a person changes, in ledgers where
  /// rows wait or were answered: a purchase brings in the sale that waited for its coins.
  ///
  /// - Parameter following: Works the rows out, inside the transaction of the change.
  public func follow(with following: Following?) { state.withLock { $0.following = following } }

  /// Whether a change of this rehearsal would leave the ledger another one: an edit into the values
  /// there are does not.
  public var hasRehearsedChange: Bool { state.withLock { $0.hasRehearsed } }

  /// Runs `body` in one immediate transaction on the file that has the ledger's name.
  ///
  /// - Throws: What `body` throws, ``LedgerStoreError`` otherwise; nothing is changed then.
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

  /// Commits what `body` writes, and syncs it.
  ///
  /// In an empty log, SQLite would sync the log's first bytes, then the change, and as the last
  /// program to leave, the log again and the file. Nothing old in the log could be taken for new, so
  /// it is enough to sync the log once and then the file, before the call returns.
  private func commit<Value>(
    _ queue: DatabaseQueue, _ body: (Database) throws -> Value
  ) throws -> Value {
    let log = path + "-wal"
    guard isLasting, try LedgerFile.size(of: log) ?? 0 == 0 else { return try queue.write(body) }
    try queue.leaveToSystem()
    let result = Result {
      try queue.write { db in
        // Only now no other program can write to it; without a log there is a journal.
        guard try LedgerFile.size(of: log) == 0 else { throw LogInUse() }
        return try body(db)
      }
    }
    try queue.writeThrough()
    let value: Value
    do { value = try result.get() } catch is LogInUse { return try queue.write(body) }
    if !queue.movesLog() {
      try LedgerFile.sync(log)
      try LedgerFile.sync(LedgerFile.folder(of: log))
    }
    return value
  }

  /// The log holds what another program wrote, or there is none.
  private struct LogInUse: Error {}

  /// Whether the ledger, opened again, ends with a change whose commit failed.
  ///
  /// A commit is in the log before the log is synced: where only that fails, the next program to
  /// open the ledger finds the change in it.
  private func isRecorded(_ mark: ChangeMark?) -> Bool {
    do {
      let queue = state.withLock { state in
        defer { state.open = nil }
        return state.open?.queue
      }
      try queue?.close()
      return try mark != nil && LedgerSchema.newestChangeAlone(path) == mark
    } catch {
      return false
    }
  }

  /// Runs `body`, notes whether the journal grew, and reverses what was changed.
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

  /// The file was replaced while the write waited for its turn.
  private struct FileReplaced: Error {}

  /// Refuses to write to a file that has lost its name, where no program would read it again.
  private func requireCurrent() throws {
    let file = try LedgerFile.identity(of: path)
    guard state.withLock({ $0.open?.file }) == file else { throw FileReplaced() }
  }

  /// Reads the ledger; `none` where there is no file.
  func read<Value>(
    orElse none: @autoclosure () -> Value, _ body: (LedgerRows) throws -> Value
  ) throws -> Value {
    try reading { try body(LedgerRows(db: $0, path: path)) } ?? none()
  }

  /// Reads the open database; `nil` where there is no file.
  func reading<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    if let held = state.withLock({ $0.held }) {
      return try naming(path) { try held?.unsafeReentrantRead(body) }
    }
    guard let queue = try readable() else { return nil }
    return try naming(path) { try queue.read(body) }
  }

  /// Runs `body` while everything it reads of this ledger is of one instant, whatever is written
  /// meanwhile.
  ///
  /// `body` reads on this thread, and writes nothing to this ledger.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func atOneInstant<Value>(_ body: () throws -> Value) throws -> Value {
    guard state.withLock({ $0.held == nil }) else { return try body() }
    let before = try LedgerFile.Stamp(of: path)
    guard let queue = try readable() else { return try holding(nil, body) }
    let result = Result {
      try naming(path) {
        try queue.read { db in
          // The first reading decides which instant it is.
          _ = try Int.fetchOne(db, sql: "PRAGMA user_version")
          return try holding(queue, body)
        }
      }
    }
    // What cannot be written is read without locks, as a file that never changes.
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
  /// Runs `body` and reverses what it has changed.
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
  /// A number that grows whenever the ledger may have changed, by this process or another.
  ///
  /// Ask for it before reading: what is written after the answer makes the next answer greater.
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

  /// Keeps at most so much of the file in memory: the system keeps what was read, too, and a program
  /// that is open all day need not.
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

  /// SQLite reports to a connection the commits of others only.
  func noteChange() { state.withLock { $0.version += 1 } }

  /// The open database, or `nil` when there is no file.
  ///
  /// A file that was removed or replaced is noticed, lest writes go to one that has no name.
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
      if !isLasting { try naming(path) { try queue.leaveToSystem() } }
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

  /// The open database, or one to read only where the system lets nothing be written.
  ///
  /// The latter is never kept: the next reading, or writing, may find room again.
  func readable() throws -> DatabaseQueue? {
    do { return try existing() } catch let error as LedgerStoreError {
      guard case .io = error, let queue = try LedgerSchema.openUnwritable(path) else { throw error }
      noteChange()
      return queue
    }
  }

  /// Whether the file this ledger has read or written is gone, and no other has its name.
  ///
  /// A write would found a new ledger.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func isGone() throws -> Bool {
    try LedgerFile.identity(of: path) == nil && state.withLock { $0.wasOpened }
  }

  /// The open database, made if there is none and ready to be written.
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
  /// Keeps the zone whose days count for gains, where the ledger has none.
  ///
  /// Nothing is kept without a ledger, nor while the ledger shows one instant: the next caller
  /// does it then.
  ///
  /// - Parameter name: The zone's name, such as `Europe/London`.
  /// - Returns: The zone that counts: the one kept before, else this one.
  /// - Throws: ``LedgerStoreError``.
  public func keepFirst(taxZone name: String) throws -> String {
    guard state.withLock({ $0.held == nil }) else { return name }
    return try write(existing) { rows in
      let meta = Meta(db: rows.db)
      if let kept = try meta.text(Meta.taxZone) { return kept }
      try meta.set(Meta.taxZone, name)
      return name
    } ?? name
  }

  /// Keeps another zone whose days count for gains.
  ///
  /// It is the user's, not a change: `undo` leaves it, a backup has it. What was made from the
  /// ledger before reads as outdated.
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
  /// Gives what nothing uses of the file back to the system, where that is a third of the file, as
  /// after an import was undone: what is used is copied.
  ///
  /// No row changes; where it fails, or the program ends, the file is as it was. It waits for no
  /// other program: the next change may find the ledger free.
  ///
  /// - Parameter least: The bytes from which on it is done.
  /// - Throws: ``LedgerStoreError``.
  public func giveBackUnused(least: Int = 16 << 20) throws {
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
