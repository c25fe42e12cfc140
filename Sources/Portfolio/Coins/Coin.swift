public import Exact
public import FoundationEssentials

/// A coin and its market data.
///
/// Unknown figures are `nil`: a coin without a source has no price, which is not a price of zero
/// (SPEC §3.9). Source of the fields: CoinGecko `GET /coins/markets`.
public struct Coin: Identifiable, Equatable, Hashable, Sendable {
  /// CoinGecko id, such as `bitcoin`; the only identity of a coin.
  public let id: String
  /// Ticker as its source spells it, such as `btc`; not unique, may be empty.
  public var symbol: String
  /// Display name, such as `Bitcoin`.
  public var name: String
  /// US dollars per coin, or `nil` when no price is known.
  public var currentPrice: ExactDecimal?
  /// Change of the price over 24 hours in percent (`-1.04` is minus 1.04 %), or `nil` when unknown.
  public var priceChange24h: ExactDecimal?
  /// When the price was made, by the source's own clock, or `nil` without a price.
  public var lastUpdated: Date?
  /// Market capitalization in US dollars, or `nil` when unknown.
  public var marketCap: ExactDecimal?
  /// Trading volume over 24 hours in US dollars, or `nil` when unknown.
  public var volume24h: ExactDecimal?
  /// Coins in circulation, or `nil` when unknown.
  public var circulatingSupply: ExactDecimal?

  /// Creates a coin; every market figure is unknown unless given.
  public init(
    id: String, symbol: String, name: String, currentPrice: ExactDecimal? = nil,
    priceChange24h: ExactDecimal? = nil, lastUpdated: Date? = nil, marketCap: ExactDecimal? = nil,
    volume24h: ExactDecimal? = nil, circulatingSupply: ExactDecimal? = nil
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.currentPrice = currentPrice
    self.priceChange24h = priceChange24h
    self.lastUpdated = lastUpdated
    self.marketCap = marketCap
    self.volume24h = volume24h
    self.circulatingSupply = circulatingSupply
  }
}
