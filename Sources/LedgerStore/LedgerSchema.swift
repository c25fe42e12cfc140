import GRDB
import Glibc
import Portfolio

/// The tables of the ledger and the marks by which its file is recognized.
enum LedgerSchema {
  /// `bpal` in ASCII, in the file's header.
  static let applicationId = 0x6270_616C
  /// The newest schema this program knows; `user_version` in the file's header.
  static let version = 5
  /// Long enough for a few hundred processes to write one after the other.
  static let secondsToWait = 60

  /// Opens an existing ledger; one of an older schema is brought to the newest, after a copy of it
  /// was made.
  ///
  /// - Parameter keepsOld: Whether a copy is made before a migration.
  static func open(_ path: String, keepsOld: Bool = true) throws -> DatabaseQueue {
    try LedgerFile.requireFile(path)
    // Closing moves what a crash left in the log into the file: not before it is known as ours.
    if try LedgerFile.identity(of: path + "-wal") != nil {
      let look = try openReadOnly(path).queue
      try naming(path) { try look.finish() }
    }
    return try naming(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(false))
      if try queue.read({ try identify($0, path: path) }) < version {
        if keepsOld { try keepBeforeMigration(queue, path: path) }
        try migrate(queue, path: path)
      }
      return queue
    }
  }

  /// Opens an existing ledger of any known schema, and changes nothing in it.
  static func openReadOnly(_ path: String) throws -> (queue: DatabaseQueue, schema: Int) {
    try LedgerFile.requireFile(path)
    return try naming(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(true))
      return (queue, try queue.read { try identify($0, path: path) })
    }
  }

  /// Opens a ledger on a full disk or in a folder that lets nothing be written.
  ///
  /// Readers share a file next to the ledger. Where the log holds nothing, the ledger
  /// itself is whole, and can be read as a file that never changes. One of an older schema is
  /// migrated in memory.
  ///
  /// - Returns: `nil` when there is a log, or SQLite refuses again.
  static func openUnwritable(_ path: String) throws -> DatabaseQueue? {
    guard try LedgerFile.size(of: path + "-wal") ?? 0 == 0 else { return nil }
    do {
      let queue = try openUnchanging(path)
      guard try queue.read({ try identify($0, path: path) }) < version else { return queue }
      let copy = try DatabaseQueue()
      try queue.backup(to: copy)
      try migrate(copy, path: path)
      return copy
    } catch is DatabaseError { return nil }
  }

  /// Opens a database that no process writes, and makes no file next to it.
  static func openUnchanging(_ path: String) throws -> DatabaseQueue {
    let name = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return try DatabaseQueue(path: "file:\(name)?immutable=1", configuration: configuration(true))
  }

  /// Makes a ledger, unless another process was faster.
  ///
  /// It gets its name when it is complete, so an empty file under that name is always damage. It is
  /// made without a write-ahead log: what a full disk kept from being merged would be lost. Nor has
  /// it a journal, because what fails is removed whole; so its first rows, however many, are written
  /// to the disk once.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - isLasting: Whether it survives a power cut.
  ///   - fill: Writes its first rows; what it throws leaves no ledger.
  /// - Returns: Whether this is the ledger now.
  @discardableResult
  static func create(
    _ path: String, isLasting: Bool = true, _ fill: (Database) throws -> Void = { _ in }
  ) throws -> Bool {
    let temporary = try LedgerFile.makeTemporary(beside: path)
    defer { LedgerFile.removeWithTails(temporary) }
    return try UnfinishedLedger.with(temporary) {
      try naming(path) {
        let queue = try DatabaseQueue(path: temporary, configuration: configuration(false))
        let filled = Result {
          if !isLasting { try queue.leaveToSystem() }
          try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = OFF") }
          try queue.write { db in
            try db.execute(sql: version5)
            try fill(db)
          }
        }
        try queue.finish()
        try filled.get()
      }
      return try LedgerFile.publish(temporary, asNew: path, isDurable: isLasting)
    }
  }

  /// Turns the write-ahead log on, which a copied backup lacks: writers then never stop readers.
  ///
  /// - Throws: What SQLite says; `SQLITE_BUSY` after ``secondsToWait`` only.
  static func shareWithReaders(_ queue: DatabaseQueue) throws {
    let deadline = ContinuousClock.now + .seconds(secondsToWait)
    while true {
      do {
        return try queue.writeWithoutTransaction { db in
          try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        // Where two do this at once, SQLite refuses one without waiting.
        usleep(10_000)
      }
    }
  }

  /// The end of the journal as the next program to open the ledger finds it.
  ///
  /// It is read without the file that readers share: a full disk has no room for it.
  ///
  /// - Throws: What SQLite says, `SQLITE_BUSY` while another program has the ledger open.
  static func newestChangeAlone(_ path: String) throws -> ChangeMark? {
    // The mode comes before anything that reads the file, or SQLite makes the shared one.
    var alone = Configuration()
    alone.busyMode = .immediateError
    alone.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    return try DatabaseQueue(path: path, configuration: alone).read {
      try Journal(db: $0).last()?.mark
    }
  }

  static func configuration(_ isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(.init(secondsToWait))
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  /// The schema of a database.
  ///
  /// - Throws: ``LedgerStoreError`` for one that no bitpal wrote, or a newer one.
  static func identify(_ db: Database, path: String) throws -> Int {
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
    guard found > 0 else {
      throw LedgerStoreError.damaged(path, detail: "schema \(found) never existed")
    }
    return found
  }

  /// Copies a ledger of an older schema to the folder of backups, or next to itself where there is
  /// none.
  private static func keepBeforeMigration(_ queue: DatabaseQueue, path: String) throws {
    let folder = LedgerFile.folder(of: path)
    let backups = LedgerFile.isFolder(folder + "/Backups") ? folder + "/Backups" : folder
    let name = LedgerFile.name(of: path).split(separator: ".").first.map(String.init) ?? "Ledger"
    _ = try LedgerCopy.make(of: queue, asNew: "\(backups)/\(name)-before-schema-\(version).sqlite")
  }
}

extension DatabaseQueue {
  /// Lets the system write when it will, until ``writeThrough()``: a power cut takes what is
  /// committed meanwhile.
  ///
  /// Nothing moves from the log into the file, which would then be neither old nor new.
  func leaveToSystem() throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    }
  }

  /// Ends ``leaveToSystem()``.
  func writeThrough() throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000")
    }
  }

  /// Moves what the log holds into the file, the log synced before and the file after.
  ///
  /// - Returns: `false` where some of it stays in the log, because a program reads or the disk is
  ///   full.
  func movesLog() -> Bool {
    do {
      let (held, moved) = try writeWithoutTransaction { try $0.checkpoint(.passive) }
      return held == moved
    } catch { return false }
  }

  /// Closes the database and never frees the queue.
  ///
  /// Freeing it would start the dispatch library's timer, which wakes the program every second from
  /// then on.
  func finish() throws {
    _ = Unmanaged.passRetained(self)
    try close()
  }
}
