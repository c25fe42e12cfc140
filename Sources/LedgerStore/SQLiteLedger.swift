public import FoundationEssentials
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
    var version = 0
    var commitsSeen: Int?
  }

  private let state = Mutex(State())

  /// Names the file; nothing is opened yet.
  public init(path: String) { self.path = path }

  /// Every transaction in ledger order; none when there is no file.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions() throws -> [Transaction] {
    guard let queue = try readable() else { return [] }
    return try naming(path) { try queue.read { try LedgerRows(db: $0, path: path).all() } }
  }

  /// Applies a change whole, or throws and changes nothing.
  ///
  /// - Throws: `PortfolioError` when the change is refused, ``LedgerStoreError`` otherwise.
  public func apply(_ change: LedgerChange, now: Date) throws {
    try apply(change, now: now) { _ in }
  }

  /// Applies a change whole, and tells on the way how many of its rows are written.
  ///
  /// - Throws: As ``apply(_:now:)``.
  public func apply(_ change: LedgerChange, now: Date, progress: (Int) -> Void) throws {
    try apply(now: now, progress: progress) { _ in change }
  }

  /// Applies a change that is worked out from the ledger while nobody else can write it.
  ///
  /// - Parameter change: Takes the reading of every transaction in ledger order, which costs
  ///   nothing until it is asked.
  /// - Throws: As ``apply(_:now:)``, and what `change` throws; nothing is changed then.
  public func apply(
    now: Date, progress: (Int) -> Void,
    _ change: (_ transactions: () throws -> [Transaction]) throws -> LedgerChange
  ) throws {
    try write(try existingOrNew()) { ledger in
      let plan = try ChangePlan(try change(ledger.all), in: ledger, now: now)
      guard !plan.rows.isEmpty else { return }
      try Journal(db: ledger.db, path: path).make(plan.rows, progress: progress)
      try plan.check(in: ledger, now: now)
    }
  }

  /// Takes back the newest change not yet undone, in whichever process it was made.
  ///
  /// - Throws: `PortfolioError` when a history would break a rule, ``LedgerStoreError`` otherwise.
  public func undo(now: Date) throws -> LedgerStep? { try step(to: .before, now: now) }

  /// Applies again the change undone last, as long as no other change came after it.
  ///
  /// - Throws: As ``undo(now:)``.
  public func redo(now: Date) throws -> LedgerStep? { try step(to: .after, now: now) }

  private func step(to side: Journal.Side, now: Date) throws -> LedgerStep? {
    guard let queue = try existing() else { return nil }
    return try write(queue) { ledger in
      guard let rows = try Journal(db: ledger.db, path: path).step(to: side) else { return nil }
      try rows.checkHistories(in: ledger, now: now)
      return LedgerStep(rows: rows.map { LedgerStep.Row(before: $0.before, after: $0.after) })
    }
  }

  private func write<Value>(
    _ queue: DatabaseQueue, _ body: (LedgerRows) throws -> Value
  ) throws -> Value {
    let value = try naming(path) {
      try queue.write { try body(LedgerRows(db: $0, path: path)) }
    }
    noteChange()
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
    guard let queue = try readable() else { return state.withLock { $0.version } }
    let commits = try naming(path) {
      try queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    }
    return state.withLock { state in
      if state.commitsSeen != commits {
        state.commitsSeen = commits
        state.version += 1
      }
      return state.version
    }
  }

  /// SQLite tells a connection of the commits of others only.
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
      state.open = (queue, file)
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

  /// The open database, made if there is none and ready to be written.
  func existingOrNew() throws -> DatabaseQueue {
    if try LedgerFile.identity(of: path) == nil { try LedgerSchema.create(path) }
    guard let queue = try existing() else { throw LedgerStoreError.missing(path) }
    try naming(path) { try LedgerSchema.shareWithReaders(queue) }
    return queue
  }
}
