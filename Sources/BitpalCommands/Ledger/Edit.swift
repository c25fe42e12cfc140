import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio

/// `bitpal edit`.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change a recorded transaction; what is not named stays.")

  @Argument(help: "The transaction's id, or its first letters, as `bitpal transactions` shows it.")
  var id: String
  @Option(name: .long, help: "Coins.") var amount: String?
  @Option(name: .long, help: "US dollars per coin.") var price: String?
  @Option(name: .long, help: "Day or instant.") var date: String?
  @Option(name: .long, help: "Your own words; empty to remove them.") var notes: String?

  func validate() throws {
    guard [amount, price, date, notes].contains(where: { $0 != nil }) else {
      throw ValidationError("Nothing to change: give --amount, --price, --date or --notes.")
    }
  }

  func run() throws {
    let context = try AppContext()
    var transaction = try context.transaction(named: id)
    if let amount { transaction.amount = try decimal(amount, of: "amount") }
    if let price { transaction.pricePerCoin = try decimal(price, of: "price") }
    if let date { transaction.date = try tradeDate(date, now: context.now) }
    if let notes { transaction.notes = notes.isEmpty ? nil : notes }
    try context.service.apply(.edit(transaction), note: writeNote)
    Console.print("Now: \(transaction.receipt)")
  }
}

extension AppContext {
  /// The transaction whose id begins with some letters.
  func transaction(named prefix: String) throws -> Transaction {
    let wanted = prefix.lowercased()
    let found = try ledger.transactions().filter {
      !wanted.isEmpty && $0.id.uuidString.lowercased().hasPrefix(wanted)
    }
    guard let transaction = found.first else {
      throw CommandFailure(
        "Transaction \(prefix) not found. `bitpal transactions` lists them with their ids.",
        .refused)
    }
    guard found.count == 1 else {
      throw CommandFailure("\(prefix) begins \(found.count) ids: give more letters.", .refused)
    }
    return transaction
  }
}
