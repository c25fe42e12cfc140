import Application
import CellGrid
import CoinCatalogue
import Portfolio

/// Resolves a word on the command line to a coin (SPEC §5.6).
enum CoinChoice {
  private static let shownCandidates = 8

  /// Returns the coin id, asking the user if the word is not a plain id.
  ///
  /// - Parameters:
  ///   - word: An id or a symbol.
  ///   - isPast: Whether the coin is needed for a past day.
  ///   - owned: Ids in the ledger, which are always accepted.
  ///   - catalogue: The known coins.
  ///   - say: Reports how the word was read.
  /// - Throws: `coinNotFound` with the nearest coins, or a refusal with the candidates if the user
  ///   can't be asked.
  static func id(
    of word: String, isPast: Bool, owned: Set<String>, in catalogue: CoinCatalogue,
    say: (String) -> Void
  ) throws -> String {
    let word = CommandLineCheck.unshielded(word)
    // A coin in the ledger takes precedence over other meanings.
    if owned.contains(word) { return word }
    if money.contains(word.lowercased()) { throw notACoin(word) }
    switch catalogue.resolve(word) {
    case .exact(let coin): return coin.id
    // A symbol used only by unranked coins is probably a mistake.
    case .bySymbol(let coin, let others) where coin.rank == nil && coin.formerRank == nil:
      return try choose(word, among: [coin] + others, owned, say)
    case .bySymbol(let coin, _):
      say("\(word) is read as \(describe(coin)).")
      return coin.id
    case .questioned(let coin, let candidates):
      return try choose(word, among: [coin] + candidates, owned, say)
    case .ambiguous(let candidates): return try choose(word, among: candidates, owned, say)
    case .retired(let id, _) where owned.contains(id):
      say("\(word) is read as \(id), which the ledger has.")
      return id
    // A delisted coin could be bought in the past.
    case .retired(let id, let successor) where isPast:
      say(
        "\(id) has been delisted. `bitpal migrate \(id) \(successor.id) RATIO` records what "
          + "became of it.")
      return id
    case .retired(_, let successor):
      throw CommandFailure(
        "\(word) has been delisted. Its successor is \(describe(successor)).",
        help: "Use \(successor.id).",
        .refused)
    case .unknown(let suggestions):
      let error = PortfolioError.coinNotFound(cleaned(word))
      guard let coin = suggestions.first(where: { $0.rank != nil }) else { throw error }
      throw CommandFailure(
        "\(error.sentence).",
        help: "Did you mean \(describe(coin))?", .refused)
    }
  }

  /// Currency codes that tokens also use as symbols.
  private static let money: Set = [
    "usd", "eur", "gbp", "chf", "jpy", "cad", "aud", "nzd", "sek", "nok", "dkk", "pln", "czk",
    "huf", "brl", "mxn", "inr", "cny", "krw", "sgd", "hkd", "try", "zar",
  ]

  private static func notACoin(_ word: String) -> CommandFailure {
    CommandFailure(
      "\(word) is a currency, not a coin.",
      help: "For a token with that symbol, give its id: `bitpal coins search \(word)`", .refused)
  }

  private static func choose(
    _ word: String, among coins: [CatalogueCoin], _ owned: Set<String>,
    _ say: (String) -> Void
  ) throws -> String {
    // Of several coins with the same symbol, prefer the one in the ledger.
    let recorded = coins.filter { owned.contains($0.id) }
    if let coin = recorded.first, recorded.count == 1 {
      say("\(word) is read as \(describe(coin)), which the ledger has.")
      return coin.id
    }
    let shown = Array(
      (coins.filter { $0.rank != nil } + coins.filter { $0.rank == nil }).prefix(shownCandidates))
    if shown.count == 1 { return try confirm(word, shown[0]) }
    let list = shown.enumerated().map { "  \($0 + 1)  \(describe($1))" }.joined(separator: "\n")
    guard Console.canAsk else {
      throw CommandFailure(
        "\(word) may mean several coins.",
        help: "Name one by its id:\n\(list)", .refused)
    }
    let answer = Console.ask(
      "\(word) may mean several coins:\n\(list)\nWhich one (1-\(shown.count))?")
    guard let number = answer.flatMap({ Int($0) }), shown.indices.contains(number - 1) else {
      throw noneChosen
    }
    return shown[number - 1].id
  }

  /// Asks whether the only coin of a symbol, an obscure one, is meant.
  private static func confirm(_ word: String, _ coin: CatalogueCoin) throws -> String {
    guard Console.canAsk else {
      throw CommandFailure(
        "\(word) is only the symbol of \(describe(coin)).",
        help: "For that coin, write \(coin.id).",
        .refused)
    }
    let answer = Console.ask(
      "\(word) is only the symbol of \(describe(coin)). Do you mean that coin? [y/N]")
    guard ["y", "yes"].contains(answer?.lowercased() ?? "") else { throw noneChosen }
    return coin.id
  }

  private static var noneChosen: CommandFailure {
    .declined("No coin was chosen, and nothing was written.")
  }

  private static func describe(_ coin: CatalogueCoin) -> String {
    let rank = coin.rank.map { "rank \($0)" } ?? "unranked"
    return "\(coin.id) (\(cleaned(coin.name)), \(rank))"
  }
}

extension AppContext {
  /// Resolves a word on the command line to a coin id.
  func coinId(of word: String) throws -> String { try coinId(of: word, isPast: false) }

  /// Resolves a word on the command line to a coin id.
  ///
  /// - Parameter isPast: Whether the coin is needed for a past day, when a delisted coin was
  ///   traded.
  func coinId(of word: String, isPast: Bool) throws -> String {
    try CoinChoice.id(
      of: word, isPast: isPast, owned: try service.ownedCoins(), in: catalogue,
      say: warnings.say)
  }
}
