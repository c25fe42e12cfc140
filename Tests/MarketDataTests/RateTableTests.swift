import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Testing

/// Exchange rates come from the user, from a file or from the ECB, in a fixed order.
///
/// - A rate that the user states is used on every day and in cross rates.
/// - Otherwise the newest rate up to the day is used, and on the same day the file's.
/// - A file adds currencies and years that the ECB does not have.
/// - A malformed rate is refused.
struct RateTableTests {
  private func day(_ text: String) throws -> UTCDay { try #require(UTCDay(text: text)) }

  @Test func `a stated rate counts on every day`() throws {
    let stated = try DollarRate.readOverride("eur=1.08")
    let table = RateTable(overrides: [stated.currency: stated.dollars])
    for text in ["1999-01-01", "2025-01-07", "2030-01-01"] {
      let rate = try #require(table.rate(from: "EUR", to: "USD", on: day(text)))
      #expect(rate.numerator == stated.dollars * rate.denominator)
      #expect(rate.source == "user")
    }
    let back = try #require(table.rate(from: "USD", to: "EUR", on: day("2025-01-07")))
    #expect(back.numerator * stated.dollars == back.denominator)
    #expect(back.source == "user")
  }

  @Test func `a stated rate crosses with the reference rates`() throws {
    let table = RateTable(overrides: ["TND": try ExactDecimal(exact: "0.32")])
    let rate = try #require(table.rate(from: "TND", to: "EUR", on: day("2025-01-07")))
    #expect(
      try rate.numerator * ExactDecimal(exact: "1.0393") == rate.denominator
        * ExactDecimal(exact: "0.32"))
  }

  @Test func `the newer row counts and of equal days the files`() throws {
    let friday = try day("2025-01-10")
    let table = RateTable(
      file: [
        DollarRate(day: friday, currency: "EUR", dollars: 2),
        DollarRate(day: try day("2025-01-04"), currency: "EUR", dollars: 3),
      ])
    #expect(table.rate(from: "EUR", to: "USD", on: friday)?.source == "file")
    #expect(try table.rate(from: "EUR", to: "USD", on: day("2025-01-05"))?.numerator == 3)
    #expect(try table.rate(from: "EUR", to: "USD", on: day("2025-01-07"))?.source == "ECB")
    #expect(try table.rate(from: "EUR", to: "USD", on: day("2025-01-13"))?.source == "ECB")
  }

  @Test func `a file brings currencies the ECB lacks and years before 2009`() throws {
    let file = try RateFile(Array("Currency,USD,Date\r\ntnd,0.32,2008-05-01\r\n".utf8))
    guard case .dollars(let rates) = file else {
      Issue.record("read as another form")
      return
    }
    let table = RateTable(file: rates)
    #expect(try table.rate(from: "TND", to: "USD", on: day("2008-04-30")) == nil)
    let rate = try #require(table.rate(from: "TND", to: "USD", on: day("2008-06-01")))
    #expect(rate.day.text == "2008-05-01")
    #expect(try table.rate(from: "TND", to: "EUR", on: day("2008-06-01")) == nil)
  }

  @Test func `same currency is one on every day`() throws {
    #expect(try RateTable().rate(from: "USD", to: "USD", on: day("1990-01-01"))?.numerator == 1)
  }

  @Test(arguments: [
    "EUR", "EUR=", "EUR=1,08", "EUR=0", "EUR=-1", "USD=1", "EURO=1", "E1R=1",
    "EUR=1=2", "EUR=1e40", "EUR=1.2345678901234567891",
  ])
  func `a bad rate is refused`(_ text: String) {
    #expect(throws: RateTextError.self) { try DollarRate.readOverride(text) }
  }
}
