import FoundationEssentials
import Portfolio

extension LedgerStoreError {
  /// What is wrong and what to do about it, in one line.
  public var sentence: String {
    switch self {
    case .newerSchema(let path, let found, let known):
      "\(path) was written by a newer bitpal (schema \(found), this one knows \(known)). "
        + "It was left untouched. Install the newer bitpal to open it."
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)). It was left untouched. "
        + "Restore the newest backup with 'bitpal restore FILE'."
    case .notALedger(let path):
      "\(path) is a database of another program. It was left untouched. "
        + "Move it away, or choose another file."
    case .busy(let path):
      "\(path) is locked by another program for more than a minute. "
        + "Close what is using it and try again."
    case .io(let path, let detail):
      "Could not read or write \(path): \(detail). "
        + "Check its owner and the free space, then try again."
    case .unreadableRow(let path, let table, let sequence, let column):
      "\(path) holds a row that cannot be read: \(table) \(sequence), column \(column). "
        + "Nothing was changed. Restore the newest backup with 'bitpal restore FILE'."
    case .folderMissing(let path):
      "The folder \(path) does not exist. Create it and try again."
    case .missing(let path):
      "There is no file \(path). Check the name and try again."
    case .isTheLedger(let path):
      "\(path) is the ledger itself. Choose another file."
    case .duplicateId(let id):
      "The ledger already holds a transaction with the id \(id.uuidString). Nothing was changed."
    case .duplicateReference(let reference):
      "The ledger already holds \(reference.source) \(reference.id). Nothing was changed."
    case .duplicateRow:
      "Two rows have the same id or reference. Nothing was changed."
    case .moveNotFound(let id): "Move \(id.uuidString) not found."
    case .notATransfer:
      "A transfer is a withdrawal and a deposit of the same coin in two accounts, "
        + "neither part of another transfer."
    case .notAFile(let path):
      "\(path) is not a file. Move it away, or choose another file."
    }
  }
}
