import BigInt

/// A signed integer of up to 256 bits.
///
/// The costs of parcels have more digits than 128 bits can store, and arbitrary-precision integers
/// allocate memory at every step.
struct DoubleWidth: Sendable {
  private let high: UInt128
  private let low: UInt128
  let isNegative: Bool

  init(high: UInt128 = 0, low: UInt128, isNegative: Bool) {
    (self.high, self.low, self.isNegative) = (high, low, isNegative)
  }

  /// The product of two integers.
  init(_ left: Int128, times right: Int128) {
    (high, low) = left.magnitude.multipliedFullWidth(by: right.magnitude)
    isNegative = (left < 0) != (right < 0)
  }

  /// The same integer, `nil` if it does not fit.
  init?(_ value: BigInt) {
    let words = value.magnitude.words
    guard words.count <= 4 else { return nil }
    func word(_ index: Int) -> UInt128 { index < words.count ? UInt128(words[index]) : 0 }
    high = word(3) << 64 | word(2)
    low = word(1) << 64 | word(0)
    isNegative = value.sign == .minus
  }

  /// The integer if it fits 127 bits.
  var narrow: Int128? {
    guard high == 0, let narrow = Int128(exactly: low) else { return nil }
    return isNegative ? -narrow : narrow
  }

  /// The integer with arbitrary precision.
  var value: BigInt {
    let words = [low, low >> 64, high, high >> 64].map { UInt(truncatingIfNeeded: $0) }
    return BigInt(sign: isNegative ? .minus : .plus, magnitude: BigUInt(words: words))
  }

  /// The negated integer.
  var negated: DoubleWidth { DoubleWidth(high: high, low: low, isNegative: !isNegative) }

  /// The product with a factor, `nil` if it does not fit.
  func times(_ factor: UInt128, isNegative: Bool = false) -> DoubleWidth? {
    let (carry, product) = low.multipliedFullWidth(by: factor)
    let sign = self.isNegative != isNegative
    guard high != 0 else { return DoubleWidth(high: carry, low: product, isNegative: sign) }
    let (upper, isOver) = high.multipliedReportingOverflow(by: factor)
    let (sum, isOverAgain) = upper.addingReportingOverflow(carry)
    return isOver || isOverAgain ? nil : DoubleWidth(high: sum, low: product, isNegative: sign)
  }

  /// The sum, `nil` if it does not fit.
  func plus(_ other: DoubleWidth) -> DoubleWidth? {
    guard isNegative == other.isNegative else {
      let isLess = high == other.high ? low < other.low : high < other.high
      return isLess ? other.reduced(by: self) : reduced(by: other)
    }
    let (lower, carries) = low.addingReportingOverflow(other.low)
    let (upper, isOver) = high.addingReportingOverflow(other.high)
    let (sum, isOverAgain) = upper.addingReportingOverflow(carries ? 1 : 0)
    return isOver || isOverAgain ? nil : DoubleWidth(high: sum, low: lower, isNegative: isNegative)
  }

  /// Reduces the magnitude by that of another integer, which must not be larger.
  private func reduced(by other: DoubleWidth) -> DoubleWidth {
    let (lower, borrows) = low.subtractingReportingOverflow(other.low)
    return DoubleWidth(
      high: high - other.high - (borrows ? 1 : 0), low: lower, isNegative: isNegative)
  }

  /// The quotient by a nonzero integer, without the remainder.
  func quotientAndRemainder(
    dividingBy divisor: UInt128, isNegative: Bool
  ) -> (quotient: DoubleWidth, rest: UInt128) {
    let upper = high.quotientAndRemainder(dividingBy: divisor)
    let lower =
      upper.remainder == 0
      ? low.quotientAndRemainder(dividingBy: divisor)
      : divisor.dividingFullWidth((upper.remainder, low))
    let sign = self.isNegative != isNegative
    let quotient = DoubleWidth(high: upper.quotient, low: lower.quotient, isNegative: sign)
    return (quotient, lower.remainder)
  }

  /// The integer one farther from zero; `nil` if it does not fit.
  var increased: DoubleWidth? { plus(DoubleWidth(low: 1, isNegative: isNegative)) }
}

/// Digits beyond 128 bits, stored separately to keep all other values small.
final class WideDigits: Sendable {
  /// The integer, if it fits 256 bits.
  let double: DoubleWidth?
  private let long: BigInt?

  init(_ value: BigInt) {
    double = DoubleWidth(value)
    long = double == nil ? value : nil
  }

  init(_ value: DoubleWidth) { (double, long) = (value, nil) }

  /// The integer.
  var value: BigInt { long ?? double?.value ?? 0 }

  var isNegative: Bool { double?.isNegative ?? (value.sign == .minus) }
}
