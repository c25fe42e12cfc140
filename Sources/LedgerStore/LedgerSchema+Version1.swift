extension LedgerSchema {
  /// The first schema.
  ///
  /// Released schemas are never edited: a later one is a migration of its own.
  static let version1 = """
    PRAGMA application_id = \(applicationId);
    PRAGMA user_version = 1;

    CREATE TABLE ledgerTransaction (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      coinId TEXT NOT NULL CHECK (coinId <> ''),
      type TEXT NOT NULL CHECK (type IN ('buy', 'sell', 'gift')),
      amount TEXT NOT NULL CHECK (\(isPositive("amount"))),
      pricePerCoin TEXT NOT NULL CHECK (
        CASE type WHEN 'gift' THEN pricePerCoin = '0' ELSE \(isPositive("pricePerCoin")) END),
      date INTEGER NOT NULL,
      notes TEXT
    ) STRICT;

    CREATE INDEX ledgerTransactionByDate ON ledgerTransaction (date, sequence);
    CREATE INDEX ledgerTransactionByCoin ON ledgerTransaction (coinId, date, sequence);

    CREATE TABLE change (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1))
    ) STRICT;

    CREATE TABLE changeRow (
      change INTEGER NOT NULL REFERENCES change (sequence) ON DELETE CASCADE,
      side TEXT NOT NULL CHECK (side IN ('before', 'after')),
      sequence INTEGER NOT NULL,
      id TEXT NOT NULL,
      coinId TEXT NOT NULL,
      type TEXT NOT NULL,
      amount TEXT NOT NULL,
      pricePerCoin TEXT NOT NULL,
      date INTEGER NOT NULL,
      notes TEXT,
      PRIMARY KEY (change, side, sequence)
    ) STRICT, WITHOUT ROWID;
    """

  /// A decimal greater than zero, written in the one canonical way, of 38 digits at most.
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
