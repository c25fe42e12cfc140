import Application
import ArgumentParser
import LedgerStore
import Portfolio
import Reports

/// `bitpal moves fees`.
struct MovesFees: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "fees", abstract: "Apply the setting fees.transfer to recorded transfer fees.",
    discussion: """
      The setting alone applies to new fees. This also applies it to those in the ledger, as one \
      change that `bitpal undo` reverses: market is a sale at the day's price, zero a loss of \
      their cost, none leaves their cost with the remaining coins.


      """ + examples("bitpal config set fees.transfer none", "bitpal moves fees --dry-run"))

  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let evidence = try context.evidence()
    var changed: [Transaction] = []
    func apply(_ ledger: SQLiteLedger) throws {
      try ledger.add(label: "fees of transfers", clock: context.clock) { contents in
        changed = try contents.transferFees()
          .map { ($0, evidence.transferFees.counted($0, evidence)) }
          .filter { $0 != $1 }.map(\.1)
        return LedgerBatch(changed: changed)
      }
    }
    let style = context.style(privacy)
    func report() {
      guard !changed.isEmpty else {
        return Console.print(
          "All transfer fees already follow fees.transfer = \(evidence.transferFees.rawValue).")
      }
      for fee in changed { Console.print("\(fee.receipt(style)).") }
      let verb = dryRun ? "Would change" : "Changed"
      Console.print(
        "\(verb) \(countOf(changed.count, "fee")): fees.transfer = "
          + "\(evidence.transferFees.rawValue).")
    }
    if dryRun {
      try apply(context.ledger.rehearsal)
      return report()
    }
    try context.warnOfLostRedo(before: apply)
    try context.service.write(note: writeNote) {
      try apply(context.ledger)
    } recorded: {
      report()
    }
  }
}
