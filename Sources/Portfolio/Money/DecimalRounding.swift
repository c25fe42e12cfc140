public import FoundationEssentials

extension Decimal {
  /// The shortest plain text that ``init(exact:)`` reads back to the same value.
  ///
  /// No exponent, no thousands separator, no trailing zeros: the form stored in the ledger and written
  /// to every file. A division can leave a 39th digit, which no reader takes; it is rounded away.
  public var canonicalText: String {
    guard significand.magnitude >= Self.firstWithTooManyDigits else { return description }
    return rounded(toPlaces: -exponent - 1).description
  }

  private static let firstWithTooManyDigits = Decimal(
    sign: .plus, exponent: exactDigits, significand: 1)

  /// The value rounded half away from zero (SPEC §2.4).
  ///
  /// - Parameter places: Digits kept behind the point; below zero, that many digits before it are
  ///   made zero.
  /// - Returns: The nearest value with that many places.
  public func rounded(toPlaces places: Int) -> Decimal {
    guard exponent < -places else { return self }
    let digits = significand.magnitude.description.utf8.map { $0 - UInt8(ascii: "0") }
    let kept = digits.count + exponent + places
    guard kept >= 0 else { return 0 }
    let isUp = digits[kept] >= 5
    var magnitude = digits[..<kept].reduce(Decimal(0)) { $0 * 10 + Decimal($1) }
    if isUp { magnitude += 1 }
    // A negative zero would be read as "not a number".
    guard magnitude != 0 else { return 0 }
    return Decimal(sign: isSignMinus ? .minus : .plus, exponent: -places, significand: magnitude)
  }
}
