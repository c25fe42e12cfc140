public import CoinCatalogue
import FoundationEssentials
import Import
import Portfolio

extension CoinCatalogue {
  /// The title of a coin, such as `Solana (SOL)`; an unlisted coin is shown by its id.
  ///
  /// - Parameter symbol: The symbol in the file; without one, the catalog's is used.
  public func title(of id: String, symbol: String? = nil) -> String {
    let coin = coin(id: id)
    let name = coin?.name ?? id
    guard let symbol = symbol ?? coin?.symbol.uppercased(),
      symbol.lowercased() != name.lowercased()
    else { return name }
    return "\(name) (\(symbol))"
  }

  /// The name and id of a coin, as answers refer to it: `Solana (solana)`.
  func titleWithID(of id: String) -> String { coin(id: id).map { "\($0.name) (\(id))" } ?? id }
}

/// The titles of coins in questions.
struct CoinTitles {
  /// The known coins.
  let catalogue: CoinCatalogue
  /// The meaning of an asset name in a file at an instant.
  let meaning: @Sendable (String, Date) -> AssetMeaning?
  /// Currencies and stablecoins, which pay for the other side of a trade.
  let cashAssets: Set<String>

  private static let maxCandidates = 3

  /// The title of what a row is about: of the sides of a trade a coin, else a stablecoin.
  func title(of fact: Fact) -> String {
    let date = fact.instant.date
    let sides = [fact.amount, fact.counter].compactMap { $0?.asset }
    func isMoney(_ asset: String) -> Bool {
      if case .money? = meaning(asset, date) { true } else { false }
    }
    let coins = sides.filter { !isMoney($0) }
    let own = coins.first { !cashAssets.contains($0) } ?? coins.first
    return title(of: own ?? fact.amount.asset, at: date)
  }

  /// The title for an asset name in a file.
  private func title(of asset: String, at date: Date) -> String {
    switch meaning(asset, date) {
    case .money(let code): code
    case .dollars(_, let id), .coin(let id): catalogue.title(of: id, symbol: asset.ticker)
    case nil: asset.symbol
    }
  }

  /// The title of a coin, with the symbol that the rows use.
  func title(of id: String, in facts: [Fact]) -> String {
    for fact in facts {
      let amounts = [fact.amount, fact.counter, fact.fee].compactMap(\.self) + fact.otherFees
      for name in amounts.map(\.asset) where isName(name, of: id, at: fact.instant.date) {
        return catalogue.title(of: id, symbol: name.ticker)
      }
    }
    return catalogue.title(of: id)
  }

  private func isName(_ name: String, of id: String, at date: Date) -> Bool {
    switch meaning(name, date) {
    case .dollars(_, id), .coin(id): true
    default: false
    }
  }

  /// The ids of the coins that a name may mean, best rank first.
  func candidates(for asset: String) -> [String] {
    catalogue.coins(symbol: asset.symbol).prefix(Self.maxCandidates).map(\.id)
  }
}

extension String {
  /// The ticker in a file; `nil` if it states a coin id instead.
  fileprivate var ticker: String? { coinWord == self ? symbol : nil }
}
