import LedgerStore
public import Portfolio

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
  ///   - body: Receives each transaction that was read.
  /// - Throws: Why the ledger could not be read.
  public func gains(
    of coinId: String? = nil, in currency: String, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar? = nil, _ body: (Transaction) -> Void = { _ in }
  ) throws -> LedgerGains {
    let calendar = try calendar ?? taxCalendar()
    let rates = presentRates
    var counter = TransactionCounter(currency: currency, rates: rates)
    let gains = try ledger.atOneInstant {
      var reading = GainsReading(
        costBasis: costBasis, days: days, holdingPeriod: holdingPeriod, calendar: calendar,
        carrying: try carriedLots(
          of: coinId, in: currency, methods: [costBasis], calendar: calendar))
      // The days of a zone begin and end within a day of those of UTC.
      let span = days.map {
        $0.lowerBound.advanced(by: -1).start..<$0.upperBound.advanced(by: 2).start
      }
      try ledger.forEachRowByCoin(
        coinId, tradedIn: span, before: costBasis.knowsCostAtSale ? span?.upperBound : nil
      ) { transaction, place in
        let counted = counter.counted(transaction)
        reading.add(counted, place: place)
        body(counted)
      }
      return reading.finished()
    }
    let isDollars = currency == usDollarCode
    return LedgerGains(
      gains: gains, currency: currency,
      newestRate: isDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      daysWithoutRate: counter.missing.sorted())
  }
}
