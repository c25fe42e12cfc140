import GRDB

/// A ledger as an earlier version left it.
enum EarlierSchema {
  /// Recreates the position tables of schemas 3 to 7, without rows: their contents follow from the
  /// transactions.
  static func replaceSchema(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP TABLE closedPosition; DROP TABLE checkpoint; DROP TABLE lotBook; DROP TABLE lotPiece;
        DROP TABLE position;
        CREATE TABLE position (
          coinId TEXT PRIMARY KEY, rowCount INTEGER NOT NULL, lastDate INTEGER NOT NULL,
          lastSequence INTEGER NOT NULL, digest BLOB NOT NULL, summary TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE positionBook (
          coinId TEXT PRIMARY KEY REFERENCES position (coinId), rowCount INTEGER NOT NULL,
          books BLOB NOT NULL
        ) STRICT;
        CREATE TABLE closedPosition (
          coinId TEXT NOT NULL REFERENCES position (coinId), number INTEGER NOT NULL,
          closingId BLOB NOT NULL, closedDate INTEGER NOT NULL, bought TEXT NOT NULL,
          paid TEXT NOT NULL, sold TEXT NOT NULL, received TEXT NOT NULL, carried TEXT,
          PRIMARY KEY (coinId, number)
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
