import FoundationEssentials
import Portfolio

/// A quotient to 38 significant digits, the last one rounded half away from zero.
///
/// Long division over whole numbers: the library's own quotient stops at 34 digits here, at 39
/// there.
func exactQuotient(
  _ dividend: Decimal, by divisor: Decimal, column: String
) throws(RefusalReason) -> Decimal {
  guard let top = WholeNumber(dividend), let bottom = WholeNumber(divisor), bottom.digits > 0 else {
    throw .inexact(column: column)
  }
  var (digits, rest) = top.digits.quotientAndRemainder(dividingBy: bottom.digits)
  var exponent = top.exponent - bottom.exponent
  while rest > 0, digits < UInt128.tenToThe37 {
    let next = bottom.digits.dividingFullWidth(rest.multipliedFullWidth(by: 10))
    digits = digits * 10 + next.quotient
    rest = next.remainder
    exponent -= 1
  }
  // A remainder is below 10³⁸, so that twice as much still fits.
  if rest > 0, rest * 2 >= bottom.digits { digits += 1 }
  let isNegative = dividend.isSignMinus != divisor.isSignMinus && digits > 0
  do throws(DecimalTextError) {
    return try Decimal(exact: "\(isNegative ? "-" : "")\(digits)e\(exponent)")
  } catch {
    throw .inexact(column: column)
  }
}

/// The magnitude of a decimal as a whole number times a power of ten.
private struct WholeNumber {
  let digits: UInt128
  let exponent: Int

  init?(_ value: Decimal) {
    guard value.isFinite else { return nil }
    let text = value.description.drop { $0 == "-" }
    let point = text.firstIndex(of: ".") ?? text.endIndex
    let fraction = text[point...].dropFirst()
    guard let digits = UInt128(text[..<point] + fraction) else { return nil }
    self.digits = digits
    exponent = -fraction.count
  }
}

extension UInt128 {
  /// The smallest number of 38 digits.
  fileprivate static let tenToThe37: UInt128 = 10_000_000_000_000_000_000_000_000_000_000_000_000
}

/// A product to 38 significant digits, for figures that are divided again.
func exactProduct(
  _ left: Decimal, _ right: Decimal, column: String
) throws(RefusalReason) -> Decimal {
  let product = left * right
  guard product.isFinite else { throw .inexact(column: column) }
  return product.withinExactDigits
}

/// A sum that loses nothing.
///
/// - Throws: ``RefusalReason/inexact(column:)`` when it needs more than 38 digits.
func exactSum(_ left: Decimal, _ right: Decimal, column: String) throws(RefusalReason) -> Decimal {
  let sum = left + right
  guard sum.isFinite, sum - left == right, sum - right == left,
    sum.significantDigits <= Decimal.exactDigits
  else { throw .inexact(column: column) }
  return sum
}

extension Decimal {
  /// How many digits stand between the first and the last that is not zero.
  var significantDigits: Int {
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
