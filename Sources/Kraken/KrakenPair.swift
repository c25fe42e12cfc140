/// A pair of a coin and the US dollar at Kraken, with its three names.
struct KrakenPair: Equatable, Sendable {
  /// The name in requests, such as `XBTUSD`.
  let name: String
  /// The key in most responses, such as `XXBTZUSD`.
  let legacyName: String
  /// The key in responses with current names, such as `BTC/USD`.
  let ticker: String

  init(_ name: String, _ legacyName: String, _ ticker: String) {
    self.name = name
    self.legacyName = legacyName
    self.ticker = ticker
  }

  /// Whether a response with that key is about this pair.
  func isNamed(_ key: String) -> Bool { key == name || key == legacyName || key == ticker }
}
