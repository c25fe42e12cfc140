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

  /// The rate of a day, or of ``today`` for one that lies ahead.
  public func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: min(day, today))
  }

  /// The newest rate that is not of a day ahead.
  public func newestRate(from: String, to: String) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: today)
  }
}
