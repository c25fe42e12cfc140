import BitpalTesting
import Exact
import Portfolio
import Testing
import ImportText

/// Import arithmetic keeps 38 digits, and a sum that would lose digits is refused.
struct ExactArithmeticTests {
  @Test(arguments: [
    ("400", "1.5", "266.66666666666666666666666666666666667"),
    ("2000", "0.999", "2002.002002002002002002002002002002002"),
    ("1", "3", "0.33333333333333333333333333333333333333"),
    ("-1", "3", "-0.33333333333333333333333333333333333333"),
    ("2", "-3", "-0.66666666666666666666666666666666666667"),
    ("70", "0.00166779", "41971.711066741016554842036467420958274"),
    ("6", "3", "2"), ("0", "7", "0"), ("1", "8", "0.125"), ("1e20", "1e-18", "1e38"),
    ("99999999999999999999999999999999999999", "1", "99999999999999999999999999999999999999"),
    ("1", "99999999999999999999999999999999999999", "1.0000000000000000000000000000000000000e-38"),
    ("5", "9007199254740993", "5.5511151231257820858205761365386970074e-16"),
  ])
  func `a quotient has 38 digits, the last one rounded`(
    dividend: String, divisor: String, expected: String
  ) throws {
    let quotient = try exactQuotient(exact(dividend), by: exact(divisor), column: "x")
    #expect(quotient == exact(expected))
    #expect(exact(quotient.description) == quotient)
  }

  @Test func `nothing is divided by nothing`() {
    #expect(throws: RefusalReason.self) { try exactQuotient(1, by: 0, column: "x") }
  }

  @Test func `a sum that would lose digits is refused`() throws {
    #expect(try exactSum(exact("1e-18"), exact("1e18"), column: "x").significantDigits == 37)
    #expect(throws: RefusalReason.self) {
      try exactSum(exact("1e-30"), exact("1e18"), column: "x")
    }
  }
}
