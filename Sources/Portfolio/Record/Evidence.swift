import Exact

/// Past rates and prices that are available when an event is recorded.
public struct Evidence: Sendable {
  /// The rates of fiat currencies.
  public let rates: any ExchangeRates
  /// The prices of coins.
  public let prices: any DailyPrices
  /// Whether a code is a fiat currency.
  public let isMoney: @Sendable (String) -> Bool
  /// A coin's rank by market value, `nil` if it has none.
  public let rank: @Sendable (String) -> Int?
  /// How the fees of transfers affect the cost of coins.
  public let transferFees: TransferFees

  /// Creates evidence from its sources.
  public init(
    rates: any ExchangeRates, prices: any DailyPrices,
    isMoney: @escaping @Sendable (String) -> Bool, rank: @escaping @Sendable (String) -> Int?,
    transferFees: TransferFees = .market
  ) {
    self.rates = rates
    self.prices = prices
    self.isMoney = isMoney
    self.rank = rank
    self.transferFees = transferFees
  }

  /// US dollars per unit of a fiat currency, on that day or the last working day before it.
  public func rate(of currency: String, on day: UTCDay) -> Valuation? {
    rates.rate(from: currency, to: usDollarCode, on: day).map {
      Valuation(
        kind: .rate, rate: $0.numerator.quotient(by: $0.denominator), source: $0.source, day: $0.day
      )
    }
  }

  /// US dollars per coin, as an estimate.
  public func price(of coinId: String, on day: UTCDay) -> Valuation? {
    prices.price(of: coinId, on: day).map {
      Valuation(kind: .dailyPrice, rate: $0.price, source: $0.source, day: $0.day)
    }
  }
}
