public import Exact
public import FoundationEssentials
import Portfolio

/// An amount of an asset and its precision.
public struct Amount: Sendable, Hashable {
  /// The asset.
  public var asset: String
  /// The signed amount as printed.
  public var value: Quantity
  /// Half a unit of the last digit if the column was rounded; zero if it is exact.
  public var tolerance: Quantity {
    get { rounding?.value ?? .zero }
    set { rounding = newValue.isZero ? nil : .value(newValue) }
  }
  private var rounding: Boxed<Quantity>?

  /// Makes an amount.
  public init(_ asset: String, _ value: Quantity, tolerance: Quantity = .zero) {
    (self.asset, self.value) = (asset, value)
    rounding = tolerance.isZero ? nil : .value(tolerance)
  }

  /// Whether both can be the same amount: equal within one unit of the coarser one's last digit.
  func agrees(with other: Amount) -> Bool {
    guard asset == other.asset else { return false }
    if value == other.value { return true }
    let slack = max(tolerance, other.tolerance)
    return !slack.isZero && (value - other.value).magnitude <= slack + slack
  }

  /// Whether both can be the same money: equal, or within one unit of the last digit of the one
  /// with fewer decimals, which are at least cents.
  func agreesAsMoney(with other: Amount) -> Bool {
    if agrees(with: other) { return true }
    let (mine, theirs) = (decimals, other.decimals)
    guard asset == other.asset, mine != theirs else { return false }
    let unit = Quantity(ExactDecimal(1, exponent: -min(mine, theirs)))
    return (value - other.value).magnitude <= unit
  }

  /// Whether it is the more precise of two amounts.
  ///
  /// - Parameter isMoney: Whether fewer decimals mean that the amount was rounded.
  func isFiner(than other: Amount, isMoney: Bool) -> Bool {
    guard tolerance == other.tolerance else { return tolerance < other.tolerance }
    return isMoney && decimals > other.decimals
  }

  /// The number of decimals, from cents to nine.
  private var decimals: Int { (2...8).first { value.rounded(places: $0) == value } ?? 9 }

  /// The amount with the other sign.
  var negated: Amount { Amount(asset, -value, tolerance: tolerance) }
}

/// An instant and the precision of the clock that printed it.
///
/// `12:00` has a width of a minute, `12:00:00` of a second; the event happened within `at..<(at +
/// width)`.
public struct PrintedInstant: Sendable, Hashable {
  /// Microseconds since 1970, truncated to the precision of the cell.
  public var at: Int64
  /// The width of the clock in microseconds, at least 1.
  public var width: Int64

  /// Makes an instant.
  public init(at: Int64, width: Int64 = PrintedInstant.second) {
    (self.at, self.width) = (at, max(1, width))
  }

  /// A second in microseconds.
  public static let second: Int64 = 1_000_000

  /// The instant truncated to milliseconds.
  public var date: Date {
    let (milliseconds, rest) = at.quotientAndRemainder(dividingBy: 1_000)
    return Date(millisecondsSince1970: Int(rest < 0 ? milliseconds - 1 : milliseconds))
  }

  /// The last microsecond that is printed the same way.
  var last: Int64 { at + width - 1 }

  /// Whether the clock has seconds.
  var hasSeconds: Bool { width <= Self.second }

  /// The microseconds between two instants; zero if both clocks allow the same one.
  func distance(to other: PrintedInstant) -> Int64 {
    max(0, at - other.last, other.at - last)
  }
}
