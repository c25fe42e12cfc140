public import Exact
public import Portfolio

/// Daily closes of some coins in US dollars that are part of the program.
public struct BuiltInPrices: DailyPrices {
  /// The source a price names.
  public static let source = "built in"

  private let layout = PriceLayout.builtIn

  /// Opens the built-in prices, which costs nothing.
  public init() {}

  /// CoinGecko ids of the coins with prices, ascending.
  public var coinIds: [String] { layout.coinIds }

  /// The first and the last day a coin has a price of; days between may lack one.
  public func days(of coinId: String) -> ClosedRange<UTCDay>? { layout.days(of: coinId) }

  /// The close of that very day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    layout.price(of: coinId, on: day).map { DailyPrice(price: $0, day: day, source: Self.source) }
  }

  /// The same with the coin looked for once.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? { layout.lookup(of: coinId) }
}
