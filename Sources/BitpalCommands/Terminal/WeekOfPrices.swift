import AppGroup
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// What the holdings cost over the last seven days, as a sparkline shows it: two prices a day, the
/// last one being the present one.
///
/// The record is read once an hour and when other coins are held, not at every refresh.
struct WeekOfPrices {
  private static let samples = 14
  private static let span: TimeInterval = 7 * 86_400

  private let store: PriceHistoryStore
  private var hour: Int?
  private var coins: Set<String> = []
  private var read: [String: [Decimal?]] = [:]

  init(_ store: PriceHistoryStore) { self.store = store }

  /// The prices by coin, oldest first at even steps; `nil` where none is on record.
  mutating func prices(of holdings: [Holding], at now: Date) -> [String: [Decimal?]] {
    // A coin without a price has no record either, and would be looked for in all of it.
    let priced = holdings.filter { $0.coin.currentPrice != nil }
    let coins = Set(priced.map(\.id))
    let hour = Int(now.timeIntervalSince1970 / 3600)
    if hour != self.hour || coins != self.coins {
      read = record(of: coins, until: now)
      self.hour = hour
      self.coins = coins
    }
    var week = read
    for holding in priced {
      guard var prices = week[holding.id], !prices.isEmpty else { continue }
      prices[prices.count - 1] = holding.coin.currentPrice
      week[holding.id] = prices
    }
    return week
  }

  private func record(of coins: Set<String>, until now: Date) -> [String: [Decimal?]] {
    let start = now.addingTimeInterval(-Self.span)
    let slots = PriceSampling(from: start, to: now, count: Self.samples).slots
    return store.samples(of: coins, from: start, to: now, count: Self.samples).mapValues { points in
      slots.map { slot in points.last { slot.start < $0.time && $0.time <= slot.end }?.price }
    }
  }
}
