import GRDB

// Rows of a damaged file can hold a value of the wrong type, for which `row[0]` would trap.

extension Row {
  /// The value of a column; `nil` if it is `NULL` or of another type.
  func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(self[index] as DatabaseValue)
  }

  /// The value of a column that must not be `NULL`.
  ///
  /// - Throws: `SQLITE_CORRUPT` if it is `NULL` or of another type.
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
  /// SQLite's error for malformed content.
  static func damaged(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
  }
}
