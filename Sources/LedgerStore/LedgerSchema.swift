import GRDB
import Glibc

/// The tables of the ledger and the marks by which its file is recognised.
enum LedgerSchema {
  /// `bpal` in ASCII, in the file's header.
  static let applicationId = 0x6270_616C
  /// The newest schema this program knows; `user_version` in the file's header.
  static let version = 1
  /// Long enough for a few hundred processes to write one after the other.
  static let secondsToWait = 60

  /// Opens an existing ledger and changes nothing in it.
  static func open(_ path: String, isReadOnly: Bool = false) throws -> DatabaseQueue {
    // Closing moves what a crash left in the journal into the file: not before it is known as ours.
    if try !isReadOnly && LedgerFile.identity(of: path + "-wal") != nil {
      let look = try open(path, isReadOnly: true)
      try naming(path) { try look.close() }
      // Freeing its queue would start the dispatch library's timer, which wakes the program every
      // second from then on.
      _ = Unmanaged.passRetained(look)
    }
    return try naming(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(isReadOnly))
      try queue.read { try identify($0, path: path) }
      return queue
    }
  }

  /// Opens a ledger on a full disk or in a folder that lets nothing be written.
  ///
  /// Readers want a file beside the ledger to meet in. Where the journal holds nothing, the ledger
  /// itself is whole, and can be read as a file that never changes.
  ///
  /// - Returns: `nil` when there is a journal, or SQLite refuses again.
  static func openUnwritable(_ path: String) throws -> DatabaseQueue? {
    guard try LedgerFile.size(of: path + "-wal") ?? 0 == 0 else { return nil }
    let name = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    do {
      let queue = try DatabaseQueue(
        path: "file:\(name)?immutable=1", configuration: configuration(true))
      try queue.read { try identify($0, path: path) }
      return queue
    } catch is DatabaseError { return nil }
  }

  /// Makes an empty ledger, unless another process was faster.
  ///
  /// It gets its name when it is complete, so an empty file under that name is always damage.
  static func create(_ path: String) throws {
    let temporary = try LedgerFile.makeTemporary(beside: path)
    defer { unlink(temporary) }
    try naming(path) {
      let queue = try DatabaseQueue(path: temporary, configuration: configuration(false))
      try shareWithReaders(queue)
      try migrator.migrate(queue)
      try queue.close()
    }
    try LedgerFile.publish(temporary, asNew: path)
  }

  /// Turns the write-ahead log on, which a copied backup lacks: writers then never stop readers.
  static func shareWithReaders(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
  }

  private static func configuration(_ isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(.init(secondsToWait))
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  private static func identify(_ db: Database, path: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationId else {
      let isEmpty = try Int.fetchOne(db, sql: "PRAGMA page_count") == 0
      throw isEmpty
        ? LedgerStoreError.damaged(path, detail: "the file is empty")
        : LedgerStoreError.notALedger(path)
    }
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard found <= version else {
      throw LedgerStoreError.newerSchema(path, found: found, known: version)
    }
    guard found == version else {
      throw LedgerStoreError.damaged(path, detail: "schema \(found) never existed")
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try $0.execute(sql: version1) }
    return migrator
  }
}
