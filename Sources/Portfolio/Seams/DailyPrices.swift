public import Exact

/// What a coin was worth at the end of a day.
public struct DailyPrice: Equatable, Sendable {
  /// US dollars per coin, greater than zero.
  public let price: ExactDecimal
  /// The UTC day.
  public let day: UTCDay
  /// Where the price comes from, such as `built in` or a file's name.
  public let source: String

  /// Makes a price.
  public init(price: ExactDecimal, day: UTCDay, source: String) {
    self.price = price
    self.day = day
    self.source = source
  }
}

/// Something that knows what coins were worth on days of the past.
public protocol DailyPrices: Sendable {
  /// The last price known on that very UTC day; never another day's.
  ///
  /// - Parameters:
  ///   - coinId: CoinGecko id.
  ///   - day: The UTC day.
  func price(of coinId: String, on day: UTCDay) -> DailyPrice?

  /// One coin's prices, for who asks for many days: what is found once is not looked for again.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: ``price(of:on:)`` of that coin, without day and source.
  func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal?
}

extension DailyPrices {
  /// Looks each day up by itself.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    { price(of: coinId, on: $0)?.price }
  }
}
