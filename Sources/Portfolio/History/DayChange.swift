public import Exact
public import FoundationEssentials

/// The change in value of current holdings over the last 24 hours.
///
/// Holdings without a price or a known change are left out; compare ``count`` with the number of
/// holdings. Money is in the currency of the holdings.
public struct DayChange: Equatable, Sendable {
  /// The value now less the value then.
  public let amount: ExactDecimal
  /// ``amount`` in percent of the value then.
  public let percentage: ExactDecimal
  /// Holdings counted.
  public let count: Int
  /// The end of the 24 hours: when the oldest of the counted prices was made; `nil` if none has a
  /// time.
  public let asOf: Date?

  /// Creates a change from its parts.
  public init(amount: ExactDecimal, percentage: ExactDecimal, count: Int, asOf: Date? = nil) {
    self.amount = amount
    self.percentage = percentage
    self.count = count
    self.asOf = asOf
  }

  /// Sums up the changes of holdings.
  ///
  /// The value then is value × 100 ÷ (100 + change in percent), rounded once to ``costPlaces``.
  ///
  /// - Returns: `nil` if no holding has a price and a change.
  public init?(_ holdings: [Holding]) {
    var (now, then, count) = (Cost.zero, Cost.zero, 0)
    var asOf: Date?
    for holding in holdings {
      // A drop to zero has no percentage from which the old value could be computed.
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
