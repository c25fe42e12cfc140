/// Which coin a text given by the user means (SPEC §5.6).
public enum CoinResolution: Equatable, Sendable {
  /// The text is the coin's id, and no better-ranked coin goes by it.
  case exact(CatalogueCoin)
  /// The text is the symbol of the coin, which ranks best among all that share it.
  ///
  /// The caller says which coin was taken. `others` are the rest, best rank first.
  case bySymbol(CatalogueCoin, others: [CatalogueCoin])
  /// The text is the coin's id, but better-ranked coins have it as their symbol or name.
  ///
  /// `candidates` are those coins, best rank first, without the coin itself.
  case questioned(id: CatalogueCoin, candidates: [CatalogueCoin])
  /// The text is not an id, and it is unclear which coin with that symbol or name is meant.
  ///
  /// Either no coin of the symbol has a rank, or a better-ranked coin has it as its name. At least
  /// two candidates, best rank first.
  case ambiguous([CatalogueCoin])
  /// The text is an id, or the symbol of an id, whose coin lives on as the successor.
  case retired(id: String, successor: CatalogueCoin)
  /// No coin has the text as id or symbol; the suggestions are the nearest, five at most.
  case unknown(suggestions: [CatalogueCoin])
}

extension CoinCatalogue {
  /// Finds out which coin a text means.
  ///
  /// ASCII letters count in either case, and ASCII white space at the edges does not count. A text
  /// that is only a coin's name is unknown, with that coin among the suggestions.
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
