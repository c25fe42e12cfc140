import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The examples of HMRC's Cryptoassets Manual, pages CRYPTO22251 to CRYPTO22256.
///
/// HMRC rounds intermediate results to whole pounds; the figures here are unrounded.
struct HMRCExampleTests {
  private func token(_ rows: (String, TransactionType, Int, Int)...) -> [Transaction] {
    rows.map { date, type, amount, pounds in
      Transaction(
        coinId: "token", type: type, amount: Quantity(amount),
        pricePerCoin: Cost(pounds).perCoin(of: Quantity(amount)), date: utc(date),
        payment: MoneyAmount(amount: ExactDecimal(pounds), currency: "USD"))
    }
  }

  private func gains(_ trades: [Transaction]) -> [String] {
    computeGains(trades, costBasis: .hmrc).rows.map {
      "\($0.match?.rawValue ?? "") \($0.amount) \($0.gain.map { $0.rounded(places: 2) } ?? 0)"
    }
  }

  private func pool(_ trades: [Transaction]) -> String {
    let holding = Positions(transactions: trades, currentPrices: [:], costBasis: .hmrc).holdings[0]
    return "\(holding.totalAmount) \(holding.totalCost.rounded(places: 2))"
  }

  @Test func `CRYPTO22251: a section 104 pool`() {
    let trades = token(
      ("2020-01-01T00:00:00Z", .buy, 100, 1_000), ("2021-01-01T00:00:00Z", .buy, 50, 125_000),
      ("2024-01-01T00:00:00Z", .sell, 50, 300_000))
    #expect(gains(trades) == ["pool 50 258000"])
    #expect(pool(trades) == "100 84000")
  }

  @Test func `CRYPTO22252: the same day`() {
    let trades = token(
      ("2024-01-01T00:00:00Z", .buy, 5_000, 500), ("2024-06-23T09:00:00Z", .sell, 1_000, 800),
      ("2024-06-23T14:00:00Z", .buy, 1_600, 1_000), ("2024-06-23T20:00:00Z", .sell, 500, 600))
    #expect(gains(trades) == ["sameDay 1000 175", "sameDay 500 287.5"])
    #expect(pool(trades) == "5100 562.5")
  }

  @Test func `CRYPTO22253: the next 30 days`() {
    let trades = token(
      ("2024-01-01T00:00:00Z", .buy, 2_000, 1_000), ("2024-03-31T00:00:00Z", .sell, 1_000, 400),
      ("2024-04-20T00:00:00Z", .sell, 500, 150), ("2024-04-21T00:00:00Z", .buy, 700, 175),
      ("2024-04-28T00:00:00Z", .buy, 500, 100), ("2024-05-01T00:00:00Z", .buy, 500, 150))
    let totals = computeGains(trades, costBasis: .hmrc).totals
    #expect(totals.gain?.figure == 185)
    #expect(pool(trades) == "2200 1060")
  }

  @Test func `CRYPTO22254: the same day and the pool`() {
    let trades = token(
      ("2024-01-01T00:00:00Z", .buy, 8_000, 1_000), ("2024-01-31T10:00:00Z", .sell, 5_000, 500),
      ("2024-01-31T11:00:00Z", .buy, 4_000, 320), ("2024-01-31T12:00:00Z", .buy, 1_000, 75),
      ("2024-01-31T13:00:00Z", .buy, 1_000, 70), ("2024-01-31T14:00:00Z", .sell, 2_000, 142),
      ("2024-01-31T15:00:00Z", .buy, 500, 35))
    let totals = computeGains(trades, costBasis: .hmrc).totals
    #expect(totals.proceeds?.figure == 642)
    #expect(totals.gain?.figure == exact("79.5"))
    #expect(pool(trades) == "7500 937.5")
  }

  @Test func `CRYPTO22255: the next 30 days and the pool`() {
    let trades = token(
      ("2018-01-01T00:00:00Z", .buy, 14_000, 200_000),
      ("2018-08-30T00:00:00Z", .sell, 4_000, 160_000),
      ("2018-09-11T00:00:00Z", .buy, 500, 17_500))
    #expect(gains(trades) == ["thirtyDays 500 2500", "pool 3500 90000"])
    #expect(pool(trades) == "10500 150000")
  }

  @Test func `CRYPTO22256: all three rules`() {
    let trades = token(
      ("2018-01-01T00:00:00Z", .buy, 100_000, 300_000),
      ("2018-07-31T08:00:00Z", .buy, 10_000, 45_000),
      ("2018-07-31T12:00:00Z", .sell, 30_000, 150_000),
      ("2018-08-05T00:00:00Z", .sell, 20_000, 100_000),
      ("2018-08-06T00:00:00Z", .buy, 50_000, 225_000),
      ("2018-08-07T00:00:00Z", .sell, 100_000, 150_000))
    #expect(
      gains(trades) == [
        "sameDay 10000 5000", "thirtyDays 20000 10000", "thirtyDays 20000 10000",
        "pool 100000 -163636.36",
      ])
    #expect(pool(trades) == "10000 31363.64")
  }
}
