import BitpalTesting
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Testing

/// The European example of `docs/accounting.md`, at the rates of those days.
struct EuropeanExampleTests {
  private let trades = [
    Transaction(
      coinId: "ethereum", type: .buy, amount: 2, pricePerCoin: exact("2894.605"),
      date: utc("2024-05-02"), payment: MoneyAmount(amount: 5_400, currency: "EUR"),
      fee: TransactionFee(amount: exact("12.50")),
      valuation: Valuation(kind: .rate, rate: exact("1.0698"), source: "ECB")),
    Transaction(
      coinId: "ethereum", type: .sell, amount: 1, pricePerCoin: 3_000, date: utc("2025-03-11")),
  ]

  @Test func `the rates are those of the page`() throws {
    let rates = ECBRates.builtIn
    let bought = try #require(
      rates.rate(from: "EUR", to: "USD", on: UTCDay(utc("2024-05-02"))))
    let sold = try #require(
      rates.rate(from: "EUR", to: "USD", on: UTCDay(utc("2025-03-11"))))
    #expect(bought.numerator / bought.denominator == exact("1.0698"))
    #expect(sold.numerator / sold.denominator == exact("1.0912"))
  }

  @Test func `the gain in euros is what was received in euros less what was paid`() throws {
    let ledger = counted(trades, in: "EUR", rates: ECBRates.builtIn)
    let row = try #require(computeGains(ledger.transactions, costBasis: .fifo).rows.first)
    #expect(row.cost == exact("2706.25"))
    #expect(row.proceeds?.rounded(places: 2) == exact("2749.27"))
    #expect(row.gain?.rounded(places: 2) == exact("43.02"))
  }

  @Test func `the same trade in dollars gained something else`() throws {
    let row = try #require(computeGains(trades, costBasis: .fifo).rows.first)
    #expect(row.cost == exact("2895.14625"))
    #expect(row.gain == exact("104.85375"))
  }
}
