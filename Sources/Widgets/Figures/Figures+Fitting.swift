import Exact
public import FoundationEssentials
import Portfolio

extension Figures {
  /// US dollars in at most so many columns, as ``NumberFormat/money(_:isSigned:fitting:)`` shortens
  /// them.
  ///
  /// - Parameters:
  ///   - value: The amount.
  ///   - isSigned: Whether a gain carries a plus.
  ///   - width: Columns there are.
  /// - Returns: The longest form that fits.
  public static func usd(_ value: Decimal, isSigned: Bool, fitting width: Int) -> String {
    NumberFormat.usDollar.money(value, isSigned: isSigned, fitting: width)
  }

  /// Percent in at most so many columns: without its places where it must, then shortened like
  /// money.
  public static func percent(_ value: Decimal, fitting width: Int) -> String {
    let full = percent(value)
    if full.count <= width { return full }
    let rounded = value.rounded(toPlaces: 0)
    if rounded == 0 { return width >= 3 ? "<1%" : width > 0 ? "…" : "" }
    let sign = value < 0 ? "-" : "+"
    let whole = "\(sign)\(grouped(rounded, places: 0))%"
    if whole.count <= width { return whole }
    let money = usd(value.magnitude, isSigned: false, fitting: width - 1)
    return money == "…" ? money : "\(sign)\(money.dropFirst())%"
  }
}
