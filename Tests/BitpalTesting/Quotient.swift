public import Exact

/// A quotient to 38 digits, for expected figures; the program always states its rounding.
public func / <Value: ExactValue>(dividend: Value, divisor: ExactDecimal) -> Value {
  Value(dividend.number.quotient(by: divisor))
}
