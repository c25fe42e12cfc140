import BitpalTesting
import Testing
import Exact

/// A quotient is exact to 31 digits, whatever the number of digits in the divisor.
struct QuotientTests {
  @Test(arguments: [
    (
      "1", "12345678901234567890.123456789012345678",
      "0.00000000000000000008100000072900000663390006036849055"
    ),
    ("400", "0.33333333333333333333333333333333333333", "1200.00000000000000000000000000000000"),
    ("400", "1.23456789012345678", "324.000002916000028900800284018402793"),
    (
      "156105368365108393843459564.87", "0.196494114105198238706",
      "794453152329709588572941149.55345017132"
    ),
  ])
  func `a quotient keeps its digits, whatever the divisor has`(
    dividend: String, divisor: String, quotient: String
  ) {
    let found = exact(dividend).quotient(by: exact(divisor))
    #expect(abs(found - exact(quotient)) <= exact(quotient) * exact("1e-31"))
  }

  @Test(arguments: 1...4)
  func `a quotient times its divisor is the dividend`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let dividend = Self.number(&generator)
      let divisor = Self.number(&generator)
      let rest = abs(dividend.quotient(by: divisor) * divisor - dividend)
      #expect(rest <= dividend * exact("1e-31"), "seed \(seed): \(dividend) ÷ \(divisor)")
    }
  }

  private static func number(_ generator: inout SeededGenerator) -> ExactDecimal {
    let count = Int.random(in: 1...36, using: &generator)
    let digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }
    return exact("1\(digits.joined())e-\(Int.random(in: 0...30, using: &generator))")
  }
}
