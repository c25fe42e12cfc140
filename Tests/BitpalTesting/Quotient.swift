public import Exact

/// A quotient to 38 digits, for expected figures; the program always states its rounding.
public func / (dividend: ExactDecimal, divisor: ExactDecimal) -> ExactDecimal {
  dividend.quotient(by: divisor)
}
