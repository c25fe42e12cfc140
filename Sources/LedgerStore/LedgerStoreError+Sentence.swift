import FoundationEssentials
public import Portfolio

extension LedgerStoreError {
  /// What is wrong and what to do about it; the reason comes first, so that a line too long for its
  /// place still says it.
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
        help: "Look at it again and try again.")
    case .notAFile(let path):
      .init("Not a file: \(path).", help: "Move it away, or choose another file.")
    }
  }

  /// The same in one line.
  public var sentence: String { message.sentence }

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
