import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Widgets

/// Dollars, percentages, quantities, prices and ages are written in one form each.
///
/// - A figure that is not zero never reads as zero; one that reads as zero has no direction.
/// - In a narrow space figures are shortened by whole steps, or replaced by an ellipsis.
struct FiguresTests {
  @Test(arguments: [
    ("0", "$0.00", "$0.00"), ("1234.5", "$1,234.50", "+$1,234.50"),
    ("-15000", "-$15,000.00", "-$15,000.00"), ("0.005", "$0.01", "+$0.01"),
    ("0.004", "<$0.01", "<$0.01"), ("-0.004", "<$0.01", "<$0.01"),
    ("0.000001", "<$0.01", "<$0.01"), ("999999.995", "$1,000,000.00", "+$1,000,000.00"),
    ("98765432109.87", "$98,765,432,109.87", "+$98,765,432,109.87"),
    ("-0.005", "-$0.01", "-$0.01"),
    ("100", "$100.00", "+$100.00"), ("1000", "$1,000.00", "+$1,000.00"),
  ])
  func `US dollars`(_ value: String, plain: String, signed: String) {
    #expect(Figures.usd(exact(value)) == plain)
    #expect(Figures.signedUSD(exact(value)) == signed)
  }

  @Test(arguments: [
    ("25.344", "+25.34%"), ("-100", "-100.00%"), ("0", "0.00%"), ("0.004", "<0.01%"),
    ("-0.0001", "<0.01%"), ("0.005", "+0.01%"), ("1234567.891", "+1,234,567.89%"),
  ])
  func `percentages have a sign and two digits`(_ value: String, text: String) {
    #expect(Figures.percent(exact(value)) == text)
  }

  @Test(arguments: [
    ("0.35", "0.35"), ("50000000", "50,000,000"), ("-1234.5", "-1,234.5"), ("999", "999"),
    ("1.123456789", "1.12345679"), ("0", "0"),
    ("0.000000001", "0.000000001"), ("0.0000000012345678", "0.000000001235"), ("2.50", "2.5"),
  ])
  func `quantities keep the digits that matter`(_ value: String, text: String) {
    #expect(Figures.quantity(exact(value)) == text)
  }

  @Test(arguments: [
    ("0.12345678", 10, "0.12345678"), ("0.12345678", 8, "0.123457"), ("0.00001", 6, "…"),
    ("275862068.965517", 12, "275,862,069"), ("275862068.965517", 8, "275.862M"),
    ("334.249824", 8, "334.25"), ("999999999.9", 5, "1B"), ("12345", 2, "…"),
  ])
  func `quantities in little room`(_ value: String, width: Int, text: String) {
    #expect(Figures.quantity(exact(value), fitting: width) == text)
  }

  @Test(arguments: [
    ("76871", "$76,871.00"), ("1", "$1.00"), ("0.247027", "$0.247"), ("0.5", "$0.50"),
    ("0.00000823", "$0.00000823"), ("0.000000000056366", "$0.00000000005637"),
    ("0.99999", "$1.00"), ("0.099549", "$0.09955"), ("0", "$0.00"),
  ])
  func `prices per coin`(_ value: String, text: String) {
    #expect(Figures.unitPrice(exact(value)) == text)
  }

  @Test(arguments: [
    ("125000.50", 11, "$125,000.50"), ("125000.50", 10, "$125,001"), ("125000.50", 7, "$125K"),
    ("1234567", 9, "$1.23457M"), ("1234567", 6, "$1.23M"), ("999999.99", 7, "$1M"),
    ("999999.99", 10, "$1,000,000"), ("98765432109.87", 14, "$98.76543211B"),
    ("-1234.56", 6, "-$1.2K"), ("999950", 6, "$1M"), ("1", 2, "$1"), ("0.4", 3, "<$1"),
  ])
  func `shortens by whole steps only`(_ value: String, width: Int, text: String) {
    let fitted = Figures.usd(exact(value), isSigned: false, fitting: width)
    #expect(fitted.count <= width)
    #expect(fitted == text)
  }

  @Test func `a figure that is not zero never reads as zero`() {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<(Repetition.isLong ? 3_000 : 800) {
      let sign = Bool.random(using: &generator) ? 1 : -1
      let value = ExactDecimal(
        sign * Int.random(in: 1...999_999_999, using: &generator),
        exponent: Int.random(in: -30...6, using: &generator))
      var texts = [
        Figures.usd(value), Figures.signedUSD(value), Figures.percent(value),
        Figures.quantity(value), Figures.unitPrice(value),
      ]
      for width in 3...20 {
        texts.append(Figures.usd(value, isSigned: true, fitting: width))
        texts.append(Figures.percent(value, fitting: width))
      }
      for text in texts where !text.contains("<") && text != "…" {
        #expect(text.contains { "123456789".contains($0) }, "seed \(seed): \(value) as \(text)")
      }
    }
  }

  @Test func `what reads as zero has no direction`() {
    #expect(Trend(exact("0.004")) == .neutral)
    #expect(Trend(exact("-0.004")) == .neutral)
    #expect(Trend(exact("0.005")) == .gain)
    #expect(Trend(exact("-0.005")) == .loss)
  }

  @Test(arguments: [
    (-60, "just now"), (0, "just now"), (59, "just now"), (60, "1 min ago"),
    (3_599, "59 min ago"),
    (3_600, "1 h ago"), (86_399, "23 h ago"), (86_400, "1 d ago"), (8_640_000, "100 d ago"),
  ])
  func `ages are in the largest fitting unit`(_ seconds: Int, text: String) {
    let now = utc("2026-04-28T12:00:00Z")
    #expect(ageText(of: now.addingTimeInterval(-TimeInterval(seconds)), at: now) == text)
  }
}
