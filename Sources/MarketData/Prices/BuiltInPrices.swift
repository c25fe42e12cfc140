public import Exact
public import Portfolio

/// Built-in daily closing prices of some coins in US dollars.
public struct BuiltInPrices: DailyPrices {
  /// The source that prices name.
  public static let source = "built in"

  private let layout = PriceLayout.builtIn

  /// Opens the built-in prices, at no cost.
  public init() {}

  /// CoinGecko ids of the coins with prices, ascending.
  public var coinIds: [String] { layout.coinIds }

  /// The first and the last day with a price for a coin; days between may lack one.
  public func days(of coinId: String) -> ClosedRange<UTCDay>? { layout.days(of: coinId) }

  /// The closing price of exactly that day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    layout.price(of: coinId, on: day).map { DailyPrice(price: $0, day: day, source: Self.source) }
  }

  /// Looks up prices of one coin, which is searched only once.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? { layout.lookup(of: coinId) }
}
