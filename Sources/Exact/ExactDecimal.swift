import BigInt

/// Coins, exactly.
public typealias Quantity = ExactDecimal

/// US dollars for one coin, exactly.
public typealias Price = ExactDecimal

/// US dollars, exactly: a cost, a value or a result.
public typealias Cost = ExactDecimal

/// A decimal number without limits: an integer times a power of ten.
///
/// Sums, differences and products are exact, whatever their order and size; only a division rounds,
/// and says to what. Nothing traps and nothing wraps: digits that fit 128 bits are kept in them,
/// longer ones in an integer of any length.
public struct ExactDecimal: Sendable {
  /// The integer, in the narrowest form that holds it.
  enum Digits {
    case narrow(Int128)
    case wide(WideDigits)
  }

  // Two words rather than one of 128 bits, which would have to lie at multiples of 16 bytes.
  private let low: UInt64
  private let high: Int64
  private let long: WideDigits?
  let exponent: Int32

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

  /// Keeps an integer of any length, narrow if it fits.
  init(_ digits: BigInt, exponent: Int32) {
    let words = digits.magnitude.words
    let magnitude = words.count <= 2 ? Int128(exactly: UInt128(words: words)) : nil
    let narrow = magnitude.map { digits.sign == .minus ? -$0 : $0 } ?? 0
    low = UInt64(truncatingIfNeeded: narrow)
    high = Int64(truncatingIfNeeded: narrow >> 64)
    long = magnitude == nil ? WideDigits(digits) : nil
    self.exponent = exponent
  }

  /// Keeps an integer of up to 256 bits, narrow if it fits.
  init(_ digits: DoubleWidth, exponent: Int32) {
    let narrow = digits.narrow
    low = UInt64(truncatingIfNeeded: narrow ?? 0)
    high = Int64(truncatingIfNeeded: (narrow ?? 0) >> 64)
    long = narrow == nil ? WideDigits(digits) : nil
    self.exponent = exponent
  }

  /// The integer in 256 bits, `nil` where it is longer.
  var double: DoubleWidth? {
    switch digits {
    case .narrow(let digits): DoubleWidth(low: digits.magnitude, isNegative: digits < 0)
    case .wide(let digits): digits.double
    }
  }

  /// Makes a whole number.
  public init(_ value: some FixedWidthInteger) {
    self.init(BigInt(value), exponent: 0)
  }

  /// The integer at its full length.
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

  /// Whether the value is below zero.
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
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self.init(Int128(value)) }

  /// Nothing.
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

  /// The value with the other sign.
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

extension ExactDecimal: Comparable, Hashable {
  /// Whether both are the same number, however they were computed.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if let (mine, theirs, _) = narrowAligned(left, right) { return mine == theirs }
    let (mine, theirs, _) = wideAligned(left, right)
    return mine == theirs
  }

  /// Whether the first is the smaller number.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if let (mine, theirs, _) = narrowAligned(left, right) { return mine < theirs }
    if let isLess = isLessBySize(left, right) { return isLess }
    let (mine, theirs, _) = wideAligned(left, right)
    return mine < theirs
  }

  /// Equal numbers hash alike.
  public func hash(into hasher: inout Hasher) {
    let shortest = withoutTrailingZeros
    hasher.combine(shortest.wide)
    hasher.combine(shortest.exponent)
  }
}

extension ExactDecimal {
  /// Both integers at one power of ten, `nil` where 128 bits do not hold them.
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

  /// Whether the first is the smaller number, where their signs or the places of their first digits
  /// show it.
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

  /// Both integers at one power of ten, `nil` where 256 bits do not hold them.
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

  /// Both integers at one power of ten, at full length.
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
