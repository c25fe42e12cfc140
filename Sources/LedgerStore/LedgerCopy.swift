import GRDB
import Glibc

/// Copies of an open ledger: one file each, without a write-ahead log, published when complete.
enum LedgerCopy {
  /// Copies a ledger to the first free name of `name`, `name-2`, `name-3` and so on.
  ///
  /// - Returns: The copy's path.
  static func make(of queue: DatabaseQueue, asNew destination: String) throws -> String {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    try copy(queue, to: temporary)
    return try LedgerFile.publish(temporary, numbered: destination)
  }

  /// Copies a ledger, replacing any file of that name.
  static func make(
    of queue: DatabaseQueue, replacing destination: String, as mark: DailyMark? = nil
  ) throws {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    try copy(queue, to: temporary, as: mark)
    try LedgerFile.publish(temporary, replacing: destination)
  }

  /// Copies a ledger into a file without a name, which is deleted when it is closed.
  ///
  /// - Returns: The open file, which the caller closes.
  static func makeUnnamed(of queue: DatabaseQueue, in folder: String) throws -> CInt {
    let temporary = try LedgerFile.makeTemporary(beside: "\(folder)/BitpalShared-output.sqlite")
    defer { LedgerFile.removeWithTails(temporary) }
    try copy(queue, to: temporary)
    let number = open(temporary, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw LedgerFile.refusal(temporary) }
    return number
  }

  /// Clones the file if the file system shares blocks between copies, which is instant at any size.
  ///
  /// - Returns: Whether it succeeded; otherwise no file is left.
  static func clone(
    of queue: DatabaseQueue, path: String, replacing destination: String, as mark: DailyMark
  ) throws -> Bool {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    // Checkpoint the log first; while no process can write, the file alone is the whole ledger.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let isCloned = try queue.write { _ in
      guard try LedgerFile.size(of: path + "-wal") ?? 0 == 0 else { return false }
      return try LedgerFile.clone(path, to: temporary)
    }
    guard isCloned else { return false }
    try endSharing(temporary, as: mark)
    try LedgerFile.publish(temporary, replacing: destination)
    return true
  }

  /// Copies page by page in one read transaction, so that the copy is of one instant.
  private static func copy(
    _ queue: DatabaseQueue, to path: String, as mark: DailyMark? = nil
  ) throws {
    let copy = try DatabaseQueue(path: path, configuration: unsynced)
    try queue.backup(to: copy)
    try copy.finish()
    try endSharing(path, as: mark)
  }

  /// Turns the write-ahead log off, so that one file holds everything, and sets the daily mark; a
  /// mark from a restored backup is removed.
  static func endSharing(_ path: String, as mark: DailyMark? = nil) throws {
    let queue = try DatabaseQueue(path: path, configuration: unsynced)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      do {
        if try db.tableExists("meta") { try Meta(db: db).mark(mark) }
      } catch let error as DatabaseError where mark == nil && error.isDamage {
        // A damaged ledger is copied unchanged.
      }
    }
    try queue.finish()
  }

  /// For files that are synced as a whole before they are renamed.
  private static var unsynced: Configuration {
    var configuration = LedgerSchema.configuration(false)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    return configuration
  }
}

extension DatabaseError {
  fileprivate var isDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
  }
}
