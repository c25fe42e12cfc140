package import AppGroup
package import Exact
package import FoundationEssentials
package import Portfolio
package import WidgetTimeline

/// The prices of holdings over the last seven days for a sparkline: two a day, the last one the
/// present price.
///
/// The history is read once an hour and when the holdings change, not at every refresh.
package struct WeekOfPrices {
  private static let samples = 14
  private static let span: TimeInterval = 7 * 86_400

  private let store: PriceStore
  private var hour: Int?
  private var coins: Set<String> = []
  private var read: [String: [ExactDecimal?]] = [:]

  package init(_ store: PriceStore) { self.store = store }

  /// The prices by coin, oldest first at even steps; `nil` for steps without a recorded price.
  ///
  /// - Parameters:
  ///   - held: The coins with their present prices in the currency of the figures.
  ///   - now: The present instant.
  ///   - rate: The rate from US dollars on a day in that currency; `nil` for US dollars.
  package mutating func prices(
    of held: [Coin], at now: Date, rate: ((UTCDay) -> ExchangeRate?)? = nil
  ) -> [String: [ExactDecimal?]] {
    // A coin without a price has no history either; searching for it would read all of it.
    let priced = held.filter { $0.currentPrice != nil }
    let coins = Set(priced.map(\.id))
    let hour = Int(now.timeIntervalSince1970 / 3600)
    if hour != self.hour || coins != self.coins {
      read = record(of: coins, until: now)
      self.hour = hour
      self.coins = coins
    }
    let shown = rate.map { rate in read.mapValues { Self.converted($0, at: now, by: rate) } }
    return Self.completed(shown ?? read, in: priced)
  }

  /// Converts steps from US dollars, each at its own day's rate.
  private static func converted(
    _ steps: [ExactDecimal?], at now: Date, by rate: (UTCDay) -> ExchangeRate?
  ) -> [ExactDecimal?] {
    let ends = PriceSampling(
      from: now.addingTimeInterval(-span), to: now, count: samples
    ).slots.map(\.end)
    return zip(steps, ends).map { price, end in
      price.flatMap { price in rate(UTCDay(end)).map { $0.converted(price) } }
    }
  }

  /// Recorded prices with the present ones at their end.
  package static func completed(
    _ record: [String: [ExactDecimal?]], in coins: [Coin]
  ) -> [String: [ExactDecimal?]] {
    var week = record
    for coin in coins {
      guard var prices = week[coin.id], !prices.isEmpty, let price = coin.currentPrice
      else { continue }
      prices[prices.count - 1] = price
      week[coin.id] = prices
    }
    return week
  }

  private func record(of coins: Set<String>, until now: Date) -> [String: [ExactDecimal?]] {
    let start = now.addingTimeInterval(-Self.span)
    let points = store.samples(of: coins, from: start, to: now, count: Self.samples)
    return points.mapValues { Self.steps($0, until: now) }
  }

  /// The last price of each step up to an instant.
  ///
  /// A single step without one keeps the previous price, so daily prices draw a line; a longer gap
  /// remains a gap.
  package static func steps(_ points: [PricePoint], until now: Date) -> [ExactDecimal?] {
    let start = now.addingTimeInterval(-span)
    let slots = PriceSampling(from: start, to: now, count: samples).slots
    let known = slots.map { slot in points.last { slot.start < $0.time && $0.time <= slot.end } }
    return known.indices.map { index in
      known[index]?.price ?? (index > 0 ? known[index - 1]?.price : nil)
    }
  }
}
