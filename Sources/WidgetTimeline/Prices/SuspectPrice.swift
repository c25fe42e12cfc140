public import Exact
public import FoundationEssentials
import Portfolio

/// A price too far from the last one to count before something confirms it (SPEC 5.0).
public struct SuspectPrice: Equatable, Sendable {
  /// US dollars per coin.
  public let price: ExactDecimal
  /// The time of the price, by its source's clock.
  public let time: Date
  /// The number of later refreshes that returned a price near it.
  public let confirmations: Int

  /// Makes a suspect price.
  public init(price: ExactDecimal, time: Date, confirmations: Int = 0) {
    self.price = price
    self.time = time
    self.confirmations = confirmations
  }
}

/// The decision about a new price.
public enum PriceVerdict: Equatable, Sendable {
  /// The price counts.
  case counts
  /// It is shown with a mark, but does not count yet.
  case suspect(SuspectPrice)
}

/// The evidence for or against a new price.
public struct PriceEvidence: Equatable, Sendable {
  /// The last price that counted.
  public var last: PricePoint?
  /// The price that was suspect at the last refresh; `nil` if none was.
  public var pending: SuspectPrice?
  /// The source's own change over 24 hours in percent; `nil` if it has none.
  public var dayChange: ExactDecimal?
  /// Another source's present price in US dollars; `nil` if none was asked or none has the coin.
  public var witness: ExactDecimal?

  /// Collects evidence.
  public init(
    last: PricePoint?, pending: SuspectPrice? = nil, dayChange: ExactDecimal? = nil,
    witness: ExactDecimal? = nil
  ) {
    self.last = last
    self.pending = pending
    self.dayChange = dayChange
    self.witness = witness
  }
}

/// Decides whether a new price counts.
///
/// A price within 20 % of the last one that counted does, and so does one after a day without any.
/// One that is farther off counts if
/// - the source's own change over 24 hours leads back to within 20 % of the last price: then the
///   source's history matches ours, and the coin moved; or
/// - a second source is within 5 %; or
/// - the next two refreshes return later prices within 20 % of it.
public enum SuspectPriceRule {
  /// Percent of the last price beyond which a move must be confirmed.
  public static let largestMove = 20
  /// Percent of a price within which a witness confirms it.
  public static let witnessBound = 5
  /// The number of later refreshes that confirm a price by repeating it.
  public static let confirmations = 2
  /// Seconds after which the last price gives no evidence about a new one.
  public static let memory: TimeInterval = 86_400

  /// Judges a price.
  ///
  /// - Parameters:
  ///   - price: US dollars per coin, greater than zero.
  ///   - time: The time of the price, by its source's clock.
  ///   - evidence: The evidence for or against it.
  public static func verdict(
    on price: ExactDecimal, madeAt time: Date, _ evidence: PriceEvidence
  ) -> PriceVerdict {
    guard let last = evidence.last, last.price > 0,
      time.timeIntervalSince(last.time) <= memory,
      !isNear(price, last.price, percent: largestMove)
    else { return .counts }
    if let witness = evidence.witness, isNear(price, witness, percent: witnessBound) {
      return .counts
    }
    if let change = evidence.dayChange, leadsBack(price, change, to: last.price) { return .counts }
    guard let pending = evidence.pending, isNear(price, pending.price, percent: largestMove) else {
      return .suspect(SuspectPrice(price: price, time: time))
    }
    // The same response again, as from a cache, confirms nothing.
    guard time > pending.time else { return .suspect(pending) }
    let count = pending.confirmations + 1
    guard count < confirmations else { return .counts }
    return .suspect(SuspectPrice(price: price, time: time, confirmations: count))
  }

  /// Whether a price differs from another by at most a percentage of that one, computed exactly.
  private static func isNear(_ price: ExactDecimal, _ other: ExactDecimal, percent: Int) -> Bool {
    let (price, other) = (Price(price), Price(other))
    return (price - other).magnitude * 100 <= other.magnitude * ExactDecimal(percent)
  }

  /// Whether the price at the start of a 24-hour change is near the last one.
  ///
  /// The price a day ago is `price ÷ (1 + change ÷ 100)`; compared without a division.
  private static func leadsBack(
    _ price: ExactDecimal, _ change: ExactDecimal, to last: ExactDecimal
  ) -> Bool {
    let factor = change + 100
    guard factor > .zero else { return false }
    let (now, then) = (Price(price) * ExactDecimal(100), Price(last) * factor)
    return (now - then).magnitude * 100 <= then * ExactDecimal(largestMove)
  }
}
