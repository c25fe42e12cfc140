import Application
import CellGrid
import CoinCatalogue
import Portfolio

/// Finds the coin that a word on the command line means (SPEC §5.6).
enum CoinChoice {
  private static let shownCandidates = 8

  /// The id of the coin, told or asked where the word is no plain id.
  ///
  /// - Parameters:
  ///   - word: An id or a symbol.
  ///   - owned: Ids in the ledger, which are always known, listed or not.
  ///   - catalogue: The coins that are known.
  /// - Throws: `coinNotFound`, with the nearest coins, or a refusal with the candidates where
  ///   nobody can be asked.
  static func id(
    of word: String, owned: Set<String>, in catalogue: CoinCatalogue
  ) throws -> String {
    let word = unshielded(word)
    switch catalogue.resolve(word) {
    case .exact(let coin): return coin.id
    case .bySymbol(let coin, _):
      Console.writeError("\(word) is read as \(describe(coin)).")
      return coin.id
    case _ where owned.contains(word): return word
    case .questioned(let coin, let candidates): return try choose(word, among: [coin] + candidates)
    case .ambiguous(let candidates): return try choose(word, among: candidates)
    case .retired(_, let successor):
      throw CommandFailure(
        "\(word) has been retired. Its successor is \(describe(successor)): use \(successor.id).",
        .refused)
    case .unknown(let suggestions):
      if let coin = suggestions.first {
        Console.writeError("Did you mean \(describe(coin))?")
      }
      throw PortfolioError.coinNotFound(word)
    }
  }

  /// The words of a command line, fit for its parser: an id such as `-10` looks like an option, and
  /// gets a blank before it where a coin is expected.
  static func shielded(_ arguments: [String]) -> [String] {
    arguments.enumerated().map { place, word in
      guard place > 0, coinsFollow.contains(arguments[place - 1]), word.first == "-",
        word.dropFirst().first.map({ ("0"..."9").contains($0) }) ?? false
      else { return word }
      return " \(word)"
    }
  }

  private static let coinsFollow: Set = ["buy", "sell", "explain", "search", "--coin"]

  private static func unshielded(_ word: String) -> String {
    word.hasPrefix(" -") ? String(word.dropFirst()) : word
  }

  private static func choose(_ word: String, among coins: [CatalogueCoin]) throws -> String {
    let shown = Array(coins.prefix(shownCandidates))
    let list = shown.enumerated().map { "  \($0 + 1)  \(describe($1))" }.joined(separator: "\n")
    guard Console.canAsk else {
      throw CommandFailure("\(word) may mean several coins; name one by its id:\n\(list)", .refused)
    }
    let answer = Console.ask(
      "\(word) may mean several coins:\n\(list)\nWhich one (1-\(shown.count))?")
    guard let number = answer.flatMap({ Int($0) }), shown.indices.contains(number - 1) else {
      throw CommandFailure("No coin was chosen, and nothing was written.", .refused)
    }
    return shown[number - 1].id
  }

  private static func describe(_ coin: CatalogueCoin) -> String {
    let rank = coin.rank.map { "rank \($0)" } ?? "unranked"
    return "\(coin.id) (\(cleaned(coin.name)), \(rank))"
  }
}

extension AppContext {
  /// The id of the coin that a word on the command line means.
  func coinId(of word: String) throws -> String {
    try CoinChoice.id(of: word, owned: try service.ownedCoins(), in: catalogue)
  }
}
