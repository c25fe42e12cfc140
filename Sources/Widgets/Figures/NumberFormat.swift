import CellGrid
public import Exact
public import MarketData
import Portfolio

/// Formats amounts of a currency: its symbol, decimals and their placement.
///
/// Rounding is half away from zero. A nonzero figure is never shown as zero, and a figure shown as
/// zero has no sign.
public struct NumberFormat: Equatable, Sendable {
  /// The currency.
  public let currency: Currency

  /// US dollars, the currency of the ledger.
  public static let usDollar = NumberFormat(.usDollar)

  /// Creates a format for a currency.
  public init(_ currency: Currency) { self.currency = currency }

  /// Creates a format for a currency code; unknown currencies are shown with their code.
  public init(code: String) { currency = Currency(anyCode: code) }

  /// The currency's ISO 4217 code.
  public var code: String { currency.code }

  /// Digits after the decimal point.
  public var minorDigits: Int { currency.minorDigits }

  /// An amount with thousands separators: `$1,234.50`, `-€1,234.50`, `CHF 1,234.50`, `1,234.50 kr`,
  /// `<$0.01`.
  public func money(_ value: ExactDecimal) -> String { money(value, plus: "") }

  /// An amount with a sign: `+$1,234.50`, `-$1,234.50`, `$0.00`, `<$0.01`.
  public func signedMoney(_ value: ExactDecimal) -> String { money(value, plus: "+") }

  /// Price of a coin: minor digits from one unit up, otherwise four significant digits.
  public func unitPrice(_ value: ExactDecimal) -> String {
    guard value != 0, value.magnitude < 1 else { return wholeUnitPrice(value) }
    let rounded = value.rounded(places: Figures.placesForSignificance(of: value))
    guard rounded.magnitude < 1 else { return money(rounded) }
    let fraction = rounded.magnitude.description.drop { $0 != "." }.dropFirst()
    let padded = fraction.count < 2 ? "\(fraction)0" : String(fraction)
    return with("0.\(padded)", sign: value < 0 ? "-" : "")
  }

  /// A round axis figure with exactly its significant digits: `$1,500`, `-€0.5`, `2 kr`.
  public func tick(_ value: ExactDecimal) -> String {
    let parts = value.magnitude.description.split(separator: ".", maxSplits: 1)
    let whole = Figures.separated(String(parts.first ?? "0"))
    let places = parts.dropFirst().first.map { max($0.count, $0.count == 1 ? minorDigits : 0) } ?? 0
    return with(
      places == 0 ? whole : Figures.grouped(value, places: places), sign: value < 0 ? "-" : "")
  }

  /// Shown instead of an amount in private mode.
  public func masked(sign: String = "") -> String { with("•••••", sign: sign) }

  /// Shown instead of an amount in private mode, with the sign of the displayed amount.
  public func masked(_ value: ExactDecimal, isSigned: Bool) -> String {
    guard isSigned else { return masked() }
    switch Trend(value, minorDigits: minorDigits) {
    case .gain: return masked(sign: "+")
    case .loss: return masked(sign: "-")
    case .neutral: return masked()
    }
  }

  /// The smallest displayable amount, such as `$0.01` or `¥1`.
  private var smallest: String {
    with(
      Figures.grouped(
        ExactDecimal(1, exponent: -minorDigits),
        places: minorDigits), sign: "")
  }

  private func money(_ value: ExactDecimal, plus: String) -> String {
    let rounded = value.rounded(places: minorDigits)
    if rounded == 0 {
      return value == 0 ? with(Figures.grouped(0, places: minorDigits), sign: "") : "<\(smallest)"
    }
    return with(
      Figures.grouped(rounded, places: minorDigits), sign: rounded < 0 ? "-" : plus)
  }

  /// Formats a price in a currency without minor digits, with two decimals if it is below 1,000 and
  /// would otherwise lose precision.
  private func wholeUnitPrice(_ value: ExactDecimal) -> String {
    let places = value.magnitude < 1000 && value != 0 ? max(2, minorDigits) : minorDigits
    let rounded = value.rounded(places: places)
    return with(Figures.grouped(rounded, places: places), sign: rounded < 0 ? "-" : "")
  }

  func with(_ number: String, sign: String) -> String {
    switch currency.placement {
    case .before: "\(sign)\(currency.symbol)\(number)"
    case .beforeWithSpace: "\(sign)\(currency.symbol) \(number)"
    case .afterWithSpace: "\(sign)\(number) \(currency.symbol)"
    }
  }
}

extension NumberFormat {
  private static let steps: [(letter: String, power: Int)] = [
    ("K", 3), ("M", 6), ("B", 9), ("T", 12),
  ]

  /// An amount in at most some columns, shortened in whole steps (SPEC §2.6).
  ///
  /// First the minor digits are dropped, then thousands become `K`, `M`, `B` or `T` with as many
  /// digits as fit, carried at the boundary: `$1M`, never `$1000K`. If nothing fits, `…`.
  ///
  /// - Parameters:
  ///   - value: The amount.
  ///   - isSigned: Whether a gain has a plus sign.
  ///   - width: The maximum number of columns.
  ///   - isWhole: Whether to drop the minor digits in any case, to match adjacent amounts.
  /// - Returns: The longest form that fits.
  public func money(
    _ value: ExactDecimal, isSigned: Bool, fitting width: Int, isWhole: Bool = false
  ) -> String {
    let full = isSigned ? signedMoney(value) : money(value)
    if !isWhole, columnWidth(of: full) <= width { return full }
    let sign = value < 0 ? "-" : value > 0 && isSigned ? "+" : ""
    let units = value.rounded(places: 0)
    if units == 0, value != 0 {
      // Cents tell a loss from a gain, and `<$1` does not.
      if isSigned, value.rounded(places: minorDigits) != 0, columnWidth(of: full) <= width {
        return full
      }
      let text = "<\(with("1", sign: ""))"
      return width >= columnWidth(of: text) ? text : width > 0 ? "…" : ""
    }
    let whole = with(Figures.grouped(units, places: 0), sign: sign)
    if columnWidth(of: whole) <= width { return whole }
    for step in Self.steps {
      let scaled = value.magnitude.scaled(byPowerOfTen: -step.power)
      for places in stride(from: max(0, width), through: 0, by: -1) {
        let rounded = scaled.rounded(places: places)
        guard rounded >= 1, rounded < 1000 || step.power == 12 else { continue }
        let text = with("\(rounded.description)\(step.letter)", sign: sign)
        if columnWidth(of: text) <= width { return text }
      }
    }
    return width > 0 ? "…" : ""
  }
}
