import Exact
import FoundationEssentials
import GRDB
import GRDBSQLite
import Portfolio

/// The current row of a statement, read directly from SQLite's memory without copying unused
/// columns.
///
/// It is valid until the statement's next step.
struct StatementColumns: ColumnSource {
  let statement: SQLiteStatement

  func integer(_ index: Int) -> Int? {
    let column = Int32(index)
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(statement, column))
  }

  func text(_ index: Int) -> String? { content(index).map { String(decoding: $0, as: UTF8.self) } }

  func bytes(_ index: Int) -> [UInt8]? { content(index).map { Array($0) } }

  func freeText(_ index: Int) -> String? { text(index) }

  func id(_ index: Int) -> UUID? {
    guard let content = content(index), content.count == MemoryLayout<uuid_t>.size else {
      return nil
    }
    return UUID(uuid: content.loadUnaligned(as: uuid_t.self))
  }

  func decimal(_ index: Int) throws(DecimalTextError) -> ExactDecimal? {
    guard let content = content(index) else { return nil }
    return try ExactDecimal(exactUTF8: content)
  }

  /// The bytes of a text or blob.
  func content(_ index: Int) -> UnsafeRawBufferPointer? {
    let column = Int32(index)
    guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
    // The byte count is only that of the blob form after requesting the blob.
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

extension Statement {
  /// Calls `body` at each row of the statement, whose arguments must be set.
  func forEachRow(_ body: (StatementColumns) throws -> Void) throws {
    defer { reset() }
    while let row = try nextRow() { try body(row) }
  }

  /// The next row; `nil` after the last.
  func nextRow() throws -> StatementColumns? {
    try step() ? StatementColumns(statement: sqliteStatement) : nil
  }

  /// Resets the statement.
  func reset() { sqlite3_reset(sqliteStatement) }

  /// Runs a statement that returns no rows.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  private func step() throws -> Bool {
    let code = sqlite3_step(sqliteStatement)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let connection = sqlite3_db_handle(sqliteStatement)
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection)))
  }
}

extension Statement {
  /// Runs ``LedgerTable/insertion`` with the values of an image, bound without copying.
  func insert(_ row: ImageSink, into table: LedgerTable) throws {
    try row.image.withUnsafeBytes { image in
      defer { sqlite3_clear_bindings(sqliteStatement) }
      for (index, field) in row.fields.enumerated() {
        let number = Int32(index + 1)
        switch field {
        case .null: sqlite3_bind_null(sqliteStatement, number)
        case .integer(let value): sqlite3_bind_int64(sqliteStatement, number, Int64(value))
        case .content(let start, let count):
          let kind = table.columns[index].kind
          bind(number, UnsafeRawBufferPointer(rebasing: image[start..<(start + count)]), kind)
        }
      }
      try run()
    }
  }

  /// Binds bytes without copying; they must stay valid until the statement has run.
  private func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer, _ kind: LedgerTable.Kind) {
    let count = Int32(bytes.count)
    if kind == .text || kind == .laterText {
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text(sqliteStatement, index, text, count, nil)
    } else {
      sqlite3_bind_blob(sqliteStatement, index, bytes.baseAddress, count, nil)
    }
  }
}
