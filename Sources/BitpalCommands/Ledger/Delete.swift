import Application
import ArgumentParser
import LedgerStore
import Portfolio
import Reports

/// `bitpal delete`.
struct Delete: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "delete",
    abstract: "Remove a recorded event.",
    discussion: examples("bitpal delete 1f0c2a3b", "bitpal rm 1f0c2a3b --dry-run"),
    aliases: ["rm", "remove"])

  @Argument(help: "The id, or its first letters, as `bitpal ls` and `bitpal moves` show it.")
  var id: String
  @Flag(name: .long, help: "Only show what would be removed.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    if let move = try context.moveOnly(named: id) {
      return try context.delete(move, isDryRun: dryRun, style)
    }
    let transaction = try context.transaction(named: id)
    try context.refuseFeeOfMove(transaction)
    _ = try EventTerms().directed(
      at: transaction, of: context.ledger.event(of: transaction.id))
    func rehearse(_ ledger: SQLiteLedger) throws -> [Transaction] {
      try ledger.delete(
        transaction.id, expecting: [.transaction(transaction)], clock: context.clock)
    }
    do {
      if dryRun {
        let rows = try rehearse(context.ledger.rehearsal)
        Console.print("Would delete \(Self.words(rows, style)).")
        return Console.writeError("Nothing was changed.")
      }
      try context.warnOfLostRedo { _ = try rehearse($0) }
      try context.service.delete(transaction, note: writeNote) { rows in
        Console.print("Deleted \(Self.words(rows, style)). `bitpal undo` restores it.")
      }
    } catch let error as PortfolioError {
      throw context.refusal(error, style) ?? error
    }
  }

  /// Describes the transaction and the others of its event.
  private static func words(_ rows: [Transaction], _ style: ReportStyle) -> String {
    rows.enumerated().map { index, row in
      let joint = row.kind == .fee ? ", and with it its fee, " : ", and with it "
      return (index == 0 ? "" : joint) + row.words(style)
    }.joined()
  }
}

extension AppContext {
  /// The refusal of a deletion because a later event needs the coins.
  fileprivate func refusal(_ error: PortfolioError, _ style: ReportStyle) -> CommandFailure? {
    guard case .insufficientBalance(let id, _, let attempted, let date?, let kind) = error
    else { return nil }
    let symbol = service.coin(id).symbol
    let coins =
      FormattedValue.quantity(attempted).text(isPrivate: style.isPrivate)
      + " " + (symbol.isEmpty ? id : symbol.uppercased())
    let day = style.calendar.dayText(date)
    return CommandFailure(
      "Can't delete it: the \(kind.noun) of \(coins) on \(day) needs it.",
      help: "`bitpal ls \(id) -p \(day)` shows that \(kind.noun).", .refused)
  }
}
