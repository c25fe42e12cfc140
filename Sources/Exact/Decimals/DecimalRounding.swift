public import FoundationEssentials

extension Decimal {
  /// The shortest plain text of the value: no exponent, no thousands separator, no trailing zeros.
  ///
  /// The form stored in the ledger and written to every file; ``init(exact:)`` reads back the same
  /// value.
  public var canonicalText: String { ExactDecimal(exactly: self)?.description ?? description }

  /// The value in at most 38 digits.
  ///
  /// A division can leave a 39th, which no reader would take; figures that come from one are
  /// rounded by it before they are written down.
  public var withinExactDigits: Decimal {
    guard ExactDecimal(exactly: self)?.isBeyondDecimalDigits ?? false else { return self }
    return rounded(toPlaces: -exponent - 1)
  }

  /// The value rounded half away from zero (SPEC §2.4).
  ///
  /// - Parameter places: Digits kept after the point; below zero, that many digits before it are
  ///   made zero.
  /// - Returns: The nearest value with that many places.
  public func rounded(toPlaces places: Int) -> Decimal {
    guard exponent < -places, let number = ExactDecimal(exactly: self) else { return self }
    return number.rounded(places: places).decimal
  }
}
