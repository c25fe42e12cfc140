import BigInt
import Exact

/// An exact fraction: independent arithmetic for tests, which shares no code with the program.
struct Fraction: Equatable, Comparable {
  let top: BigInt
  /// Always positive.
  let bottom: BigInt

  /// Makes a fraction without reducing it, which would be slower than carrying a few extra digits.
  init(_ top: BigInt, _ bottom: BigInt = 1) {
    let isLong = bottom.bitWidth > 1024
    let divisor = isLong ? top.greatestCommonDivisor(with: bottom) : 1
    let sign: BigInt = bottom.sign == .minus ? -1 : 1
    self.top = isLong || sign == -1 ? top / divisor * sign : top
    self.bottom = isLong || sign == -1 ? bottom / divisor * sign : bottom
  }

  /// Reads plain digits with an optional point.
  init(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let places = parts.count > 1 ? parts[1].count : 0
    self.init(BigInt(parts.joined()) ?? 0, BigInt(10).power(places))
  }

  init(_ value: some ExactValue) { self.init(text: value.description) }

  static let zero = Fraction(0)

  static func == (left: Fraction, right: Fraction) -> Bool {
    left.top * right.bottom == right.top * left.bottom
  }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    if left.bottom == right.bottom { return Fraction(left.top + right.top, left.bottom) }
    return Fraction(left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom)
  }

  static func - (left: Fraction, right: Fraction) -> Fraction {
    if left.bottom == right.bottom { return Fraction(left.top - right.top, left.bottom) }
    return Fraction(left.top * right.bottom - right.top * left.bottom, left.bottom * right.bottom)
  }

  static func * (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.top * right.top, left.bottom * right.bottom)
  }

  static func / (left: Fraction, right: Fraction) -> Fraction {
    right.top == 0 ? .zero : Fraction(left.top * right.bottom, left.bottom * right.top)
  }

  static func < (left: Fraction, right: Fraction) -> Bool {
    left.top * right.bottom < right.top * left.bottom
  }

  /// Rounded half away from zero to that many decimal places.
  func rounded(places: Int) -> Fraction {
    let unit = BigInt(10).power(places)
    let doubled = top * unit * 2
    let up = doubled + (top < 0 ? -bottom : bottom)
    return Fraction(up / (bottom * 2), unit)
  }

  /// Rounded half away from zero to 38 significant digits.
  var in38Digits: Fraction {
    guard top != 0 else { return self }
    var places = 38 - (top.magnitude.description.count - bottom.description.count)
    // Adjust by one, depending on the first digit.
    while (magnitude * Fraction.power(places)) < Fraction.power(37) { places += 1 }
    while (magnitude * Fraction.power(places)) >= Fraction.power(38) { places -= 1 }
    if places >= 0 { return rounded(places: places) }
    let unit = Fraction.power(-places)
    return (self / unit).rounded(places: 0) * unit
  }

  var magnitude: Fraction { Fraction(BigInt(top.magnitude), bottom) }

  private static func power(_ exponent: Int) -> Fraction {
    exponent >= 0
      ? Fraction(BigInt(10).power(exponent)) : Fraction(1, BigInt(10).power(-exponent))
  }
}
