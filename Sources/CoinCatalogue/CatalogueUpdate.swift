/// A catalogue rebuilt from the source's current list.
public struct CatalogueUpdate: Equatable, Sendable {
  /// A list with less than this share of the known coins is considered incomplete.
  private static let minPercent = 50

  /// The coins of the new catalogue, unordered.
  public let coins: [CatalogueCoin]
  /// The number of coins with a current rank.
  public let ranked: Int
  /// The number of coins that were not known before.
  public let added: Int
  /// The number of coins no longer listed.
  public let gone: Int
  /// Ids of unlisted coins that are kept because they are owned.
  public let kept: [String]

  /// Makes the update; `nil` if so few coins are listed that the list must be incomplete.
  ///
  /// A coin without a current rank keeps its previous one, as a former rank if the current ranks
  /// reach that far. Owned coins stay even if unlisted.
  ///
  /// - Parameters:
  ///   - old: The previous catalogue.
  ///   - listed: Every listed coin, without ranks.
  ///   - ranked: The best-ranked coins; they count as listed too.
  ///   - owned: Ids in the ledger.
  public init?(
    of old: CoinCatalogue, listed: [CatalogueCoin], ranked: [CatalogueCoin], owned: Set<String>
  ) {
    let usable = listed.count(where: \.isShowable)
    guard usable * 100 >= old.count * Self.minPercent else { return nil }
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
  /// The coin with its previous rank, which becomes a former rank if the current ranks reach that
  /// far.
  fileprivate func ranked(as old: CatalogueCoin?, reach: Int) -> CatalogueCoin {
    let isFormer = old?.rank.map { $0 <= reach } ?? false
    return CatalogueCoin(
      id: id, symbol: symbol, name: name, rank: isFormer ? nil : old?.rank,
      formerRank: isFormer ? old?.rank : old?.formerRank)
  }

  /// Whether the texts are short enough and the id is a single line; other coins are left out.
  public var isShowable: Bool {
    !id.isEmpty && id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && [id, symbol, name].allSatisfy { $0.utf8.count <= 1000 }
  }
}
