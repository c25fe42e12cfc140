public import FoundationEssentials
import Glibc
import Portfolio
public import WidgetTimeline

/// The price history: plain CSV files, one a day (UTC), rows `time,coin_id,price` in order of time.
///
/// Reading takes no lock, never writes, and goes through a file by blocks. What cannot be read
/// counts as missing: a history with holes is shown with holes.
public struct PriceHistoryStore: Sendable {
  let folder: String

  /// The history of a container.
  public init(_ container: AppGroupContainer) { folder = container.priceHistory }

  /// The prices of some coins over a span of time, thinned to what a sparkline shows.
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
    let days = days()
    var samples: [String: [PricePoint]] = [:]
    for slot in PriceSampling(from: start, to: end, count: count).slots {
      for (id, point) in lastPrices(of: ids, in: slot, days: days) {
        samples[id, default: []].append(point)
      }
    }
    return samples
  }

  /// The change of some prices over the 24 hours before an instant, in percent.
  ///
  /// - Parameters:
  ///   - prices: Present prices in US dollars, by CoinGecko id.
  ///   - now: The present instant.
  /// - Returns: The changes by id; a coin whose price of a day ago is not on record has none.
  public func dayChanges(of prices: [String: Decimal], at now: Date) -> [String: Decimal] {
    let old = lastPrices(of: Set(prices.keys), in: PriceSampling.dayAgo(of: now), days: days())
    return prices.reduce(into: [:]) { changes, coin in
      if let old = old[coin.key] {
        changes[coin.key] = priceChange(from: old.price, to: coin.value)
      }
    }
  }

  /// The last prices of some coins after one instant and up to another, by CoinGecko id.
  public func lastPrices(
    of ids: Set<String>, from start: Date, to end: Date
  ) -> [String: PricePoint] {
    lastPrices(of: ids, in: PriceSampling.Slot(start: start, end: end), days: days())
  }

  /// The last price of each coin within a slot.
  private func lastPrices(
    of ids: Set<String>, in slot: PriceSampling.Slot, days: [String]
  ) -> [String: PricePoint] {
    var missing = ids
    var found: [String: PricePoint] = [:]
    let first = slot.start.utcDayText
    let last = slot.end.utcDayText
    for day in days.reversed() where first <= day && day <= last && !missing.isEmpty {
      do throws(ContainerError) {
        try PriceDayFile(path(day)).readBackwards(from: slot.end, to: slot.start) { row in
          guard missing.contains(row.coinId), let price = row.price,
            let time = Date(utcText: row.time)
          else { return true }
          found[row.coinId] = PricePoint(time: time, price: price)
          missing.remove(row.coinId)
          return !missing.isEmpty
        }
      } catch {
        continue
      }
    }
    return found
  }

  /// The days on record, oldest first.
  public func days() -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var days: [String] = []
    while let entry = readdir(list) {
      let name = entry.name
      guard name.utf8.count == 14, name.hasSuffix(".csv") else { continue }
      let day = String(name.dropLast(4))
      if Date(utcText: day) != nil { days.append(day) }
    }
    return days.sorted()
  }

  func path(_ day: String) -> String { "\(folder)/\(day).csv" }
}
