public import FoundationEssentials
import GRDB
public import Portfolio

/// An error of the ledger's file.
///
/// Cases hold facts only; ``sentence`` turns them into words. Paths are user data and are not
/// altered: sanitize them before display.
public enum LedgerStoreError: Error, Equatable, Sendable {
  /// The ledger was written by a newer bitpal: its schema is `found`, this program knows `known`.
  case newerSchema(_ path: String, found: Int, known: Int)
  /// The file is damaged; `detail` is SQLite's finding.
  case damaged(_ path: String, detail: String)
  /// The file is a valid database of another program.
  case notALedger(_ path: String)
  /// Other processes kept the ledger locked for longer than a minute.
  case busy(_ path: String)
  /// The system refused to read or write; `detail` is its reason.
  case io(_ path: String, detail: String)
  /// A row has an invalid value in a column.
  case unreadableRow(_ path: String, table: String, sequence: Int, column: String)
  /// The folder to write in does not exist.
  case folderMissing(_ path: String)
  /// There is no file to back up or to restore from.
  case missing(_ path: String)
  /// The name is a link to a file that is missing, such as one on a disk that is not mounted.
  case brokenLink(_ path: String)
  /// The file named for a backup or for restoring is the ledger itself.
  case isTheLedger(_ path: String)
  /// The ledger already has a transaction with that id.
  case duplicateId(UUID)
  /// The ledger already has a row with that reference.
  case duplicateReference(Reference)
  /// Two of the rows to add have the same id or reference.
  case duplicateRow
  /// There is no move with that id.
  case moveNotFound(UUID)
  /// The two moves cannot be one transfer.
  case notATransfer
  /// The ledger changed after the caller read it.
  case changedMeanwhile
  /// The file's name belongs to a pipe, device or folder.
  case notAFile(_ path: String)
}

extension LedgerStoreError {
  /// What is wrong and what to do about it; the reason is first, so that it survives truncation.
  public var message: ErrorMessage {
    switch self {
    case .newerSchema(let path, let found, let known):
      .init(
        "Written by a newer bitpal (schema \(found), this one knows \(known)): \(path). "
          + "It was left untouched.", help: "Install the newer bitpal to open it.")
    case .damaged(let path, let detail):
      .init(
        "Damaged (\(detail)): \(path). It was left untouched.",
        help: "Restore the newest backup with `bitpal restore FILE`.")
    case .notALedger(let path):
      .init(
        "Another program's database: \(path). It was left untouched.",
        help: "Move it away, or choose another file.")
    case .busy(let path):
      .init(
        "Locked by another program for more than a minute: \(path).",
        help: "Close what is using it and try again.")
    case .io(let path, let detail):
      .init(
        "\(Self.reason(detail)): could not read or write \(path).",
        help: "Check its owner and the free space, then try again.")
    case .unreadableRow(let path, let table, let sequence, let column):
      .init(
        "Unreadable row (\(table) \(sequence), column \(column)): \(path). Nothing was changed.",
        help: "Restore the newest backup with `bitpal restore FILE`.")
    case .folderMissing(let path):
      .init("No such folder: \(path).", help: "Create it and try again.")
    case .missing(let path): .init("No such file: \(path).", help: "Check the name and try again.")
    case .brokenLink(let path):
      .init(
        "The file that \(path) links to is missing.",
        help: "Connect the disk that has it, or remove the link.")
    case .isTheLedger(let path):
      .init("That is the ledger itself: \(path).", help: "Choose another file.")
    case .duplicateId(let id):
      .init(
        "The ledger already holds a transaction with the id \(id.uuidString). Nothing was changed.")
    case .duplicateReference(let reference):
      .init("The ledger already holds \(reference.source) \(reference.id). Nothing was changed.")
    case .duplicateRow: .init("Two rows have the same id or reference. Nothing was changed.")
    case .moveNotFound(let id): .init("Move \(id.uuidString) not found.")
    case .notATransfer:
      .init(
        "These two cannot be one transfer. It takes a withdrawal and a deposit of the same coin in "
          + "two accounts, where no more arrives than left, at most a day before it left, and neither "
          + "is part of another transfer.")
    case .changedMeanwhile:
      .init(
        "The ledger changed meanwhile, so nothing was written.",
        help: "Check what changed, then try again.")
    case .notAFile(let path):
      .init("Not a file: \(path).", help: "Move it away, or choose another file.")
    }
  }

  /// The same in one line.
  public var sentence: String { message.sentence }

  /// The error as a check reports it, without the file's name.
  var finding: String {
    guard case .unreadableRow(_, let table, let sequence, let column) = self else {
      return sentence
    }
    return "row \(sequence) of \(table) has no readable \(column)"
  }

  private static func reason(_ detail: String) -> String {
    if detail == "database or disk is full" { return "Disk full" }
    return detail.prefix(1).uppercased() + detail.dropFirst()
  }
}

extension LedgerStoreError {
  /// Classifies an SQLite error by what the user can do about it.
  init(_ error: DatabaseError, path: String) {
    // After some errors SQLite has already cleared its message.
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

/// Runs `body`, and rethrows SQLite errors as errors of the file at `path`.
func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as DatabaseError {
    throw LedgerStoreError(error, path: path)
  } catch is RowDecodingError {
    // A query found a value of another type.
    throw LedgerStoreError.damaged(path, detail: "a value in it cannot be read")
  }
}
