import Exact
import MarketData
import Portfolio
import Testing

/// The built-in ECB rates give the exact rate of a day and say which day it is from.
///
/// - Weekends use Friday's rate, and days after the last row the newest one.
/// - A cross rate is the fraction of two rates of the same day.
/// - A currency has no rate before its first or after its last day.
/// - An update replaces whole days.
struct ECBRatesTests {
  private let rates = ECBRates.builtIn

  /// Units of a currency for one euro; the rate's denominator is one.
  private func perEuro(_ code: String, _ day: String) throws -> ExactDecimal? {
    let rate = rates.rate(from: "EUR", to: code, on: try #require(UTCDay(text: day)))
    #expect(rate.map(\.denominator) ?? 1 == 1)
    return rate?.numerator
  }

  @Test(
    arguments: [
      ("USD", "2025-01-07", "1.0393"), ("USD", "2026-10-30", "1.1172"),
      ("USD", "2009-01-02", "1.3866"), ("JPY", "2026-10-29", "175.92"),
      ("LVL", "2009-01-02", "0.7083"), ("IDR", "2009-01-02", "15391.26"),
      ("GBP", "2026-10-29", "0.83578"), ("ISK", "2026-10-30", "136"),
    ])
  func `known days have their rates`(_ code: String, _ day: String, _ rate: String) throws {
    #expect(try perEuro(code, day) == ExactDecimal(exact: rate))
  }

  @Test func `a weekend has the rate of friday and says so`() throws {
    let sunday = try #require(UTCDay(text: "2025-01-12"))
    let rate = try #require(rates.rate(from: "USD", to: "EUR", on: sunday))
    #expect(rate.day.text == "2025-01-10")
    #expect(rate.source == "ECB")
    #expect(rate.numerator == 1)
    #expect(try rate.denominator == ExactDecimal(exact: "1.0304"))
  }

  @Test func `a cross rate is a fraction of two rates of one day`() throws {
    let day = try #require(UTCDay(text: "2026-10-30"))
    let rate = try #require(rates.rate(from: "GBP", to: "USD", on: day))
    #expect(try rate.numerator == ExactDecimal(exact: "1.1172"))
    #expect(try rate.denominator == ExactDecimal(exact: "0.8338"))
  }

  @Test(arguments: [("RUB", "2022-03-02"), ("HRK", "2023-01-02"), ("ISK", "2018-01-31")])
  func `a currency without a rate in the row is unknown`(_ code: String, _ day: String) throws {
    #expect(try perEuro(code, day) == nil)
  }

  @Test(arguments: [("RUB", "2022-03-01", "117.201"), ("HRK", "2022-12-31", "7.5365")])
  func `a gone currency keeps its last rates`(_ code: String, _ day: String, _ rate: String) throws
  {
    #expect(try perEuro(code, day) == ExactDecimal(exact: rate))
  }

  @Test func `nothing is known before the first row`() throws {
    #expect(try perEuro("USD", "2009-01-01") == nil)
    #expect(try perEuro("EUR", "2008-12-31") == nil)
  }

  @Test func `the same currency is one`() throws {
    #expect(try perEuro("EUR", "2025-01-07") == 1)
  }

  @Test(arguments: ["QQQ", "", "us", "USDX", "CYP"])
  func `an unknown code has no rate`(_ code: String) throws {
    #expect(try perEuro(code, "2025-01-07") == nil)
  }

  @Test func `after the last row the newest counts`() throws {
    let newest = try #require(rates.newestRate(from: "EUR", to: "USD"))
    #expect(newest.day.text == "2026-10-30")
    #expect(try perEuro("USD", "2030-01-01") == newest.numerator)
  }

  @Test func `a merged row replaces its whole day`() throws {
    let day = try #require(UTCDay(text: "2026-10-30"))
    let merged = rates.merging([
      EuroRateRow(day: day.advanced(by: 3), unitsPerEuro: ["USD": 2]),
      EuroRateRow(day: day, unitsPerEuro: ["USD": 3]),
    ])
    #expect(merged.rate(from: "EUR", to: "USD", on: day)?.numerator == 3)
    #expect(merged.rate(from: "EUR", to: "GBP", on: day) == nil)
    #expect(merged.newestRate(from: "EUR", to: "USD")?.numerator == 2)
    let before = merged.rate(from: "EUR", to: "GBP", on: day.advanced(by: -1))
    #expect(try before?.numerator == ExactDecimal(exact: "0.83578"))
  }

  @Test func `every currency of the rates has a name and a symbol`() {
    #expect(rates.codes.count == 36)
    for code in rates.codes {
      #expect(Currency(code: code) != nil, "\(code)")
    }
  }
}

/// A currency has its symbol and number of minor digits, and no leading symbol is ambiguous.
struct CurrencyTests {
  @Test(
    arguments: [
      ("eur", "€", 2), ("GBP", "£", 2), ("JPY", "¥", 0), ("CHF", "CHF", 2), ("TND", "TND", 3),
      ("KRW", "₩", 0), ("USD", "$", 2),
    ])
  func `a currency has its symbol and minor digits`(_ code: String, _ symbol: String, _ digits: Int)
    throws
  {
    let currency = try #require(Currency(code: code))
    #expect(currency.symbol == symbol)
    #expect(currency.minorDigits == digits)
  }

  @Test func `no symbol before an amount means two currencies`() {
    let symbols = Currency.all.filter { $0.placement == .before }.map(\.symbol)
    #expect(Set(symbols).count == symbols.count)
    #expect(Currency.all.map(\.code) == Currency.all.map(\.code).sorted())
  }
}
