public import Exact

/// A coin's price at the end of a day.
public struct DailyPrice: Equatable, Sendable {
  /// US dollars per coin, greater than zero.
  public let price: ExactDecimal
  /// The UTC day.
  public let day: UTCDay
  /// The source of the price, such as `built in` or a file's name.
  public let source: String

  /// Creates a price.
  public init(price: ExactDecimal, day: UTCDay, source: String) {
    self.price = price
    self.day = day
    self.source = source
  }
}

/// A provider of past daily prices of coins.
public protocol DailyPrices: Sendable {
  /// The last known price on exactly that UTC day.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - day: The UTC day.
  func price(of coinId: String, on day: UTCDay) -> DailyPrice?

  /// One coin's prices, with caching for lookups of many days.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: ``price(of:on:)`` of that coin, without day and source.
  func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal?
}

extension DailyPrices {
  /// Looks up each day separately.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    { price(of: coinId, on: $0)?.price }
  }
}
