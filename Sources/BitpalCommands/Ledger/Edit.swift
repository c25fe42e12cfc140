import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal edit`.
struct Edit: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a recorded transaction; fields you leave out stay unchanged.",
    discussion: examples(
      "bitpal edit 1f0c2a3b --price 61000", "bitpal edit 1f0c2a3b --fee 12EUR --account Kraken",
      "bitpal edit 1f0c2a3b --notes=",
      "bitpal edit 1f0c2a3b --date \"2025-01-02 10:00\" --dry-run"))

  @Argument(help: "The transaction's id, or its first letters, as `bitpal transactions` shows it.")
  var id: String
  @Option(
    name: .long,
    help: "Coins; the price stays, or the total where other money or a fee is recorded.")
  var amount: String?
  @Option(name: .long, help: "Per coin, in US dollars unless it was paid in other money.")
  var price: String?
  @OptionGroup var money: MoneyOptions
  @Option(name: .long, help: "When, as in `bitpal buy --help`.") var date: String?
  @Option(name: .long, help: "A note of your own; --notes= clears it.") var notes: String?
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard !money.isEmpty || [amount, price, date, notes].contains(where: { $0 != nil }) else {
      throw ValidationError(
        "Nothing to change: give --amount, --price, --total, --fee, --account, --date or --notes.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let found = try context.transaction(named: id)
    var terms = try context.terms(money, amount: amount, price: price, date: date, notes: notes)
    if found.type == .sell {
      terms.date = try terms.date.map { try context.saleDate($0, of: found.coinId) }
    }
    let evidence = try context.tradeEvidence()
    func feeSale(_ trade: Transaction) -> Transaction? { trade.feeSale(evidence) }
    func rehearse(_ ledger: SQLiteLedger) throws -> LedgerStep.Row {
      try ledger.edit(found.id, clock: context.clock, feeSale: feeSale) {
        try terms.apply(to: &$0, evidence)
      }
    }
    let sold = try feeSale(found).flatMap { try context.recorded($0) }
    func report(_ row: LedgerStep.Row) {
      guard let before = row.before, let after = row.after else { return }
      Console.print(Self.text(dryRun ? "Would update" : "Updated", before, after, style))
      guard before.fee != after.fee else { return }
      if let sale = feeSale(after) {
        Console.print("Fee: " + sale.receipt(style))
      } else if let sold {
        Console.print("The sale of \(sold.coinId) that was its fee is gone with it.")
      }
    }
    if dryRun { return report(try rehearse(context.ledger.rehearsal)) }
    try context.warnOfLostRedo { _ = try rehearse($0) }
    try context.service.edit(found.id, feeSale: feeSale, note: writeNote) {
      try terms.apply(to: &$0, evidence)
    } recorded: {
      report($0)
    }
  }

  private static func text(
    _ verb: String, _ before: Transaction, _ after: Transaction, _ style: ReportStyle
  ) -> String {
    let changes = before.changes(to: after, style)
    guard !changes.isEmpty else {
      return "Nothing changed: \(after.words(style)) has these values already."
    }
    return "\(verb) \(after.words(style)): \(changes.joined(separator: ", "))."
  }
}

extension AppContext {
  /// The sale that a fee is, if the ledger has it: it may wait for coins.
  fileprivate func recorded(_ sale: Transaction) throws -> Transaction? {
    try ledger.transactions(TransactionQuery(coinId: sale.coinId, type: .sell, since: sale.date))
      .first { $0.date == sale.date && $0.category == .fee && $0.amount == sale.amount }
  }

  /// The transaction whose id begins with some letters.
  func transaction(named prefix: String) throws -> Transaction {
    guard !prefix.isEmpty else {
      throw CommandFailure(
        "The id is empty. `bitpal transactions` lists transactions with their ids.", .refused)
    }
    let found = try ledger.transactions(idPrefix: prefix)
    guard let transaction = found.first else {
      throw CommandFailure(
        "Transaction \(prefix) not found. `bitpal transactions` lists them with their ids.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure("\(prefix) begins several ids: give more letters.", .refused)
    }
    return transaction
  }
}
