public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// Prices of many coins over a span of time. A file that cannot be read counts as missing: a line
/// with holes is shown with holes.
extension PriceStore {
  /// The prices of some coins over a span of time, thinned to what a line shows.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids.
  ///   - start: The span's beginning.
  ///   - end: The span's end.
  ///   - count: Parts the span is cut into; the last price of each part is a sample.
  /// - Returns: For each coin that has any, at most `count` points with their own times, oldest
  ///   first.
  public func samples(
    of ids: Set<String>, from start: Date, to end: Date, count: Int
  ) -> [String: [PricePoint]] {
    let slots = PriceSampling(from: start, to: end, count: count).slots
    return readable(ids).compactMapValues { prices in
      let points = slots.compactMap { prices.lastPrice(after: $0.start, upTo: $0.end) }
      return points.isEmpty ? nil : points
    }
  }

  /// The change of some prices over the 24 hours before an instant, in percent.
  ///
  /// - Parameters:
  ///   - prices: Present prices in US dollars, by CoinGecko id.
  ///   - now: The present instant.
  /// - Returns: The changes by id; a coin whose price of a day ago is not stored has none.
  public func dayChanges(of prices: [String: Decimal], at now: Date) -> [String: Decimal] {
    let slot = PriceSampling.dayAgo(of: now)
    let old = lastPrices(of: Set(prices.keys), after: slot.start, upTo: slot.end)
    return prices.reduce(into: [:]) { changes, coin in
      if let old = old[coin.key] {
        changes[coin.key] = priceChange(from: old.price, to: coin.value)
      }
    }
  }

  /// The last prices of some coins after one instant and up to another, by CoinGecko id.
  public func lastPrices(
    of ids: Set<String>, after start: Date, upTo end: Date
  ) -> [String: PricePoint] {
    readable(ids).compactMapValues { $0.lastPrice(after: start, upTo: end) }
  }

  private func readable(_ ids: Set<String>) -> [String: CoinPrices] {
    ids.reduce(into: [:]) { readable, id in
      do throws(ContainerError) { readable[id] = try prices(of: id) } catch {}
    }
  }
}
