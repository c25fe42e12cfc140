import FoundationEssentials
import GRDB
public import Portfolio

/// Reads the tables of transactions and moves.
struct LedgerRows {
  let db: Database
  let path: String
  /// Derives further rows from files after a manual change.
  var following: SQLiteLedger.Following?

  /// Calls `body` with each transaction that a clause selects.
  func forEach(
    _ clause: String, _ arguments: StatementArguments = [], _ body: (LedgerRow) throws -> Void
  ) throws {
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.transactions.name)
    try cursor(.transactions, clause, arguments) { try body(LedgerRow($0, at: index)) }
  }

  /// Calls `body` with each move that a clause selects.
  func forEachMove(
    _ clause: String, _ arguments: StatementArguments = [], _ body: (MoveRow) throws -> Void
  ) throws {
    let index = LedgerStoreError.Location(path: path, table: LedgerTable.moves.name)
    try cursor(.moves, clause, arguments) { try body(MoveRow($0, at: index)) }
  }

  /// Calls `body` with the image and the columns of each row that a clause selects.
  func forEachStored(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments = [],
    _ body: (_ image: [UInt8], _ row: StatementColumns) throws -> Void
  ) throws {
    var image: [UInt8] = []
    try cursor(table, clause, arguments) { row in
      table.read(row, into: &image)
      try body(image, row)
    }
  }

  /// Values that another thread makes of each row's image and columns, in the order of a clause.
  func storedAhead<Value: Sendable>(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments = [],
    _ make: @escaping (_ image: [UInt8], _ row: StatementColumns) throws -> Value
  ) throws -> ReadAhead<Value> {
    var image: [UInt8] = []
    return ReadAhead(try statement(table, clause, arguments)) { row in
      table.read(row, into: &image)
      return try make(image, row)
    }
  }

  private func cursor(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments,
    _ body: (StatementColumns) throws -> Void
  ) throws {
    try statement(table, clause, arguments).forEachRow(body)
  }

  private func statement(
    _ table: LedgerTable, _ clause: String, _ arguments: StatementArguments
  ) throws -> Statement {
    let statement = try db.makeStatement(sql: Self.selection(of: table, clause))
    try statement.setArguments(arguments)
    return statement
  }

  /// Reads the row with a key; many rows are looked up with one statement, because compiling it
  /// takes longer than running it.
  private func lookUp<Value>(
    _ table: LedgerTable, _ column: String, _ key: any DatabaseValueConvertible,
    _ body: (StatementColumns) throws -> Value
  ) throws -> Value? {
    let statement = try db.cachedStatement(
      sql: Self.selection(of: table, "WHERE \(column) = ?"))
    try statement.setArguments([key])
    var found: Value?
    try statement.forEachRow { found = try body($0) }
    return found
  }

  private static func selection(of table: LedgerTable, _ clause: String) -> String {
    "SELECT \(table.list) FROM \(table.name) \(clause)"
  }

  /// Every transaction in ledger order.
  func all() throws -> [Transaction] {
    var transactions: [Transaction] = []
    transactions.reserveCapacity(try count())
    try forEach("ORDER BY date, sequence") { transactions.append($0.transaction) }
    return transactions
  }

  /// One coin's transactions in ledger order.
  func history(of coinId: String) throws -> [Transaction] {
    var history: [Transaction] = []
    try forEach("WHERE coinId = ? ORDER BY date, sequence", [coinId]) {
      history.append($0.transaction)
    }
    return history
  }

  /// The last transaction of a coin in ledger order.
  func last(of coinId: String) throws -> Transaction? {
    var found: Transaction?
    try forEach("WHERE coinId = ? ORDER BY date DESC, sequence DESC LIMIT 1", [coinId]) {
      found = $0.transaction
    }
    return found
  }

  /// The transaction with that id.
  func row(_ id: UUID) throws -> LedgerRow? {
    let location = LedgerStoreError.Location(path: path, table: LedgerTable.transactions.name)
    return try lookUp(.transactions, "id", Data(id.stored)) { try LedgerRow($0, at: location) }
  }

  /// The transaction with that id.
  ///
  /// - Throws: `transactionNotFound`.
  func existing(_ id: UUID) throws -> LedgerRow {
    guard let row = try row(id) else { throw PortfolioError.transactionNotFound(id) }
    return row
  }

  /// The move with that id.
  func move(_ id: UUID) throws -> MoveRow? {
    let location = LedgerStoreError.Location(path: path, table: LedgerTable.moves.name)
    return try lookUp(.moves, "id", Data(id.stored)) { try MoveRow($0, at: location) }
  }

  /// The values stored with a sequence number.
  func stored(_ table: LedgerTable, _ sequence: Int) throws -> [RowValue]? {
    try lookUp(table, "sequence", sequence) { table.values($0) }
  }

  func count() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM ledgerTransaction") ?? 0
  }

  func hasPosition(_ coinId: String) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM position WHERE coinId = ?)", arguments: [coinId])
      ?? false
  }

  /// The highest sequence number ever given to a row, including deleted ones.
  ///
  /// - Throws: ``LedgerStoreError`` for an implausible counter.
  func lastSequence(in table: LedgerTable) throws -> Int {
    let last =
      try Int.fetchOne(
        db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.name]) ?? 0
    guard isCount(last) else {
      throw LedgerStoreError.damaged(path, detail: "the last place in \(table.name) is \(last)")
    }
    return last
  }
}

extension LedgerRows {
  /// The rows of the same event as a row, including the row, in the order of insertion.
  func event(of row: LedgerRow) throws -> [LedgerRow] {
    guard let link = row.transaction.link else { return [row] }
    return try rows(linkedTo: link)
  }

  /// The event of a transaction or a move.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)`` if neither has the id.
  func storedEvent(naming id: UUID) throws -> StoredEvent {
    guard let row = try row(id) else { return try storedEvent(ofMove: id) }
    if let link = row.transaction.link, try move(link) != nil {
      return try storedEvent(ofMove: link)
    }
    return StoredEvent(transactions: try event(of: row))
  }

  /// A move with the other half of its transfer and the sales of its fee.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``.
  func storedEvent(ofMove id: UUID) throws -> StoredEvent {
    let named = try existingMove(id)
    let other = try named.move.transfer.flatMap { try move($0) }
    let moves = [named, other].compactMap(\.self).sorted { $0.move.amount < $1.move.amount }
    return StoredEvent(
      moves: moves, transactions: try rows(linkedTo: moves[0].move.id))
  }

  /// Changes the rows of several events as one change.
  ///
  /// - Returns: The events that changed.
  func edit(
    _ ids: [UUID], label: String, now: Date,
    _ change: (_ index: Int, _ event: inout RecordedEvent) throws -> Void
  ) throws -> [EventChange] {
    var events: [(stored: StoredEvent, after: RecordedEvent)] = []
    // Several ids may belong to one event: each change applies to the result of the previous ones.
    var indices: [UUID: Int] = [:]
    for (index, id) in ids.enumerated() {
      if indices[id] == nil {
        let stored = try storedEvent(naming: id)
        for id in stored.ids { indices[id] = events.count }
        events.append((stored, stored.event))
      }
      if let found = indices[id] { try change(index, &events[found].after) }
    }
    var changed: [RowChange] = []
    var added: [Transaction] = []
    for index in events.indices {
      let stored = events[index].stored
      let transactions = try events[index].after.transactions.map { try $0.storable(now: now) }
      let moves = try events[index].after.moves.map { try $0.storable(now: now) }
      events[index].after = RecordedEvent(transactions: transactions, moves: moves)
      changed += stored.moves.compactMap { row in
        let new = moves.first { $0.id == row.move.id }
        return new == row.move ? nil : .move(row, to: new)
      }
      let differences = changes(from: stored.transactions, to: transactions)
      changed += differences.changed
      added += differences.added
    }
    guard !changed.isEmpty || !added.isEmpty else { return [] }
    try self.change(label: label, now: now) { write in
      try write.replace(changed)
      for row in added { try write.add(row) }
    }
    return events.map { EventChange(before: $0.stored.event, after: $0.after) }
      .filter { $0.before != $0.after }
  }

  /// The transactions of an event, in the order of insertion.
  func rows(linkedTo link: UUID) throws -> [LedgerRow] {
    var rows: [LedgerRow] = []
    try forEach("WHERE link = ? ORDER BY sequence", [Data(link.stored)]) { rows.append($0) }
    return rows
  }

  /// The changes that turn the rows of an event into others; rows are matched by id.
  ///
  /// - Returns: The changes of existing rows, and the rows to add.
  func changes(
    from rows: [LedgerRow], to transactions: [Transaction]
  ) -> (changed: [RowChange], added: [Transaction]) {
    let after = Dictionary(transactions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let known = Set(rows.map(\.transaction.id))
    let changed = rows.filter { after[$0.transaction.id] != $0.transaction }.map {
      RowChange.transaction($0, to: after[$0.transaction.id])
    }
    return (changed, transactions.filter { !known.contains($0.id) })
  }
}

/// The rows of one event, with their sequence numbers.
struct StoredEvent {
  /// The outgoing half is first.
  var moves: [MoveRow] = []
  /// In the order of insertion.
  var transactions: [LedgerRow]

  /// The rows without their sequence numbers.
  var event: RecordedEvent {
    RecordedEvent(transactions: transactions.map(\.transaction), moves: moves.map(\.move))
  }

  /// The ids of the rows.
  var ids: [UUID] { moves.map(\.move.id) + transactions.map(\.transaction.id) }
}

/// The effect of an edit on an event.
public struct EventChange: Equatable, Sendable {
  /// The rows before it.
  public let before: RecordedEvent
  /// The rows after it.
  public let after: RecordedEvent
}

extension LedgerRows {
  /// Writes files, records, answers and overrides.
  ///
  /// - Returns: The origins of rows, by row id.
  func put(
    _ batch: EvidenceBatch, into write: LedgerWrite, now: Date
  ) throws -> [UUID: RecordOrigin] {
    guard !batch.isEmpty else { return [:] }
    var changes: [RowChange] = []
    for number in batch.removedFiles { changes += try removal(of: number) }
    for (number, state) in batch.states.sorted(by: { $0.key < $1.key }) {
      guard let before = try stored(.records, number) else { continue }
      var after = before
      (after[4], after[5]) = (.text(state.kind.rawValue), .init(state.reason))
      changes.append(
        RowChange(table: .records, sequence: number, before: before, after: after))
    }
    changes += try keyed(
      .answers, "question", now,
      added: batch.answers.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) },
      removed: batch.revoked.filter { batch.answers[$0] == nil }.map { .text($0) })
    changes += try keyed(
      .overrides, "id", now,
      added: batch.overrides.map { (.blob($0.row.stored), $0.text) },
      removed: batch.withoutOverride.map { .blob($0.stored) })
    let (files, records) = try add(batch.files, into: write, now: now)
    try write.replace(changes + files)
    return batch.origins.mapValues { origin in
      switch origin {
      case .stored(let origin): origin
      case .added(let file, let record, let part):
        RecordOrigin(record: records[file] + record, part: part)
      }
    }
  }

  /// Adds files with their records.
  ///
  /// - Returns: The rows of the files, and the sequence number of the first record of each.
  private func add(
    _ files: [NewFile], into write: LedgerWrite, now: Date
  ) throws -> (files: [RowChange], records: [Int]) {
    guard !files.isEmpty else { return ([], []) }
    try removeUnreachableContents()
    var last = try lastSequence(in: .files)
    var (changes, first) = ([RowChange](), [Int]())
    for file in files {
      let digest = file.digest
      let known = try file.number.flatMap { try stored(.files, $0) }
      if known == nil { last += 1 }
      let index = known == nil ? last : file.number ?? last
      try db.execute(
        sql: "INSERT OR REPLACE INTO fileContent (digest, size, packed) VALUES (?, ?, ?)",
        arguments: [Data(digest), file.bytes.count, Data(packed(file.bytes))])
      changes.append(
        RowChange(
          table: .files, sequence: index, before: known,
          after: [
            .integer(index), .blob(digest), .text(file.name), .text(file.form),
            .text(file.options), .init(file.account),
            known?[6] ?? .integer(now.millisecondsSince1970), .integer(file.bytes.count),
          ]))
      if known != nil { changes += try recordRemovals(of: index) }
      first.append(try write.add(file.records, of: index))
    }
    return (changes, first)
  }

  private func removal(of file: Int) throws -> [RowChange] {
    guard let row = try stored(.files, file) else { return [] }
    return [RowChange(table: .files, sequence: file, before: row, after: nil)]
      + (try recordRemovals(of: file))
  }

  private func recordRemovals(of file: Int) throws -> [RowChange] {
    try Int.fetchAll(
      db, sql: "SELECT sequence FROM record WHERE file = ? ORDER BY sequence", arguments: [file]
    ).map { sequence in
      RowChange(
        table: .records, sequence: sequence, before: try stored(.records, sequence), after: nil)
    }
  }

  /// Writes users' changes to derived rows.
  func put(
    overrides: [(row: UUID, text: String?)], into write: LedgerWrite, now: Date
  ) throws {
    guard !overrides.isEmpty else { return }
    try write.replace(
      try keyed(
        .overrides, "id", now,
        added: overrides.compactMap { row, text in text.map { (.blob(row.stored), $0) } },
        removed: overrides.compactMap { row, text in text == nil ? .blob(row.stored) : nil }))
  }

  /// The changes that set and remove rows identified by a key.
  private func keyed(
    _ table: LedgerTable, _ column: String, _ now: Date, added: [(RowValue, String)],
    removed: [RowValue]
  ) throws -> [RowChange] {
    var last = try lastSequence(in: table)
    var changes: [RowChange] = []
    let isText = table.columns.contains { $0.name == column && $0.kind == .freeText }
    for (key, text) in added.map({ ($0.0, Optional($0.1)) }) + removed.map({ ($0, nil) }) {
      let old = try Int.fetchOne(
        try db.cachedStatement(
          sql: """
            SELECT sequence FROM \(table.name)
            WHERE \(column) = \(isText ? "CAST(? AS TEXT)" : "?")
            """), arguments: [key.bytes])
      if let old {
        changes.append(
          RowChange(table: table, sequence: old, before: try stored(table, old), after: nil))
      }
      guard let text else { continue }
      last += 1
      changes.append(
        RowChange(
          table: table, sequence: last, before: nil,
          after: [
            .integer(last), key, .text(text), .integer(now.millisecondsSince1970),
          ]))
    }
    return changes
  }

  /// Removes the bytes of files that are in neither the ledger nor a change that can be undone or
  /// redone.
  func removeUnreachableContents() throws {
    var reachable = try Data.fetchSet(db, sql: "SELECT digest FROM importFile")
    let images = try Data.fetchAll(
      db,
      sql: """
        SELECT image FROM changeRow JOIN change ON change.sequence = changeRow.change
        WHERE tableName = 'importFile' AND change.state IN ('done', 'undone')
        """)
    for image in images {
      let columns = ImageColumns(values: RowImage.decode(Array(image)) ?? [])
      if let digest = columns.bytes(1) { reachable.insert(Data(digest)) }
    }
    for digest in try Data.fetchAll(db, sql: "SELECT digest FROM fileContent")
    where !reachable.contains(digest) {
      try db.execute(sql: "DELETE FROM fileContent WHERE digest = ?", arguments: [digest])
    }
  }
}

extension RowValue {
  /// The bytes of a text or blob.
  fileprivate var bytes: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .blob(let bytes): Data(bytes)
    case .null, .integer: nil
    }
  }
}

/// The changes a manual edit makes to rows derived from imported files.
struct ChangedRows {
  private var rows: [UUID: Row] = [:]
  private var answers: [UUID: RecordedEvent] = [:]

  private struct Row {
    let table: LedgerTable
    let before: [RowValue]
    let after: [RowValue]?
  }

  /// Records what a row becomes.
  mutating func add(_ row: RowChange) {
    let record = row.table.columns.firstIndex { $0.name == "record" }
    guard row.table.isOfRows, let record, let before = row.before, case .integer = before[record],
      let id = ImageColumns(values: before).id(1)
    else { return }
    rows[id] = Row(table: row.table, before: rows[id]?.before ?? before, after: row.after)
  }

  /// Records the rows by which a user explained a move.
  mutating func add(_ answer: RecordedEvent, to move: UUID) { answers[move] = answer }

  /// The overrides that keep these changes, for rows derived from facts.
  ///
  /// - Returns: Overrides by row id, as text; `nil` for rows that are back to their derived values.
  func overrides(in ledger: LedgerRows) throws -> [(row: UUID, text: String?)] {
    guard !rows.isEmpty else { return [] }
    let index = LedgerStoreError.Location(path: ledger.path, table: LedgerTable.overrides.name)
    let known = try ledger.answeredMoves()
    var changed: [UUID: RowOverride.Change] = [:]
    var texts: [(row: UUID, text: String?)] = []
    for (id, row) in rows.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
      // For a row made by an answer, the answer changes.
      if let move = known.moves[id] {
        let change = changed[move] ?? known.changes[move]
        changed[move] =
          if let answer = answers[id], case .answered(let before, _)? = change {
            .answered(before: before, after: answer)
          } else {
            try change?.changing(
              id, to: row.after.map { try RecordedEvent($0, of: row.table, index) })
          }
        continue
      }
      let origin = row.table.columns.firstIndex { $0.name == "record" } ?? 0
      guard let record = ImageColumns(values: row.before).integer(origin),
        try ledger.hasFacts(record: record)
      else { continue }
      let text = try ledger.overrideText(of: id)
      let before = text.flatMap(RowOverride.images)?.before ?? row.before
      let new: String? =
        if let answer = answers[id] {
          RowOverride.text(answered: before, answer)
        } else if let after = row.after {
          before == after ? nil : RowOverride.text(row.table, before, after)
        } else {
          RowOverride.deletedText
        }
      if text != new { texts.append((id, new)) }
    }
    for (move, change) in changed.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
      texts.append((move, change.isOfNothing ? nil : RowOverride(row: move, change: change).text))
    }
    return texts
  }
}

extension RowOverride.Change {
  /// The answer after one of its rows was changed or deleted.
  fileprivate func changing(_ id: UUID, to row: RecordedEvent?) -> Self {
    guard case .answered(let before, var event) = self else { return self }
    if let index = event.moves.firstIndex(where: { $0.id == id }) {
      event.moves.replaceSubrange(index...index, with: row?.moves ?? [])
    }
    if let index = event.transactions.firstIndex(where: { $0.id == id }) {
      event.transactions.replaceSubrange(index...index, with: row?.transactions ?? [])
    }
    return event == RecordedEvent() ? .deleted : .answered(before: before, after: event)
  }

  /// Whether an answer leaves the move as derived.
  fileprivate var isOfNothing: Bool {
    guard case .answered(let before, let event) = self else { return false }
    return event == RecordedEvent(moves: [before])
  }
}

extension RecordedEvent {
  /// Makes an event of one row from its values.
  fileprivate init(
    _ values: [RowValue], of table: LedgerTable, _ location: LedgerStoreError.Location
  ) throws {
    let columns = ImageColumns(values: values)
    if table.name == LedgerTable.moves.name {
      self.init(moves: [try MoveRow(columns, at: location).move])
    } else {
      self.init(transactions: [try LedgerRow(columns, at: location).transaction])
    }
  }
}

extension LedgerTable {
  /// Whether the table holds transactions or moves.
  var isOfRows: Bool {
    name == LedgerTable.transactions.name || name == LedgerTable.moves.name
  }
}

extension LedgerRows {
  fileprivate func hasFacts(record: Int) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT facts IS NOT NULL FROM record WHERE sequence = ?"),
      arguments: [record]) ?? false
  }

  fileprivate func overrideText(of row: UUID) throws -> String? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT CAST(change AS BLOB) FROM override WHERE id = ?"),
      arguments: [Data(row.stored)]
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The answers that explained moves, and the move that each row of an answer belongs to.
  fileprivate func answeredMoves() throws -> (
    changes: [UUID: RowOverride.Change], moves: [UUID: UUID]
  ) {
    var changes: [UUID: RowOverride.Change] = [:]
    var moves: [UUID: UUID] = [:]
    for override in try overrides("WHERE CAST(change AS TEXT) LIKE 'answered %'") {
      guard case .answered(_, let event) = override.change else { continue }
      changes[override.row] = override.change
      for id in event.transactions.map(\.id) + event.moves.map(\.id) { moves[id] = override.row }
    }
    return (changes, moves)
  }

  /// Whether a manual change can affect derived rows: rows are waiting for coins or for the meaning
  /// of a name, or missing coins were explained by an answer.
  ///
  /// - Parameter changesRows: Whether derived rows are changed: entering a price answers the
  ///   question of a row's worth.
  func hasOpenFiles(changesRows: Bool) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (
              SELECT 1 FROM record WHERE \(LedgerSchema.isOpen) AND state = 'waits'
                AND (reason LIKE 'uncovered|%' OR reason LIKE 'coin|%'
                  OR ? AND reason LIKE 'worth|%'))
            OR EXISTS (SELECT 1 FROM answer WHERE question LIKE 'uncovered%')
          """), arguments: [changesRows]) ?? false
  }

  /// Users' changes to derived rows, oldest first.
  func overrides() throws -> [RowOverride] { try overrides("") }

  private func overrides(_ condition: String) throws -> [RowOverride] {
    let location = LedgerStoreError.Location(path: path, table: LedgerTable.overrides.name)
    return try Row.fetchAll(
      db, sql: "SELECT \(LedgerTable.overrides.list) FROM override \(condition) ORDER BY sequence"
    ).map { row in
      let reader = ColumnReader(source: RowColumns(row: row), table: .overrides, location: location)
      let text = try reader.required(2, reader.freeText(2))
      return RowOverride(
        row: try reader.id(1), change: try reader.required(2, RowOverride.change(text, location)))
    }
  }
}

extension RowOverride {
  fileprivate static let deletedText = "deleted"

  /// The change in its stored form.
  var text: String {
    switch change {
    case .deleted: Self.deletedText
    case .transaction(let before, let after):
      Self.text(
        .transactions, LedgerRow(sequence: 0, transaction: before).values,
        LedgerRow(sequence: 0, transaction: after).values)
    case .move(let before, let after):
      Self.text(
        .moves, MoveRow(sequence: 0, move: before).values,
        MoveRow(sequence: 0, move: after).values)
    case .answered(let before, let event):
      Self.text(answered: MoveRow(sequence: 0, move: before).values, event)
    }
  }

  /// The images of a move and of the rows that explain it.
  fileprivate static func text(answered before: [RowValue], _ event: RecordedEvent) -> String {
    let moves = event.moves.map { move in
      (LedgerTable.moves.name, MoveRow(sequence: 0, move: move).values)
    }
    let transactions = event.transactions.map { row in
      (LedgerTable.transactions.name, LedgerRow(sequence: 0, transaction: row).values)
    }
    return
      ([answeredWord, RowImage.encode(before).hexadecimalText]
      + (moves + transactions).flatMap { [$0, RowImage.encode($1).hexadecimalText] })
      .joined(separator: " ")
  }

  private static let answeredWord = "answered"

  /// Parses an answer; `nil` for anything else.
  private static func answer(_ text: String, _ location: LedgerStoreError.Location) throws
    -> Change?
  {
    let words = text.split(separator: " ")
    func values(_ word: Substring) -> [RowValue]? {
      [UInt8](hexadecimal: word).flatMap(RowImage.decode)
    }
    guard words.count.isMultiple(of: 2), words[0] == answeredWord, let before = values(words[1])
    else { return nil }
    var event = RecordedEvent()
    for index in stride(from: 2, to: words.count, by: 2) {
      guard let values = values(words[index + 1]) else { return nil }
      let table: LedgerTable =
        words[index] == LedgerTable.moves.name ? .moves : .transactions
      let row = try RecordedEvent(values, of: table, location)
      event.moves += row.moves
      event.transactions += row.transactions
    }
    return .answered(
      before: try MoveRow(ImageColumns(values: before), at: location).move, after: event)
  }

  /// The images of a row before and after in hexadecimal, after the name of its table.
  fileprivate static func text(
    _ table: LedgerTable, _ before: [RowValue], _ after: [RowValue]
  ) -> String {
    let images = [before, after].map { RowImage.encode($0).hexadecimalText }
    return "\(table.name) \(images.joined(separator: " "))"
  }

  fileprivate static func images(
    _ text: String
  ) -> (table: String, before: [RowValue], after: [RowValue])? {
    let words = text.split(separator: " ")
    guard words.count == 3, let before = [UInt8](hexadecimal: words[1]).flatMap(RowImage.decode),
      let after = [UInt8](hexadecimal: words[2]).flatMap(RowImage.decode)
    else { return nil }
    return (String(words[0]), before, after)
  }

  /// Parses an override; `nil` for anything else.
  fileprivate static func change(
    _ text: String, _ location: LedgerStoreError.Location
  ) throws -> Change? {
    if text == deletedText { return .deleted }
    if let answer = try answer(text, location) { return answer }
    guard let images = images(text) else { return nil }
    let (before, after) = (
      ImageColumns(values: images.before), ImageColumns(values: images.after)
    )
    switch images.table {
    case LedgerTable.transactions.name:
      return .transaction(
        before: try LedgerRow(before, at: location).transaction,
        after: try LedgerRow(after, at: location).transaction)
    case LedgerTable.moves.name:
      return .move(
        before: try MoveRow(before, at: location).move, after: try MoveRow(after, at: location).move
      )
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Parses hexadecimal digits; `nil` for anything else.
  fileprivate init?(hexadecimal text: Substring) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<(index + 2)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      append(byte)
    }
  }
}
