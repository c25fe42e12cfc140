import BitpalTesting
import Exact
import Testing

/// Numbers are read exactly as exchanges, price sources and people write them.
///
/// - Anything else is refused, with a reason where one helps, such as a comma.
/// - What is written reads back as the same value, up to 38 digits.
/// - Rounding is half away from zero.
struct DecimalTextTests {
  @Test(arguments: [
    ("0", "0"), ("1.0", "1"), ("-0.50", "-0.5"), ("+3", "3"), ("6.21e-06", "0.00000621"),
    ("5.6366e-11", "0.000000000056366"), ("1E+3", "1000"), ("1e21", "1000000000000000000000"),
    ("000120.500", "120.5"), (".5", "0.5"), ("1.4093297098441402", "1.4093297098441402"),
    ("0.123456789012345678", "0.123456789012345678"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
    ("10000000000000000000000000000000000000000", "10000000000000000000000000000000000000000"),
    ("-0", "0"), ("0e5", "0"),
  ])
  func `reads what the price API, exchanges and people write`(_ text: String, canonical: String)
    throws
  {
    #expect(try ExactDecimal(exact: text).description == canonical)
  }

  @Test(arguments: [
    "1.5abc", "0x10", " 1", "1 ", "1.", "e5", "1e", "1e+", "--1", "+-1", "1..2", "1.2.3", "abc",
    "-",
    ".", "NaN", "inf", "１", "1_000", "$5", "5%",
  ])
  func `refuses everything else`(_ text: String) {
    #expect(throws: DecimalTextError.notANumber(text)) { try ExactDecimal(exact: text) }
  }

  @Test func `says why where it can help`() {
    #expect(throws: DecimalTextError.empty) { try ExactDecimal(exact: "") }
    #expect(throws: DecimalTextError.comma("1,5")) { try ExactDecimal(exact: "1,5") }
    #expect(throws: DecimalTextError.comma("1,234.5")) { try ExactDecimal(exact: "1,234.5") }
    let long = "1" + String(repeating: "2", count: 38)
    #expect(throws: DecimalTextError.tooManyDigits(long)) { try ExactDecimal(exact: long) }
    #expect(throws: DecimalTextError.outOfRange("1e200")) { try ExactDecimal(exact: "1e200") }
    #expect(throws: DecimalTextError.outOfRange("1e-200")) { try ExactDecimal(exact: "1e-200") }
  }

  @Test func `parsing what was written gives the value back`() throws {
    let seed: UInt64 = 20_260_428
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let digits = Int.random(in: 1...38, using: &generator)
      let places = Int.random(in: 0...60, using: &generator)
      var text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
      text += "e-\(places)"
      if Bool.random(using: &generator) { text = "-" + text }
      let value = try ExactDecimal(exact: text)
      #expect(try ExactDecimal(exact: value.description) == value, "seed \(seed), \(text)")
      let isZero = text.prefix { $0 != "e" }.allSatisfy { "-0".contains($0) }
      #expect((value == 0) == isZero, "seed \(seed), \(text)")
    }
  }

  @Test func `what a division leaves is read back too`() throws {
    for (part, whole) in [("667.41", "6194.4"), ("2", "3"), ("1", "7"), ("1746.2", "1033.8")] {
      let text = (exact(part) * 100 / exact(whole)).withinExactDigits.description
      #expect(try ExactDecimal(exact: text).description == text)
    }
  }

  @Test(arguments: [
    ("0.005", 2, "0.01"), ("-0.005", 2, "-0.01"), ("0.00499", 2, "0"), ("2.5", 0, "3"),
    ("-2.5", 0, "-3"), ("999999.995", 2, "1000000"), ("1.2345", 8, "1.2345"), ("-0.001", 2, "0"),
    ("12345678901234567890.125", 2, "12345678901234567890.13"),
  ])
  func `rounds half away from zero`(_ text: String, places: Int, expected: String) {
    #expect(exact(text).rounded(places: places) == exact(expected))
  }
}
