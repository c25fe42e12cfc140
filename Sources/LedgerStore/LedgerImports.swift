public import FoundationEssentials
import GRDB
public import Portfolio

/// A stored file with the states of its records.
public struct FileSummary: Equatable, Sendable {
  /// The file.
  public let file: ImportedFile
  /// The number of records in each state.
  public let states: [RecordState.Kind: Int]
  /// The number of counted records whose rows have all been deleted.
  public let deleted: Int
  /// The number of records that do not count anymore because the user deleted their rows.
  public let uncounted: Int
  /// The instants of the first and the last fact, in microseconds since 1970; `nil` without facts.
  public let period: ClosedRange<Int64>?
  /// Whether the ledger still has its bytes.
  public let hasBytes: Bool
}

/// The line of a file that a row of the ledger is derived from.
public struct FileLine: Equatable, Sendable {
  /// The number of the file.
  public let file: Int
  /// The file's name.
  public let name: String
  /// The line, counted from 1.
  public let line: Int
}

/// The number of a file's records of one account in a quarter of an hour.
public struct RecordCount: Equatable, Sendable {
  /// The account, as stored with records.
  public let scope: String
  /// The number of the file.
  public let file: Int
  /// The first instant, in microseconds since 1970.
  public let start: Int64
  /// The number of records.
  public let count: Int
}

/// The import data of a ledger: files, their records, answers, and users' changes to derived rows.
public struct LedgerImports: Sendable {
  let ledger: SQLiteLedger

  /// The imported files with the states of their records, oldest import first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func summaries() throws -> [FileSummary] {
    try ledger.read(orElse: []) { try $0.fileSummaries("ORDER BY sequence") }
  }

  /// The imported files without the states of their records, oldest import first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func files() throws -> [ImportedFile] { try ledger.contents { try $0.files() } ?? [] }

  /// The file with that number, or `nil`.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func file(_ number: Int) throws -> FileSummary? {
    try ledger.read(orElse: nil) { try $0.fileSummaries("WHERE sequence = ?", [number]).first }
  }

  /// The file with these bytes, or `nil`.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func file(digest: [UInt8]) throws -> FileSummary? {
    try ledger.read(orElse: nil) { try $0.fileSummaries("WHERE digest = ?", [Data(digest)]).first }
  }

  /// Records of a file, by line.
  ///
  /// - Parameters:
  ///   - file: The number of the file; `nil` for the records of all files.
  ///   - line: Returns only the record that begins on this line.
  ///   - limit: The maximum number of records.
  /// - Throws: ``LedgerStoreError``.
  public func records(
    of file: Int? = nil, line: Int? = nil, limit: Int = .max
  ) throws -> [StoredRecord] {
    try ledger.read(orElse: []) { ledger in
      var records: [StoredRecord] = []
      try ledger.forEachRecord(
        """
        WHERE (?1 IS NULL OR file = ?1) AND (?2 IS NULL OR line = ?2)
        ORDER BY file, line, sequence LIMIT ?3
        """, [file, line, limit]
      ) { records.append($0) }
      return records
    }
  }

  /// The number of records with facts by account, file and quarter of an hour.
  ///
  /// No time zone divides a quarter of an hour.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func recordCounts() throws -> [RecordCount] {
    try ledger.read(orElse: []) { ledger in
      let rows = try Row.fetchCursor(
        ledger.db,
        sql: """
          SELECT scope, file, instant - ((instant % ?1) + ?1) % ?1 AS start, count(*) FROM record
          WHERE instant IS NOT NULL GROUP BY scope, file, start ORDER BY scope, file, start
          """, arguments: [15 * 60 * 1_000_000])
      var counts: [RecordCount] = []
      while let row = try rows.next() {
        counts.append(
          RecordCount(
            scope: String(decoding: try row.required(0) as Data, as: UTF8.self),
            file: try row.required(1), start: try row.required(2), count: try row.required(3)))
      }
      return counts
    }
  }

  /// The bytes of a file; `nil` if they were removed.
  ///
  /// - Throws: ``LedgerStoreError``, also if the bytes do not match the digest.
  public func content(of file: ImportedFile) throws -> [UInt8]? {
    try ledger.read(orElse: nil) { ledger in
      let row = try Row.fetchOne(
        ledger.db, sql: "SELECT size, packed FROM fileContent WHERE digest = ?",
        arguments: [Data(file.digest)])
      guard let row else { return nil }
      let packed: Data = try row.required(1)
      guard let bytes = unpacked(Array(packed), count: try row.required(0)),
        SHA256.hash(bytes) == file.digest
      else {
        throw LedgerStoreError.damaged(ledger.path, detail: "the bytes of a file were changed")
      }
      return bytes
    }
  }

  /// Removes the bytes of a file permanently; its records stay.
  ///
  /// This is not a change of the ledger: no row depends on the bytes, and undo does not restore
  /// them.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: ``LedgerStoreError``.
  public func forgetContent(of file: ImportedFile) throws -> Bool {
    try ledger.write(ledger.existing) { ledger in
      try ledger.db.execute(
        sql: "DELETE FROM fileContent WHERE digest = ?", arguments: [Data(file.digest)])
      return ledger.db.changesCount > 0
    } ?? false
  }

  /// The file lines that rows of the ledger are derived from, by row id.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func lines(of rows: [UUID]) throws -> [UUID: FileLine] {
    try ledger.read(orElse: [:]) { ledger in
      var lines: [UUID: FileLine] = [:]
      for id in rows {
        let row = try Row.fetchOne(
          try ledger.db.cachedStatement(
            sql: """
              SELECT file.sequence, file.name, record.line FROM
                (SELECT record FROM ledgerTransaction WHERE id = ?1
                  UNION ALL SELECT record FROM ledgerMove WHERE id = ?1) AS own
              JOIN record ON record.sequence = own.record
              JOIN importFile AS file ON file.sequence = record.file
              """), arguments: [Data(id.stored)])
        guard let row, let name: Data = row.value(1) else { continue }
        lines[id] = FileLine(
          file: try row.required(0), name: String(decoding: name, as: UTF8.self),
          line: try row.required(2))
      }
      return lines
    }
  }

  /// The rows of the ledger that are derived from records, by record number.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func rows(madeOf records: [Int]) throws -> [Int: [UUID]] {
    try ledger.read(orElse: [:]) { ledger in
      var rows: [Int: [UUID]] = [:]
      for record in records {
        let ids = try Data.fetchAll(
          try ledger.db.cachedStatement(
            sql: """
              SELECT id FROM ledgerTransaction WHERE record = ?1
              UNION ALL SELECT id FROM ledgerMove WHERE record = ?1
              """), arguments: [record])
        if !ids.isEmpty { rows[record] = ids.compactMap { UUID(stored: Array($0)) } }
      }
      return rows
    }
  }

  /// The current answers, oldest first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func answers() throws -> [StoredAnswer] {
    try ledger.read(orElse: []) { try $0.answers() }
  }

  /// Users' changes to derived rows.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func overrides() throws -> [RowOverride] {
    try ledger.read(orElse: []) { try $0.overrides() }
  }
}

extension LedgerContents {
  /// As ``LedgerImports/file(digest:)``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func file(digest: [UInt8]) throws -> FileSummary? {
    try rows.fileSummaries("WHERE digest = ?", [Data(digest)]).first
  }

  /// The records of a file, by line.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func records(of file: Int) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try forEachRecord(of: file) { records.append($0) }
    return records
  }

  /// Calls `body` with each record of a file, by line.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachRecord(of file: Int, _ body: (StoredRecord) throws -> Void) throws {
    try rows.forEachRecord("WHERE file = ? ORDER BY line, sequence", [file], body)
  }

  /// The number of a file's records.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func recordCount(of file: Int) throws -> Int {
    try Int.fetchOne(rows.db, sql: "SELECT count(*) FROM record WHERE file = ?", arguments: [file])
      ?? 0
  }

  /// The number of records.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func recordCount() throws -> Int {
    try Int.fetchOne(rows.db, sql: "SELECT count(*) FROM record") ?? 0
  }

  /// Calls `body` with every record of the ledger, by file and line.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachRecord(_ body: (StoredRecord) throws -> Void) throws {
    try rows.forEachRecord("ORDER BY file, line, sequence", [], body)
  }

  /// As ``LedgerImports/answers()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func answers() throws -> [StoredAnswer] { try rows.answers() }

  /// As ``LedgerImports/overrides()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func overrides() throws -> [RowOverride] { try rows.overrides() }
}

extension LedgerRows {
  func fileSummaries(
    _ clause: String, _ arguments: StatementArguments = []
  ) throws -> [FileSummary] {
    try Row.fetchAll(
      db, sql: "SELECT \(LedgerTable.files.list) FROM importFile \(clause)", arguments: arguments
    ).map { row in
      let file = try ImportedFile(RowColumns(row: row), at: location(.files))
      var states: [RecordState.Kind: Int] = [:]
      let counts = try Row.fetchAll(
        db, sql: "SELECT state, count(*) FROM record WHERE file = ? GROUP BY state",
        arguments: [file.id])
      for count in counts {
        let state = (count.value(0) as String?).flatMap(RecordState.Kind.init)
        if let state { states[state] = try count.required(1) }
      }
      let ends = try Row.fetchOne(
        db, sql: "SELECT min(instant), max(instant) FROM record WHERE file = ?",
        arguments: [file.id])
      let hasBytes = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM fileContent WHERE digest = ?)",
        arguments: [Data(file.digest)])
      let deleted = try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM record AS own WHERE file = ? AND state = 'counts' AND reason IS NULL
            AND NOT EXISTS (SELECT 1 FROM ledgerTransaction WHERE record = own.sequence)
            AND NOT EXISTS (SELECT 1 FROM ledgerMove WHERE record = own.sequence)
          """, arguments: [file.id])
      let uncounted = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM record WHERE file = ? AND state = ? AND reason = ?",
        arguments: [
          file.id, RecordState.deleted.kind.rawValue, RecordState.deleted.reason,
        ])
      return FileSummary(
        file: file, states: states, deleted: deleted ?? 0, uncounted: uncounted ?? 0,
        period: ends.flatMap(Self.period), hasBytes: hasBytes ?? false)
    }
  }

  private static func period(_ row: Row) -> ClosedRange<Int64>? {
    guard let first: Int64 = row.value(0), let last: Int64 = row.value(1) else { return nil }
    return first...last
  }

  func location(_ table: LedgerTable) -> LedgerStoreError.Location {
    .init(path: path, table: table.name)
  }

  /// Calls `body` with each record that a clause selects.
  func forEachRecord(
    _ clause: String, _ arguments: StatementArguments = [], _ body: (StoredRecord) throws -> Void
  ) throws {
    let statement = try db.makeStatement(
      sql: "SELECT \(LedgerTable.records.list) FROM record \(clause)")
    try statement.setArguments(arguments)
    try statement.forEachRow { try body(StoredRecord($0, at: location(.records))) }
  }

  fileprivate func answers() throws -> [StoredAnswer] {
    try Row.fetchAll(
      db, sql: "SELECT \(LedgerTable.answers.list) FROM answer ORDER BY sequence"
    ).map { row in
      let reader = ColumnReader(
        source: RowColumns(row: row), table: .answers, location: location(.answers))
      return StoredAnswer(
        id: reader.sequence, question: try reader.required(1, reader.freeText(1)),
        choice: try reader.required(2, reader.freeText(2)), date: try reader.date(3))
    }
  }
}

extension ImportedFile {
  fileprivate init<Source: ColumnSource>(
    _ source: Source, at location: LedgerStoreError.Location
  ) throws {
    let reader = ColumnReader(source: source, table: .files, location: location)
    id = reader.sequence
    digest = try reader.required(1, source.bytes(1))
    name = try reader.required(2, reader.freeText(2))
    form = try reader.required(3, source.text(3))
    options = try reader.required(4, reader.freeText(4))
    account = reader.freeText(5)
    date = try reader.date(6)
    size = try reader.required(7, source.integer(7))
  }
}

extension StoredRecord {
  fileprivate init<Source: ColumnSource>(
    _ source: Source, at location: LedgerStoreError.Location
  ) throws {
    let reader = ColumnReader(source: source, table: .records, location: location)
    id = reader.sequence
    file = try reader.required(1, source.integer(1))
    let kind = try reader.required(4, source.text(4).flatMap(RecordState.Kind.init))
    let scope = reader.freeText(6)
    var facts: NewRecord.Facts?
    if let bytes = source.bytes(8) {
      facts = NewRecord.Facts(
        scope: try reader.required(6, scope),
        instant: Int64(try reader.required(7, source.integer(7))), bytes: bytes)
    }
    record = NewRecord(
      line: try reader.required(2, source.integer(2)),
      cells: try reader.required(3, reader.freeText(3)),
      state: RecordState(kind, reason: reader.freeText(5)), facts: facts,
      cause: facts == nil ? scope : nil)
  }
}

extension NewRecord {
  /// The values of ``LedgerTable/records`` after the sequence number.
  func values(file: Int) -> [RowValue] {
    [
      .integer(file), .integer(line), .text(cells), .text(state.kind.rawValue),
      .init(state.reason), .init(facts?.scope ?? cause), .init(facts.map { Int($0.instant) }),
      facts.map { .blob($0.bytes) } ?? .null,
    ]
  }
}

extension ImportedFile {
  /// The digest in hexadecimal, which identifies the file in facts.
  public var digestText: String { digest.hexadecimalText }
}

extension NewFile {
  /// The digest in hexadecimal, which identifies the file in facts.
  public var digestText: String { digest.hexadecimalText }
}

extension LedgerImports {
  /// Whether rows of the ledger are derived from files whose rows have stored facts.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasFacts() throws -> Bool {
    try ledger.read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db, sql: "SELECT EXISTS (SELECT 1 FROM record WHERE scope IS NOT NULL)") ?? false
    }
  }
}

extension LedgerImports {
  /// How many rows of imported files wait for an answer, and whether there are any answers.
  ///
  /// A partial index holds only the waiting rows, so this is cheap in any ledger.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func inboxCounts() throws -> (waiting: Int, hasAnswers: Bool) {
    try ledger.read(orElse: (0, false)) { ledger in
      guard
        let row = try Row.fetchOne(
          ledger.db,
          sql: """
            SELECT (SELECT count(*) FROM record WHERE \(LedgerSchema.isOpen)),
              EXISTS (SELECT 1 FROM answer)
            """)
      else { return (0, false) }
      return (try row.required(0), try row.required(1) as Int > 0)
    }
  }
}

extension LedgerImports {
  /// The records of all files that wait for an answer, or cannot be read without one.
  ///
  /// They are found by a partial index.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func waitingRecords() throws -> [StoredRecord] {
    try ledger.read(orElse: []) { ledger in
      var records: [StoredRecord] = []
      try ledger.forEachRecord("WHERE \(LedgerSchema.isOpen) ORDER BY file, line, sequence", []) {
        records.append($0)
      }
      return records
    }
  }

  /// Whether the ledger has rows imported by version 1.0, or had some that were deleted.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasReferences() throws -> Bool {
    let isThere = try ledger.read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM ledgerTransaction WHERE referenceId IS NOT NULL)
            OR EXISTS (SELECT 1 FROM ledgerMove WHERE referenceId IS NOT NULL)
          """) ?? false
    }
    return try isThere || !originalRows().deletedReferences.isEmpty
  }

  /// Whether the rows of a file have stored facts, or could not be read.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func hasFacts(ofFile number: Int) throws -> Bool {
    try ledger.read(orElse: false) { ledger in
      try Bool.fetchOne(
        ledger.db,
        sql: "SELECT EXISTS (SELECT 1 FROM record WHERE file = ? AND scope IS NOT NULL)",
        arguments: [number]) ?? false
    }
  }
}

extension LedgerContents {
  /// The path of the ledger, for errors.
  public var path: String { rows.path }

  /// The imported files, oldest import first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func files() throws -> [ImportedFile] {
    try Row.fetchAll(
      rows.db, sql: "SELECT \(LedgerTable.files.list) FROM importFile ORDER BY sequence"
    ).map { try ImportedFile(RowColumns(row: $0), at: rows.location(.files)) }
  }
}

/// The original state of rows that the user changed or deleted, read from the journal.
public struct OriginalRows: Equatable, Sendable {
  /// Transactions that were later changed or removed, as first added.
  public fileprivate(set) var transactions: [Transaction] = []
  /// Moves that were later changed or removed, as first added.
  public fileprivate(set) var moves: [Move] = []
  /// The references of deleted transactions and moves; the ledger may contain some of them again.
  public fileprivate(set) var deletedReferences: Set<Reference> = []

  /// Makes an empty value.
  public init() {}
}

extension LedgerImports {
  /// The original state of rows that the user changed or deleted, read from the journal in one pass.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func originalRows() throws -> OriginalRows {
    try ledger.read(orElse: OriginalRows()) { try $0.originalRows() }
  }
}

extension LedgerContents {
  /// As ``LedgerImports/originalRows()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func originalRows() throws -> OriginalRows { try rows.originalRows() }
}

extension LedgerRows {
  /// The images of the changes in effect, with a row's two sides adjacent.
  ///
  /// `CROSS JOIN` keeps SQLite from reading the images of all other entries, which are as many as
  /// the rows of an undone import. For an image after a change, only its presence matters.
  private static let images = """
    SELECT image.tableName, image.sequence, image.side,
      iif(image.side = 'before', image.image, x''), change.sequence, change.firstAdded
    FROM change CROSS JOIN changeRow AS image ON image.change = change.sequence
    WHERE change.kind = 'change' AND change.state IN ('done', 'kept')
      AND image.tableName IN ('ledgerTransaction', 'ledgerMove')
    ORDER BY change.sequence, image.tableName, image.sequence, image.side
    """

  fileprivate func originalRows() throws -> OriginalRows {
    var (rows, met) = (OriginalRows(), Set<UUID>())
    var change = ScannedChange()
    let images = try Row.fetchCursor(db, sql: Self.images)
    while let row = try images.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of the journal cannot be read")
      }
      let sequence: Int = try row.required(4)
      if sequence != change.sequence {
        rows.deletedReferences.formUnion(change.deletedReferences)
        change = ScannedChange(sequence: sequence, addsRows: !row.hasNull(atIndex: 5))
      }
      guard let columns = change.columnsBefore(image) else { continue }
      // A row's first change has its original values.
      guard let id = columns.id(1), met.insert(id).inserted else { continue }
      let index = LedgerStoreError.Location(path: path, table: image.table.name)
      if image.table.name == LedgerTable.transactions.name {
        rows.transactions.append(try LedgerRow(columns, at: index).transaction)
      } else {
        rows.moves.append(try MoveRow(columns, at: index).move)
      }
    }
    rows.deletedReferences.formUnion(change.deletedReferences)
    return rows
  }
}

/// The state of one change while its images are read.
private struct ScannedChange {
  private struct Key: Equatable {
    let table: String
    let sequence: Int
  }

  let sequence: Int?
  private var addsRows: Bool
  /// The last row read with an image after the change; its image before would be next.
  private var after: Key?
  private var removed: [Reference] = []

  init(sequence: Int? = nil, addsRows: Bool = false) {
    (self.sequence, self.addsRows) = (sequence, addsRows)
  }

  /// The references of deleted rows; a change that also adds rows replaces those it removes.
  var deletedReferences: [Reference] { addsRows || after != nil ? [] : removed }

  /// Processes the next image.
  ///
  /// - Returns: The row's columns before the change; `nil` for an image after it.
  mutating func columnsBefore(_ image: JournalImage) -> ImageColumns? {
    let row = Key(table: image.table.name, sequence: image.sequence)
    let isChanged = row == after
    if after != nil && !isChanged { addsRows = true }
    guard image.side == .before else {
      after = row
      return nil
    }
    after = nil
    let columns = ImageColumns(values: RowImage.decode(image.image) ?? [])
    if !isChanged, let reference = columns.reference(in: image.table) { removed.append(reference) }
    return columns
  }
}

extension ImageColumns {
  fileprivate func reference(in table: LedgerTable) -> Reference? {
    func column(_ name: String) -> String? {
      table.columns.firstIndex { $0.name == name }.flatMap(text)
    }
    guard let source = column("referenceSource"), let id = column("referenceId") else { return nil }
    return Reference(source: source, id: id)
  }
}
