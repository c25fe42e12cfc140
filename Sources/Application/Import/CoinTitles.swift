public import CoinCatalogue
import FoundationEssentials
import Import
import Portfolio

extension CoinCatalogue {
  /// What people call a coin: `Solana (SOL)`, and one that is not listed by its id.
  ///
  /// - Parameter symbol: The symbol that a file has; without one, that of the catalog.
  public func title(of id: String, symbol: String? = nil) -> String {
    let coin = coin(id: id)
    let name = coin?.name ?? id
    guard let symbol = symbol ?? coin?.symbol.uppercased(),
      symbol.lowercased() != name.lowercased()
    else { return name }
    return "\(name) (\(symbol))"
  }

  /// The name of a coin and its id, by which answers name it: `Solana (solana)`.
  func titleWithID(of id: String) -> String { coin(id: id).map { "\($0.name) (\(id))" } ?? id }
}

/// What questions call the coins of files.
struct CoinTitles {
  /// The coins that there are.
  let catalogue: CoinCatalogue
  /// What the name of an asset in a file meant at an instant.
  let meaning: @Sendable (String, Date) -> AssetMeaning?

  private static let mostCandidates = 3

  /// What a file's name of an asset means, as people call it.
  func title(of asset: String, at date: Date) -> String {
    switch meaning(asset, date) {
    case .money(let code): code
    case .dollars(_, let id), .coin(let id): catalogue.title(of: id, symbol: asset.ticker)
    case nil: asset.symbol
    }
  }

  /// What people call a coin, with the symbol that rows have.
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

  /// The ids of the coins that a name may mean, the one with the best rank first.
  func candidates(for asset: String) -> [String] {
    catalogue.coins(symbol: asset.symbol).prefix(Self.mostCandidates).map(\.id)
  }
}

extension String {
  /// The symbol that a file has, `nil` where it has the id of a coin.
  fileprivate var ticker: String? { coinWord == self ? symbol : nil }
}
