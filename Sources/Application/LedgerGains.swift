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
  /// The newest rate from US dollars, by which the present counts.
  public let newestRate: ExchangeRate?
  /// The day of the last rate there was.
  public let lastRateDay: UTCDay?
  /// Days without a rate on which something was traded, ascending.
  public let daysWithoutRate: [UTCDay]
}

extension PortfolioService {
  /// Works out gains coin by coin, so that a long ledger is never in memory whole.
  ///
  /// Of some days, coins not traded then are not read, nor what came after, unless later purchases
  /// decide what a sale cost.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's, `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards are wanted, `nil` for all.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - calendar: The zone whose days count; `nil` for the ledger's own.
  ///   - country: The country whose forms they are for; `nil` for the ledger's own rules.
  ///   - hasEarlierLosses: Whether the losses of that country's tax years before the days are
  ///     wanted.
  /// - Throws: Why the ledger could not be read.
  public func gains(
    of coinId: String? = nil, in currency: String, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar? = nil, as country: TaxCountry? = nil, hasEarlierLosses: Bool = false
  ) throws -> LedgerGains {
    let calendar = try calendar ?? taxCalendar()
    let counter = Mutex(TransactionCounter(currency: currency, rates: presentRates))
    let gains = try ledger.atOneInstant {
      let rules = try country.map { country in
        try counter.withLock { try taxRules(country, &$0) }
      }
      var reading = GainsReading(
        costBasis: costBasis, days: days, holdingPeriod: holdingPeriod, calendar: calendar,
        carrying: try carriedLots(
          of: coinId, in: currency, methods: [costBasis], calendar: calendar, as: rules),
        earlierLosses: hasEarlierLosses ? country : nil)
      // The days of a zone begin and end within a day of those of UTC.
      let span = days.map {
        $0.lowerBound.advanced(by: -1).start..<$0.upperBound.advanced(by: 2).start
      }
      let until = costBasis.knowsCostAtSale ? span?.upperBound : nil
      try ledger.forEachRowByCoin(
        TransactionQuery(coinId: coinId, until: until), tradedIn: hasEarlierLosses ? nil : span
      ) { transaction in
        let counted = counter.withLock { $0.counted(transaction) }
        return rules?.counted(counted) ?? counted
      } _: {
        reading.add($0, order: $1)
      }
      let gains = reading.finished()
      return rules?.measured(gains, holdingPeriod) ?? gains
    }
    return ledgerGains(gains, in: currency, missing: counter.withLock(\.missing))
  }

  /// The rules of a country, which know the swaps of the ledger where they change them.
  private func taxRules(
    _ country: TaxCountry, _ counter: inout TransactionCounter
  ) throws -> TaxRules {
    var rules = TaxRules(country)
    guard rules.needsSwaps else { return rules }
    try ledger.forEachTransactionCounted(TransactionQuery(kind: .swap)) {
      rules.read(counter.counted($0))
    }
    return rules
  }

  /// All coins as one portfolio and the income, from one reading of the ledger.
  ///
  /// - Parameters:
  ///   - days: The days whose sales and rewards are wanted.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - calendar: The zone whose days count.
  /// - Throws: Why the ledger or past prices could not be read.
  public func globalPortfolio(
    days: ClosedRange<UTCDay>, in currency: String, calendar: LocalCalendar
  ) throws -> (portfolio: GlobalPortfolio, income: LedgerGains) {
    let (prices, rates) = (try dailyPrices(), rates())
    var counter = TransactionCounter(currency: currency, rates: presentRates)
    var income: [IncomeRow] = []
    var portfolio = GlobalPortfolio(calendar: calendar, days: days) { coinId, day in
      guard let price = prices.price(of: coinId, on: day) else { return nil }
      return rates.rate(from: usDollarCode, to: currency, on: day)?.converted(Cost(price.price))
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
