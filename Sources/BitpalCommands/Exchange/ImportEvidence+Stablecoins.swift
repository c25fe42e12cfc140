import CellGrid
import ConfigurationFile
import Interchange
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
      throw CommandFailure("import.stable: \(unknownStablecoin(unknown))", .refused)
    }
  }

  /// Asks, once for each, whether the stablecoins of an import are dollars.
  ///
  /// - Parameter keeps: Whether answers are kept in the configuration; a dry run writes nothing.
  /// - Returns: The tickers that are beside those known to be; `nil` where none was named.
  func askAboutStablecoins(
    _ plan: ImportPlan, _ context: AppContext, keeps: Bool
  ) throws -> Set<String>? {
    guard stable == nil else { return nil }
    var list = StablecoinList(context.configuration.stablecoins)
    let asked = plan.stablecoins.filter { !list.answers($0) }
    guard !asked.isEmpty else { return nil }
    Console.writeError(
      "\(asked.joined(separator: ", ")) can count as US dollars: as cash, not as holdings, and "
        + "what was paid in them has a value."
        + (keeps
          ? " Yes and no are kept in import.stable, and `bitpal config unset import.stable` asks "
            + "again; Enter counts it as a coin this time."
          : ""))
    var dollars: Set<String> = []
    var isAnswered = false
    for ticker in asked {
      let answer = Console.ask("Count \(ticker) as US dollars? [y/N]")?.lowercased() ?? ""
      let isYes = ["y", "yes"].contains(answer)
      if isYes { dollars.insert(ticker) }
      guard isYes || ["n", "no"].contains(answer) else { continue }
      list.add(ticker, isDollar: isYes)
      isAnswered = true
    }
    if keeps, isAnswered { try Config.place().set(.stablecoins, to: list.text) }
    return dollars.isEmpty ? nil : dollars
  }

  /// Says, where nobody is asked, which stablecoins an import counts as coins; those that refusals
  /// speak of were named with them.
  func nameStablecoins(_ plan: ImportPlan, isWritten: Bool, _ context: AppContext) {
    let list = StablecoinList(stable ?? context.configuration.stablecoins)
    let named = plan.refusalGroups.compactMap { group -> String? in
      if case .stable(let ticker)? = group.option { ticker } else { nil }
    }
    let coins = plan.stablecoins.filter { !list.answers($0) && !named.contains($0) }
    // Of what is in the ledger already nothing changes by it.
    guard !coins.isEmpty, !plan.isEmpty || !plan.isAcceptable else { return }
    let all = (list.dollars + coins).joined(separator: ",")
    Console.writeError(
      "\(coins.joined(separator: ", ")) \(coins.count == 1 ? "counts as a coin" : "count as coins"); "
        + "to count \(coins.count == 1 ? "it" : "them") as US dollars in cash, "
        + (isWritten ? "bitpal undo, then import again with" : "add") + " --stable \(all).")
  }

  static func unknownStablecoin(_ ticker: String) -> String {
    let known = Stablecoin.known.keys.sorted().joined(separator: ", ")
    return "'\(cleaned(ticker))' is not a stablecoin bitpal knows. It knows: \(known)."
  }
}
