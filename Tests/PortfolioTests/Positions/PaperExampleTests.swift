import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The longer examples of `docs/accounting.md`, which are calculated there by hand.
struct PaperExampleTests {
  private func trade(
    _ type: TransactionType, _ amount: String, _ price: Price, _ day: String,
    fee: ExactDecimal? = nil, kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: "bitcoin", type: type, amount: exact(amount), pricePerCoin: price, date: utc(day),
      kind: kind, fee: fee.map { TransactionFee(amount: $0, currency: "USD") })
  }

  private func days(_ first: String, _ last: String) -> ClosedRange<UTCDay> {
    UTCDay(utc(first))...UTCDay(utc(last))
  }

  @Test func `a year of gains`() {
    let year = days("2024-01-01", "2024-12-31")
    let gains = computeGains(
      [
        trade(.buy, "1", 10_000, "2023-03-01", fee: 50),
        trade(.buy, "0.1", 30_000, "2024-02-01", kind: .reward),
        trade(.sell, "0.5", 60_000, "2024-05-01", fee: 30),
        trade(.sell, "0.6", 70_000, "2024-11-01"),
      ], costBasis: .fifo, days: year)
    #expect(gains.rows.map(\.proceeds) == [29_970, 35_000, 7_000])
    #expect(gains.rows.map(\.cost) == [5_025, 5_025, 3_000])
    #expect(gains.rows.map(\.gain) == [24_945, 29_975, 4_000])
    #expect(gains.rows.map(\.daysHeld) == [427, 611, 274])
    #expect(gains.rows.map(\.term) == [.long, .long, .short])
    #expect(gains.income.map(\.value) == [3_000])
    #expect(gains.totals.proceeds?.figure == 71_970)
    #expect(gains.totals.cost?.figure == 13_050)
    #expect(gains.totals.gain?.figure == 58_920)
    #expect(gains.totals.fees?.figure == 30)
  }

  @Test func `three coins for ten dollars, sold one by one`() throws {
    let trades = [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 3, pricePerCoin: exact("3.3333"),
        date: utc("2025-01-01"), payment: MoneyAmount(amount: 10, currency: "USD")),
      trade(.sell, "1", 4, "2025-01-02"), trade(.sell, "1", 4, "2025-01-03"),
      trade(.sell, "1", 4, "2025-01-04"),
    ]
    let third = "3." + String(repeating: "3", count: 48)
    for method in CostBasis.allCases {
      let costs = computeGains(trades, costBasis: method).rows.compactMap(\.exactCost)
      #expect(costs.map(\.description) == [third, third.dropLast() + "4", third], "\(method)")
      #expect(costs.reduce(Cost.zero, +) == 10)
    }
  }

  private struct ThreePrices: DailyPrices {
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      let prices: [String: ExactDecimal] = [
        "2025-01-01": 100, "2025-07-02": 200, "2025-12-31": 150,
      ]
      return prices[day.text].map { DailyPrice(price: $0, day: day, source: "paper") }
    }
  }

  @Test func `two returns of one year`() {
    let days = days("2025-01-01", "2025-12-31")
    let returns = computeHistory(
      transactions: [
        trade(.buy, "1", 100, "2025-01-01"), trade(.buy, "1", 200, "2025-07-02"),
      ], prices: ThreePrices(), days: days, interval: .month
    ).returns
    #expect(returns.timeWeighted == 50)
    #expect(returns.moneyWeighted == 0)
  }
}
