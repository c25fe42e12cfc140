/// The coin that a text entered by the user means (SPEC §5.6).
public enum CoinResolution: Equatable, Sendable {
  /// The text is the coin's id, and no better-ranked coin has it as its symbol or name.
  case exact(CatalogueCoin)
  /// The text is the symbol of the coin, the best-ranked of those that share it.
  ///
  /// The caller must say which coin was chosen. `others` are the rest, best rank first.
  case bySymbol(CatalogueCoin, others: [CatalogueCoin])
  /// The text is the coin's id, but better-ranked coins have it as their symbol or name.
  ///
  /// `candidates` are those coins, best rank first, without the coin itself.
  case questioned(id: CatalogueCoin, candidates: [CatalogueCoin])
  /// The text is not an id, and it is unclear which coin with that symbol or name is meant.
  ///
  /// Either no coin with the symbol has a rank, or a better-ranked coin has it as its name. There
  /// are at least two candidates, best rank first.
  case ambiguous([CatalogueCoin])
  /// The text is a retired id, or its symbol; the coin continues as the successor.
  case retired(id: String, successor: CatalogueCoin)
  /// No coin has the text as id or symbol; the suggestions are the closest, at most five.
  case unknown(suggestions: [CatalogueCoin])
}

extension CoinCatalogue {
  /// Finds the coin that a text means.
  ///
  /// ASCII case and surrounding ASCII white space are ignored. A text that is only a coin's name is
  /// unknown, with that coin among the suggestions.
  public func resolve(_ text: String) -> CoinResolution {
    let exact = trimmedASCII(text)
    let folded = exact.map(lowercased)
    guard !folded.isEmpty else { return .unknown(suggestions: []) }
    let id = String(decoding: folded, as: UTF8.self)
    if let successor = successor(ofId: id) { return .retired(id: id, successor: successor) }
    return memory.read { layout in
      if let record = layout.record(id: exact) ?? layout.record(id: folded) {
        return resolution(ofId: record, text: folded, in: layout)
      }
      let records = layout.records(symbol: folded)
      guard let best = records.first else {
        return .unknown(suggestions: suggestions(for: folded, in: layout))
      }
      return resolution(ofSymbol: records, best: best, text: folded, in: layout)
    }
  }

  private func resolution(
    ofId record: Int, text: [UInt8], in layout: CatalogueLayout
  ) -> CoinResolution {
    let coin = layout.coin(record)
    let rivals = layout.records(
      calledBy: text, bySymbolToo: true, betterThan: layout.sortRank(record))
    return rivals.isEmpty
      ? .exact(coin) : .questioned(id: coin, candidates: rivals.map(layout.coin))
  }

  private func resolution(
    ofSymbol records: [Int], best: Int, text: [UInt8], in layout: CatalogueLayout
  ) -> CoinResolution {
    let coins = records.map(layout.coin)
    if let successor = successor(ofId: coins[0].id) {
      return .retired(id: coins[0].id, successor: successor)
    }
    let namesakes = layout.records(
      calledBy: text, bySymbolToo: false, betterThan: layout.sortRank(best))
    let isBestKnown = records.count == 1 || layout.sortRank(best) != CatalogueCoin.unranked
    guard namesakes.isEmpty, isBestKnown else {
      return .ambiguous(namesakes.map(layout.coin) + coins)
    }
    return .bySymbol(coins[0], others: Array(coins.dropFirst()))
  }

  private func suggestions(for text: [UInt8], in layout: CatalogueLayout) -> [CatalogueCoin] {
    let matches = layout.matches(for: text, withTypos: true).sorted { left, right in
      left.isRanked != right.isRanked ? left.isRanked : left < right
    }
    var suggestions: [CatalogueCoin] = []
    for match in matches where suggestions.count < 5 {
      let coin = layout.coin(match.record)
      let living = successor(ofId: coin.id) ?? coin
      if !suggestions.contains(living) { suggestions.append(living) }
    }
    return suggestions
  }
}
