import GRDB
import Portfolio

extension LedgerSchema {
  /// The fifth schema: the whole record with its kind, moves, positions kept, and a journal that is
  /// a chain (docs/decisions/ledger-schema-3.md).
  ///
  /// Released schemas are never edited: a later one is a migration of its own.
  static let version5 = ([identification] + tables + indexes).joined(separator: "\n")

  private static let identification = """
    PRAGMA application_id = \(applicationId);
    PRAGMA user_version = 5;
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

  /// The purchases whose lots a sale uses first: their ids.
  private static let lots =
    "lots BLOB CHECK (length(lots) > 0 AND length(lots) % 16 = 0)"
  private static let lotsIndex =
    "CREATE INDEX ledgerTransactionByLots ON ledgerTransaction (coinId) WHERE lots IS NOT NULL;"

  /// The way from schema 3 to schema 4, which has one column more.
  ///
  /// SQLite puts it where a new table has it, and the images of rows stay as they are.
  static let fromVersion3 = """
    ALTER TABLE ledgerTransaction ADD COLUMN \(lots);
    \(lotsIndex)
    """

  /// The way from schema 4 to schema 5.
  static func migrateFromVersion4(_ db: Database) throws {
    try allowUnknownWorth(db)
    try addCash(db)
    try db.execute(sql: "PRAGMA user_version = 5")
  }

  /// The money next to the coins of a swap, above zero what was received.
  private static let cash = [
    """
    cashAmount TEXT CHECK (CASE WHEN cashAmount IS NULL THEN 1
      WHEN cashAmount GLOB '-*' THEN \(isPositive("substr(cashAmount, 2)"))
      ELSE \(isPositive("cashAmount")) END)
    """,
    "cashCurrency TEXT CHECK ((cashAmount IS NULL) = (cashCurrency IS NULL))",
    "cashRate TEXT CHECK (\(isZeroOrMore("cashRate")))",
  ]

  /// Adds its columns, which SQLite puts where a new table has them; the images of rows stay as they
  /// are.
  private static func addCash(_ db: Database) throws {
    for column in cash {
      try db.execute(sql: "ALTER TABLE ledgerTransaction ADD COLUMN \(column)")
    }
  }

  /// The rows whose price may be zero.
  private static let mayBeFree = "(kind IN ('gift', 'give', 'fee') OR valuationKind = 'unknown')"
  private static let mayBeFreeOfVersion4 = "kind IN ('gift', 'give', 'fee')"

  /// Lets rows of unknown worth have no price.
  ///
  /// A check that lets more through holds for all rows there are, so only its text changes.
  private static func allowUnknownWorth(_ db: Database) throws {
    let schema = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
    try db.execute(sql: "PRAGMA writable_schema = ON")
    try db.execute(
      sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'ledgerTransaction'",
      arguments: ["WHEN \(mayBeFreeOfVersion4) AND price", "WHEN \(mayBeFree) AND price"])
    // Other connections read the text again where its number has changed.
    try db.execute(
      sql: """
        PRAGMA schema_version = \(schema + 1);
        PRAGMA writable_schema = RESET;
        \(unknownIndex)
        """)
  }

  /// The tables that the journal covers.
  private static let journaled = LedgerTable.all.map { "'\($0.name)'" }.joined(separator: ", ")

  /// Whether a row's kind is one for its type.
  private static var kindFitsType: String {
    let types = TransactionType.allCases.map { type in
      let kinds = TransactionKind.allCases.filter { $0.fits(type) }.map { "'\($0.rawValue)'" }
      return "WHEN '\(type.rawValue)' THEN kind IN (\(kinds.joined(separator: ", ")))"
    }
    return "CASE type \(types.joined(separator: " ")) END"
  }

  /// The words of an enumeration, for a list.
  static func words<Words: CaseIterable & RawRepresentable<String>>(
    _: Words.Type
  ) -> String {
    Words.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }

  /// The rows that nothing says the worth of; a fee lacks none.
  static let isOfUnknownWorth = "valuationKind = 'unknown' AND kind <> 'fee'"
  private static let unknownIndex =
    "CREATE INDEX ledgerTransactionUnknown ON ledgerTransaction (coinId) WHERE \(isOfUnknownWorth);"

  /// The rows whose dollars a stablecoin or a daily price gave.
  static let isEstimated = "valuationKind IN ('stablecoin', 'dailyPrice')"

  /// A decimal of zero or more, or no value.
  private static func isZeroOrMore(_ column: String) -> String {
    "CASE WHEN \(column) IS NULL OR \(column) = '0' THEN 1 ELSE \(isPositive(column)) END"
  }
}

extension LedgerSchema {
  /// The stored totals of each coin's rows.
  ///
  /// The parcels of the books are apart: reports read the small rows only. They are those of the
  /// coin's first `rowCount` rows; purchases alone may follow, which change the small row only.
  static let positionTables = [
    """
    CREATE TABLE position (
      coinId TEXT PRIMARY KEY,
      rowCount INTEGER NOT NULL CHECK (rowCount > 0),
      lastDate INTEGER NOT NULL,
      lastSequence INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      summary TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE positionBook (
      coinId TEXT PRIMARY KEY REFERENCES position (coinId),
      rowCount INTEGER NOT NULL CHECK (rowCount > 0),
      books BLOB NOT NULL
    ) STRICT;
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
  /// What imported files said, and what people answered (docs/decisions/ledger-schema-3.md).
  ///
  /// The bytes of a file are apart from its row: they are what its digest says, so that the journal
  /// need not cover them, and they can be forgotten.
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
    "CREATE INDEX recordOpen ON record (state) WHERE state IN ('waits', 'asks');",
    "CREATE UNIQUE INDEX answerByQuestion ON answer (question);",
    "CREATE UNIQUE INDEX overrideById ON override (id);",
  ]
}
