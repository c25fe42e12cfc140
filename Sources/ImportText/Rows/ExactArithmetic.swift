import Exact
package import FoundationEssentials
import Portfolio

/// A quotient to 38 significant digits, the last one rounded half away from zero.
package func exactQuotient(
  _ dividend: Decimal, by divisor: Decimal, column: String
) throws(RefusalReason) -> Decimal {
  guard let quotient = dividend.exactQuotient(by: divisor) else { throw .inexact(column: column) }
  return quotient
}

/// A product to 38 significant digits, for figures that are divided again.
package func exactProduct(
  _ left: Decimal, _ right: Decimal, column: String
) throws(RefusalReason) -> Decimal {
  if let exact = (ExactDecimal(left) * ExactDecimal(right)).unrounded(left, right) { return exact }
  let product = left * right
  guard product.isFinite else { throw .inexact(column: column) }
  return product.withinExactDigits
}

/// A sum that loses nothing.
///
/// - Throws: ``RefusalReason/inexact(column:)`` when it needs more than 38 digits.
package func exactSum(_ left: Decimal, _ right: Decimal, column: String) throws(RefusalReason)
  -> Decimal
{
  guard let sum = (ExactDecimal(left) + ExactDecimal(right)).unrounded(left, right) else {
    throw .inexact(column: column)
  }
  return sum
}

extension ExactDecimal {
  /// The value as a `Decimal`, where one holds it.
  ///
  /// - Returns: `nil` where it has more than 38 significant digits, or one of the values it was
  ///   made of is not a number.
  package func unrounded(_ left: Decimal, _ right: Decimal) -> Decimal? {
    left.isFinite && right.isFinite ? exactDecimal : nil
  }
}

extension Decimal {
  /// The number of digits from the first to the last nonzero one.
  package var significantDigits: Int {
    if let exact = ExactDecimal(exactly: self) { return exact.significantDigits }
    let digits = description.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
    guard let first = digits.firstIndex(where: { $0 != UInt8(ascii: "0") }),
      let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") })
    else { return 0 }
    return last - first + 1
  }

  /// The value with at most 38 significant digits.
  fileprivate var withinExactDigits: Decimal {
    let surplus = significantDigits - Decimal.exactDigits
    guard surplus > 0 else { return self }
    return rounded(toPlaces: max(0, -exponent - surplus))
  }
}
