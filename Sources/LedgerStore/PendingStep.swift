public import FoundationEssentials
import GRDB
public import Portfolio

/// A change that can be undone or redone, in counts.
public struct PendingStep: Equatable, Sendable {
  /// Identifies the change.
  public let mark: ChangeMark
  /// The change's label in the journal, such as `import trades.csv`; empty if it has none.
  public let label: String
  /// When it was made; `nil` if an older version did not store a time.
  public let date: Date?
  /// Transactions it added.
  public let added: Int
  /// Transactions it edited.
  public let edited: Int
  /// Transactions it deleted.
  public let deleted: Int
  /// Moves it added, edited or deleted.
  public let moves: Int
  /// The ids of its coins if it has few rows; empty otherwise.
  public let coins: [String]

  /// Files it added or removed.
  public let files: Int
  /// Answers it added, changed or removed.
  public let answers: Int

  /// Rows of all kinds.
  public var rows: Int { added + edited + deleted + moves }

  init(_ entry: JournalEntry, in db: Database) throws {
    mark = entry.mark
    label = entry.label
    date = entry.date.map { Date(millisecondsSince1970: $0) }
    let range = entry.added.map { $0.last - $0.first + 1 } ?? 0
    let counts = try Row.fetchAll(
      db,
      sql: """
        SELECT tableName, before, after, count(*) FROM (
          SELECT tableName, max(side = 'before') AS before, max(side = 'after') AS after
          FROM changeRow WHERE change = ? GROUP BY tableName, sequence)
        GROUP BY tableName, before, after
        """, arguments: [entry.sequence])
    // Only undo entries have runs.
    let inRuns = entry.kind == .undo ? try Journal(db: db).rowsInRuns(of: entry.sequence) : 0
    func count(_ table: LedgerTable, _ before: Bool?, _ after: Bool?) -> Int {
      counts.filter {
        $0.value(0) == table.name && (before == nil || $0.value(1) == before)
          && (after == nil || $0.value(2) == after)
      }.reduce(0) { $0 + ($1.value(3) ?? 0) }
    }
    added = range + count(.transactions, false, true)
    edited = count(.transactions, true, true)
    deleted = count(.transactions, true, false) + inRuns
    moves = count(.moves, nil, nil)
    files = count(.files, nil, nil)
    answers = count(.answers, nil, nil)
    let isSmall = added + edited + deleted + moves <= Self.fewRows
    coins = isSmall ? try Self.coins(of: entry, in: db) : []
  }

  /// The number of rows up to which a line lists their coins.
  private static let fewRows = 10

  private static func coins(of entry: JournalEntry, in db: Database) throws -> [String] {
    let journal = Journal(db: db)
    var coins: Set<String> = []
    var entries = [entry.sequence]
    if let range = entry.added {
      coins = try String.fetchSet(
        db, sql: "SELECT DISTINCT coinId FROM ledgerTransaction WHERE sequence BETWEEN ? AND ?",
        arguments: [range.first, range.last])
      // Removed rows are among the images of the entry that removed them.
      let change = entry.target ?? entry.sequence
      if let undoing = try journal.undoing(of: change) { entries.append(undoing) }
      try journal.forEachRemoved(in: range.first...range.last, after: entry.sequence) { image in
        if let coin = image.coinId { coins.insert(coin) }
      }
    }
    for sequence in entries {
      try journal.forEachImage(of: sequence) { image in
        if let coin = image.coinId { coins.insert(coin) }
      }
    }
    return coins.sorted()
  }
}

extension JournalEntry {
  /// Whether the entry itself added the row of a change.
  fileprivate func added(_ change: RowChange) -> Bool {
    let range =
      switch change.table.name {
      case LedgerTable.transactions.name: added
      case LedgerTable.records.name: records
      default: Range?.none
      }
    return range.map { ($0.first...$0.last).contains(change.sequence) } ?? false
  }
}

extension JournalImage {
  /// The id of the row's coin, if the row has one.
  fileprivate var coinId: String? {
    table.columns.firstIndex { $0.name == "coinId" }
      .flatMap { ImageColumns(values: RowImage.decode(image) ?? []).text($0) }
  }
}

extension LedgerRows {
  /// Undoes or redoes the next change.
  func step(
    _ entry: JournalEntry, _ kind: JournalEntry.Kind, now: Date
  ) throws -> LedgerStep {
    let journal = Journal(db: db)
    var rows = TouchedRows()
    var moves: [LedgerStep.MoveChange] = []
    let count = entry.added.map { $0.last - $0.first + 1 } ?? 0
    try change(
      kind, label: kind.rawValue, now: now, target: entry.sequence, expectedRows: count
    ) { write in
      // A row that the entry added is added or removed as it was at the end of the entry, even if
      // the entry changed or removed it again.
      let changes = try rowChanges(entry.sequence, kind, journal).filter { !entry.added($0) }
      // Added rows can reuse the ids of removed ones, so remove first.
      if kind == .redo { try write.replace(changes) }
      if let range = entry.added {
        if kind == .undo {
          try write.removeAdded(range) {
            rows.add(.init(before: $0.transaction, after: nil), sequence: $0.sequence)
          }
        } else {
          try forEachUndone(entry.sequence, range, .transactions, journal) { _, values in
            let row = try LedgerRow(
              ImageColumns(values: values), at: .init(path: path, table: "changeRow"))
            try write.insertAdded(row)
            rows.add(.init(before: nil, after: row.transaction), sequence: row.sequence)
          }
        }
      }
      if let range = entry.records {
        if kind == .undo {
          try write.removeAddedRecords(range)
        } else {
          try forEachUndone(entry.sequence, range, .records, journal) { index, values in
            try write.insertAddedRecord(values, at: index)
          }
        }
      }
      if kind == .undo { try write.replace(changes) }
      for change in changes {
        guard let row = try step(change) else { continue }
        rows.add(row, sequence: change.sequence)
      }
      moves = try changes.compactMap { try moveChange($0) }
    }
    return LedgerStep(rows, moves: moves)
  }

  /// Calls `body` with each row of a table that undoing a change removed, in order.
  private func forEachUndone(
    _ change: Int, _ range: JournalEntry.Range, _ table: LedgerTable, _ journal: Journal,
    _ body: (_ sequence: Int, _ values: [RowValue]) throws -> Void
  ) throws {
    guard let undoing = try journal.undoing(of: change) else { return }
    try journal.forEachImage(of: undoing, in: table) { image in
      guard image.side == .before, (range.first...range.last).contains(image.sequence) else {
        return
      }
      guard let values = RowImage.decode(image.image) else {
        throw LedgerStoreError.unreadableRow(
          path, table: "changeRow", sequence: image.sequence, column: "image")
      }
      try body(image.sequence, values)
    }
  }

  /// The rows of a change, forward for redoing and back for undoing.
  private func rowChanges(
    _ change: Int, _ kind: JournalEntry.Kind, _ journal: Journal
  ) throws -> [RowChange] {
    struct Key: Hashable {
      let table: String
      let sequence: Int
    }
    var sides: [Key: [JournalImage.Side: [RowValue]]] = [:]
    var order: [Key] = []
    try journal.forEachImage(of: change) { image in
      let key = Key(table: image.table.name, sequence: image.sequence)
      guard let values = RowImage.decode(image.image) else {
        throw LedgerStoreError.unreadableRow(
          path, table: "changeRow", sequence: image.sequence, column: "image")
      }
      if sides[key] == nil { order.append(key) }
      sides[key, default: [:]][image.side] = values
    }
    return order.compactMap { key in
      guard let table = LedgerTable.named(key.table), let images = sides[key] else { return nil }
      return RowChange(
        table: table, sequence: key.sequence,
        before: images[kind == .undo ? .after : .before],
        after: images[kind == .undo ? .before : .after])
    }
  }

  private func moveChange(_ change: RowChange) throws -> LedgerStep.MoveChange? {
    guard change.table.name == LedgerTable.moves.name else { return nil }
    func read(_ values: [RowValue]?) throws -> Move? {
      try values.map {
        try MoveRow(ImageColumns(values: $0), at: .init(path: path, table: "changeRow")).move
      }
    }
    return .init(before: try read(change.before), after: try read(change.after))
  }

  private func step(_ change: RowChange) throws -> LedgerStep.Row? {
    guard change.table.name == LedgerTable.transactions.name else { return nil }
    func read(_ values: [RowValue]?) throws -> Transaction? {
      try values.flatMap { try change.transaction($0, path: path)?.transaction }
    }
    return LedgerStep.Row(before: try read(change.before), after: try read(change.after))
  }
}
