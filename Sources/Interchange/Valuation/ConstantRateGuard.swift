import Exact
import FoundationEssentials
import Portfolio

/// Notices a dollar column that was computed with one rate for all times.
///
/// Exchange rates move every day. A file whose dollars are the same multiple of another state's
/// money over more than 30 days was converted at the rate of the day it was made, so its dollars
/// say nothing about the days of the rows. Nine digits that do not change while the known rates of
/// the rows' days do show the same within a week.
struct ConstantRateGuard {
  /// Where the rate lies if both figures were rounded.
  private var rounded = Bounds()
  /// Where it lies if the dollars follow from the other money as it is written.
  private var written = Bounds()
  private var first: Date?
  private var last: Date?
  private var count = 0
  /// The money converted and the days of the rows; of several kinds of money there is no one rate.
  private var codes: Set<String> = []
  private var days: Set<UTCDay> = []

  /// Rows below which nothing can be said.
  private static let rowsNeeded = 3
  private static let longest: TimeInterval = 30 * 86_400
  /// Different known rates that one constant cannot be: before a day's rate is published some
  /// take that of the day before, so that two may be.
  private static let ratesNeeded = 3
  /// By how much of itself a day's rate may be off without being another's: two parts in a thousand.
  private static let tolerance = Decimal(sign: .plus, exponent: -3, significand: 2)

  /// Whether the dollars seen are not evidence, whatever the rates were.
  var distrusts: Bool {
    guard !rounded.isEmpty, count >= Self.rowsNeeded, let first, let last else { return false }
    return last.timeIntervalSince(first) > Self.longest
  }

  /// Whether the dollars seen are not evidence, because the rates known changed where theirs did
  /// not.
  func distrusts(knowing rates: (any ExchangeRates)?) -> Bool {
    if distrusts { return true }
    guard !rounded.isEmpty, count >= Self.rowsNeeded, days.count >= Self.ratesNeeded,
      codes.count == 1, let code = codes.first,
      let constant = written.nineDigits ?? rounded.nineDigits
    else { return false }
    let known = days.compactMap { day in
      rates?.rate(from: code, to: "USD", on: day).map { $0.numerator.divided(by: $0.denominator) }
    }
    return Set(known).count >= Self.ratesNeeded
      && known.contains { abs($0 - constant) > constant * Self.tolerance }
  }

  /// Looks at what one trade says.
  mutating func look(at facts: TradeFacts) {
    guard let dollars = facts.dollars, let stated = facts.statedRate,
      let native = facts.otherMoney?.amount
    else { return }
    let code = stated.code
    // The written figures are rounded; the rate lies between these.
    rounded.narrow(stated.lowest, stated.highest)
    first = min(first ?? facts.date, facts.date)
    last = max(last ?? facts.date, facts.date)
    count += 1
    // In most files the rates vary early, and nothing more has to be kept.
    guard !rounded.isEmpty else { return }
    written.narrow(
      (dollars - dollars.halfStep).divided(by: native),
      (dollars + dollars.halfStep).divided(by: native))
    codes.insert(code)
    days.insert(UTCDay(facts.date))
  }

  /// Takes what another guard saw in other rows of the same file.
  mutating func merge(_ other: ConstantRateGuard) {
    rounded.merge(other.rounded)
    written.merge(other.written)
    first = [first, other.first].compactMap { $0 }.min()
    last = [last, other.last].compactMap { $0 }.max()
    count += other.count
    codes.formUnion(other.codes)
    days.formUnion(other.days)
  }
}

extension TradeFacts {
  /// How far dollars may be from those of the day's rate: rates move within a day, too.
  private static let farthest = Decimal(sign: .plus, exponent: -2, significand: 5)

  /// Whether its dollars are far from what its other money was worth on the day, so that they were
  /// converted at another day's rate.
  func contradicts(_ rates: (any ExchangeRates)?) -> Bool {
    guard let (lowest, highest, code) = statedRate,
      let known = rates?.rate(from: code, to: "USD", on: UTCDay(date))
    else { return false }
    let rate = known.numerator.divided(by: known.denominator)
    return highest < rate * (1 - Self.farthest) || lowest > rate * (1 + Self.farthest)
  }

  /// Between which bounds the dollars for one unit of its other money lie, for both are rounded, and
  /// the code of that money.
  fileprivate var statedRate: (lowest: Decimal, highest: Decimal, code: String)? {
    guard let dollars, dollars > 0, let (native, code) = otherMoney else { return nil }
    let (dollarStep, nativeStep) = (dollars.halfStep, native.halfStep)
    guard native > nativeStep else { return nil }
    return (
      (dollars - dollarStep).divided(by: native + nativeStep),
      (dollars + dollarStep).divided(by: native - nativeStep), code
    )
  }

  fileprivate var otherMoney: (amount: Decimal, code: String)? {
    for case let quantity? in [native, spent, received] {
      if case .fiat(let code) = quantity.asset, quantity.asset != .dollar {
        return (quantity.amount, code)
      }
    }
    return nil
  }
}

extension Decimal {
  /// Half of the last digit that a figure of money shows.
  fileprivate var halfStep: Decimal {
    Decimal(sign: .plus, exponent: -max(2, -exponent) - 1, significand: 5)
  }
}

/// Where a number lies by all that is known of it.
private struct Bounds: Sendable {
  private var lowest: Decimal = 0
  private var highest: Decimal?
  /// Whether it cannot lie anywhere.
  private(set) var isEmpty = false

  mutating func narrow(_ low: Decimal, _ high: Decimal) {
    lowest = max(lowest, low)
    highest = min(highest ?? high, high)
    if let highest, lowest > highest { isEmpty = true }
  }

  mutating func merge(_ other: Bounds) {
    isEmpty = isEmpty || other.isEmpty
    if let high = other.highest { narrow(other.lowest, high) }
  }

  /// The number, where nine digits of it are known.
  var nineDigits: Decimal? {
    let ninth = Decimal(sign: .plus, exponent: -8, significand: 1)
    guard !isEmpty, let highest, highest - lowest <= lowest * ninth else { return nil }
    return highest
  }
}
