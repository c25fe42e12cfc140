/// Rates as known on a given day, for a fixed present.
public struct RatesUpToDay: ExchangeRates {
  private let rates: any ExchangeRates
  private let today: UTCDay
  private let lastTraded: UTCDay

  /// Limits rates to a day.
  ///
  /// - Parameters:
  ///   - rates: The exchange rates.
  ///   - today: The day whose rate converts present values.
  ///   - lastTraded: The last day whose rates count, if that is another one: a local day can end
  ///     on the next UTC day.
  public init(_ rates: any ExchangeRates, today: UTCDay, lastTraded: UTCDay? = nil) {
    self.rates = rates
    self.today = today
    self.lastTraded = lastTraded ?? today
  }

  /// The rate of a day, or of the last one that counts for later days.
  public func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: min(day, lastTraded))
  }

  /// The newest rate not after `today`.
  public func newestRate(from: String, to: String) -> ExchangeRate? {
    rates.rate(from: from, to: to, on: today)
  }

  /// Whether there is a rate of a currency on any day.
  public func isEverQuoted(_ currency: String) -> Bool { rates.isEverQuoted(currency) }

  /// The day of the last rate not after `today`.
  ///
  /// A discontinued currency is searched day by day: this is rare, and the sources do not store
  /// when a currency ends.
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
