import Exact

/// Money that an investor received, or paid if negative.
struct CashFlow: Equatable, Sendable {
  let day: UTCDay
  let amount: Cost
}

/// The yearly rate in percent at which the present values of all cash flows add up to zero (XIRR).
///
/// With a daily factor x and n days from a flow to the last one, the sum of amount × xⁿ is a
/// polynomial. Its root is found by bisection, in whole multiples of 10⁻¹⁸ of the total paid and
/// received. The rate is correct to ten decimal places for ranges from a month to decades. A year
/// has 365 days.
///
/// - Parameter flows: Ascending by day.
/// - Returns: Percent, rounded to 10 places; `nil` when no rate between −100 % and 1,000,000 %
///   fits, or several might.
func internalRateOfReturn(_ flows: [CashFlow]) -> ExactDecimal? {
  guard let root = FlowPolynomial(flows)?.root() else { return nil }
  return ((power(root, 365) - 1) * 100).rounded(places: 10)
}

/// Cash flows in units of 10⁻¹⁸ of their total, so that sums stay close to 64 bits.
private struct FlowPolynomial {
  private static let unit: Int128 = 1_000_000_000_000_000_000
  /// The smallest daily factor: 10⁻¹² per year.
  private static let lowest: Int128 = 927_090_000_000_000_000
  /// The inverse of the largest daily factor, 10⁴ per year.
  private static let highestInverse: Int128 = 975_082_000_000_000_000

  private struct Term {
    let amount: Int128
    /// Days to the next flow.
    let days: Int
  }

  private let terms: [Term]

  /// `nil` with fewer than two nonzero flows.
  init?(_ flows: [CashFlow]) {
    let flows = flows.filter { !$0.amount.isZero }
    guard flows.count > 1 else { return nil }
    let all = flows.reduce(Cost.zero) { $0 + $1.amount.magnitude }
    terms = flows.indices.map { index in
      let share = flows[index].amount.number.divided(by: all.number, places: 18)
      let next = flows[min(index + 1, flows.count - 1)].day
      return Term(
        amount: Int128((share * ExactDecimal(Self.unit)).figure.description) ?? 0,
        days: next.number - flows[index].day.number)
    }
  }

  /// The daily factor at which the sum is zero.
  func root() -> ExactDecimal? {
    let atOne = terms.reduce(0) { $0 + $1.amount }
    guard atOne != 0 else { return 1 }
    let isPositive = atOne > 0
    let changesBelow = (compounded(Self.lowest) > 0) != isPositive
    let changesAbove = (discounted(Self.highestInverse) > 0) != isPositive
    guard changesBelow != changesAbove else { return nil }
    if changesBelow { return decimal(halved(from: Self.lowest, isPositive, compounded)) }
    return ExactDecimal(1).quotient(
      by: decimal(halved(from: Self.highestInverse, isPositive, discounted)))
  }

  /// Bisects the range between a factor and 1, where the sum has the given sign, down to one unit.
  private func halved(
    from start: Int128, _ isPositiveAtOne: Bool, _ sum: (Int128) -> Int128
  ) -> Int128 {
    var (low, high) = (start, Self.unit)
    while high - low > 1 {
      let middle = (low + high) / 2
      if (sum(middle) > 0) == isPositiveAtOne { high = middle } else { low = middle }
    }
    return high
  }

  /// The sum at the last flow's day, for factors below 1.
  private func compounded(_ factor: Int128) -> Int128 {
    terms.reduce(0) { sum, term in
      multiply(sum + term.amount, raised(factor, term.days))
    }
  }

  /// The sum at the first flow's day, for the inverse of factors above 1.
  private func discounted(_ inverse: Int128) -> Int128 {
    var sum: Int128 = 0
    for term in terms.reversed() {
      sum = multiply(sum, raised(inverse, term.days)) + term.amount
    }
    return sum
  }

  private func raised(_ factor: Int128, _ exponent: Int) -> Int128 {
    guard exponent != 1 else { return factor }
    var (result, square, rest) = (Self.unit, factor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = multiply(result, square) }
      rest >>= 1
      if rest > 0 { square = multiply(square, square) }
    }
    return result
  }

  private func multiply(_ left: Int128, _ right: Int128) -> Int128 {
    (left * right + (left < 0 ? -Self.unit : Self.unit) / 2) / Self.unit
  }

  private func decimal(_ factor: Int128) -> ExactDecimal {
    ExactDecimal(UInt64(factor), exponent: -18)
  }
}

/// A power computed with 38 digits, rounded at each step.
private func power(_ base: ExactDecimal, _ exponent: Int) -> ExactDecimal {
  (0..<exponent).reduce(ExactDecimal(1)) { power, _ in (power * base).withinExactDigits }
}
