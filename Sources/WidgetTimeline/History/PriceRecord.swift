public import Exact
public import FoundationEssentials

/// A price at an instant.
public struct PricePoint: Equatable, Sendable {
  /// The time of the refresh that returned the price.
  public let time: Date
  /// US dollars per coin, above zero.
  public let price: ExactDecimal

  /// Makes a point.
  public init(time: Date, price: ExactDecimal) {
    self.time = time
    self.price = price
  }
}

/// A coin's price at a refresh, for the store of past prices.
public struct PriceRecord: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// The price, and the time of the refresh.
  public let point: PricePoint
  /// The name of the source, such as `CoinGecko`; empty if unknown.
  public let source: String

  /// Makes a record.
  public init(coinId: String, point: PricePoint, source: String = "") {
    self.coinId = coinId
    self.point = point
    self.source = source
  }
}
