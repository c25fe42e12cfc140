import Exact
public import FoundationEssentials
import Portfolio

extension Figures {
  private static let quantityPlaces = 8
  private static let significantDigits = 4

  /// Coins with thousands separators: `1,234.5`; as many places as ``plainQuantity(_:)`` has.
  public static func quantity(_ value: Decimal) -> String {
    let plain = plainQuantity(value)
    let sign = plain.hasPrefix("-") ? "-" : ""
    let parts = plain.dropFirst(sign.count).split(separator: ".", maxSplits: 1)
    let whole = separated(String(parts[0]))
    return parts.count > 1 ? "\(sign)\(whole).\(parts[1])" : "\(sign)\(whole)"
  }

  /// Coins: up to 8 places without trailing zeros, and more where 8 would read as zero.
  ///
  /// No thousands separators: programs read it, and it can be typed.
  public static func plainQuantity(_ value: Decimal) -> String {
    let rounded = value.rounded(toPlaces: quantityPlaces)
    if rounded != 0 || value == 0 { return rounded.canonicalText }
    return value.rounded(toPlaces: placesForSignificance(of: value)).canonicalText
  }

  /// US dollars per coin: cents from one dollar up, four significant digits below.
  public static func unitPrice(_ value: Decimal) -> String {
    NumberFormat.usDollar.unitPrice(value)
  }

  /// Places that keep four significant digits of a value below one.
  static func placesForSignificance(of value: Decimal) -> Int {
    let fraction = value.magnitude.canonicalText.drop { $0 != "." }.dropFirst()
    return fraction.prefix { $0 == "0" }.count + significantDigits
  }
}
