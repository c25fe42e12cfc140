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
