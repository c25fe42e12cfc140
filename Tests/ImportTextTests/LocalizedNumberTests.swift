import Exact
import FoundationEssentials
import Portfolio
import Testing
import ImportText

/// Amounts with currency signs, local separators or accounting parentheses become exact numbers.
///
/// - Words such as `n/a` mean that there is no number.
/// - A comma that may be a group or a decimal separator is refused, and so is anything unclear.
struct LocalizedNumberTests {
  @Test(arguments: [
    ("1234.5", "1234.5"), ("1234,567", "1234.567"), ("-0.5", "-0.5"), ("+3", "3"),
    ("1E-05", "0.00001"),
    ("4.615E-06", "0.000004615"),
    ("€3343.11229989", "3343.11229989"), ("-€597.49846", "-597.49846"), ("$-12.00", "-12"),
    ("12.00 €", "12"), ("$1,234.56", "1234.56"), ("1,234,567", "1234567"), ("1.234.567", "1234567"),
    ("1.234,56", "1234.56"), ("1,234,567.89", "1234567.89"), ("1.234.567,89", "1234567.89"),
    ("0,00148673", "0.00148673"), ("0,123", "0.123"), (",123", "0.123"), ("12,5", "12.5"),
    ("12,3456", "12.3456"),
    ("1,5E-05", "0.000015"), ("1'234.56", "1234.56"), ("1 234,56", "1234.56"),
    ("1\u{A0}234\u{A0}567", "1234567"), ("\u{2212}2.5", "-2.5"), ("1.234", "1.234"),
    ("($88.00)", "-88"), ("(1,234.50)", "-1234.5"), ("1,23,456", "123456"),
    ("₹5,00,000.00", "500000"), ("-12,34,56,789.5", "-123456789.5"),
    ("₿0.1", "0.1"), ("-₿0.5", "-0.5"),
  ])
  func `localizedNumber forms become exact numbers`(cell: String, expected: String) throws {
    #expect(try localizedNumber(cell, column: "x")?.description == expected)
  }

  @Test(arguments: ["", "-", "--", "n/a", "N/A", "null", "None"])
  func `a cell may say that there is no number`(cell: String) throws {
    #expect(try localizedNumber(cell, column: "x") == nil)
  }

  @Test(arguments: ["1,234", "-12,345", "$999,000", "123,456"])
  func `a comma that may group or divide is refused`(cell: String) {
    let error = #expect(throws: RefusalReason.self) { try localizedNumber(cell, column: "x") }
    #expect(error?.summary == "ambiguousNumber(column: \"x\", \"\(cell)\")")
  }

  @Test(arguments: [
    "1.5abc", "0x10", "123,45,678", "1,23,45", "1.23.456",
    "12,34.5", "1.2.3", "1,2345,678", "--5", "1e", "€", "1.234,567.8",
    "12 34", "1,,234", "1.,5", "∞", "१२", "()", "(-5)",
  ])
  func `anything else is refused`(cell: String) {
    #expect(throws: RefusalReason.self) { try localizedNumber(cell, column: "x") }
  }

  @Test func `more digits than are kept exactly are refused`() {
    let error = #expect(throws: RefusalReason.self) {
      try localizedNumber("1.23456789012345678901234567890123456789", column: "x")
    }
    #expect(error?.summary.contains("tooManyDigits") == true)
  }
}

extension RefusalReason {
  /// The reason as code, without type names.
  fileprivate var summary: String { "\(self)".replacing("Exact.DecimalTextError.", with: "") }
}
