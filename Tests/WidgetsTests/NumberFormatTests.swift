import BitpalTesting
import Exact
import MarketData
import Testing
import Widgets

/// The table of currency symbols, minor digits and symbol placement.
struct NumberFormatTests {
  @Test(arguments: [
    ("USD", "$1,234.50", "-$1,234.50", "<$0.01"), ("EUR", "€1,234.50", "-€1,234.50", "<€0.01"),
    ("JPY", "¥1,235", "-¥1,235", "<¥1"), ("TND", "TND 1,234.500", "-TND 1,234.500", "<TND 0.001"),
    ("CHF", "CHF 1,234.50", "-CHF 1,234.50", "<CHF 0.01"),
    ("SEK", "1,234.50 kr", "-1,234.50 kr", "<0.01 kr"),
    ("ISK", "1,235 kr", "-1,235 kr", "<1 kr"), ("GBP", "£1,234.50", "-£1,234.50", "<£0.01"),
  ])
  func `amounts have their symbol, place and digits`(
    code: String, amount: String, loss: String, least: String
  ) {
    let format = NumberFormat(code: code)
    #expect(format.money(exact("1234.5")) == amount)
    #expect(format.money(exact("-1234.5")) == loss)
    #expect(format.money(exact("0.0000001")) == least)
  }

  @Test(arguments: Currency.all)
  func `no amount is wider than its room, in any currency`(_ currency: Currency) {
    let format = NumberFormat(currency)
    for text in ["0", "0.001", "-12.345", "999999.995", "-1234567890123.4", "99999999999999999999"]
    {
      for width in 0...24 {
        let shown = format.money(exact(text), isSigned: true, fitting: width)
        #expect(shown.count <= width, "\(currency.code) \(text) in \(width): \(shown)")
      }
    }
  }

  @Test func `a loss below one dollar keeps its sign where cents are dropped`() {
    let format = NumberFormat.usDollar
    for (value, text) in [("-0.15", "-$0.15"), ("0.15", "+$0.15"), ("-0.001", "<$1")] {
      #expect(format.money(exact(value), isSigned: true, fitting: 8, isWhole: true) == text)
    }
    #expect(format.money(exact("-1.15"), isSigned: true, fitting: 8, isWhole: true) == "-$1")
    #expect(format.money(exact("0.15"), isSigned: false, fitting: 8, isWhole: true) == "<$1")
  }

  @Test func `a currency that bitpal does not know is never written as dollars`() {
    #expect(
      NumberFormat(code: "XBT").money(exact("1.5")) == "XBT 1.50" || Currency(code: "XBT") != nil)
    #expect(NumberFormat(code: "ABC").money(5).contains("ABC"))
    #expect(!NumberFormat(code: "ABC").money(5).contains("$"))
  }

  @Test(arguments: [
    ("EUR", "1500", "€1,500"), ("EUR", "0.5", "€0.50"), ("EUR", "0.00025", "€0.00025"),
    ("JPY", "0.5", "¥0.5"), ("SEK", "-2000", "-2,000 kr"), ("TND", "0.5", "TND 0.500"),
  ])
  func `a figure of an axis has all its digits and no others`(
    code: String, value: String, text: String
  ) {
    #expect(NumberFormat(code: code).tick(exact(value)) == text)
  }

  @Test func `unit prices keep four digits below one unit`() {
    #expect(NumberFormat(code: "EUR").unitPrice(exact("0.000008234")) == "€0.000008234")
    #expect(NumberFormat(code: "JPY").unitPrice(exact("12.345")) == "¥12.35")
    #expect(NumberFormat(code: "JPY").unitPrice(exact("12345.6")) == "¥12,346")
  }
}
