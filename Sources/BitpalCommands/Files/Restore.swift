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
    verb: "restore",
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
    // A terminal asks first; without one it restores without asking.
    let seen = Console.canAsk ? try context.ledger.backups.replaced() : nil
    guard seen == nil || isConfirmed else { return Console.print("Nothing was restored.") }
    do {
      try context.service.restore(
        from: file, keepingReplacedAt: context.datedBackup(in: context.container.backups),
        expecting: seen, note: writeNote
      ) { restored in
        Console.print("Restored \(countOf(restored.transactions, "transaction")) from \(file).")
        if let kept = restored.replaced { Console.print("The previous ledger is in \(kept).") }
      }
    } catch let error as LedgerStoreError {
      throw refusal(error) ?? error
    }
  }

  /// The problem with the named file; `nil` if the error is about another file.
  private func refusal(_ error: LedgerStoreError) -> CommandFailure? {
    let reason: String
    switch error {
    case .damaged(file, detail: "file is not a database"), .notALedger(file):
      reason = "\(file) is not a bitpal backup"
    case .damaged(file, let detail): reason = "\(file) is damaged (\(detail))"
    case .unreadableRow(file, let table, let sequence, let column):
      reason = "\(file) is damaged (\(table) \(sequence), column \(column))"
    case .notAFile(file):
      return CommandFailure(
        "\(file) is not a file; the ledger is unchanged.",
        help: "Name a backup file: bitpal restore FILE", .refused)
    default: return nil
    }
    return CommandFailure(
      "\(reason); the ledger is unchanged.",
      help: "Restore another backup.", .refused)
  }

  private var isConfirmed: Bool {
    let answer = Console.ask("Replace the whole ledger with \(file)? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }
}
