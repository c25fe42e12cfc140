import Glibc
import GRDB
import Portfolio

/// The tables of the ledger and the marks that identify its file.
enum LedgerSchema {
  /// `bpal` in ASCII; stored in the file's header.
  static let applicationId = 0x6270_616C
  /// The newest schema this program knows; `user_version` in the file's header.
  static let version = 9
  /// Long enough for a few hundred processes to write in turn.
  static let secondsToWait = 60

  /// Opens an existing ledger; an older schema is copied and then migrated.
  ///
  /// - Parameter keepsOld: Whether to make a copy before a migration.
  static func open(_ path: String, keepsOld: Bool = true) throws -> DatabaseQueue {
    try LedgerFile.requireFile(path)
    LedgerFile.repairModesOfTails(of: path)
    // Closing merges the log left by a crash into the file, so first check that the file is ours.
    if try LedgerFile.identity(of: LedgerFile.tail("-wal", of: path)) != nil {
      let look = try openReadOnly(path).queue
      try naming(path) { try look.finish() }
    }
    return try naming(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(false))
      if try queue.read({ try identify($0, path: path) }) < version {
        guard LedgerFile.isWritable(path) else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        if keepsOld { try keepBeforeMigration(queue, path: path) }
        try migrate(queue, path: path)
      }
      return queue
    }
  }

  /// Opens an existing ledger of any known schema without changing it.
  static func openReadOnly(_ path: String) throws -> (queue: DatabaseQueue, schema: Int) {
    try LedgerFile.requireFile(path)
    return try naming(path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration(true))
      return (queue, try queue.read { try identify($0, path: path) })
    }
  }

  /// Opens a ledger on a full disk or in a read-only folder.
  ///
  /// Readers share a file next to the ledger. If the log is empty, the ledger itself is complete
  /// and can be read as an immutable file. An older schema is migrated in memory.
  ///
  /// - Returns: `nil` if there is a log, or SQLite refuses again.
  static func openWithoutWriting(_ path: String) throws -> DatabaseQueue? {
    guard try LedgerFile.size(of: LedgerFile.tail("-wal", of: path)) ?? 0 == 0 else { return nil }
    do {
      let queue = try openImmutable(path)
      guard try queue.read({ try identify($0, path: path) }) < version else { return queue }
      let copy = try DatabaseQueue()
      try queue.backup(to: copy)
      try migrate(copy, path: path)
      return copy
    } catch is DatabaseError { return nil }
  }

  /// Opens a backup of any known schema.
  ///
  /// Without a log it is read as it is, which also works on read-only media and leaves no file next
  /// to it.
  static func openBackup(_ path: String) throws -> DatabaseQueue {
    try LedgerFile.requireFile(path)
    let sizes = try ["-wal", "-journal"].map {
      try LedgerFile.size(of: LedgerFile.tail($0, of: path)) ?? 0
    }
    guard sizes.allSatisfy({ $0 == 0 }) else { return try openReadOnly(path).queue }
    return try naming(path) {
      let queue = try openImmutable(path)
      _ = try queue.read { try identify($0, path: path) }
      return queue
    }
  }

  /// Opens a database that no process writes, without creating a file next to it.
  static func openImmutable(_ path: String) throws -> DatabaseQueue {
    let name = LedgerFile.resolved(path).replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return try DatabaseQueue(path: "file:\(name)?immutable=1", configuration: configuration(true))
  }

  /// Creates a ledger, unless another process was faster.
  ///
  /// It is renamed only when complete, so an empty file of that name is always damage. It is
  /// created without a write-ahead log, because a full disk could keep the log from being merged,
  /// and without a rollback journal, because a failed file is removed anyway.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - isLasting: Whether it survives a power cut.
  /// - Returns: Whether this file became the ledger.
  @discardableResult
  static func create(_ path: String, isLasting: Bool = true) throws -> Bool {
    let temporary = try LedgerFile.makeTemporary(beside: path)
    defer { LedgerFile.removeWithTails(temporary) }
    return try UnfinishedLedger.with(temporary) {
      try naming(path) {
        let queue = try DatabaseQueue(path: temporary, configuration: configuration(false))
        let made = Result {
          if !isLasting { try queue.disableSync() }
          try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = OFF") }
          try queue.write { try $0.execute(sql: version9) }
        }
        try queue.finish()
        try made.get()
      }
      return try LedgerFile.publish(temporary, asNew: path, isDurable: isLasting)
    }
  }

  /// Turns on the write-ahead log, which a copied backup lacks, so that writers never block
  /// readers.
  ///
  /// - Throws: SQLite's error; `SQLITE_BUSY` only after ``secondsToWait``.
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
        // If two processes do this at once, SQLite refuses one without waiting.
        usleep(10_000)
      }
    }
  }

  /// The end of the journal as the next program to open the ledger finds it.
  ///
  /// It is read without the shared-memory file, for which a full disk has no room.
  ///
  /// - Throws: SQLite's error; `SQLITE_BUSY` while another program has the ledger open.
  static func newestChangeExclusively(_ path: String) throws -> ChangeMark? {
    // Set the mode before anything reads the file, or SQLite creates the shared-memory file.
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

  /// The schema version of a database.
  ///
  /// - Throws: ``LedgerStoreError`` for a file of another program, or a newer schema.
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

  /// Copies a ledger of an older schema to the folder of backups, or next to itself if there is no
  /// such folder.
  private static func keepBeforeMigration(_ queue: DatabaseQueue, path: String) throws {
    let folder = LedgerFile.folder(of: path)
    let backups = LedgerFile.isFolder(folder + "/Backups") ? folder + "/Backups" : folder
    let name = LedgerFile.name(of: path).split(separator: ".").first.map(String.init) ?? "Ledger"
    _ = try LedgerCopy.make(of: queue, asNew: "\(backups)/\(name)-before-schema-\(version).sqlite")
  }
}

extension DatabaseQueue {
  /// Turns syncing off until ``enableSync()``: a power cut loses what is committed meanwhile.
  ///
  /// Checkpoints are off too, because a partly written file would be neither old nor new.
  func disableSync() throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    }
  }

  /// Ends ``disableSync()``.
  func enableSync() throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000")
    }
  }

  /// Moves the log's content into the file, syncing the log before and the file after.
  ///
  /// - Returns: `false` if some of it stays in the log, because a program is reading or the disk is
  ///   full.
  func movesLog() -> Bool {
    do {
      let (held, moved) = try writeWithoutTransaction { try $0.checkpoint(.passive) }
      return held == moved
    } catch { return false }
  }

  /// Closes the database without freeing the queue.
  ///
  /// Freeing it would start the dispatch library's timer, which then wakes the program every
  /// second.
  func finish() throws {
    _ = Unmanaged.passRetained(self)
    try close()
  }
}

extension LedgerSchema {
  /// The ninth schema: records with their kinds, moves, stored positions, and a hash-chained
  /// journal (docs/decisions/ledger-schema-3.md).
  ///
  /// Never edit a released schema; later ones are separate migrations.
  static let version9 = ([identification] + tables + indexes).joined(separator: "\n")

  private static let identification = """
    PRAGMA application_id = \(applicationId);
    PRAGMA user_version = \(version);
    """

  static let tables =
    [
      """
      CREATE TABLE ledgerTransaction (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL CHECK (length(id) = 16),
        coinId TEXT NOT NULL CHECK (coinId <> ''),
        type TEXT NOT NULL CHECK (type IN ('buy', 'sell', 'gift')),
        amount TEXT NOT NULL CHECK (\(isPositive("amount"))),
        pricePerCoin TEXT NOT NULL CHECK (
          CASE WHEN kind IN ('migrate', 'lost') OR type = 'gift' AND paymentAmount IS NULL
              THEN pricePerCoin = '0'
            WHEN \(mayBeFree) AND pricePerCoin = '0' THEN 1
            ELSE \(isPositive("pricePerCoin")) END),
        date INTEGER NOT NULL,
        notes TEXT,
        account TEXT,
        kind TEXT NOT NULL CHECK (\(kindFitsType)),
        paymentAmount TEXT CHECK (\(isZeroOrMore("paymentAmount"))),
        paymentCurrency TEXT,
        feeAmount TEXT CHECK (\(isZeroOrMore("feeAmount"))),
        feeCurrency TEXT,
        feeRate TEXT CHECK (\(isZeroOrMore("feeRate"))),
        valuationKind TEXT CHECK (valuationKind IN (\(words(Valuation.Kind.self)))),
        valuationRate TEXT CHECK (\(isZeroOrMore("valuationRate"))),
        valuationSource TEXT,
        valuationDay INTEGER,
        referenceSource TEXT,
        referenceId TEXT,
        label TEXT CHECK (label IN (\(words(TransactionLabel.self)))),
        link BLOB CHECK (length(link) = 16),
        acquired INTEGER,
        record INTEGER
          REFERENCES record (sequence) DEFERRABLE INITIALLY DEFERRED,
        part INTEGER, \(lots), \(cash.joined(separator: ", ")),
        CHECK ((record IS NULL) = (part IS NULL)),
        CHECK ((paymentAmount IS NULL) = (paymentCurrency IS NULL)),
        CHECK ((referenceSource IS NULL) = (referenceId IS NULL))
      ) STRICT;
      """,
      """
      CREATE TABLE ledgerMove (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL CHECK (length(id) = 16),
        account TEXT NOT NULL CHECK (account <> ''),
        coinId TEXT NOT NULL CHECK (coinId <> ''),
        amount TEXT NOT NULL CHECK (
          CASE WHEN amount GLOB '-*' THEN \(isPositive("substr(amount, 2)"))
            ELSE \(isPositive("amount")) END),
        fee TEXT NOT NULL CHECK (\(isZeroOrMore("fee"))),
        date INTEGER NOT NULL,
        hash TEXT,
        referenceSource TEXT,
        referenceId TEXT,
        transfer BLOB CHECK (length(transfer) = 16),
        notes TEXT,
        record INTEGER
          REFERENCES record (sequence) DEFERRABLE INITIALLY DEFERRED,
        part INTEGER,
        CHECK ((record IS NULL) = (part IS NULL)),
        CHECK ((referenceSource IS NULL) = (referenceId IS NULL))
      ) STRICT;
      """,
      """
      CREATE TABLE change (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('start', 'change', 'undo', 'redo')),
        state TEXT CHECK (state IN ('done', 'undone', 'dropped', 'kept')),
        label TEXT NOT NULL,
        date INTEGER,
        target INTEGER REFERENCES change (sequence),
        firstAdded INTEGER,
        lastAdded INTEGER,
        added BLOB,
        result BLOB NOT NULL CHECK (length(result) = 32),
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        firstRecord INTEGER,
        lastRecord INTEGER,
        records BLOB
      ) STRICT;
      """,
      """
      CREATE TABLE changeRow (
        change INTEGER NOT NULL REFERENCES change (sequence),
        tableName TEXT NOT NULL CHECK (tableName IN (\(journaled))),
        sequence INTEGER NOT NULL,
        side TEXT NOT NULL CHECK (side IN ('before', 'after')),
        image BLOB NOT NULL,
        PRIMARY KEY (change, tableName, sequence, side)
      ) STRICT, WITHOUT ROWID;
      """,
      """
      CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value ANY
      ) STRICT, WITHOUT ROWID;
      """,
      moveDigest,
    ] + positionTables + fileTables

  /// Indexes are created separately, so that a large addition can rebuild them instead of updating
  /// them row by row.
  static let indexes =
    [
      "CREATE UNIQUE INDEX ledgerTransactionById ON ledgerTransaction (id);",
      "CREATE INDEX ledgerTransactionByDate ON ledgerTransaction (date, sequence);",
      "CREATE INDEX ledgerTransactionByCoin ON ledgerTransaction (coinId, date, sequence);",
      """
      CREATE UNIQUE INDEX ledgerTransactionByReference ON ledgerTransaction
        (referenceSource, referenceId, coinId, type = 'sell', kind IN ('fee', 'lost'))
        WHERE referenceId IS NOT NULL;
      """,
      """
      CREATE INDEX ledgerTransactionByAccount ON ledgerTransaction (account, coinId, date, sequence)
        WHERE account IS NOT NULL;
      """,
      "CREATE INDEX ledgerTransactionEstimated ON ledgerTransaction (coinId) WHERE \(isEstimated);",
      "CREATE INDEX ledgerTransactionByLink ON ledgerTransaction (link) WHERE link IS NOT NULL;",
      """
      CREATE INDEX ledgerTransactionMigrated ON ledgerTransaction (coinId, type, link)
        WHERE kind = 'migrate';
      """,
      "CREATE UNIQUE INDEX ledgerMoveById ON ledgerMove (id);",
      "CREATE INDEX ledgerMoveByDate ON ledgerMove (date, sequence);",
      movesOfCoin,
      """
      CREATE UNIQUE INDEX ledgerMoveByReference ON ledgerMove
        (referenceSource, referenceId, account, coinId, amount GLOB '-*')
        WHERE referenceId IS NOT NULL;
      """,
      "CREATE INDEX changeByState ON change (state, sequence) WHERE state IN ('done', 'undone');",
      """
      CREATE INDEX ledgerTransactionByRecord ON ledgerTransaction (record)
        WHERE record IS NOT NULL;
      """,
      "CREATE INDEX ledgerMoveByRecord ON ledgerMove (record) WHERE record IS NOT NULL;",
      lotsIndex,
      unknownIndex,
    ] + fileIndexes

  /// The ids of the purchases whose lots a sale uses first.
  private static let lots =
    "lots BLOB CHECK (length(lots) > 0 AND length(lots) % 16 = 0)"
  private static let lotsIndex =
    "CREATE INDEX ledgerTransactionByLots ON ledgerTransaction (coinId) WHERE lots IS NOT NULL;"

  /// The migration from schema 3 to schema 4, which has one more column.
  ///
  /// SQLite appends it where a new table has it, and row images do not change.
  static let fromVersion3 = """
    ALTER TABLE ledgerTransaction ADD COLUMN \(lots);
    \(lotsIndex)
    """

  /// The migration from schema 4 to schema 5.
  static func migrateFromVersion4(_ db: Database) throws {
    try allowUnknownWorth(db)
    try addCash(db)
  }

  /// The migration from schema 5 to schema 6: moves are indexed by coin, and the moves of each coin
  /// have a digest.
  static func migrateFromVersion5(_ db: Database, path: String) throws {
    try db.execute(sql: moveDigest + movesOfCoin)
    try MoveDigests.storeAll(db, path: path)
  }

  private static let movesOfCoin =
    "CREATE INDEX ledgerMoveByCoin ON ledgerMove (coinId, date, sequence);"
  private static let moveDigest = """
    CREATE TABLE moveDigest (
      coinId TEXT PRIMARY KEY,
      rowCount INTEGER NOT NULL CHECK (rowCount > 0),
      digest BLOB NOT NULL CHECK (length(digest) = 32)
    ) STRICT, WITHOUT ROWID;
    """

  /// The money in a swap of coins; positive if received.
  private static let cash = [
    """
    cashAmount TEXT CHECK (CASE WHEN cashAmount IS NULL THEN 1
      WHEN cashAmount GLOB '-*' THEN \(isPositive("substr(cashAmount, 2)"))
      ELSE \(isPositive("cashAmount")) END)
    """,
    "cashCurrency TEXT CHECK ((cashAmount IS NULL) = (cashCurrency IS NULL))",
    "cashRate TEXT CHECK (\(isZeroOrMore("cashRate")))",
  ]

  /// Adds the cash columns where a new table has them; row images do not change.
  private static func addCash(_ db: Database) throws {
    for column in cash {
      try db.execute(sql: "ALTER TABLE ledgerTransaction ADD COLUMN \(column)")
    }
  }

  /// The rows whose price may be zero.
  private static let mayBeFree = "(kind IN ('gift', 'give', 'fee') OR valuationKind = 'unknown')"
  private static let mayBeFreeOfVersion4 = "kind IN ('gift', 'give', 'fee')"

  /// Allows rows of unknown worth to have no price.
  ///
  /// The new check is weaker, so existing rows pass and only its text changes.
  private static func allowUnknownWorth(_ db: Database) throws {
    let schema = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
    try db.execute(sql: "PRAGMA writable_schema = ON")
    try db.execute(
      sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'ledgerTransaction'",
      arguments: ["WHEN \(mayBeFreeOfVersion4) AND price", "WHEN \(mayBeFree) AND price"])
    // The new `schema_version` makes other connections read the text again.
    try db.execute(
      sql: """
        PRAGMA schema_version = \(schema + 1);
        PRAGMA writable_schema = RESET;
        \(unknownIndex)
        """)
  }

  /// The tables that the journal covers.
  private static let journaled = LedgerTable.all.map { "'\($0.name)'" }.joined(separator: ", ")

  /// Whether a row's kind fits its type.
  private static var kindFitsType: String {
    let types = TransactionType.allCases.map { type in
      let kinds = TransactionKind.allCases.filter { $0.fits(type) }.map { "'\($0.rawValue)'" }
      return "WHEN '\(type.rawValue)' THEN kind IN (\(kinds.joined(separator: ", ")))"
    }
    return "CASE type \(types.joined(separator: " ")) END"
  }

  /// The cases of an enumeration as an SQL list.
  static func words<Words: CaseIterable & RawRepresentable<String>>(
    _: Words.Type
  ) -> String {
    Words.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }

  /// The rows of files that wait or ask.
  ///
  /// The text matches the partial index, so SQLite uses it.
  static let isOpen = "state IN ('waits', 'asks')"

  /// The rows of unknown worth; fees do not need one.
  static let isOfUnknownWorth = "valuationKind = 'unknown' AND kind <> 'fee'"
  private static let unknownIndex =
    "CREATE INDEX ledgerTransactionUnknown ON ledgerTransaction (coinId) WHERE \(isOfUnknownWorth);"

  /// The rows whose dollar value is estimated from a stablecoin or a daily price.
  static let isEstimated = "valuationKind IN ('stablecoin', 'dailyPrice')"

  /// Checks that a column is `NULL` or a non-negative decimal.
  private static func isZeroOrMore(_ column: String) -> String {
    "CASE WHEN \(column) IS NULL OR \(column) = '0' THEN 1 ELSE \(isPositive(column)) END"
  }
}

extension LedgerSchema {
  /// The tables of positions; referenced tables are first.
  static let positionTableNames = [
    "position", "lotPiece", "lotBook", "checkpoint", "closedPosition",
  ]

  /// The stored totals of each coin's rows (docs/decisions/lots-in-pieces.md).
  ///
  /// Lots are in a separate table, because reports read only the small rows. They cover the coin's
  /// first `lotRows` rows; only purchases may follow, which change just the small row. Acquired
  /// lots and the remaining amounts, which sales change, are separate too.
  static let positionTables = [
    """
    CREATE TABLE position (
      coinId TEXT PRIMARY KEY,
      rowCount INTEGER NOT NULL CHECK (rowCount > 0),
      lastDate INTEGER NOT NULL,
      lastSequence INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      summary TEXT NOT NULL,
      lotRows INTEGER NOT NULL CHECK (lotRows BETWEEN 0 AND rowCount),
      unloggedDate INTEGER NOT NULL,
      unloggedSequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE lotPiece (
      coinId TEXT NOT NULL REFERENCES position (coinId),
      number INTEGER NOT NULL CHECK (number >= 0),
      lots BLOB NOT NULL,
      PRIMARY KEY (coinId, number)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE lotBook (
      coinId TEXT NOT NULL REFERENCES position (coinId),
      number INTEGER NOT NULL CHECK (number >= 0),
      books BLOB NOT NULL,
      PRIMARY KEY (coinId, number)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE checkpoint (
      coinId TEXT NOT NULL REFERENCES position (coinId),
      date INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      rowCount INTEGER NOT NULL CHECK (rowCount > 0),
      summary TEXT NOT NULL,
      lots BLOB,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      PRIMARY KEY (coinId, date, sequence)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE closedPosition (
      coinId TEXT NOT NULL REFERENCES position (coinId),
      number INTEGER NOT NULL,
      closingId BLOB NOT NULL CHECK (length(closingId) = 16),
      closedDate INTEGER NOT NULL,
      bought TEXT NOT NULL,
      paid TEXT NOT NULL,
      sold TEXT NOT NULL,
      received TEXT NOT NULL,
      carried TEXT,
      PRIMARY KEY (coinId, number)
    ) STRICT, WITHOUT ROWID;
    """,
  ]
}

extension LedgerSchema {
  /// The content of imported files and the users' answers (docs/decisions/ledger-schema-3.md).
  ///
  /// The bytes of a file are in a separate table: its digest verifies them, so the journal need not
  /// cover them and they can be removed.
  static let fileTables = [
    """
    CREATE TABLE importFile (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      name TEXT NOT NULL,
      form TEXT NOT NULL CHECK (form <> ''),
      options TEXT NOT NULL,
      account TEXT,
      date INTEGER NOT NULL,
      size INTEGER NOT NULL CHECK (size >= 0)
    ) STRICT;
    """,
    """
    CREATE TABLE fileContent (
      digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
      size INTEGER NOT NULL CHECK (size >= 0),
      packed BLOB NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE record (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      file INTEGER NOT NULL
        REFERENCES importFile (sequence) DEFERRABLE INITIALLY DEFERRED,
      line INTEGER NOT NULL CHECK (line > 0),
      cells TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN (\(words(RecordState.Kind.self)))),
      reason TEXT,
      scope TEXT,
      instant INTEGER,
      facts BLOB,
      CHECK ((instant IS NULL) = (facts IS NULL) AND (facts IS NULL OR scope IS NOT NULL))
    ) STRICT;
    """,
    """
    CREATE TABLE answer (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      question TEXT NOT NULL CHECK (question <> ''),
      choice TEXT NOT NULL CHECK (choice <> ''),
      date INTEGER NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE override (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL CHECK (length(id) = 16),
      change TEXT NOT NULL CHECK (change <> ''),
      date INTEGER NOT NULL
    ) STRICT;
    """,
  ]

  static let fileIndexes = [
    "CREATE UNIQUE INDEX importFileByDigest ON importFile (digest);",
    "CREATE INDEX recordByFile ON record (file, line);",
    "CREATE INDEX recordByScope ON record (scope, instant) WHERE scope IS NOT NULL;",
    "CREATE INDEX recordOpen ON record (state) WHERE \(isOpen);",
    "CREATE UNIQUE INDEX answerByQuestion ON answer (question);",
    "CREATE UNIQUE INDEX overrideById ON override (id);",
  ]
}

extension LedgerSchema {
  /// Checks that a column is a positive decimal in canonical form, of at most 38 digits.
  static func isPositive(_ column: String) -> String {
    [
      "\(column) GLOB '[0-9]*'",
      "\(column) NOT GLOB '*[^0-9.]*'",
      "\(column) NOT GLOB '*.*.*'",
      "\(column) NOT GLOB '*.'",
      "\(column) NOT GLOB '*.*0'",
      "\(column) NOT GLOB '0[0-9]*'",
      "\(column) <> '0'",
      "length(trim(replace(\(column), '.', ''), '0')) <= 38",
    ].joined(separator: " AND ")
  }
}
