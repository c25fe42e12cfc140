public import FoundationEssentials

extension Decimal {
  /// The shortest plain text that ``init(exact:)`` reads back to the same value.
  ///
  /// No exponent, no thousands separator, no trailing zeros: the form stored in the ledger and written
  /// to every file.
  public var canonicalText: String { description }

  /// The value rounded half away from zero (SPEC §2.4).
  ///
  /// - Parameter places: Digits kept behind the point, zero or more.
  /// - Returns: The nearest value with that many places.
  public func rounded(toPlaces places: Int) -> Decimal {
    guard exponent < -places else { return self }
    var digits = Array(description.utf8.filter { $0 != UInt8(ascii: "-") })
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    let kept = point + places
    guard kept + 1 < digits.count else { return self }
    let isUp = digits[kept + 1] >= UInt8(ascii: "5")
    digits.removeSubrange((kept + 1)...)
    var magnitude: Decimal = 0
    for byte in digits where byte != UInt8(ascii: ".") {
      magnitude = magnitude * 10 + Decimal(byte - UInt8(ascii: "0"))
    }
    if isUp { magnitude += 1 }
    // A negative zero would be read as "not a number".
    guard magnitude != 0 else { return 0 }
    return Decimal(sign: isSignMinus ? .minus : .plus, exponent: -places, significand: magnitude)
  }
}
