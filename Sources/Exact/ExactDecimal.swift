import BigInt

/// A decimal number of any size: an integer times a power of ten.
///
/// Sums, differences and products are exact in any order and size; only division rounds, to a
/// documented precision. Nothing traps or wraps: digits that fit 128 bits are stored in them,
/// longer ones in an arbitrary-precision integer.
public struct ExactDecimal: Sendable {
  /// The integer, in the narrowest form that can represent it.
  enum Digits {
    case narrow(Int128)
    case wide(WideDigits)
  }

  // Two words, because a 128-bit integer would require an alignment of 16 bytes.
  private let low: UInt64
  private let high: Int64
  private let long: WideDigits?
  private(set) var exponent: Int32

  var digits: Digits {
    @inline(__always) get {
      if let long { return .wide(long) }
      return .narrow(Int128(high) << 64 | Int128(low))
    }
  }

  init(_ digits: Int128, exponent: Int32 = 0) {
    low = UInt64(truncatingIfNeeded: digits)
    high = Int64(truncatingIfNeeded: digits >> 64)
    long = nil
    self.exponent = exponent
  }

  /// Stores an arbitrary-precision integer, in narrow form if it fits.
  init(_ digits: BigInt, exponent: Int32) {
    let words = digits.magnitude.words
    let magnitude = words.count <= 2 ? Int128(exactly: UInt128(words: words)) : nil
    let narrow = magnitude.map { digits.sign == .minus ? -$0 : $0 } ?? 0
    low = UInt64(truncatingIfNeeded: narrow)
    high = Int64(truncatingIfNeeded: narrow >> 64)
    long = magnitude == nil ? WideDigits(digits) : nil
    self.exponent = exponent
  }

  /// Stores an integer of up to 256 bits, in narrow form if it fits.
  init(_ digits: DoubleWidth, exponent: Int32) {
    let narrow = digits.narrow
    low = UInt64(truncatingIfNeeded: narrow ?? 0)
    high = Int64(truncatingIfNeeded: (narrow ?? 0) >> 64)
    long = narrow == nil ? WideDigits(digits) : nil
    self.exponent = exponent
  }

  /// The integer in 256 bits, `nil` if it does not fit.
  var double: DoubleWidth? {
    switch digits {
    case .narrow(let digits): DoubleWidth(low: digits.magnitude, isNegative: digits < 0)
    case .wide(let digits): digits.double
    }
  }

  /// Creates a whole number.
  public init(_ value: some FixedWidthInteger) { self.init(value, exponent: 0) }

  /// Creates a whole number times a power of ten.
  ///
  /// - Parameters:
  ///   - value: The whole number.
  ///   - exponent: The power of ten; clamped to 32 bits.
  public init(_ value: some FixedWidthInteger, exponent: Int) {
    let exponent = value == 0 ? 0 : Int32(clamping: exponent)
    if let digits = Int128(exactly: value) {
      self.init(digits, exponent: exponent)
    } else {
      self.init(BigInt(value), exponent: exponent)
    }
  }

  /// The value times a power of ten.
  public func scaled(byPowerOfTen power: Int) -> ExactDecimal {
    guard !isZero else { return .zero }
    var scaled = self
    scaled.exponent = Int32(clamping: Int(exponent) + power)
    return scaled
  }

  /// The integer with arbitrary precision.
  var wide: BigInt {
    switch digits {
    case .narrow(let digits):
      BigInt(
        sign: digits < 0 ? .minus : .plus, magnitude: BigUInt(words: digits.magnitude.lowAndHigh))
    case .wide(let digits): digits.value
    }
  }
}

extension UInt128 {
  fileprivate init(words: BigUInt.Words) {
    self = words.reversed().reduce(0) { $0 << 64 | UInt128($1) }
  }

  fileprivate var lowAndHigh: [UInt] {
    [UInt(truncatingIfNeeded: self), UInt(truncatingIfNeeded: self >> 64)]
  }
}

extension ExactDecimal {
  /// Whether the value is zero.
  public var isZero: Bool {
    if case .narrow(let digits) = digits { digits == 0 } else { false }
  }

  /// Whether the value is negative.
  public var isNegative: Bool {
    switch digits {
    case .narrow(let digits): digits < 0
    case .wide(let digits): digits.isNegative
    }
  }

  /// The value without its sign.
  public var magnitude: ExactDecimal { isNegative ? -self : self }
}

extension ExactDecimal: AdditiveArithmetic, ExpressibleByIntegerLiteral {
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self.init(Int128(value)) }

  /// Zero.
  public static let zero = ExactDecimal(Int128(0))

  /// The exact sum.
  public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if let (mine, theirs, exponent) = narrowAligned(left, right) {
      let (sum, overflows) = mine.addingReportingOverflow(theirs)
      if !overflows { return ExactDecimal(sum, exponent: exponent) }
    }
    if let (mine, theirs, exponent) = doubleAligned(left, right), let sum = mine.plus(theirs) {
      return ExactDecimal(sum, exponent: exponent)
    }
    let (mine, theirs, exponent) = wideAligned(left, right)
    return ExactDecimal(mine + theirs, exponent: exponent)
  }

  /// The exact difference.
  public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    if let (mine, theirs, exponent) = narrowAligned(left, right) {
      let (difference, overflows) = mine.subtractingReportingOverflow(theirs)
      if !overflows { return ExactDecimal(difference, exponent: exponent) }
    }
    if let (mine, theirs, exponent) = doubleAligned(left, right),
      let difference = mine.plus(theirs.negated)
    {
      return ExactDecimal(difference, exponent: exponent)
    }
    let (mine, theirs, exponent) = wideAligned(left, right)
    return ExactDecimal(mine - theirs, exponent: exponent)
  }

  /// The negated value.
  public static prefix func - (value: ExactDecimal) -> ExactDecimal { zero - value }

  /// The exact product.
  public static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    let exponent = left.exponent &+ right.exponent
    switch (left.digits, right.digits) {
    case (.narrow(let mine), .narrow(let theirs)):
      let (product, overflows) = mine.multipliedReportingOverflow(by: theirs)
      if !overflows { return ExactDecimal(product, exponent: product == 0 ? 0 : exponent) }
      return ExactDecimal(DoubleWidth(mine, times: theirs), exponent: exponent)
    case (.wide(let wide), .narrow(let narrow)), (.narrow(let narrow), .wide(let wide)):
      guard narrow != 0 else { return .zero }
      if let product = wide.double?.times(narrow.magnitude, isNegative: narrow < 0) {
        return ExactDecimal(product, exponent: exponent)
      }
    case (.wide, .wide): break
    }
    return ExactDecimal(left.wide * right.wide, exponent: exponent)
  }
}

extension ExactDecimal: SignedNumeric {
  /// Creates a whole number; never `nil`.
  public init?(exactly source: some BinaryInteger) {
    self.init(BigInt(source), exponent: 0)
  }

  /// Multiplies, exactly.
  public static func *= (left: inout ExactDecimal, right: ExactDecimal) { left = left * right }
}

extension ExactDecimal: Comparable, Hashable {
  /// Whether both are the same number, independent of their representation.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if let (mine, theirs, _) = narrowAligned(left, right) { return mine == theirs }
    let (mine, theirs, _) = wideAligned(left, right)
    return mine == theirs
  }

  /// Whether the first number is smaller.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if let (mine, theirs, _) = narrowAligned(left, right) { return mine < theirs }
    if let isLess = isLessBySize(left, right) { return isLess }
    let (mine, theirs, _) = wideAligned(left, right)
    return mine < theirs
  }

  /// Hashes equal numbers equally.
  public func hash(into hasher: inout Hasher) {
    let shortest = withoutTrailingZeros
    switch shortest.digits {
    case .narrow(let digits): hasher.combine(digits)
    case .wide(let digits): hasher.combine(digits.value)
    }
    hasher.combine(shortest.exponent)
  }
}

extension ExactDecimal {
  /// Both integers at one power of ten, `nil` if they do not fit 128 bits.
  @inline(__always)
  private static func narrowAligned(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) -> (Int128, Int128, Int32)? {
    guard case .narrow(let mine) = left.digits, case .narrow(let theirs) = right.digits else {
      return nil
    }
    if left.exponent == right.exponent { return (mine, theirs, left.exponent) }
    if mine == 0 { return (0, theirs, right.exponent) }
    if theirs == 0 { return (mine, 0, left.exponent) }
    if left.exponent > right.exponent {
      guard let shifted = shifted(mine, by: left.exponent - right.exponent) else { return nil }
      return (shifted, theirs, right.exponent)
    }
    guard let shifted = shifted(theirs, by: right.exponent - left.exponent) else { return nil }
    return (mine, shifted, left.exponent)
  }

  /// Whether the first number is smaller, if the signs or the positions of the first digits decide
  /// it.
  private static func isLessBySize(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool? {
    guard case .narrow(let mine) = left.digits, case .narrow(let theirs) = right.digits,
      mine != 0, theirs != 0
    else { return nil }
    guard (mine < 0) == (theirs < 0) else { return mine < 0 }
    let sizes = (left.exponent + Int32(left.digitCount), right.exponent + Int32(right.digitCount))
    return sizes.0 == sizes.1 ? nil : (sizes.0 < sizes.1) != (mine < 0)
  }

  private static func shifted(_ digits: Int128, by places: Int32) -> Int128? {
    guard places < PowerOfTen.narrow.count else { return nil }
    let power = PowerOfTen.narrow[Int(places)]
    let (product, overflows) = digits.multipliedReportingOverflow(by: power)
    return overflows ? nil : product
  }

  /// Both integers at one power of ten, `nil` if they do not fit 256 bits.
  private static func doubleAligned(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) -> (DoubleWidth, DoubleWidth, Int32)? {
    guard let mine = left.double, let theirs = right.double else { return nil }
    if left.exponent == right.exponent || right.isZero { return (mine, theirs, left.exponent) }
    if left.isZero { return (mine, theirs, right.exponent) }
    let places = Int((left.exponent - right.exponent).magnitude)
    guard places < PowerOfTen.narrow.count else { return nil }
    let power = PowerOfTen.narrow[places].magnitude
    if left.exponent > right.exponent {
      return mine.times(power).map { ($0, theirs, right.exponent) }
    }
    return theirs.times(power).map { (mine, $0, left.exponent) }
  }

  /// Both integers at one power of ten, with arbitrary precision.
  private static func wideAligned(
    _ left: ExactDecimal, _ right: ExactDecimal
  ) -> (BigInt, BigInt, Int32) {
    if left.isZero { return (0, right.wide, right.exponent) }
    if right.isZero { return (left.wide, 0, left.exponent) }
    let exponent = min(left.exponent, right.exponent)
    return (
      left.wide * PowerOfTen.wide(left.exponent - exponent),
      right.wide * PowerOfTen.wide(right.exponent - exponent), exponent
    )
  }
}

extension ExactDecimal {
  /// The magnitude as an integer without trailing zeros times a power of ten, for files with
  /// fixed-length numbers.
  ///
  /// - Returns: `nil` if the integer does not fit `Int128`, which never happens for texts of 38
  ///   digits.
  public var digitsAndExponent: (digits: UInt128, exponent: Int)? {
    let shortest = magnitude.withoutTrailingZeros
    guard case .narrow(let digits) = shortest.digits else { return nil }
    return (digits.magnitude, digits == 0 ? 0 : Int(shortest.exponent))
  }

  /// An integer times a power of ten.
  ///
  /// - Returns: `nil` if the integer has more than 38 digits.
  public init?(digits: UInt128, exponent: Int) {
    guard let digits = Int128(exactly: digits), (-127...127).contains(exponent) else { return nil }
    self.init(digits, exponent: digits == 0 ? 0 : Int32(exponent))
    guard !isBeyondExactDigits else { return nil }
  }
}

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

  /// The rounded quotient if the dividend fits 256 bits and the divisor 128 bits.
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
    // Twice the remainder might not fit 128 bits.
    guard rest >= raised - rest else { return ExactDecimal(whole, exponent: unit) }
    return whole.increased.map { ExactDecimal($0, exponent: unit) }
  }

  /// The quotient if the integers divide without a remainder in 128 bits, as when a price times an
  /// amount is divided by the amount.
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

  /// The value with at most that many decimal places, rounded once, half away from zero.
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
  public func quotient(by divisor: ExactDecimal) -> ExactDecimal {
    guard !divisor.isZero, !isZero else { return .zero }
    if let quotient = narrowQuotient(by: divisor) { return quotient.withoutTrailingZeros }
    let shift = Int32(max(0, Self.exactDigits + 2 + divisor.digitCount - digitCount))
    let top = wide * PowerOfTen.wide(shift)
    let (quotient, rest) = top.quotientAndRemainder(dividingBy: divisor.wide)
    let power = exponent - divisor.exponent - shift
    guard !rest.isZero else {
      return ExactDecimal(quotient, exponent: power).withinExactDigits.withoutTrailingZeros
    }
    // A sticky digit records a remainder, so that the half is not mistaken for a tie.
    let isNegative = (wide.sign == .minus) != (divisor.wide.sign == .minus)
    let digits = quotient * 10 + (isNegative ? -1 : 1)
    return ExactDecimal(digits, exponent: power - 1).withinExactDigits
  }

  /// The quotient to 38 significant digits, the last one rounded half away from zero.
  ///
  /// - Returns: `nil` if the divisor is zero.
  public func exactQuotient(by divisor: ExactDecimal) -> ExactDecimal? {
    divisor.isZero ? nil : quotient(by: divisor)
  }

  /// The quotient to 38 significant digits if its digits fit 128 bits.
  private func narrowQuotient(by divisor: ExactDecimal) -> ExactDecimal? {
    // With this shift it has 37 or 38 digits.
    let least = Int32(Self.exactDigits - 1 - digitCount + divisor.digitCount)
    for shift in [least, least + 1] {
      let power = exponent - divisor.exponent - shift
      guard power >= Self.smallestExponent,
        let short = ShortQuotient(self, by: divisor, shift: shift)
      else { return nil }
      if short.isExact || short.whole >= PowerOfTen.narrow[Self.exactDigits - 1].magnitude {
        return ExactDecimal(short.rounded, exponent: power)
      }
    }
    return nil
  }

  /// Whether its integer has more than ``exactDigits`` digits.
  var isBeyondExactDigits: Bool {
    guard case .narrow(let digits) = digits else { return true }
    return digits.magnitude >= PowerOfTen.narrow[Self.exactDigits].magnitude
  }

  /// A quotient rounded half away from zero, and whether it is exact.
  static func roundedQuotient(_ top: BigInt, _ bottom: BigInt) -> (BigInt, isExact: Bool) {
    let (quotient, rest) = top.quotientAndRemainder(dividingBy: bottom)
    guard !rest.isZero else { return (quotient, true) }
    guard rest.magnitude * 2 >= bottom.magnitude else { return (quotient, false) }
    return (quotient + (top.sign == bottom.sign ? 1 : -1), false)
  }
}

/// The quotient of two 128-bit integers, the first one scaled by a power of ten.
private struct ShortQuotient {
  /// Its whole part, without the sign.
  let whole: UInt128
  /// Whether there is no remainder.
  let isExact: Bool
  private let roundsUp: Bool
  private let isNegative: Bool

  /// Divides.
  ///
  /// - Parameter shift: The power of ten.
  /// - Returns: `nil` if the dividend does not fit 256 bits, or the quotient 127 bits.
  init?(_ dividend: ExactDecimal, by divisor: ExactDecimal, shift: Int32) {
    let largest = PowerOfTen.narrow.count - 1
    guard case .narrow(let top) = dividend.digits, case .narrow(let bottom) = divisor.digits,
      (0...2 * largest).contains(Int(shift))
    else { return nil }
    let unit = bottom.magnitude
    // A short dividend can be scaled further.
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
    // Twice the remainder might not fit 128 bits.
    roundsUp = rest >= unit - rest
    isNegative = (top < 0) != (bottom < 0)
  }

  /// Rounded half away from zero.
  var rounded: Int128 {
    let magnitude = Int128(whole) + (roundsUp ? 1 : 0)
    return isNegative ? -magnitude : magnitude
  }
}

extension ExactDecimal {
  /// The most significant digits in a text, and in a number for display.
  public static let exactDigits = 38

  /// The smallest power of ten in a text.
  static let smallestExponent: Int32 = -127

  /// The most digits before the decimal point in a text.
  static let largestWholeDigits = 90

  /// The value in 38 significant digits, rounded once, half away from zero.
  ///
  /// Values too large for a text become the largest possible one; below 10⁻¹²⁷ no digit is left.
  public var withinExactDigits: ExactDecimal {
    if !isBeyondExactDigits, (Self.smallestExponent...50).contains(exponent) { return self }
    let surplus = max(digitCount - Self.exactDigits, Int(Self.smallestExponent - exponent))
    let number = surplus > 0 ? rounded(places: -Int(exponent) - surplus) : self
    guard !number.isZero else { return .zero }
    guard Int(number.exponent) + number.digitCount <= Self.largestWholeDigits else {
      let largest = ExactDecimal(Int128(9), exponent: Int32(Self.largestWholeDigits - 1))
      return isNegative ? -largest : largest
    }
    return number.withoutTrailingZeros
  }

  /// The value if it fits 38 significant digits and its power of ten fits a text.
  public var ifWithinExactDigits: ExactDecimal? {
    let number = withinExactDigits
    return number == self ? number : nil
  }
}
