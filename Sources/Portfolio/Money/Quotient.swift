public import FoundationEssentials

extension Decimal {
  /// The quotient, to 32 digits at least.
  ///
  /// The library's own quotient has 38 digits less what the divisor has more than the dividend: of
  /// 1 ÷ 12345678901234567890.123456789012345678 it keeps a single one. Of other long pairs it has
  /// 38 digits of which only the first ten are right. Where what it leaves shows either, the slower
  /// ``exactQuotient(by:)`` takes its place.
  ///
  /// - Parameter divisor: Any value but zero.
  public func divided(by divisor: Decimal) -> Decimal {
    let quotient = self / divisor
    let rest = abs(self - quotient * divisor)
    let isPrecise = !rest.isNaN && rest <= abs(self) * Self.negligiblePart
    return isPrecise ? quotient : exactQuotient(by: divisor) ?? quotient
  }

  /// The quotient to 38 significant digits, the last one rounded half away from zero.
  ///
  /// - Returns: `nil` when the divisor is zero or the quotient lies outside what can be kept.
  public func exactQuotient(by divisor: Decimal) -> Decimal? {
    guard let top = WholeNumber(self), let bottom = WholeNumber(divisor), bottom.digits > 0 else {
      return nil
    }
    var (digits, rest) = top.digits.quotientAndRemainder(dividingBy: bottom.digits)
    var exponent = top.exponent - bottom.exponent
    while rest > 0, digits < UInt128.tenToThe37 {
      let next = bottom.digits.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      digits = digits * 10 + next.quotient
      rest = next.remainder
      exponent -= 1
    }
    if rest > 0, rest >= bottom.digits - rest { digits += 1 }
    let isNegative = isSignMinus != divisor.isSignMinus && digits > 0
    do throws(DecimalTextError) {
      return try Decimal(exact: "\(isNegative ? "-" : "")\(digits)e\(exponent)")
    } catch {
      return nil
    }
  }

  private static let negligiblePart = Decimal(sign: .plus, exponent: -32, significand: 1)
}

/// The magnitude of a decimal as a whole number times a power of ten.
private struct WholeNumber {
  let digits: UInt128
  let exponent: Int

  init?(_ value: Decimal) {
    guard value.isFinite, let digits = UInt128(value.significand.magnitude.description) else {
      return nil
    }
    self.digits = digits
    exponent = digits == 0 ? 0 : value.exponent
  }
}

extension UInt128 {
  /// The smallest number of 38 digits.
  fileprivate static let tenToThe37: UInt128 = 10_000_000_000_000_000_000_000_000_000_000_000_000
}
