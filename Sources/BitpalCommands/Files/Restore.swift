import Application
import AppGroup
import ArgumentParser
import Glibc
import LedgerStore
import Portfolio
import Reports

/// `bitpal restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the ledger with a backup.",
    discussion: """
      The backup is checked first. The current ledger is copied to the backups folder, so that \
      you can restore it again; a damaged one is moved aside.


      """
        + examples(
          "bitpal restore Backups/BitpalShared-2025-01-31.sqlite",
          "bitpal backup before.sqlite && bitpal restore old.sqlite"))

  @Argument(help: "The backup.") var file: String

  func run() throws {
    let context = try AppContext()
    guard isConfirmed else {
      Console.print("Nothing was restored.")
      return
    }
    try context.container.create()
    let kept: String?
    do {
      kept = try context.ledger.restore(
        from: file, keepingReplacedAt: context.datedBackup(in: context.container.backups))
    } catch let error as LedgerStoreError {
      throw refusal(error) ?? error
    }
    context.service.publishAfterCommit(writeNote)
    let count = countOf(try context.ledger.count(), "transaction")
    Console.print("Restored \(count) from \(file).")
    if let kept { Console.print("The previous ledger is in \(kept).") }
  }

  /// What is wrong with the file named; `nil` where it is not that file.
  private func refusal(_ error: LedgerStoreError) -> CommandFailure? {
    let reason: String
    switch error {
    case .damaged(file, detail: "file is not a database"), .notALedger(file):
      reason = "\(file) is not a bitpal backup"
    case .damaged(file, let detail): reason = "\(file) is damaged (\(detail))"
    case .unreadableRow(file, let table, let sequence, let column):
      reason = "\(file) is damaged (\(table) \(sequence), column \(column))"
    default: return nil
    }
    return CommandFailure("\(reason); the ledger is unchanged. Restore another backup.", .refused)
  }

  /// On a terminal the command asks; without one it restores without asking.
  private var isConfirmed: Bool {
    guard Console.canAsk else { return true }
    let answer = Console.ask("Replace the whole ledger with \(file)? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}
