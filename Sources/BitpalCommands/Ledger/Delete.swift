import Application
import ArgumentParser
import LedgerStore
import Portfolio
import Reports

/// `bitpal delete`.
struct Delete: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove a recorded transaction.",
    discussion: examples("bitpal delete 1f0c2a3b", "bitpal rm 1f0c2a3b --dry-run"),
    aliases: ["rm"])

  @Argument(help: "The transaction's id, or its first letters.") var id: String
  @Flag(name: .long, help: "Only show what would be removed.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let transaction = try context.transaction(named: id)
    let change = LedgerChange.delete(transaction.id)
    do {
      if dryRun {
        try context.ledger.rehearsal.apply(change, now: context.now)
        return Console.print("Would delete \(transaction.words(style)).")
      }
      try context.warnOfLostRedo { try $0.apply(change, now: context.now) }
      try context.service.apply(change, note: writeNote)
    } catch let error as PortfolioError {
      throw Self.refusal(error, style) ?? error
    }
    Console.print("Deleted \(transaction.words(style)). `bitpal undo` restores it.")
  }

  /// The same refusal, which is about a later sale and not about one of now.
  private static func refusal(_ error: PortfolioError, _ style: ReportStyle) -> CommandFailure? {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date?) = error else {
      return nil
    }
    let reason = PortfolioError.insufficientBalance(
      coinId: coin, owned: owned, attempted: attempted)
    return CommandFailure(
      "Deleting it would leave the sale of \(style.calendar.dayText(date)) short. "
        + (CommandFailure(reason, isPrivate: style.isPrivate)?.sentence ?? ""), .refused)
  }
}
