public import Exact
public import FoundationEssentials

/// What the last 24 hours changed of the value of what is held.
///
/// Holdings without a price or without a known change are left out; ``count`` next to the number of
/// holdings says so. Money is in the currency of the holdings.
public struct DayChange: Equatable, Sendable {
  /// The value now less the value then.
  public let amount: ExactDecimal
  /// ``amount`` in percent of the value then.
  public let percentage: ExactDecimal
  /// Holdings counted.
  public let count: Int
  /// Where the 24 hours end: when the oldest of the prices counted was made; `nil` where none of
  /// them has a time.
  public let asOf: Date?

  /// Makes a change of its parts.
  public init(amount: ExactDecimal, percentage: ExactDecimal, count: Int, asOf: Date? = nil) {
    self.amount = amount
    self.percentage = percentage
    self.count = count
    self.asOf = asOf
  }

  /// Sums the changes of holdings up.
  ///
  /// The value then is value × 100 ÷ (100 + change in percent), rounded once to ``costPlaces``.
  ///
  /// - Returns: `nil` where no holding has a price and a change.
  public init?(_ holdings: [Holding]) {
    var (now, then, count) = (Cost.zero, Cost.zero, 0)
    var asOf: Date?
    for holding in holdings {
      // A coin at nothing has no change in percent that could be undone.
      guard let value = holding.exact.value, let change = holding.coin.priceChange24h,
        change > -100
      else { continue }
      now += value
      then += value.prorated(100, of: 100 + change)
      count += 1
      if let time = holding.coin.lastUpdated { asOf = min(asOf ?? time, time) }
    }
    guard then > .zero else { return nil }
    self.init(
      amount: (now - then).figure, percentage: Portfolio.percentage(gain: now - then, cost: then),
      count: count, asOf: asOf)
  }
}
