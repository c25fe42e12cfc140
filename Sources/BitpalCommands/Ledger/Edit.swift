import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal edit`.
struct Edit: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change a recorded transaction; fields you leave out stay unchanged.",
    discussion: examples(
      "bitpal edit 1f0c2a3b --price 61000", "bitpal edit 1f0c2a3b --notes=",
      "bitpal edit 1f0c2a3b --date \"2025-01-02 10:00\" --dry-run"))

  @Argument(help: "The transaction's id, or its first letters, as `bitpal transactions` shows it.")
  var id: String
  @Option(name: .long, help: "Coins.") var amount: String?
  @Option(name: .long, help: "US dollars per coin.") var price: String?
  @Option(name: .long, help: "When, as in `bitpal buy --help`.") var date: String?
  @Option(name: .long, help: "Your own words; --notes= clears them.") var notes: String?
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard [amount, price, date, notes].contains(where: { $0 != nil }) else {
      throw ValidationError("Nothing to change: give --amount, --price, --date or --notes.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    let before = try context.transaction(named: id)
    var after = before
    if let amount { after.amount = try decimal(amount, of: "amount") }
    if let price { after.pricePerCoin = try decimal(price, of: "price") }
    if let date { after.date = try context.transactionDate(date) }
    if let notes { after.notes = notes.isEmpty ? nil : notes }
    let changes = before.changes(to: after, style)
    let text =
      "\(after.words(style)): "
      + (changes.isEmpty ? "nothing changes" : changes.joined(separator: ", "))
    if dryRun { return Console.print("Would update \(text).") }
    try context.service.apply(.edit(after), note: writeNote)
    Console.print("Updated \(text).")
  }
}

extension AppContext {
  /// The transaction whose id begins with some letters.
  func transaction(named prefix: String) throws -> Transaction {
    let found = prefix.isEmpty ? [] : try ledger.transactions(idPrefix: prefix)
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
