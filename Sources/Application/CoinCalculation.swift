import LedgerStore
public import Portfolio
import WidgetTimeline

/// How the figures of a coin are derived, in one currency.
public struct CountedExplanation: CountedInCurrency, Sendable {
  /// The calculation.
  public let explanation: CoinExplanation
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
  /// Explains how the figures of a coin are derived, at its last known price.
  ///
  /// - Parameters:
  ///   - coinId: The coin.
  ///   - currency: The ISO 4217 code of the currency that its transactions are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rowCount: The maximum number of rows in each list.
  /// - Throws: An error if the ledger cannot be read.
  public func explanation(
    of coinId: String, in currency: String, costBasis: CostBasis, rowCount: Int = .max
  ) throws -> CountedExplanation {
    let present = counted([], in: currency)
    let counter = SharedCounter(currency, presentRates)
    let explanation = try ledger.atOneInstant {
      var walk = ExplanationWalk(
        of: coin(coinId), costBasis: costBasis, rate: present.newestRate,
        calendar: try calendar(for: [costBasis]),
        carrying: try carriedLots(of: coinId, in: currency, methods: [costBasis]),
        rowCount: rowCount)
      try ledger.forEachRowByCoin(
        TransactionQuery(coinId: coinId), as: { counter.counted($0) }
      ) { transaction, _ in walk.apply(transaction) }
      let estimates = try estimates(
        of: coinId, costBasis: costBasis, currency: currency, limit: .max)
      return walk.finished(estimates.found?[coinId] ?? CoinEstimates())
    }
    return CountedExplanation(
      explanation: explanation, currency: currency, newestRate: present.newestRate,
      lastRateDay: present.lastRateDay, daysWithoutRate: counter.missing.sorted())
  }
}
