public import Exact
import Portfolio

/// Formats every figure that users see (SPEC §2.4–2.6).
///
/// Rounding is half away from zero and happens nowhere else. A nonzero figure is never shown as
/// zero, and a figure shown as zero has no sign.
public enum Figures {
  /// Shown for an unknown figure.
  public static let unknown = "—"

  /// US dollars with cents and thousands separators: `$1,234.50`, `-$1,234.50`, `<$0.01`.
  public static func usd(_ value: ExactDecimal) -> String { NumberFormat.usDollar.money(value) }

  /// US dollars with a sign: `+$1,234.50`, `-$1,234.50`, `$0.00`, `<$0.01`.
  public static func signedUSD(_ value: ExactDecimal) -> String {
    NumberFormat.usDollar.signedMoney(value)
  }

  /// Percentage with a sign and two decimals: `+25.34%`, `0.00%`, `<0.01%`.
  public static func percent(_ value: ExactDecimal) -> String {
    let rounded = value.rounded(places: 2)
    if rounded == 0 { return value == 0 ? "0.00%" : "<0.01%" }
    return "\(rounded < 0 ? "-" : "+")\(grouped(rounded, places: 2))%"
  }

  /// The magnitude with thousands separators and a number of decimals that the value fits in.
  static func grouped(_ value: ExactDecimal, places: Int) -> String {
    var digits: [UInt8] = []
    value.magnitude.appendText(to: &digits)
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    var text = separated(digits[..<point])
    guard places > 0 else { return String(decoding: text, as: UTF8.self) }
    let fraction = digits[point...].dropFirst()
    text.append(UInt8(ascii: "."))
    text += fraction
    text += repeatElement(UInt8(ascii: "0"), count: max(0, places - fraction.count))
    return String(decoding: text, as: UTF8.self)
  }

  /// Digits with thousands separators.
  static func separated(_ digits: String) -> String {
    String(decoding: separated(Array(digits.utf8)[...]), as: UTF8.self)
  }

  private static func separated(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(digits.count * 3 / 2)
    for index in digits.indices {
      let rest = digits.endIndex - index
      if index > digits.startIndex, rest % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digits[index])
    }
    return text
  }
}

/// The direction of a change, based on the displayed figure instead of the exact one.
public enum Trend: Equatable, Sendable {
  /// Displayed as positive.
  case gain
  /// Displayed as negative.
  case loss
  /// Displayed as zero.
  case neutral

  /// The direction of an amount displayed with the currency's minor digits, by default two.
  public init(_ value: ExactDecimal, minorDigits: Int = 2) {
    let rounded = value.rounded(places: minorDigits)
    self = rounded > 0 ? .gain : rounded < 0 ? .loss : .neutral
  }

  /// The mark next to the figure, so that color is never the only cue; a quiet one for zero.
  public var arrow: String {
    switch self {
    case .gain: "▲"
    case .loss: "▼"
    case .neutral: "·"
    }
  }
}

extension Figures {
  /// US dollars in at most some columns, shortened like
  /// ``NumberFormat/money(_:isSigned:fitting:)``.
  ///
  /// - Parameters:
  ///   - isSigned: Whether a gain has a plus sign.
  ///   - isSigned: Whether a gain carries a plus.
  ///   - width: The maximum number of columns.
  /// - Returns: The longest form that fits.
  public static func usd(_ value: ExactDecimal, isSigned: Bool, fitting width: Int) -> String {
    NumberFormat.usDollar.money(value, isSigned: isSigned, fitting: width)
  }

  /// Percentage in at most some columns: without decimals if necessary, then shortened like money.
  public static func percent(_ value: ExactDecimal, fitting width: Int) -> String {
    let full = percent(value)
    if full.count <= width { return full }
    let rounded = value.rounded(places: 0)
    if rounded == 0 { return width >= 3 ? "<1%" : width > 0 ? "…" : "" }
    let sign = value < 0 ? "-" : "+"
    let whole = "\(sign)\(grouped(rounded, places: 0))%"
    if whole.count <= width { return whole }
    let money = usd(value.magnitude, isSigned: false, fitting: width - 1)
    return money == "…" ? money : "\(sign)\(money.dropFirst())%"
  }
}

extension Figures {
  private static let quantityPlaces = 8
  private static let significantDigits = 4

  /// Amount of coins with thousands separators: `1,234.5`; decimals as in ``plainQuantity(_:)``.
  public static func quantity(_ value: ExactDecimal) -> String {
    let plain = Array(plainQuantity(value).utf8)
    let start = plain.first == UInt8(ascii: "-") ? 1 : 0
    let point = plain.firstIndex(of: UInt8(ascii: ".")) ?? plain.endIndex
    let text = plain[..<start] + separated(plain[start..<point]) + plain[point...]
    return String(decoding: text, as: UTF8.self)
  }

  /// Amount of coins with thousands separators.
  public static func quantity(_ value: Quantity) -> String { quantity(value.number) }

  /// Amount of coins in at most some columns.
  public static func quantity(_ value: Quantity, fitting width: Int) -> String {
    quantity(value.number, fitting: width)
  }

  /// Amount of coins in at most some columns: with fewer decimals if necessary, then shortened.
  public static func quantity(_ value: ExactDecimal, fitting width: Int) -> String {
    let full = quantity(value)
    if full.count <= width { return full }
    if value.magnitude < 1 {
      let short = value.rounded(places: max(0, width - 2)).description
      return short == "0" || short.count > width ? "…" : short
    }
    let money = usd(value, isSigned: false, fitting: width + 1)
    return money == "…" ? money : String(money.dropFirst())
  }

  /// Amount of coins with up to 8 decimals and no trailing zeros, or more if 8 would show zero.
  ///
  /// It omits thousands separators, so that programs can read it and users can type it.
  public static func plainQuantity(_ value: ExactDecimal) -> String {
    let rounded = value.rounded(places: quantityPlaces)
    if rounded != 0 || value == 0 { return rounded.description }
    return value.rounded(places: placesForSignificance(of: value)).description
  }

  /// US dollars per coin: cents from one dollar up, otherwise four significant digits.
  public static func unitPrice(_ value: ExactDecimal) -> String {
    NumberFormat.usDollar.unitPrice(value)
  }

  /// Decimals that keep four significant digits of a value below one.
  static func placesForSignificance(of value: ExactDecimal) -> Int {
    let fraction = value.magnitude.description.drop { $0 != "." }.dropFirst()
    return fraction.prefix { $0 == "0" }.count + significantDigits
  }
}
