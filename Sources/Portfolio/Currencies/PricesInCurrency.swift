public import Exact

/// Past prices of coins in a currency, each at the rate of its day.
public struct PricesInCurrency: Sendable {
  private let prices: any DailyPrices
  private let currency: String
  private let rates: any ExchangeRates

  /// Converts prices to a currency.
  ///
  /// - Parameters:
  ///   - prices: In US dollars.
  ///   - currency: An ISO 4217 code in capitals.
  ///   - rates: The exchange rates.
  public init(_ prices: any DailyPrices, in currency: String, rates: any ExchangeRates) {
    self.prices = prices
    self.currency = currency
    self.rates = rates
  }

  /// One coin's prices; a day without a price or a rate has none.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    let dollars = prices.lookup(of: coinId)
    guard currency != usDollarCode else { return dollars }
    return { [rates, currency] day in
      guard let price = dollars(day) else { return nil }
      return rates.rate(from: usDollarCode, to: currency, on: day)?.converted(price)
    }
  }
}
