import BigInt
public import FoundationEssentials

extension ExactDecimal {
  /// The quotient as a whole number of units of 10 to the power of `-places`, rounded once, half
  /// away from zero.
  ///
  /// - Parameters:
  ///   - divisor: Any value; a division by zero gives zero.
  ///   - places: Decimal places of the result.
  public func divided(by divisor: ExactDecimal, places: Int) -> ExactDecimal {
    guard !divisor.isZero, !isZero else { return .zero }
    let unit = Int32(clamping: -places)
    if let whole = wholeQuotient(divisor), whole.exponent >= unit { return whole }
    let power = exponent - divisor.exponent - unit
    let top = power > 0 ? wide * PowerOfTen.wide(power) : wide
    let bottom = power < 0 ? divisor.wide * PowerOfTen.wide(-power) : divisor.wide
    let (digits, isExact) = Self.roundedQuotient(top, bottom)
    let quotient = ExactDecimal(digits, exponent: unit)
    return isExact ? quotient.withoutTrailingZeros : quotient
  }

  /// The quotient where the integers divide without a rest in 128 bits, as they do when a price
  /// times an amount is divided by the amount.
  private func wholeQuotient(_ divisor: ExactDecimal) -> ExactDecimal? {
    guard case .narrow(let top) = digits, case .narrow(let bottom) = divisor.digits else {
      return nil
    }
    let (magnitude, rest) = top.magnitude.quotientAndRemainder(dividingBy: bottom.magnitude)
    guard rest == 0, let quotient = Int128(exactly: magnitude) else { return nil }
    let isNegative = (top < 0) != (bottom < 0)
    return ExactDecimal(
      isNegative ? -quotient : quotient, exponent: exponent - divisor.exponent)
  }

  /// The value with at most so many decimal places, rounded once, half away from zero.
  public func rounded(places: Int) -> ExactDecimal {
    guard exponent < -places, !isZero else { return self }
    let surplus = -places - Int(exponent)
    guard case .narrow(let digits) = digits, surplus < PowerOfTen.narrow.count else {
      return divided(by: 1, places: places)
    }
    let unit = PowerOfTen.narrow[surplus].magnitude
    let (whole, rest) = digits.magnitude.quotientAndRemainder(dividingBy: unit)
    let rounded = Int128(whole) + (rest * 2 >= unit ? 1 : 0)
    return ExactDecimal(digits < 0 ? -rounded : rounded, exponent: Int32(clamping: -places))
      .withoutTrailingZeros
  }

  /// The quotient to 38 significant digits, rounded once, half away from zero.
  ///
  /// - Parameter divisor: Any value; a division by zero gives zero.
  public func quotient(by divisor: ExactDecimal) -> Decimal {
    guard !divisor.isZero, !isZero else { return 0 }
    let shift = Int32(max(0, Self.decimalDigits + 2 + divisor.digitCount - digitCount))
    let top = wide * PowerOfTen.wide(shift)
    let (quotient, rest) = top.quotientAndRemainder(dividingBy: divisor.wide)
    let power = exponent - divisor.exponent - shift
    guard !rest.isZero else { return ExactDecimal(quotient, exponent: power).decimal }
    // One more digit keeps in mind that something follows, so that no half is taken for a tie.
    let isNegative = (wide.sign == .minus) != (divisor.wide.sign == .minus)
    let digits = quotient * 10 + (isNegative ? -1 : 1)
    return ExactDecimal(digits, exponent: power - 1).decimal
  }

  /// The significant digits that a `Decimal` of bitpal keeps.
  static let decimalDigits = 38

  /// A quotient rounded half away from zero, and whether nothing was rounded.
  static func roundedQuotient(_ top: BigInt, _ bottom: BigInt) -> (BigInt, isExact: Bool) {
    let (quotient, rest) = top.quotientAndRemainder(dividingBy: bottom)
    guard !rest.isZero else { return (quotient, true) }
    guard rest.magnitude * 2 >= bottom.magnitude else { return (quotient, false) }
    return (quotient + (top.sign == bottom.sign ? 1 : -1), false)
  }
}
