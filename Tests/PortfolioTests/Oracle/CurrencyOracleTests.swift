import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// A ledger counted in another currency, against exact fractions.
struct CurrencyOracleTests {
  /// The total of a transaction: its dollars at the day's rate, rounded once.
  private func total(_ transaction: Transaction, _ rates: WavingRates) -> Fraction {
    guard transaction.type != .gift,
      let rate = rates.rate(from: "USD", to: "EUR", on: UTCDay(transaction.date))
    else { return .zero }
    let dollars = Fraction(transaction.amount) * Fraction(transaction.pricePerCoin)
    return (dollars * Fraction(rate.numerator) / Fraction(rate.denominator))
      .rounded(places: Oracle.places)
  }

  @Test(arguments: NastyLedger.Kind.allCases, CostBasis.allCases)
  func `costs, results and gains are the fractions' to the last digit`(
    kind: NastyLedger.Kind, method: CostBasis
  ) throws {
    for seed in UInt64(1)...4 {
      let trades = NastyLedger(kind, seed: seed).trades
      let rates = WavingRates()
      let totals = Dictionary(uniqueKeysWithValues: trades.map { ($0.id, total($0, rates)) })
      let ledger = counted(trades, in: "EUR", rates: rates)
      var oracle = Oracle.$totals.withValue(totals) { Oracle(trades, method) }
      let shares = Oracle.$totals.withValue(totals) { oracle.sales.flatMap(\.proceeds) }
      if method == .hmrc {
        // HMRC's pool spans closed cycles: everything paid minus the cost of all sales.
        let open = Oracle.$totals.withValue(totals) { Oracle(trades, .average) }
        let paid = trades.filter { $0.type != .sell }.reduce(Fraction.zero) {
          $0 + (totals[$1.id] ?? .zero)
        }
        oracle.addPaidBefore(paid - open.cost - open.soldCost)
      }
      let coin = Coin(id: "coin", symbol: "c", name: "Coin", currentPrice: exact("12.000000000345"))
      let positions = Positions(ledger, currentPrices: ["coin": coin], costBasis: method)
      if let holding = positions.holdings.first {
        same(holding.exact.amount, oracle.held)
        same(holding.exact.realizedPnL, oracle.realized)
        same(holding.exact.soldCost, oracle.soldCost)
        same(holding.exact.cost, oracle.cost)
        let rate = try #require(ledger.newestRate)
        let value =
          (oracle.held * Fraction(exact("12.000000000345")) * Fraction(rate.numerator)
          / Fraction(rate.denominator)).rounded(places: Oracle.places)
        same(try #require(holding.exact.value), value)
      }
      let gains = computeGains(ledger.transactions, costBasis: method)
      let parts = oracle.sales.flatMap(\.parts)
      #expect(gains.rows.count == parts.count)
      for (row, (part, proceeds)) in zip(gains.rows, zip(parts, shares)) {
        same(try #require(row.exactCost), part.cost)
        same(row.exactAmount, part.amount)
        same(try #require(row.exactProceeds), proceeds)
        same(try #require(row.exactGain), proceeds - part.cost)
      }
      let proceeds = gains.rows.reduce(Cost.zero) { $0 + ($1.exactProceeds ?? 0) }
      same(
        proceeds,
        trades.filter { $0.type == .sell }.reduce(.zero) { $0 + total($1, rates) })
    }
  }

  private func same(_ found: some ExactValue, _ expected: Fraction) {
    #expect(Fraction(text: found.description) == expected)
  }
}
