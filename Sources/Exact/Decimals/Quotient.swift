public import FoundationEssentials

extension Decimal {
  /// The quotient to 38 significant digits, the last one rounded half away from zero.
  ///
  /// The library's own quotient loses what the divisor has of digits more than the dividend: of
  /// 1 ÷ 12345678901234567890.123456789012345678 it keeps a single one.
  ///
  /// - Parameter divisor: Any value; a division by zero gives zero.
  public func divided(by divisor: Decimal) -> Decimal {
    ExactDecimal(self).quotient(by: ExactDecimal(divisor))
  }

  /// The quotient to 38 significant digits, the last one rounded half away from zero.
  ///
  /// - Returns: `nil` when the divisor is zero or either is not a number.
  public func exactQuotient(by divisor: Decimal) -> Decimal? {
    guard let top = ExactDecimal(exactly: self), let bottom = ExactDecimal(exactly: divisor),
      !bottom.isZero
    else { return nil }
    return top.quotient(by: bottom)
  }
}
