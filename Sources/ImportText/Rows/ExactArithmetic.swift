package import Exact
import Portfolio

/// A quotient to 38 significant digits, rounded half away from zero.
package func exactQuotient(
  _ dividend: ExactDecimal, by divisor: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  guard let quotient = dividend.exactQuotient(by: divisor) else { throw .inexact(column: column) }
  return quotient
}

/// A product to 38 significant digits, for intermediate results.
///
/// - Throws: ``RefusalReason/inexact(column:)`` if it exceeds the largest readable number.
package func exactProduct(
  _ left: ExactDecimal, _ right: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  let product = left * right
  guard product.magnitude < largestNumber else { throw .inexact(column: column) }
  return product.withinExactDigits
}

private let largestNumber = ExactDecimal(1, exponent: 89)

/// An exact sum.
///
/// - Throws: ``RefusalReason/inexact(column:)`` if it needs more than 38 digits.
package func exactSum(
  _ left: ExactDecimal, _ right: ExactDecimal, column: String
) throws(RefusalReason) -> ExactDecimal {
  guard let sum = (left + right).ifWithinExactDigits else { throw .inexact(column: column) }
  return sum
}
