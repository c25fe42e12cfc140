extension CoinCatalogue {
  /// The coins that fit a text, best first.
  ///
  /// Exact id, symbol or name comes first, then beginnings, then texts whose words begin with the
  /// words given, then parts, then small typing mistakes; within each the better rank, then the id.
  /// A coin without a rank, which is rarely meant, comes after ranked ones that fit a little
  /// less: `carda` finds Cardano before a token with that symbol. Mistakes are looked for only when
  /// nothing fits exactly. An empty text finds nothing.
  public func search(_ text: String, limit: Int) -> [CatalogueCoin] {
    let folded = trimmedASCII(text).map(lowercased)
    return memory.read { layout in
      layout.matches(for: folded, withTypos: false).sorted().prefix(max(0, limit))
        .map { layout.coin($0.record) }
    }
  }

  /// The coins of the best ranks, best first.
  public func bestRanked(limit: Int) -> [CatalogueCoin] {
    memory.read { layout in
      (0..<layout.count).filter { layout.sortRank($0) != CatalogueCoin.unranked }
        .sorted { (layout.sortRank($0), $0) < (layout.sortRank($1), $1) }
        .prefix(max(0, limit)).map(layout.coin)
    }
  }
}

/// How well a coin fits a searched text; the smaller match is the better one.
struct CoinMatch: Comparable {
  enum Quality: Comparable { case exact, beginning, words, part, oneTypo, twoTypos }

  let quality: Quality
  let sortRank: UInt32
  let record: Int

  var isRanked: Bool { sortRank != CatalogueCoin.unranked }

  /// The last rank of the coins that a mistyped word rather means than an exact beginning.
  private static let wellKnown = 100

  /// The order of the qualities, where a coin without a rank gives way to ranked ones.
  private var place: Int {
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
    (left.place, left.sortRank, left.record) < (right.place, right.sortRank, right.record)
  }
}

extension CatalogueLayout {
  /// The coins that fit a text in lower-case ASCII, in no useful order.
  ///
  /// - Parameter withTypos: Whether to look for typing mistakes even when a coin fits exactly.
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

  /// The smallest of what a measure says of the id, the symbol and the name.
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
