import Exact

/// What rates and prices of the past are known when an event is recorded.
public struct Evidence: Sendable {
  /// What states' money was worth.
  public let rates: any ExchangeRates
  /// What coins were worth.
  public let prices: any DailyPrices
  /// Whether a code is a state's money.
  public let isMoney: @Sendable (String) -> Bool
  /// A coin's place by market value, `nil` where it has none.
  public let rank: @Sendable (String) -> Int?
  /// What the fees of transfers are to their coins' cost.
  public let transferFees: TransferFees

  /// Names the sources.
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

  /// US dollars for one unit of a state's money, on that day or the last working day before it.
  public func rate(of currency: String, on day: UTCDay) -> Valuation? {
    rates.rate(from: currency, to: usDollarCode, on: day).map {
      Valuation(
        kind: .rate, rate: $0.numerator.quotient(by: $0.denominator), source: $0.source, day: $0.day
      )
    }
  }

  /// US dollars for one coin, as an estimate.
  public func price(of coinId: String, on day: UTCDay) -> Valuation? {
    prices.price(of: coinId, on: day).map {
      Valuation(kind: .dailyPrice, rate: $0.price, source: $0.source, day: $0.day)
    }
  }
}
