import GRDB

// Rows of a damaged file can hold a value of another type than their column's: `row[0]` would end
// the program there.

extension Row {
  /// The value of a column; `nil` where it is `NULL` or of another type.
  func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(self[index] as DatabaseValue)
  }

  /// The value of a column that is never `NULL`.
  ///
  /// - Throws: `SQLITE_CORRUPT` where it is, or of another type.
  func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value: Value = value(index) else {
      throw DatabaseError.damaged(
        "a value of \(columnNames[columnNames.index(columnNames.startIndex, offsetBy: index)]) cannot be read"
      )
    }
    return value
  }
}

extension DatabaseError {
  /// What SQLite would say of content that no program wrote.
  static func damaged(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
  }
}
