/// Rates as they were known on a day: the present of someone who holds the clock still.
public struct RatesUpToDay: ExchangeRates {
  private let rates: any ExchangeRates
  private let today: UTCDay

  /// Limits rates.
  ///
  /// - Parameters:
  ///   - rates: What currencies were worth.
  ///   - today: The day after which no rate counts.
  public init(_ rates: any ExchangeRates, today: UTCDay) {
    self.rates = rates
    self.today = today
  }

  /// The rate of a day, or of `today` for one that lies ahead.
  public func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: min(day, today))
  }

  /// The newest rate that is not of a day ahead.
  public func newestRate(from: String, to: String) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: today)
  }

  /// Whether there is a rate of a currency on any day.
  public func isEverQuoted(_ currency: String) -> Bool { rates.isEverQuoted(currency) }

  /// The day of the last rate that is not of a day ahead.
  ///
  /// A currency that is quoted no longer is looked for day by day: it is asked for seldom, and the
  /// sources keep rows and no ends of currencies.
  public func lastDay(from: String, to: String) -> UTCDay? {
    guard isEverQuoted(from), isEverQuoted(to) else { return nil }
    var day = today
    while day >= Self.firstDay {
      if let rate = rate(from: from, to: to, on: day) { return rate.day }
      day = day.advanced(by: -1)
    }
    return nil
  }

  /// The first day of the euro, 1999-01-01: no reference rate is older.
  private static let firstDay = UTCDay(number: 10_592)
}
