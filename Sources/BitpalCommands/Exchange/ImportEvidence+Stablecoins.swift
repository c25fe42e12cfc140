import CellGrid
import ConfigurationFile
import Interchange

extension ImportEvidence {
  /// The word for none, on the command line and in the configuration.
  private static let none = "NONE"

  /// The stablecoins that count as dollars: those of the option, else those of the configuration.
  func stablecoins(_ context: AppContext) throws -> Set<String> {
    let text = stable ?? context.configuration.stablecoins
    try Self.check(stablecoins: text)
    return Set(Self.tickers(text))
  }

  /// - Throws: `CommandFailure` for a list that names another coin.
  static func check(stablecoins text: String?) throws {
    if let unknown = tickers(text).first(where: { Stablecoin.known[$0] == nil }) {
      throw CommandFailure("import.stable: \(unknownStablecoin(unknown))", .refused)
    }
  }

  /// Asks, once, whether the stablecoins of an import are dollars.
  ///
  /// - Parameter keeps: Whether the answer is kept in the configuration; a dry run writes nothing.
  /// - Returns: The tickers that are; `nil` where nothing was asked or the user declined.
  func askAboutStablecoins(
    _ plan: ImportPlan, _ context: AppContext, keeps: Bool
  ) throws -> Set<String>? {
    let tickers = plan.stablecoins
    guard stable == nil, context.configuration.stablecoins == nil, !tickers.isEmpty else {
      return nil
    }
    let names = tickers.joined(separator: ", ")
    Console.writeError(
      "\(names) can count as US dollars: then it is cash and no holding, and what was paid in it has "
        + "a value."
        + (keeps
          ? " The answer is kept as import.stable; `bitpal config unset import.stable` asks again."
          : "")
    )
    let answer = Console.ask("Count \(names) as US dollars? [y/N]")?.lowercased() ?? ""
    let isYes = ["y", "yes"].contains(answer)
    if keeps {
      try Config.place().set(
        .stablecoins, to: isYes ? tickers.joined(separator: ",") : Self.none.lowercased())
    }
    return isYes ? Set(tickers) : nil
  }

  static func tickers(_ text: String?) -> [String] {
    let tickers = (text ?? "").split(separator: ",").map { ticker in
      ticker.filter { !$0.isWhitespace }.uppercased()
    }
    return tickers == [none] ? [] : tickers.filter { !$0.isEmpty }
  }

  static func unknownStablecoin(_ ticker: String) -> String {
    let known = Stablecoin.known.keys.sorted().joined(separator: ", ")
    return "'\(cleaned(ticker))' is not a stablecoin bitpal knows. It knows: \(known)."
  }
}
