import FoundationEssentials
import Portfolio

extension LedgerStoreError {
  /// What is wrong and what to do about it, in one line; the reason comes first, so that a line too
  /// long for its place still says it.
  public var sentence: String {
    switch self {
    case .newerSchema(let path, let found, let known):
      "Written by a newer bitpal (schema \(found), this one knows \(known)): \(path). "
        + "It was left untouched. Install the newer bitpal to open it."
    case .damaged(let path, let detail):
      "Damaged (\(detail)): \(path). It was left untouched. "
        + "Restore the newest backup with `bitpal restore FILE`."
    case .notALedger(let path):
      "Another program's database: \(path). It was left untouched. "
        + "Move it away, or choose another file."
    case .busy(let path):
      "Locked by another program for more than a minute: \(path). "
        + "Close what is using it and try again."
    case .io(let path, let detail):
      "\(Self.reason(detail)): could not read or write \(path). "
        + "Check its owner and the free space, then try again."
    case .unreadableRow(let path, let table, let sequence, let column):
      "Unreadable row (\(table) \(sequence), column \(column)): \(path). "
        + "Nothing was changed. Restore the newest backup with `bitpal restore FILE`."
    case .folderMissing(let path): "No such folder: \(path). Create it and try again."
    case .missing(let path): "No such file: \(path). Check the name and try again."
    case .isTheLedger(let path): "That is the ledger itself: \(path). Choose another file."
    case .duplicateId(let id):
      "The ledger already holds a transaction with the id \(id.uuidString). Nothing was changed."
    case .duplicateReference(let reference):
      "The ledger already holds \(reference.source) \(reference.id). Nothing was changed."
    case .duplicateRow:
      "Two rows have the same id or reference. Nothing was changed."
    case .moveNotFound(let id): "Move \(id.uuidString) not found."
    case .notATransfer:
      "These two cannot be one transfer. It takes a withdrawal and a deposit of the same coin in two "
        + "accounts, where no more arrives than left, at most a day before it left, and neither is "
        + "part of another transfer."
    case .changedMeanwhile:
      "The ledger changed meanwhile, so nothing was written. Look at it again and try again."
    case .notAFile(let path): "Not a file: \(path). Move it away, or choose another file."
    }
  }

  /// What a check of the ledger says of it, which names the file itself.
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
