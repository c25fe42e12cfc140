public import FoundationEssentials
import Portfolio

extension Figures {
  private static let steps: [(letter: String, power: Int)] = [
    ("K", 3), ("M", 6), ("B", 9), ("T", 12),
  ]

  /// US dollars in at most so many columns, shortened by whole steps only (SPEC §2.6).
  ///
  /// First the cents go, then thousands become `K`, `M`, `B` or `T` with as many digits as fit,
  /// carried at the boundary: `$1M`, never `$1000K`. Where not even that fits, `…`.
  ///
  /// - Parameters:
  ///   - value: The amount.
  ///   - isSigned: Whether a gain carries a plus.
  ///   - width: Columns there are.
  /// - Returns: The longest form that fits.
  public static func usd(_ value: Decimal, isSigned: Bool, fitting width: Int) -> String {
    let full = isSigned ? signedUSD(value) : usd(value)
    if full.count <= width { return full }
    let sign = value < 0 ? "-" : isSigned ? "+" : ""
    let dollars = value.rounded(toPlaces: 0)
    let whole = "\(sign)$\(grouped(dollars, places: 0))"
    if dollars == 0 { return width >= 3 ? "<$1" : width > 0 ? "…" : "" }
    if whole.count <= width { return whole }
    for step in steps {
      let scaled = Decimal(sign: .plus, exponent: -step.power, significand: value.magnitude)
      for places in stride(from: max(0, width), through: 0, by: -1) {
        let rounded = scaled.rounded(toPlaces: places)
        guard rounded >= 1, rounded < 1000 || step.power == 12 else { continue }
        let text = "\(sign)$\(rounded.canonicalText)\(step.letter)"
        if text.count <= width { return text }
      }
    }
    return width > 0 ? "…" : ""
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
