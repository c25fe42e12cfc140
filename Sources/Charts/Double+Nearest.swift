import Exact

extension Double {
  /// The number nearest to a decimal, for positions on a screen; money is never a `Double`.
  ///
  /// The conversion is monotonic.
  init(nearest value: ExactDecimal) {
    if let (digits, exponent) = value.digitsAndExponent, digits < 1 << 53,
      (-22...22).contains(exponent)
    {
      // The quotient or product of two exact numbers is rounded once.
      let (number, power) = (Double(UInt64(digits)), Self.powersOfTen[abs(exponent)])
      let magnitude = exponent < 0 ? number / power : number * power
      self = value.isNegative ? -magnitude : magnitude
    } else {
      self = Double(value.description) ?? 0
    }
  }

  /// The powers of ten that a `Double` represents exactly, from 10⁰ to 10²².
  private static let powersOfTen: [Double] = (0..<22).reduce(into: [1]) { powers, _ in
    powers.append((powers.last ?? 1) * 10)
  }
}
