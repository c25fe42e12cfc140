public import Exact

/// A quotient to 38 digits, for the figures of tests; the program says what it rounds to.
public func / (dividend: ExactDecimal, divisor: ExactDecimal) -> ExactDecimal {
  dividend.quotient(by: divisor)
}
