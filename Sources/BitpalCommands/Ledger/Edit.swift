import Application
public import ArgumentParser
import FoundationEssentials
import LedgerStore
public import Portfolio
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
  @Option(name: .long, help: "What it was: buy, sell, reward, gift, give, spend, lost or fee.")
  var kind: TransactionKind?
  @Option(name: .long, help: "What a reward is for.") var label: TransactionLabel?
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    let isSaid = [amount, price, date, notes].contains { $0 != nil } || kind != nil || label != nil
    guard !money.isEmpty || isSaid else {
      throw ValidationError(
        "Nothing to change: give --amount, --price, --total, --fee, --account, --date, --notes, "
          + "--kind or --label.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let found = try context.transaction(named: id)
    var terms = try context.terms(money, amount: amount, price: price, date: date, notes: notes)
    (terms.kind, terms.label) = (kind, label)
    if found.type == .sell {
      terms.date = try terms.date.map { try context.saleDate($0, of: found.coinId) }
    }
    let evidence = try context.evidence()
    let before = try context.ledger.event(of: found.id)
    var after = before
    let said = terms
    func apply(_ rows: inout [Transaction]) throws {
      guard let row = rows.first(where: { $0.id == found.id }) else { return }
      rows = try said.directed(at: row, of: rows).applied(to: rows, evidence)
      after = rows
    }
    func rehearse(_ ledger: SQLiteLedger) throws -> LedgerStep.Row {
      try ledger.edit(found.id, clock: context.clock) { try apply(&$0) }
    }
    func report(_ row: LedgerStep.Row) {
      guard let old = row.before, let new = row.after else { return }
      Console.print(Self.text(dryRun ? "Would update" : "Updated", old, new, style))
      guard old.fee != new.fee else { return }
      if let sale = after.sale(ofFeeOf: new) {
        Console.print("Fee: " + sale.receipt(style))
      } else if let sold = before.sale(ofFeeOf: old) {
        Console.print("The sale of \(sold.coinId) that was its fee is gone with it.")
      }
    }
    if dryRun { return report(try rehearse(context.ledger.rehearsal)) }
    try context.warnOfLostRedo { _ = try rehearse($0) }
    try context.service.edit(found.id, note: writeNote) {
      try apply(&$0)
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

extension [Transaction] {
  /// The sale that the fee of one of the rows is.
  fileprivate func sale(ofFeeOf trade: Transaction) -> Transaction? {
    first { $0.kind == .fee && $0.id != trade.id }
  }
}

extension TransactionKind: ExpressibleByArgument {}
