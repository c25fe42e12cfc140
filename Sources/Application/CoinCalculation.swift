import LedgerStore
public import Portfolio
import WidgetTimeline

/// Where the figures of a coin come from, counted in one currency.
public struct CountedExplanation: CountedInCurrency, Sendable {
  /// The calculation.
  public let explanation: CoinExplanation
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
  /// Works out where the figures of a coin come from, at its last known price.
  ///
  /// - Parameters:
  ///   - coinId: The coin.
  ///   - currency: The ISO 4217 code of what its transactions are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - rowCount: The most rows of each list.
  /// - Throws: Why the ledger could not be read.
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
