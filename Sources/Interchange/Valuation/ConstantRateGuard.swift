import Exact
import FoundationEssentials
import Portfolio

/// Notices a dollar column that was computed with one rate for all times.
///
/// Exchange rates move every day. A file whose dollars are the same multiple of another state's
/// money over more than 30 days was converted at the rate of the day it was made, so its dollars
/// say nothing about the days of the rows.
struct ConstantRateGuard {
  private var lowest: Decimal = 0
  private var highest: Decimal?
  private var first: Date?
  private var last: Date?
  private var count = 0
  private var varies = false

  /// Rows below which nothing can be said.
  private static let rowsNeeded = 3
  private static let days: TimeInterval = 30 * 86_400

  /// Whether the dollars seen are not evidence.
  var distrusts: Bool {
    guard !varies, count >= Self.rowsNeeded, let first, let last else { return false }
    return last.timeIntervalSince(first) > Self.days
  }

  /// Looks at what one trade says.
  mutating func look(at facts: TradeFacts) {
    guard let dollars = facts.dollars, dollars > 0, let native = native(of: facts) else { return }
    let (dollarStep, nativeStep) = (halfStep(of: dollars), halfStep(of: native))
    guard native > nativeStep else { return }
    // The written figures are rounded; the rate lies between these.
    let low = (dollars - dollarStep).divided(by: native + nativeStep)
    let high = (dollars + dollarStep).divided(by: native - nativeStep)
    lowest = max(lowest, low)
    highest = min(highest ?? high, high)
    if let highest, lowest > highest { varies = true }
    first = min(first ?? facts.date, facts.date)
    last = max(last ?? facts.date, facts.date)
    count += 1
  }

  /// Takes what another guard saw in other rows of the same file.
  mutating func merge(_ other: ConstantRateGuard) {
    lowest = max(lowest, other.lowest)
    highest = [highest, other.highest].compactMap { $0 }.min()
    varies = varies || other.varies || highest.map { lowest > $0 } ?? false
    first = [first, other.first].compactMap { $0 }.min()
    last = [last, other.last].compactMap { $0 }.max()
    count += other.count
  }

  private func native(of facts: TradeFacts) -> Decimal? {
    for quantity in [facts.native, facts.spent, facts.received] {
      guard let quantity, quantity.asset.isFiat, quantity.asset != .dollar else { continue }
      return quantity.amount
    }
    return nil
  }

  private func halfStep(of value: Decimal) -> Decimal {
    Decimal(sign: .plus, exponent: -max(2, -value.exponent) - 1, significand: 5)
  }
}
