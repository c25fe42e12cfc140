import GRDB
import Glibc

/// Copies of an open ledger: one file each, without a write-ahead log, published when complete.
enum LedgerCopy {
  /// Copies a ledger to a name that no file has yet: `name`, `name-2`, `name-3` and so on.
  ///
  /// - Returns: The copy's path.
  static func make(of queue: DatabaseQueue, asNew destination: String) throws -> String {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    try copy(queue, to: temporary)
    return try LedgerFile.publish(temporary, numbered: destination)
  }

  /// Copies a ledger; a file of that name is replaced.
  static func make(of queue: DatabaseQueue, replacing destination: String) throws {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    try copy(queue, to: temporary)
    try LedgerFile.publish(temporary, replacing: destination)
  }

  /// Clones the file itself where the file system shares blocks between copies, which takes no time
  /// however large it is.
  ///
  /// - Returns: Whether it was done; `false` leaves nothing behind.
  static func clone(
    of queue: DatabaseQueue, path: String, replacing destination: String
  ) throws -> Bool {
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { LedgerFile.removeWithTails(temporary) }
    // The log is merged first; while nobody can write, the file alone is the ledger.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    let isCloned = try queue.write { _ in
      guard try LedgerFile.size(of: path + "-wal") ?? 0 == 0 else { return false }
      return try LedgerFile.clone(path, to: temporary)
    }
    guard isCloned else { return false }
    try endSharing(temporary)
    try LedgerFile.publish(temporary, replacing: destination)
    return true
  }

  /// Copies page by page in one reading, so that the copy is the ledger at one instant.
  private static func copy(_ queue: DatabaseQueue, to path: String) throws {
    var configuration = LedgerSchema.configuration(false)
    // The whole file is synced before it gets its name.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let copy = try DatabaseQueue(path: path, configuration: configuration)
    try queue.backup(to: copy)
    try copy.finish()
    try endSharing(path)
  }

  /// Turns the write-ahead log off, so that one file holds everything.
  static func endSharing(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: LedgerSchema.configuration(false))
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.finish()
  }
}
