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
    if let short = ShortQuotient(self, by: divisor, shift: power) {
      let quotient = ExactDecimal(short.rounded, exponent: unit)
      return short.isExact ? quotient.withoutTrailingZeros : quotient
    }
    if let quotient = doubleQuotient(by: divisor, shift: power, unit: unit) { return quotient }
    let top = power > 0 ? wide * PowerOfTen.wide(power) : wide
    let bottom = power < 0 ? divisor.wide * PowerOfTen.wide(-power) : divisor.wide
    let (digits, isExact) = Self.roundedQuotient(top, bottom)
    let quotient = ExactDecimal(digits, exponent: unit)
    return isExact ? quotient.withoutTrailingZeros : quotient
  }

  /// The rounded quotient where 256 bits hold what is divided, and 128 bits the divisor.
  private func doubleQuotient(
    by divisor: ExactDecimal, shift power: Int32, unit: Int32
  ) -> ExactDecimal? {
    guard case .narrow(let bottom) = divisor.digits, power.magnitude < PowerOfTen.narrow.count,
      let double
    else { return nil }
    let shift = PowerOfTen.narrow[Int(power.magnitude)].magnitude
    let (raised, overflows) = bottom.magnitude.multipliedReportingOverflow(
      by: power < 0 ? shift : 1)
    guard !overflows, let top = power > 0 ? double.times(shift) : double else { return nil }
    let (whole, rest) = top.quotientAndRemainder(dividingBy: raised, isNegative: bottom < 0)
    guard rest > 0 else { return ExactDecimal(whole, exponent: unit).withoutTrailingZeros }
    // Twice the rest may not fit 128 bits.
    guard rest >= raised - rest else { return ExactDecimal(whole, exponent: unit) }
    return whole.increased.map { ExactDecimal($0, exponent: unit) }
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
    if let quotient = narrowQuotient(by: divisor) { return quotient.decimal }
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

  /// The quotient to 38 significant digits where 128 bits hold its digits.
  private func narrowQuotient(by divisor: ExactDecimal) -> ExactDecimal? {
    // With this shift it has 37 digits or 38.
    let least = Int32(Self.decimalDigits - 1 - digitCount + divisor.digitCount)
    for shift in [least, least + 1] {
      let power = exponent - divisor.exponent - shift
      guard power >= Self.smallestExponent,
        let short = ShortQuotient(self, by: divisor, shift: shift)
      else { return nil }
      if short.isExact || short.whole >= PowerOfTen.narrow[Self.decimalDigits - 1].magnitude {
        return ExactDecimal(short.rounded, exponent: power)
      }
    }
    return nil
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

/// The quotient of two integers of 128 bits, the first one made larger by a power of ten.
private struct ShortQuotient {
  /// Its whole part, without the sign.
  let whole: UInt128
  /// Whether nothing is behind the whole part.
  let isExact: Bool
  private let roundsUp: Bool
  private let isNegative: Bool

  /// Divides.
  ///
  /// - Parameter shift: The power of ten.
  /// - Returns: `nil` where 256 bits do not hold what is divided, or 127 bits the quotient.
  init?(_ dividend: ExactDecimal, by divisor: ExactDecimal, shift: Int32) {
    let largest = PowerOfTen.narrow.count - 1
    guard case .narrow(let top) = dividend.digits, case .narrow(let bottom) = divisor.digits,
      (0...2 * largest).contains(Int(shift))
    else { return nil }
    let unit = bottom.magnitude
    // What is short may be raised by more than one power.
    let (raised, overflows) = top.magnitude.multipliedReportingOverflow(
      by: PowerOfTen.narrow[max(0, Int(shift) - largest)].magnitude)
    guard !overflows else { return nil }
    let product = raised.multipliedFullWidth(
      by: PowerOfTen.narrow[min(Int(shift), largest)].magnitude)
    guard product.high < unit else { return nil }
    let (whole, rest) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: unit) : unit.dividingFullWidth(product)
    guard whole < Int128.max.magnitude else { return nil }
    self.whole = whole
    isExact = rest == 0
    // Twice the rest may not fit 128 bits.
    roundsUp = rest >= unit - rest
    isNegative = (top < 0) != (bottom < 0)
  }

  /// Rounded half away from zero.
  var rounded: Int128 {
    let magnitude = Int128(whole) + (roundsUp ? 1 : 0)
    return isNegative ? -magnitude : magnitude
  }
}
