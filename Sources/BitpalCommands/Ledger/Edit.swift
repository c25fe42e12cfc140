import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
public import Portfolio
import Reports

/// `bitpal edit`.
struct Edit: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "edit",
    abstract: "Change a recorded event.",
    discussion: examples(
      "bitpal edit 1f0c2a3b --price 61000", "bitpal edit 1f0c2a3b --fee 12EUR --account Kraken",
      "bitpal edit 1f0c2a3b --notes=",
      "bitpal edit 1f0c2a3b --date \"2025-01-02 10:00\" --dry-run"))

  @Argument(help: "The id, or its first letters, as `bitpal ls` and `bitpal moves` show it.")
  var id: String
  @Option(
    name: .long,
    help: "How many coins; the price stays, or with other money or a fee, the total.")
  var amount: String?
  @Option(
    name: .long,
    help: "Price per coin, in the trade's currency; --price= takes the day's price.")
  var price: String?
  @OptionGroup var money: MoneyOptions
  @Option(name: .long, help: "When, as in `bitpal buy`.") var date: String?
  @Option(name: .long, help: "A note of your own; --notes= clears it.") var notes: String?
  @Option(name: .long, help: "What it was: buy, sell, reward, gift, give, spend, lost or fee.")
  var kind: TransactionKind?
  @Option(name: .long, help: "What a reward is for; --label= clears it.")
  var label: LabelOrNone?
  @Option(name: .long, help: .init("When the giver of a gift acquired it.", valueName: "date"))
  var acquired: String?
  @Option(
    name: .long,
    help: "Total worth of what you got in a swap, or of a gift; --worth= clears it.")
  var worth: String?
  @Option(name: .long, help: "Money next to the coins, as in `bitpal swap`; 0 for none.")
  var cash: String?
  @Flag(name: .long, help: "No gain in any country, as in `bitpal give`; --price= ends it.")
  var noGain = false
  @Option(
    name: .long,
    help: .init(
      "The lots that a sale uses first, as in `bitpal sell`; --lots= names none.",
      valueName: "id[,id]"))
  var lots: String?
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    let isSaid =
      [amount, price, date, notes, acquired, worth, cash, lots].contains { $0 != nil }
      || kind != nil
      || label != nil || noGain
    guard !money.isEmpty || isSaid else {
      throw ValidationError(
        "Nothing to change.",
        help: "Give --amount, --price, --total, --fee, --account, --date, --notes, "
          + "--kind, --label, --acquired, --worth, --cash, --no-gain or --lots.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let stated = price.flatMap { $0.isEmpty ? nil : $0 }
    var terms = try context.terms(money, amount: amount, price: stated, date: date, notes: notes)
    (terms.kind, terms.label) = (kind, label?.label)
    terms.hasNoGain = noGain ? true : nil
    if price != nil, stated == nil { terms.removed.insert(.money) }
    if let label, label.label == nil { terms.removed.insert(.label) }
    terms.acquired = try acquired.map(context.transactionDate)
    if worth?.isEmpty == true {
      terms.removed.insert(.worth)
    } else {
      terms.worth = try worth.map { try decimal($0, of: "worth") }
    }
    terms.lots = try lots.map(context.lots(named:))
    if let move = try context.moveOnly(named: id) {
      return try context.edit(move, terms, isDryRun: dryRun, style)
    }
    let found = try context.transaction(named: id)
    let unit = terms.currency ?? found.payment.map(\.currency)
    terms.cash = try cash.map { try context.cash($0, in: unit) }
    try context.refusePointOfThousands(
      price: stated, total: money.total, for: terms.amount ?? found.amount,
      in: terms.currency ?? found.payment?.currency, of: found.coinId,
      at: terms.date ?? found.date)
    let evidence = try context.evidence()
    let before = try context.ledger.event(of: found.id)
    try context.refuseFeeOfMove(found, terms)
    try context.setDate(&terms, of: before)
    var after = before
    let said = terms
    func apply(_ rows: inout [Transaction]) throws {
      guard let row = rows.first(where: { $0.id == found.id }) else { return }
      rows = try said.directed(at: row, of: rows).applied(to: rows, evidence)
      after = rows
    }
    if terms.lots != nil {
      var rows = before
      try apply(&rows)
      try context.requireLots(of: rows)
    }
    func rehearse(_ ledger: SQLiteLedger) throws -> LedgerStep.Row {
      try ledger.edit(found.id, clock: context.clock) { try apply(&$0) }
    }
    func report(_ row: LedgerStep.Row) {
      guard let old = row.before, let new = row.after else { return }
      let verb = dryRun ? "Would update" : "Updated"
      let others = before.filter { $0.id != old.id && $0.kind != .fee }
      let changed = others.compactMap { old in
        after.first { $0.id == old.id && $0 != old }.map { (old, $0) }
      }
      if old != new || changed.isEmpty { Console.print(Self.text(verb, old, new, style)) }
      for (old, new) in changed { Console.print(Self.text(verb, old, new, style)) }
      let sales = [before, after].map { rows in
        rows.first { $0.kind == .fee && $0.id != old.id && rows.count > 1 }
      }
      if let sale = sales[1] {
        Self.feeLine(sale, instead: sales[0].map { [$0] } ?? [], dryRun, style)
          .map { Console.print($0) }
      } else if let sold = sales[0] {
        let fate = dryRun ? "would be" : "was"
        Console.print("Its fee, the sale of \(sold.coinId), \(fate) removed with it.")
      }
    }
    if dryRun {
      let ledger = context.ledger.rehearsal
      return Self.finishDryRun(ledger, try rehearse(ledger), report)
    }
    try context.warnOfLostRedo { _ = try rehearse($0) }
    try context.service.edit(found.id, note: writeNote) {
      try apply(&$0)
    } recorded: {
      report($0)
    }
  }

  /// Reports a rehearsed change, and that it was only rehearsed; a change to equal values says so
  /// itself.
  fileprivate static func finishDryRun<Change>(
    _ ledger: SQLiteLedger, _ change: Change, _ report: (Change) -> Void
  ) {
    report(change)
    if ledger.hasRehearsedChange { Console.writeError("Nothing was changed.") }
  }

  /// The sale that a fee in coins is, recorded or only shown; `nil` if an edit leaves it as it was.
  fileprivate static func feeLine(
    _ sale: Transaction, instead old: [Transaction], _ isDryRun: Bool, _ style: ReportStyle
  ) -> String? {
    guard !old.contains(where: { $0.changes(to: sale, style).isEmpty }) else { return nil }
    return isDryRun
      ? "Would record as its fee \(sale.words(style))." : "Fee: " + sale.receipt(style)
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
  /// The move whose id begins with a prefix, if no transaction's id does.
  func moveOnly(named prefix: String) throws -> Move? {
    guard !prefix.isEmpty, try ledger.transactions(idPrefix: prefix).isEmpty,
      try ledger.moves.all().contains(where: { $0.hasID(beginning: prefix) })
    else { return nil }
    return try move(named: prefix)
  }

  /// Refuses to change the fee of a transfer on its own, except for its worth.
  ///
  /// - Throws: ``EventError/isFee(of:)``.
  func refuseFeeOfMove(_ row: Transaction, _ said: EventTerms? = nil) throws {
    guard row.kind == .fee, row.label == .transfer, let link = row.link,
      try ledger.moves.all(MoveQuery()).contains(where: { $0.id == link })
    else { return }
    guard let said, said.amount == nil, said.date == nil, said.account == nil, said.kind == nil
    else { throw EventError.isFee(of: link) }
  }

  /// Changes a move together with its other half and fee, and reports the change.
  fileprivate func edit(
    _ move: Move, _ said: EventTerms, isDryRun: Bool, _ style: ReportStyle
  ) throws {
    let evidence = try evidence()
    let seen = try ledger.moves.event(of: move.id)
    var made = seen
    let shortage = try shortage(
      after: said.applied(to: seen, naming: move.id, evidence), replacing: seen, style)
    func edit(_ ledger: SQLiteLedger) throws {
      try ledger.edit(
        events: [move.id], expecting: seen.moves.map(Expectation.move), clock: clock
      ) {
        $1 = try said.applied(to: $1, naming: move.id, evidence)
        made = $1
      }
    }
    func report() {
      let verb = isDryRun ? "Would update" : "Updated"
      shortage.map(Console.writeError)
      var isSame = seen.transactions == made.transactions
      for (old, new) in zip(seen.moves, made.moves) {
        let changes = old.changes(to: new, style)
        guard !changes.isEmpty else { continue }
        isSame = false
        Console.print("\(verb) \(new.words(style)): \(changes.joined(separator: ", ")).")
      }
      if isSame {
        return Console.print("Nothing changed: \(move.words(style)) has these values already.")
      }
      guard seen.transactions != made.transactions else { return }
      for sale in made.transactions {
        Edit.feeLine(sale, instead: seen.transactions, isDryRun, style).map { Console.print($0) }
      }
      if made.transactions.isEmpty {
        Console.print("The fee \(isDryRun ? "would be" : "was") removed.")
      }
    }
    guard !isDryRun else {
      let ledger = ledger.rehearsal
      return Edit.finishDryRun(ledger, try edit(ledger)) { report() }
    }
    try warnOfLostRedo(before: edit)
    try service.write(note: writeNote) {
      try edit(ledger)
    } recorded: {
      report()
    }
  }

  /// The transaction whose id begins with a prefix.
  func transaction(named prefix: String) throws -> Transaction {
    guard !prefix.isEmpty else {
      throw CommandFailure(
        "The id is empty.",
        help: "`bitpal transactions` lists transactions with their ids.", .refused)
    }
    let found = try ledger.transactions(idPrefix: prefix)
    guard let transaction = found.first else {
      throw CommandFailure(
        "Transaction \(prefix) not found.",
        help: "`bitpal transactions` lists them with their ids.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        "\(prefix) begins several ids.",
        help: "Give more letters.", .refused)
    }
    return transaction
  }
}

extension TransactionKind: NamedChoice {}

/// A label, or an empty word that removes it.
struct LabelOrNone: ExpressibleByArgument {
  let label: TransactionLabel?

  init?(argument: String) {
    label = TransactionLabel(argument: argument)
    if label == nil, !argument.isEmpty { return nil }
  }

  static var allValueStrings: [String] { TransactionLabel.allValueStrings }
}
