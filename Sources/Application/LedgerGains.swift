import Exact
import LedgerStore
import MarketData
public import Portfolio
import Synchronization

/// The gains of a ledger, counted in one currency.
public struct LedgerGains: CountedInCurrency, Sendable {
  /// The gains.
  public let gains: Gains
  /// The ISO 4217 code.
  public let currency: String
  /// The newest rate from US dollars, which converts present values.
  public let newestRate: ExchangeRate?
  /// The day of the newest known rate.
  public let lastRateDay: UTCDay?
  /// Days with trades but without a rate, ascending.
  public let daysWithoutRate: [UTCDay]
}

extension PortfolioService {
  /// Computes gains coin by coin, so a long ledger is never in memory as a whole.
  ///
  /// For a range of days, coins not traded in it are not read, nor later rows unless later
  /// purchases decide the cost of a sale.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards to include; `nil` for all.
  ///   - holdingPeriod: The period that a holding must exceed to be long-term.
  ///   - calendar: The calendar whose days count; `nil` for the ledger's own.
  ///   - country: The country whose forms they are for; `nil` for the ledger's own rules.
  ///   - hasEarlierLosses: Whether to include the losses of that country's tax years before the
  ///     days.
  /// - Throws: An error if the ledger cannot be read.
  public func gains(
    of coinId: String? = nil, in currency: String, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar? = nil, as country: TaxCountry? = nil, hasEarlierLosses: Bool = false
  ) throws -> LedgerGains {
    let calendar = try calendar ?? taxCalendar()
    let source = LotsSource(self, in: currency, costBasis, calendar, holdingPeriod, as: country)
    let gains = try ledger.atOneInstant {
      var reading = GainsReading(
        days: days, calendar: calendar, earlierLosses: hasEarlierLosses ? country : nil)
      let needed = reading.daysNeeded
      try source.forEachCoin(coinId, needed) { coin in
        var coin = coin
        for number in coin.years(of: needed) {
          let year = try source.year(number, of: &coin)
          reading.add(year, of: coin.id)
        }
      }
      return reading.finished()
    }
    let measured = country.map { TaxRules($0).measured(gains, holdingPeriod) } ?? gains
    return ledgerGains(measured, in: currency, missing: source.missing)
  }

  /// Calls `body` with the gains of each calendar year in turn, so a long ledger's gains are never
  /// in memory together.
  ///
  /// The parameters are those of
  /// ``gains(of:in:costBasis:days:holdingPeriod:calendar:as:hasEarlierLosses:)``.
  ///
  /// - Throws: An error if the ledger cannot be read, and what `body` throws.
  public func forEachYearOfGains(
    of coinId: String? = nil, in currency: String, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar? = nil, _ body: (Gains) throws -> Void
  ) throws {
    let calendar = try calendar ?? taxCalendar()
    let source = LotsSource(self, in: currency, costBasis, calendar, holdingPeriod)
    try ledger.atOneInstant {
      var coins: [LotsSource.Coin] = []
      try source.forEachCoin(coinId, days) { coins.append($0) }
      for number in Set(coins.flatMap { $0.years(of: days) }).sorted() {
        var reading = GainsReading(days: days, calendar: calendar)
        for index in coins.indices where coins[index].years(of: days).contains(number) {
          let year = try source.year(number, of: &coins[index])
          reading.add(year, of: coins[index].id)
        }
        try body(reading.finished())
      }
    }
  }

  /// All coins as one portfolio and the income, from a single read of the ledger.
  ///
  /// - Parameters:
  ///   - days: The days whose sales and rewards to include.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - calendar: The calendar whose days count.
  /// - Throws: An error if the ledger or past prices cannot be read.
  public func globalPortfolio(
    days: ClosedRange<UTCDay>, in currency: String, calendar: LocalCalendar
  ) throws -> (portfolio: GlobalPortfolio, income: LedgerGains) {
    let (prices, rates) = (try dailyPrices(), rates())
    var counter = TransactionCounter(currency: currency, rates: presentRates)
    var income: [IncomeRow] = []
    var portfolio = GlobalPortfolio(calendar: calendar, days: days) { coinId, day in
      guard let price = prices.price(of: coinId, on: day) else { return nil }
      return rates.rate(from: usDollarCode, to: currency, on: day)?.converted(Price(price.price))
    }
    try ledger.forEachTransactionCounted(TransactionQuery()) { transaction in
      let row = counter.counted(transaction)
      portfolio.apply(row)
      if let reward = IncomeRow(of: row, calendar), days.contains(reward.day) {
        income.append(reward)
      }
    }
    let gains = Gains(income: income, calendar)
    return (portfolio, ledgerGains(gains, in: currency, missing: counter.missing))
  }

  private func ledgerGains(
    _ gains: Gains, in currency: String, missing: Set<UTCDay>
  ) -> LedgerGains {
    let rates = presentRates
    let isDollars = currency == usDollarCode
    return LedgerGains(
      gains: gains, currency: currency,
      newestRate: isDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      daysWithoutRate: missing.sorted())
  }
}

/// Counts transactions on the thread that reads them.
final class SharedCounter: Sendable {
  private let counter: Mutex<TransactionCounter>

  init(_ currency: String, _ rates: RatesUpToDay) {
    counter = Mutex(TransactionCounter(currency: currency, rates: rates))
  }

  /// Days with trades but without a rate.
  var missing: Set<UTCDay> { counter.withLock(\.missing) }

  func counted(_ transaction: Transaction) -> Transaction {
    counter.withLock { $0.counted(transaction) }
  }
}
