import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing

/// What became of a portfolio since a day.
struct PortfolioChangeTests {
  private func trade(
    _ type: TransactionType, _ coin: String, _ amount: Decimal, _ price: Decimal, _ day: String,
    _ kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: amount, pricePerCoin: price, date: utc(day),
      kind: kind)
  }

  private func change(
    _ trades: [Transaction], then: [String: Decimal], now: [String: Decimal],
    since: String = "2026-01-01"
  ) throws -> PortfolioChange {
    var collector = ChangeCollector(since: try #require(UTCDay(text: since)))
    for trade in inLedgerOrder(trades) { collector.add(trade) }
    let coins = Dictionary(
      uniqueKeysWithValues: Set(trades.map(\.coinId)).map {
        ($0, Coin(id: $0, symbol: $0, name: $0, currentPrice: now[$0]))
      })
    return collector.finished(
      priceThen: { then[$0] },
      holdings: Positions(transactions: trades, currentPrices: coins).holdings)
  }

  @Test func `the value now is the value then, what went in and out, and the gain`() throws {
    let found = try change(
      [
        trade(.buy, "a", 2, 100, "2025-06-01"), trade(.buy, "a", 1, 150, "2026-01-01"),
        trade(.sell, "a", 1, 200, "2026-02-01"), trade(.buy, "b", 10, 3, "2026-03-01", .reward),
        trade(.gift, "c", 1, 0, "2026-03-02"),
      ], then: ["a": 120], now: ["a": 180, "b": 4, "c": 5])
    #expect(found.valueThen == 240)
    #expect(found.bought == 150)
    #expect(found.sold == 200)
    #expect(found.income == 30)
    #expect(found.valueNow == 405)
    #expect(found.gain == 185)
    #expect(found.coinCount == 3 && found.leftOut.isEmpty)
  }

  @Test func `the fee of a reward was paid, and is no income`() throws {
    var reward = trade(.buy, "b", 10, 3, "2026-03-01", .reward)
    reward.fee = TransactionFee(amount: 4, currency: "USD")
    let found = try change([reward], then: [:], now: ["b": 4])
    #expect(found.income == 30 && found.bought == 4 && found.gain == 6)
  }

  @Test func `a coin without a price then or now is left out whole and named`() throws {
    let found = try change(
      [
        trade(.buy, "a", 1, 100, "2025-06-01"), trade(.buy, "x", 5, 7, "2025-06-01"),
        trade(.buy, "y", 5, 7, "2026-02-01"), trade(.buy, "z", 1, 1, "2025-01-01"),
        trade(.sell, "z", 1, 1, "2025-02-01"),
      ], then: ["a": 120], now: ["a": 180, "x": 9])
    #expect(found.leftOut == ["x", "y"])
    #expect(found.bought == 0)
    #expect(found.valueNow == 180)
    #expect(found.gain == 60)
    #expect(found.coinCount == 1)
  }

  @Test func `what was sold out before the day does not count, nor its dust`() throws {
    let found = try change(
      [
        trade(.buy, "a", 1, 100, "2025-06-01"),
        trade(.sell, "a", exact("0.999999999"), 100, "2025-07-01"),
      ], then: [:], now: [:])
    #expect(found.coinCount == 0 && found.leftOut.isEmpty && found.gain == 0)
  }
}
