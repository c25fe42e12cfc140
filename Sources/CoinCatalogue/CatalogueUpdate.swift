/// A catalogue rebuilt from what the source lists today.
public struct CatalogueUpdate: Equatable, Sendable {
  /// Coins below this share of those known are not a list but an accident.
  private static let leastPercent = 50

  /// The coins of the new catalogue, in no useful order.
  public let coins: [CatalogueCoin]
  /// Coins with a rank of today.
  public let ranked: Int
  /// Coins that were not known before.
  public let added: Int
  /// Coins that are listed no more.
  public let gone: Int
  /// Ids of coins that are listed no more and are kept because they are owned.
  public let kept: [String]

  /// Makes the update; `nil` when so few coins are listed that the list cannot be whole.
  ///
  /// A coin without a rank of today keeps the one it had, as a former rank when today's ranks reach
  /// that far. An owned coin stays, listed or not.
  ///
  /// - Parameters:
  ///   - old: The catalogue so far.
  ///   - listed: Every coin of today, without ranks.
  ///   - ranked: The coins of the first ranks of today; they count as listed too.
  ///   - owned: Ids in the ledger.
  public init?(
    of old: CoinCatalogue, listed: [CatalogueCoin], ranked: [CatalogueCoin], owned: Set<String>
  ) {
    guard listed.count * 100 >= old.count * Self.leastPercent else { return nil }
    var coins: [String: CatalogueCoin] = [:]
    for coin in listed where coin.isShowable { coins[coin.id] = coin }
    for coin in ranked where coin.isShowable { coins[coin.id] = coin }
    let reach = ranked.compactMap(\.rank).max() ?? 0
    var known = 0
    var kept: [String] = []
    for coin in old.coins {
      if let today = coins[coin.id] {
        known += 1
        if today.rank == nil { coins[coin.id] = today.ranked(as: coin, reach: reach) }
      } else if owned.contains(coin.id) {
        kept.append(coin.id)
      }
    }
    added = coins.count - known
    gone = old.count - known
    self.kept = kept
    self.ranked = coins.values.count { ($0.rank ?? .max) <= reach }
    for id in kept { coins[id] = old.coin(id: id)?.ranked(as: old.coin(id: id), reach: .max) }
    self.coins = Array(coins.values)
  }
}

extension CatalogueCoin {
  /// The coin at the rank another recording gave it, a former one up to where today's ranks reach.
  fileprivate func ranked(as old: CatalogueCoin?, reach: Int) -> CatalogueCoin {
    let isFormer = old?.rank.map { $0 <= reach } ?? false
    return CatalogueCoin(
      id: id, symbol: symbol, name: name, rank: isFormer ? nil : old?.rank,
      formerRank: isFormer ? old?.rank : old?.formerRank)
  }

  /// Whether the texts are short enough for a coin, and the id is one line.
  fileprivate var isShowable: Bool {
    !id.isEmpty && id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && [id, symbol, name].allSatisfy { $0.utf8.count <= 1000 }
  }
}
