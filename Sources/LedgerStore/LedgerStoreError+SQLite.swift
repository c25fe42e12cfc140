import GRDB

extension LedgerStoreError {
  /// Sorts SQLite's refusals by what the user can do about them.
  init(_ error: DatabaseError, path: String) {
    // After some refusals SQLite has forgotten its message already.
    let message = error.message == "not an error" ? nil : error.message
    let detail = message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path)
    case .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM,
      .SQLITE_AUTH, .SQLITE_NOMEM, .SQLITE_NOLFS, .SQLITE_TOOBIG:
      self = .io(path, detail: detail)
    default: self = .damaged(path, detail: detail)
    }
  }
}

/// Runs `body`; what SQLite refuses is thrown as an error of the file at `path`.
func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as DatabaseError {
    throw LedgerStoreError(error, path: path)
  } catch is RowDecodingError {
    // A query of one value found one of another type.
    throw LedgerStoreError.damaged(path, detail: "a value in it cannot be read")
  }
}
