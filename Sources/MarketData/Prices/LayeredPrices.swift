public import Exact
public import Portfolio

/// Daily prices of several sources; the first that knows a price decides.
///
/// The order is the user's file, what refreshes recorded, what was fetched, what is built in.
public struct LayeredPrices: DailyPrices {
  private let layers: [any DailyPrices]

  /// Makes a merger.
  ///
  /// - Parameter layers: The sources, the one to prefer first.
  public init(_ layers: [any DailyPrices]) { self.layers = layers }

  /// The price of the first source that has one of that very day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    for layer in layers {
      if let price = layer.price(of: coinId, on: day) { return price }
    }
    return nil
  }

  /// The lookups of all sources, one after the other.
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
