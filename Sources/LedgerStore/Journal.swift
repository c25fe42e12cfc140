import FoundationEssentials
import GRDB

/// The ledger's journal: every change with its rows before and after, in a hash chain.
///
/// Entries are never removed. Undoing and redoing are entries too, so replaying the journal from
/// its first entry always yields the current rows.
struct Journal {
  /// How many of the newest changes can be undone.
  static let undoable = 1_000

  let db: Database

  /// The newest entry; `nil` for a ledger without changes.
  func last() throws -> JournalEntry? { try entry("ORDER BY sequence DESC LIMIT 1") }

  /// The next changes to undo or redo, in order.
  func next(_ kind: JournalEntry.Kind, _ count: Int) throws -> [JournalEntry] {
    let clause =
      kind == .undo
      ? "WHERE state = 'done' ORDER BY sequence DESC" : "WHERE state = 'undone' ORDER BY sequence"
    let statement = try db.cachedStatement(
      sql: "SELECT \(JournalEntry.columns) FROM change \(clause) LIMIT ?")
    return try Row.fetchAll(statement, arguments: [count]).map(JournalEntry.init(reading:))
  }

  /// The newest entry that undid a change.
  func undoing(of change: Int) throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT max(sequence) FROM change WHERE target = ? AND kind = 'undo'",
      arguments: [change])
  }

  func entry(_ clause: String, _ arguments: StatementArguments = []) throws -> JournalEntry? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(JournalEntry.columns) FROM change \(clause)")
    return try Row.fetchOne(statement, arguments: arguments).map(JournalEntry.init(reading:))
  }

  /// Calls `body` with each image of an entry, in the order they are hashed.
  ///
  /// - Throws: `SQLITE_CORRUPT` for a malformed image.
  func forEachImage(
    of entry: Int, in table: LedgerTable? = nil, _ body: (JournalImage) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT \(JournalImage.columns) FROM changeRow
          WHERE change = ? \(table == nil ? "" : "AND tableName = ?")
          ORDER BY tableName, sequence, side
          """),
      arguments: StatementArguments([entry]) + StatementArguments(table.map { [$0.name] } ?? []))
    while let row = try rows.next() {
      guard let image = JournalImage(row), let images = image.ofRows else {
        throw DatabaseError.damaged("an image of change \(entry) cannot be read")
      }
      for image in images { try body(image) }
    }
  }

  /// Calls `body` with the images of transactions of a range that entries after one removed or
  /// edited.
  ///
  /// - Throws: `SQLITE_CORRUPT` for a malformed image.
  func forEachRemoved(
    in range: ClosedRange<Int>, after entry: Int, _ body: (JournalImage) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT tableName, row.sequence, side, image FROM change AS entry
          CROSS JOIN changeRow AS row ON row.change = entry.sequence
          WHERE entry.sequence > ? AND entry.kind = 'change' AND tableName = ?
            AND row.sequence BETWEEN ? AND ? AND side = 'before'
          """),
      arguments: [entry, LedgerTable.transactions.name, range.lowerBound, range.upperBound])
    while let row = try rows.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of a change cannot be read")
      }
      try body(image)
    }
  }

  /// How many transactions an entry removed in runs, not counting one per run.
  func rowsInRuns(of entry: Int) throws -> Int {
    let heads = try Data.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT substr(image, 1, \(ImageRun.headLength)) FROM changeRow
          WHERE change = ? AND tableName = ? AND side = 'before'
          """),
      arguments: [entry, LedgerTable.transactions.name])
    var rows = 0
    while let head = try heads.next() { rows += ImageRun.rows(in: Array(head)) - 1 }
    return rows
  }

  /// Reserves an entry; ``finish(_:after:)`` completes it.
  func begin(
    _ kind: JournalEntry.Kind, label: String, date: Int?, target: Int? = nil
  ) throws -> JournalEntry {
    if kind == .change {
      try db.execute(sql: "UPDATE change SET state = 'dropped' WHERE state = 'undone'")
    }
    try db.execute(
      sql: """
        INSERT INTO change (kind, label, date, target, result, hash)
        VALUES (?, CAST(? AS TEXT), ?, ?, zeroblob(32), zeroblob(32))
        """, arguments: [kind.rawValue, Data(label.utf8), date, target])
    return JournalEntry(
      sequence: Int(db.lastInsertedRowID), kind: kind, state: kind == .change ? .done : nil,
      label: label, date: date, target: target)
  }

  /// Stores a row's image.
  func keep(
    _ image: [UInt8], _ side: JournalImage.Side, of row: Int, in table: LedgerTable, entry: Int
  )
    throws
  {
    try db.cachedStatement(
      sql: """
        INSERT INTO changeRow (change, tableName, sequence, side, image) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [entry, table.name, row, side.rawValue, Data(image)])
  }

  /// Stores the images of rows that an entry removes, in sequence order, as runs.
  ///
  /// - Parameter body: Calls its argument with each sequence number and image.
  func keepRuns(
    in table: LedgerTable, entry: Int,
    _ body: (_ add: (_ sequence: Int, _ image: [UInt8]) throws -> Void) throws -> Void
  ) throws {
    var run = ImageRun()
    func keepRun() throws {
      guard let first = run.first else { return }
      try keep(run.image, .before, of: first, in: table, entry: entry)
      run = ImageRun()
    }
    try body { sequence, image in
      run.add(image, of: sequence)
      if run.isFull { try keepRun() }
    }
    try keepRun()
  }

  /// Removes the image that an unfinished entry stored of a row it has written.
  ///
  /// - Returns: Whether there was one.
  func forgetAfter(of row: Int, in table: LedgerTable, entry: Int) throws -> Bool {
    try db.cachedStatement(
      sql: """
        DELETE FROM changeRow
        WHERE change = ? AND tableName = ? AND sequence = ? AND side = 'after'
        """
    ).execute(arguments: [entry, table.name, row])
    return db.changesCount > 0
  }

  /// Completes an entry: hashes it with the previous hash, and stores the newest hash separately.
  ///
  /// - Returns: The entry's hash.
  @discardableResult
  func finish(_ entry: JournalEntry, after previous: [UInt8]) throws -> [UInt8] {
    let hash = try chained(entry, after: previous)
    let (added, records) = (entry.added, entry.records)
    try db.execute(
      sql: """
        UPDATE change SET state = ?, firstAdded = ?, lastAdded = ?, added = ?, result = ?, hash = ?,
          firstRecord = ?, lastRecord = ?, records = ?
        WHERE sequence = ?
        """,
      arguments: [
        entry.state?.rawValue, added?.first, added?.last, added.map { Data($0.digest.bytes) },
        Data(entry.result.bytes), Data(hash), records?.first, records?.last,
        records.map { Data($0.digest.bytes) }, entry.sequence,
      ])
    try Meta(db: db).set("head", Data(hash))
    switch entry.kind {
    case .start: break
    case .change: try forgetOldest()
    case .undo: try set(.undone, of: entry.target)
    case .redo: try set(.done, of: entry.target)
    }
    return hash
  }

  /// The hash of an entry, its images and the previous hash.
  func chained(_ entry: JournalEntry, after previous: [UInt8]) throws -> [UInt8] {
    var hash = SHA256()
    hash.update(previous)
    hash.update(entry.header)
    try forEachImage(of: entry.sequence) { image in
      hash.update(
        RowImage.encode([
          .text(image.table.name), .integer(image.sequence), .text(image.side.rawValue),
          .blob(image.image),
        ]))
    }
    return hash.finish()
  }

  private func set(_ state: JournalEntry.State, of change: Int?) throws {
    try db.execute(
      sql: "UPDATE change SET state = ? WHERE sequence = ?", arguments: [state.rawValue, change])
  }

  private func forgetOldest() throws {
    try db.execute(
      sql: """
        UPDATE change SET state = 'kept' WHERE state = 'done' AND sequence <=
          (SELECT sequence FROM change WHERE state = 'done'
            ORDER BY sequence DESC LIMIT 1 OFFSET ?)
        """, arguments: [Self.undoable])
  }
}

/// Whether a stored counter is plausible.
func isCount(_ number: Int) -> Bool { (0..<1 << 53).contains(number) }

/// Facts about the ledger as a whole, by name.
struct Meta {
  let db: Database

  func data(_ name: String) throws -> Data? {
    try Data.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
  }

  /// The time zone whose days count for gains; a user setting, not a change of the ledger.
  static let taxZone = "taxZone"

  func text(_ name: String) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
  }

  func integer(_ name: String) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
  }

  /// Increments the write counter past both its stored value and `version`.
  ///
  /// - Throws: ``LedgerStoreError`` for an implausible counter.
  func countWrite(after version: Int = 0, path: String) throws {
    let last = max(version, try integer("version") ?? 0)
    guard isCount(last) else {
      throw LedgerStoreError.damaged(path, detail: "its version is \(last)")
    }
    try set("version", last + 1)
  }

  func set(_ name: String, _ value: (any DatabaseValueConvertible)?) throws {
    try db.execute(
      sql: """
        INSERT INTO meta (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, arguments: [name, value])
  }
}
