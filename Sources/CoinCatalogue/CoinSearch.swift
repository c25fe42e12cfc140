extension CoinCatalogue {
  /// The coins that match a text, best first.
  ///
  /// An exact id, symbol or name is first, then prefixes, then texts with words that begin with the
  /// given words, then substrings, then small typing mistakes; ties are ordered by rank, then id. A
  /// coin without a rank, which is rarely meant, is sorted after ranked ones that match slightly
  /// worse: `carda` finds Cardano before a token with that symbol. Mistakes are only considered if
  /// nothing matches exactly. An empty text finds nothing.
  public func search(_ text: String, limit: Int) -> [CatalogueCoin] {
    let folded = trimmedASCII(text).map(lowercased)
    return memory.read { layout in
      layout.matches(for: folded, withTypos: false).sorted().prefix(max(0, limit))
        .map { layout.coin($0.record) }
    }
  }

  /// The best-ranked coins, best first.
  public func bestRanked(limit: Int) -> [CatalogueCoin] {
    memory.read { layout in
      (0..<layout.count).filter { layout.sortRank($0) != CatalogueCoin.unranked }
        .sorted { (layout.sortRank($0), $0) < (layout.sortRank($1), $1) }
        .prefix(max(0, limit)).map(layout.coin)
    }
  }
}

/// How well a coin matches a searched text; smaller is better.
struct CoinMatch: Comparable {
  enum Quality: Comparable { case exact, beginning, words, part, oneTypo, twoTypos }

  let quality: Quality
  let sortRank: UInt32
  let record: Int

  var isRanked: Bool { sortRank != CatalogueCoin.unranked }

  /// Coins up to this rank match with a typing mistake before unranked coins match as a prefix.
  private static let wellKnown = 100

  /// The order of the qualities, in which coins without a rank are sorted after ranked ones.
  private var qualityRank: Int {
    switch (quality, isRanked) {
    case (.exact, true): 0
    case (.beginning, true): 1
    case (.words, true): 2
    case (.exact, false): 3
    case (.oneTypo, true) where sortRank <= Self.wellKnown: 4
    case (.beginning, false): 5
    case (.part, true): 6
    case (.words, false): 7
    case (.part, false): 8
    case (.oneTypo, true): 9
    case (.oneTypo, false): 10
    case (.twoTypos, true): 11
    case (.twoTypos, false): 12
    }
  }

  static func < (left: CoinMatch, right: CoinMatch) -> Bool {
    (left.qualityRank, left.sortRank, left.record) < (
      right.qualityRank, right.sortRank, right.record
    )
  }
}

extension CatalogueLayout {
  /// The coins that match a text in lower-case ASCII, unordered.
  ///
  /// - Parameter withTypos: Whether to look for typing mistakes even if a coin matches exactly.
  func matches(for text: [UInt8], withTypos: Bool) -> [CoinMatch] {
    guard !text.isEmpty else { return [] }
    let matcher = TextMatcher(text)
    var matches: [CoinMatch] = []
    var rest: [Int] = []
    for record in 0..<count {
      let quality = best(record, matcher.quality(of:))
      if let quality {
        matches.append(CoinMatch(quality: quality, sortRank: sortRank(record), record: record))
      } else {
        rest.append(record)
      }
    }
    guard withTypos || !matches.contains(where: { $0.quality == .exact }) else { return matches }
    var meter = EditDistance(text)
    for record in rest {
      guard let typos = best(record, { meter.typos(in: $0) }) else { continue }
      matches.append(
        CoinMatch(
          quality: typos == 1 ? .oneTypo : .twoTypos, sortRank: sortRank(record), record: record))
    }
    return matches
  }

  /// The smallest value of a measure of the id, the symbol and the name.
  private func best<Value: Comparable>(
    _ record: Int, _ measure: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    smaller(smaller(measure(id(record)), measure(symbol(record))), measure(name(record)))
  }
}

private func smaller<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
