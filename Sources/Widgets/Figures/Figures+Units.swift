public import FoundationEssentials
import Portfolio

extension Figures {
  private static let quantityPlaces = 8
  private static let significantDigits = 4

  /// Coins: up to 8 places without trailing zeros, and more where 8 would read as zero.
  ///
  /// No thousands separators, so that what is read can be typed.
  public static func quantity(_ value: Decimal) -> String {
    let rounded = value.rounded(toPlaces: quantityPlaces)
    if rounded != 0 || value == 0 { return rounded.canonicalText }
    return value.rounded(toPlaces: placesForSignificance(of: value)).canonicalText
  }

  /// US dollars per coin: cents from one dollar up, four significant digits below.
  public static func unitPrice(_ value: Decimal) -> String {
    guard value != 0, value.magnitude < 1 else { return usd(value) }
    let rounded = value.rounded(toPlaces: placesForSignificance(of: value))
    guard rounded.magnitude < 1 else { return usd(rounded) }
    let fraction = rounded.magnitude.canonicalText.drop { $0 != "." }.dropFirst()
    let padded = fraction.count < 2 ? "\(fraction)0" : String(fraction)
    return "\(value < 0 ? "-" : "")$0.\(padded)"
  }

  /// Places that keep four significant digits of a value below one.
  private static func placesForSignificance(of value: Decimal) -> Int {
    let fraction = value.magnitude.canonicalText.drop { $0 != "." }.dropFirst()
    return fraction.prefix { $0 == "0" }.count + significantDigits
  }
}
