public import FoundationEssentials

extension Decimal {
  /// The shortest plain text of the value: no exponent, no thousands separator, no trailing zeros.
  ///
  /// The form stored in the ledger and written to every file; ``init(exact:)`` reads back the same
  /// value.
  public var canonicalText: String { description }

  /// The value in at most 38 digits.
  ///
  /// A division can leave a 39th, which no reader would take; figures that come from one are
  /// rounded by it before they are written down.
  public var withinExactDigits: Decimal {
    guard significand.magnitude >= Self.firstWithTooManyDigits else { return self }
    return rounded(toPlaces: -exponent - 1)
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
