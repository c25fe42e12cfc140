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
      CHECK ((scope IS NULL) = (facts IS NULL) AND (instant IS NULL) = (facts IS NULL))
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
      record BLOB NOT NULL CHECK (length(record) = 16),
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
    "CREATE UNIQUE INDEX overrideByRecord ON override (record);",
  ]
}
