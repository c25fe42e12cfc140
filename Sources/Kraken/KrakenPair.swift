/// A pair of a coin and the US dollar at Kraken, under its three names.
struct KrakenPair: Equatable, Sendable {
  /// As it is asked for, such as `XBTUSD`.
  let name: String
  /// The key of most answers, such as `XXBTZUSD`.
  let legacyName: String
  /// The key of answers with today's names, such as `BTC/USD`.
  let ticker: String

  init(_ name: String, _ legacyName: String, _ ticker: String) {
    self.name = name
    self.legacyName = legacyName
    self.ticker = ticker
  }

  /// Whether an answer under that key is about this pair.
  func isNamed(_ key: String) -> Bool { key == name || key == legacyName || key == ticker }
}
