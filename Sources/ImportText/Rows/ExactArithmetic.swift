package import Exact
import Portfolio

/// A quotient to 38 significant digits, the last one rounded half away from zero.
package func exactQuotient(
  _ dividend: ExactDecimal, by divisor: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  guard let quotient = dividend.exactQuotient(by: divisor) else { throw .inexact(column: column) }
  return quotient
}

/// A product to 38 significant digits, for figures that are divided again.
///
/// - Throws: ``RefusalReason/inexact(column:)`` where it is larger than any number that is read.
package func exactProduct(
  _ left: ExactDecimal, _ right: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  let product = left * right
  guard product.magnitude < largestNumber else { throw .inexact(column: column) }
  return product.withinExactDigits
}

private let largestNumber = ExactDecimal(1, exponent: 89)

/// A sum that loses nothing.
///
/// - Throws: ``RefusalReason/inexact(column:)`` when it needs more than 38 digits.
package func exactSum(
  _ left: ExactDecimal, _ right: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  guard let sum = (left + right).ifWithinExactDigits else { throw .inexact(column: column) }
  return sum
}
