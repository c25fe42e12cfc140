import FoundationEssentials
import GRDB
import Portfolio

/// What a change does to rows that follow from imported files, unless an import makes it.
struct ChangedRows {
  private var rows: [UUID: (table: LedgerTable, before: [RowValue], after: [RowValue]?)] = [:]

  /// Notes what a row becomes.
  mutating func add(_ row: RowChange) {
    let record = row.table.columns.firstIndex { $0.name == "record" }
    guard row.table.isOfRows, let record, let before = row.before, case .integer = before[record],
      let id = ImageColumns(values: before).id(1)
    else { return }
    rows[id] = (row.table, rows[id]?.before ?? before, row.after)
  }

  /// The overrides that keep these changes, for rows that are derived from facts.
  ///
  /// - Returns: Overrides by the ids of rows in text; `nil` for rows that are as derived again.
  func overrides(in ledger: LedgerRows) throws -> [(row: UUID, text: String?)] {
    try rows.sorted { $0.key.uuidString < $1.key.uuidString }.compactMap { id, change in
      let origin = change.table.columns.firstIndex { $0.name == "record" } ?? 0
      guard let record = ImageColumns(values: change.before).integer(origin),
        try ledger.hasFacts(record: record)
      else { return nil }
      let known = try ledger.overrideText(of: id)
      guard let after = change.after else { return (id, RowOverride.deletedText) }
      let before = known.flatMap(RowOverride.images)?.before ?? change.before
      let text = before == after ? nil : RowOverride.text(change.table, before, after)
      return text == known ? nil : (id, text)
    }
  }
}

extension LedgerTable {
  /// Whether its rows are those of the portfolio.
  fileprivate var isOfRows: Bool {
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

  /// Whether rows of files wait, or coins that nothing brought were answered: then rows that follow
  /// from files may change with any other.
  func hasOpenFiles() throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM record WHERE state IN ('waits', 'asks'))
            OR EXISTS (SELECT 1 FROM answer WHERE question LIKE 'uncovered%')
          """)) ?? false
  }

  /// What people changed on derived rows, the oldest change first.
  func overrides() throws -> [RowOverride] {
    let place = LedgerStoreError.Place(path: path, table: LedgerTable.overrides.name)
    return try Row.fetchAll(
      db, sql: "SELECT \(LedgerTable.overrides.list) FROM override ORDER BY sequence"
    ).map { row in
      let reader = ColumnReader(source: RowColumns(row: row), table: .overrides, place: place)
      let text = try reader.required(2, reader.freeText(2))
      return RowOverride(
        row: try reader.id(1), change: try reader.required(2, RowOverride.change(text, place)))
    }
  }
}

extension RowOverride {
  fileprivate static let deletedText = "deleted"

  /// What was changed, as the ledger keeps it.
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
    }
  }

  /// The images of a row before and after in hexadecimal digits, with the name of its table.
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

  /// Reads what an override holds; `nil` for anything else.
  fileprivate static func change(
    _ text: String, _ place: LedgerStoreError.Place
  ) throws -> Change? {
    if text == deletedText { return .deleted }
    guard let images = images(text) else { return nil }
    let (before, after) = (
      ImageColumns(values: images.before), ImageColumns(values: images.after)
    )
    switch images.table {
    case LedgerTable.transactions.name:
      return .transaction(
        before: try LedgerRow(before, at: place).transaction,
        after: try LedgerRow(after, at: place).transaction)
    case LedgerTable.moves.name:
      return .move(
        before: try MoveRow(before, at: place).move, after: try MoveRow(after, at: place).move)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Reads hexadecimal digits; `nil` for anything else.
  fileprivate init?(hexadecimal text: Substring) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place..<(place + 2)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      append(byte)
    }
  }
}
