/// A coin in the catalogue.
///
/// Symbol and name are unchanged from the source: they may contain wide, right-to-left and
/// zero-width characters, and control characters in an updated catalogue.
public struct CatalogueCoin: Identifiable, Equatable, Hashable, Sendable {
  /// CoinGecko id, such as `bitcoin`; the only identity of a coin.
  public let id: String
  /// Ticker, such as `btc`; not unique, may be empty.
  public let symbol: String
  /// Display name, such as `Bitcoin`.
  public let name: String
  /// Rank by market value, 1 for the largest, as last recorded; `nil` if no recording ranks the
  /// coin.
  ///
  /// Not unique, because it can be from any of several recordings.
  public let rank: Int?
  /// Rank in a recording too old to be shown; sorts the coin after all ranked ones.
  ///
  /// Always `nil` if there is a rank.
  public let formerRank: Int?

  /// Makes a coin; ranks outside 1...2,147,483,646 are ignored.
  public init(id: String, symbol: String, name: String, rank: Int?, formerRank: Int? = nil) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.rank = rank.flatMap { Self.ranks.contains($0) ? $0 : nil }
    self.formerRank =
      self.rank == nil ? formerRank.flatMap { Self.ranks.contains($0) ? $0 : nil } : nil
  }
}

extension CatalogueCoin {
  static let ranks = 1...0x7FFF_FFFE
  static let unranked = UInt32.max
  private static let formerBit: UInt32 = 0x8000_0000

  /// Whether a number is a valid sortRank.
  static func isSortRank(_ number: UInt32) -> Bool {
    number == unranked || ranks.contains(Int(number & ~formerBit))
  }

  init(id: String, symbol: String, name: String, sortRank: UInt32) {
    let isRanked = sortRank < Self.formerBit
    self.init(
      id: id, symbol: symbol, name: name,
      rank: isRanked ? Int(sortRank) : nil,
      formerRank: isRanked || sortRank == Self.unranked ? nil : Int(sortRank & ~Self.formerBit))
  }

  /// One number to sort coins by, ascending: the rank, or the former rank with the highest bit set,
  /// or all bits set for neither.
  var sortRank: UInt32 {
    if let rank { return UInt32(rank) }
    if let formerRank { return Self.formerBit | UInt32(formerRank) }
    return Self.unranked
  }
}
