public import Exact
public import FoundationEssentials
import Portfolio

extension SamplePortfolio {
  /// The closing price of a sample coin on a UTC day.
  public struct Close: Sendable {
    /// The CoinGecko id.
    public let coinId: String
    /// The last second of the day.
    public let time: Date
    /// US dollars per coin.
    public let price: ExactDecimal
  }

  /// The closing prices of the seven days before the sample's prices were recorded, oldest first.
  ///
  /// - Throws: `DecimalTextError` for a price that is not a number.
  public static func closes() throws -> [Close] {
    let days = Self.days
    return try closesByCoin.flatMap { coinId, prices in
      try zip(days, prices.split(separator: " ")).map { day, price in
        Close(coinId: coinId, time: day, price: try ExactDecimal(exact: price))
      }
    }.sorted { ($0.time, $0.coinId) < ($1.time, $1.coinId) }
  }

  private static var days: [Date] {
    (21...27).compactMap { Date(utcText: "2026-04-\($0)T23:59:59Z") }
  }

  /// Recorded daily closes in US dollars, 21 to 27 April 2026.
  private static let closesByCoin: KeyValuePairs<String, String> = [
    "bitcoin": "76349.35 78209.43 78283.64 77463.4 77645.78 78673.71 77373.54",
    "ethereum": "2328.4 2375.22 2331.18 2315.87 2319.94 2370.24 2303.59",
    "ripple": "1.434 1.43 1.439 1.434 1.424 1.431 1.401",
    "solana": "86.06 86.91 86.17 86.22 86.2 86.95 84.81",
    "dogecoin": "0.09519 0.09567 0.09716 0.09846 0.09802 0.09926 0.09895",
    "cardano": "0.2499 0.2485 0.2499 0.2504 0.2504 0.2522 0.2481",
    "litecoin": "55.59 55.52 56.23 56.57 56.08 56.31 55.58",
    "sui": "0.9497 0.9448 0.9459 0.9463 0.9388 0.9458 0.9354",
    "shiba-inu": "0.0000061 0.00000611 0.00000616 0.0000062 0.00000617 0.00000622 0.00000614",
    "polkadot": "1.28 1.273 1.242 1.254 1.247 1.262 1.233",
  ]
}
