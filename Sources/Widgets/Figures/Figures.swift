import Exact
public import FoundationEssentials
import Portfolio

/// The one family of formatters: every figure that a person reads is written here (SPEC §2.4–2.6).
///
/// Rounding is half away from zero and happens nowhere else. A figure that is not zero never reads
/// as zero, and one that reads as zero has no sign.
public enum Figures {
  /// Stands for a figure that is not known.
  public static let unknown = "—"

  /// US dollars with cents and thousands separators: `$1,234.50`, `-$1,234.50`, `<$0.01`.
  public static func usd(_ value: Decimal) -> String { NumberFormat.usDollar.money(value) }

  /// US dollars with their sign: `+$1,234.50`, `-$1,234.50`, `$0.00`, `<$0.01`.
  public static func signedUSD(_ value: Decimal) -> String {
    NumberFormat.usDollar.signedMoney(value)
  }

  /// Percent with sign and two places: `+25.34%`, `0.00%`, `<0.01%`.
  public static func percent(_ value: Decimal) -> String {
    let rounded = value.rounded(toPlaces: 2)
    if rounded == 0 { return value == 0 ? "0.00%" : "<0.01%" }
    return "\(rounded < 0 ? "-" : "+")\(grouped(rounded, places: 2))%"
  }

  /// The magnitude with thousands separators and exactly so many places; the value has no more.
  static func grouped(_ value: Decimal, places: Int) -> String {
    let parts = value.magnitude.canonicalText.split(separator: ".", maxSplits: 1)
    let text = separated(String(parts.first ?? "0"))
    guard places > 0 else { return text }
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return "\(text).\(fraction)\(String(repeating: "0", count: max(0, places - fraction.count)))"
  }

  /// Digits with a separator between thousands.
  static func separated(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

/// The direction of a change, decided from the figure as it is read and not as it is stored.
public enum Trend: Equatable, Sendable {
  /// Reads as more than zero.
  case gain
  /// Reads as less than zero.
  case loss
  /// Reads as zero.
  case neutral

  /// The direction of an amount, which is read to the cent unless its currency has other minor
  /// digits.
  public init(_ value: Decimal, minorDigits: Int = 2) {
    let rounded = value.rounded(toPlaces: minorDigits)
    self = rounded > 0 ? .gain : rounded < 0 ? .loss : .neutral
  }

  /// The mark next to the figure, so that color is never the only sign; a quiet one for zero.
  public var arrow: String {
    switch self {
    case .gain: "▲"
    case .loss: "▼"
    case .neutral: "·"
    }
  }
}
