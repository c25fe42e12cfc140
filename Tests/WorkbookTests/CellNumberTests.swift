import Testing

@testable import Workbook

/// Numbers and dates of cells are those that the spreadsheet shows, without rounding errors.
struct CellNumberTests {
  @Test(
    arguments: [
      // Unchanged.
      ("0", "0"), ("-12.50", "-12.50"), ("123456789012345", "123456789012345"),
      ("12345678.12345678", "12345678.12345678"), ("0.123456789012345678", "0.123456789012345678"),
      // Exponents are written out.
      ("1.2E-05", "0.000012"), ("1e3", "1000"), ("-1.5E+20", "-1.5E+20"),
      ("0E0", "0"), ("-0.0E+99", "0"), ("2.5E1", "25"), ("1E-70", "1E-70"),
      // Truncated ids keep their exponent; complete ones stay complete.
      ("1.70132183460469e17", "1.70132183460469E+17"), ("2e15", "2E+15"),
      ("12345678901234567", "12345678901234567"), ("9007199254740993", "9007199254740993"),
      // Seventeen digits of a decimal with fifteen or sixteen.
      ("1.1000000000000001", "1.1"), ("0.29999999999999999", "0.3"),
      ("1234567.1234567801", "1234567.12345678"), ("1234567.1234567799", "1234567.12345678"),
      ("12345678.123456779", "12345678.12345678"), ("8.9999999999999998E-4", "0.0009"),
      // Rounding errors of calculations.
      ("0.30000000000000004", "0.3"), ("0.7999999999999999", "0.8"),
      ("-3.3000000000000003", "-3.3"), ("99.99999999999999", "100"),
      // Seventeen digits without a shorter equal number.
      ("0.12345678901234566", "0.12345678901234566"),
    ])
  func `numbers are those of the cell`(_ written: String, _ text: String) throws {
    let number = try #require(CellNumber(written.utf8))
    let plain = number.plainText.map { String(decoding: $0, as: UTF8.self) }
    #expect(plain ?? written == text)
  }

  @Test(arguments: ["", "-", ".", "1,5", "1.2.3", "1e", "1e+", "e5", "0x1", " 1", "1e99999"])
  func `other text is no number`(_ text: String) { #expect(CellNumber(text.utf8) == nil) }

  @Test(
    arguments: [
      ("45293", 45293, 0), ("45293.5", 45293, 43_200_000),
      // 10:30:44 in 15 and in 17 digits.
      ("45306.4380092593", 45306, 37_844_000), ("45306.438009259262", 45306, 37_844_000),
      // Half a millisecond or less.
      ("1.000000005787037038", 1, 1), ("1.00000000578", 1, 0), ("0.999999999999", 1, 0),
      ("5E-1", 0, 43_200_000), ("1.157407407E-08", 0, 1), ("1E-300", 0, 0), ("4.5293E4", 45293, 0),
    ])
  func `days are rounded to milliseconds`(_ text: String, _ days: Int, _ milliseconds: Int) throws {
    let parts = try #require(CellNumber(text.utf8)?.daysAndMilliseconds)
    #expect(parts == (days, milliseconds))
  }

  @Test(arguments: ["-1", "99999999", "1E+9999", "1E+7"])
  func `no calendar has such days`(_ text: String) throws {
    #expect(try #require(CellNumber(text.utf8)).daysAndMilliseconds == nil)
  }
}
