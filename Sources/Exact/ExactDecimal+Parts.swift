public import FoundationEssentials

extension Decimal {
  /// The value without its sign as an integer times a power of ten, the integer without zeros at
  /// its end, for files with numbers of a fixed length.
  ///
  /// - Returns: `nil` for what is not a number, and where the integer is beyond `Int128`: no text of
  ///   38 digits is.
  public var digitsAndExponent: (digits: UInt128, exponent: Int)? {
    guard let exact = ExactDecimal(exactly: self)?.magnitude.withoutTrailingZeros,
      case .narrow(let digits) = exact.digits
    else { return nil }
    return (digits.magnitude, digits == 0 ? 0 : Int(exact.exponent))
  }

  /// An integer times a power of ten.
  ///
  /// - Returns: `nil` where a decimal does not hold every digit.
  public init?(digits: UInt128, exponent: Int) {
    guard let digits = Int128(exactly: digits), (-127...127).contains(exponent),
      let decimal = ExactDecimal(digits, exponent: Int32(exponent)).exactDecimal
    else { return nil }
    self = decimal
  }
}
