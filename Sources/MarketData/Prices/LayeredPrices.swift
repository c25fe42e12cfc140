public import Exact
public import Portfolio

/// Daily prices of several sources; the first source with a price is used.
///
/// The order is the user's file, recorded prices, fetched prices, built-in prices.
public struct LayeredPrices: DailyPrices {
  private let layers: [any DailyPrices]

  /// Combines sources.
  ///
  /// - Parameter layers: The sources in order of preference.
  public init(_ layers: [any DailyPrices]) { self.layers = layers }

  /// The price of the first source that has one for exactly that day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    for layer in layers {
      if let price = layer.price(of: coinId, on: day) { return price }
    }
    return nil
  }

  /// The lookups of all sources, tried in order.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    let layers = layers.map { $0.lookup(of: coinId) }
    return { day in
      for layer in layers {
        if let price = layer(day) { return price }
      }
      return nil
    }
  }
}
