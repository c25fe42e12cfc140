import Portfolio
import CellGrid
import ConfigurationFile
import ImportForms
import ImportText
import LedgerStore

extension ImportEvidence {
  /// The stablecoins that count as dollars: those of the option, else those of the configuration,
  /// and of what it does not answer those that are dollars in the ledger.
  func stablecoins(_ context: AppContext) throws -> Set<String> {
    let text = stable ?? context.configuration.stablecoins
    try Self.check(stablecoins: text)
    let list = StablecoinList(text)
    guard stable == nil else { return Set(list.dollars) }
    let ofLedger = try context.ledger.stablecoinsAsDollars().filter {
      Stablecoin.known[$0] != nil && !list.answers($0)
    }
    return Set(list.dollars).union(ofLedger)
  }

  /// - Throws: `CommandFailure` for a list that names another coin.
  static func check(stablecoins text: String?) throws {
    if let unknown = StablecoinList(text).unknown {
      throw CommandFailure(unknownStablecoin(unknown).about("import.stable"), .refused)
    }
  }

  static func unknownStablecoin(_ ticker: String) -> ErrorMessage {
    let known = Stablecoin.known.keys.sorted().joined(separator: ", ")
    return ErrorMessage(
      "'\(cleaned(ticker))' is not a stablecoin bitpal knows.", help: "Use one of \(known).")
  }
}
