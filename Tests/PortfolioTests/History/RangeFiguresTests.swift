import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// A portfolio's performance over a range: contributions are not gains, withdrawals are not losses,
/// rewards are gains, and coins without a price are left out by name.
struct RangeFiguresTests {
  private func trade(
    _ type: TransactionType, _ coin: String, _ amount: Quantity, _ price: Price,
    _ day: String,
    _ kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: amount, pricePerCoin: price, date: utc(day),
      kind: kind)
  }

  /// Prices by day; `then` is for the evening before the range.
  private struct Prices: DailyPrices {
    var prices: [String: [String: ExactDecimal]]

    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      prices[day.text]?[coinId].map { DailyPrice(price: $0, day: day, source: "test") }
    }
  }

  private func figures(
    _ trades: [Transaction], then: [String: ExactDecimal], now: [String: ExactDecimal],
    days: [String: [String: ExactDecimal]] = [:], since: String = "2026-01-01",
    until: String = "2026-04-01"
  ) throws -> RangeFigures {
    let start = try #require(UTCDay(text: since))
    let coins = Dictionary(
      uniqueKeysWithValues: Set(trades.map(\.coinId)).map {
        ($0, Coin(id: $0, symbol: $0, name: $0, currentPrice: now[$0]))
      })
    let holdings = Positions(transactions: trades, currentPrices: coins).holdings
    var history = HistoryCollector(
      prices: Prices(prices: days.merging([start.advanced(by: -1).text: then]) { $1 }),
      days: start...(try #require(UTCDay(text: until))), interval: .month)
    for trade in inLedgerOrder(trades) { history.add(trade) }
    return history.finished().bases[0].figures(holdings)
  }

  @Test func `the value now is the value then, what went in and out, and the gain`() throws {
    let found = try figures(
      [
        trade(.buy, "a", 2, 100, "2025-06-01"), trade(.buy, "a", 1, 150, "2026-01-01"),
        trade(.sell, "a", 1, 200, "2026-02-01"), trade(.buy, "b", 10, 3, "2026-03-01", .reward),
        trade(.gift, "c", 1, 0, "2026-03-02"),
      ], then: ["a": 120], now: ["a": 180, "b": 4, "c": 5])
    #expect(found.valueThen == 240)
    #expect(found.paidIn == 150)
    #expect(found.takenOut == 200)
    #expect(found.income == 30)
    #expect(found.valueNow == 405)
    #expect(found.gain == 215)
    #expect(found.coinCount == 3 && found.leftOut.isEmpty)
  }

  @Test(arguments: ["2026-02-01", "2026-04-01"])
  func `coins given away without a stored worth leave at the price of the day`(
    day: String
  ) throws {
    func figures(givenAt price: Price, _ days: [String: [String: ExactDecimal]]) throws
      -> RangeFigures
    {
      try self.figures(
        [trade(.buy, "a", 2, 100, "2025-06-01"), trade(.sell, "a", 1, price, day, .give)],
        then: ["a": 120], now: ["a": 180], days: days)
    }
    let found = try figures(givenAt: 0, [day: ["a": 150]])
    #expect(try found.takenOut == figures(givenAt: 150, [day: ["a": 150]]).takenOut)
    #expect(found.takenOut == 150 && found.gain == 90 && found.leftOut.isEmpty)
    #expect(found.estimated == .takenOut)
    // Without a price of the day, what left is unknown.
    #expect(try figures(givenAt: 0, [:]).leftOut == ["a"])
  }

  @Test func `the giver's cost of a gift is not money paid in`() throws {
    var gift = trade(.gift, "a", 1, 5_000, "2026-02-01")
    gift.payment = MoneyAmount(amount: 5_000, currency: "USD")
    let found = try figures(
      [trade(.buy, "a", 10, 5, "2025-06-01"), gift], then: ["a": 1_000], now: ["a": 1_000],
      days: ["2026-02-01": ["a": 1_000]])
    #expect(found.paidIn == 0 && found.gain == 1_000 && found.timeWeighted == 10)
  }

  @Test func `money paid in is no gain`() throws {
    // 1 BTC at 62,000, another at 64,000; the current price is 64,100.
    let found = try figures(
      [
        trade(.buy, "btc", 1, 62_000, "2026-01-05"), trade(.buy, "btc", 1, 64_000, "2026-02-05"),
      ], then: [:], now: ["btc": 64_100],
      days: ["2026-01-05": ["btc": 62_000], "2026-02-05": ["btc": 64_000]])
    #expect(found.gain == 2_200)
    #expect(found.timeWeighted?.rounded(places: 2) == exact("3.39"))
  }

  @Test func `a purchase of the last day joins at its cost`() throws {
    // Held at 100; another is bought at 90 on a day whose current price is 110.
    let found = try figures(
      [trade(.buy, "a", 1, 50, "2025-06-01"), trade(.buy, "a", 1, 90, "2026-04-01")],
      then: ["a": 100], now: ["a": 110], days: ["2026-03-31": ["a": 105]])
    #expect(found.gain == 30)
    // 110 ÷ 100 × 220 ÷ 200
    #expect(found.timeWeighted == 21)
  }

  @Test func `a reward is gain and no payment`() throws {
    let found = try figures(
      [trade(.buy, "a", 10, 1, "2025-06-01"), trade(.buy, "a", 1, 2, "2026-02-01", .reward)],
      then: ["a": 2], now: ["a": 2], days: ["2026-02-01": ["a": 2]])
    #expect(found.income == 2 && found.gain == 2)
    #expect(found.timeWeighted == 10)
  }

  @Test func `coins bought and sold again on a day grow from the evening before`() throws {
    // 100 on the day before the range, 90 on the evening before the day; bought at 80, sold at 88.
    let found = try figures(
      [
        trade(.buy, "a", 1, 50, "2025-06-01"), trade(.buy, "a", 2, 80, "2026-02-01T08:00:00Z"),
        trade(.sell, "a", 2, 88, "2026-02-01T09:00:00Z"),
      ], then: ["a": 100], now: ["a": 85],
      days: ["2026-01-31": ["a": 90], "2026-02-01": ["a": 85]])
    #expect(found.gain == 1)
    // 90 ÷ 100, then (85 + 176) ÷ (90 + 160), then 85 ÷ 85
    #expect(found.timeWeighted == exact("-6.04"))
  }

  @Test func `the fee of a reward was paid, and is no income`() throws {
    var reward = trade(.buy, "b", 10, 3, "2026-03-01", .reward)
    reward.fee = TransactionFee(amount: 4, currency: "USD")
    let found = try figures([reward], then: [:], now: ["b": 4])
    #expect(found.income == 30 && found.paidIn == 4 && found.gain == 36)
  }

  @Test func `a coin without a price then or now is left out whole and named`() throws {
    let found = try figures(
      [
        trade(.buy, "a", 1, 100, "2025-06-01"), trade(.buy, "x", 5, 7, "2025-06-01"),
        trade(.buy, "y", 5, 7, "2026-02-01"), trade(.buy, "z", 1, 1, "2025-01-01"),
        trade(.sell, "z", 1, 1, "2025-02-01"),
      ], then: ["a": 120], now: ["a": 180, "x": 9])
    #expect(found.leftOut == ["x", "y"])
    #expect(found.paidIn == 0)
    #expect(found.valueNow == 180)
    #expect(found.gain == 60)
    #expect(found.timeWeighted == 50)
    #expect(found.coinCount == 1 && found.countNote == "1 of 3 coins")
  }

  @Test func `where no coin counts there is no return either`() throws {
    let found = try figures(
      [trade(.buy, "x", 1, 100, "2025-06-01"), trade(.buy, "x", 1, 90, "2026-02-01")],
      then: ["x": 100], now: [:], days: ["2026-02-01": ["x": 90]])
    #expect(!found.isKnown && found.leftOut == ["x"])
    #expect(found.timeWeighted == nil)
  }

  @Test func `a coin without a price on the day of its purchase grows from its cost`() throws {
    let found = try figures(
      [trade(.buy, "a", 1, 100, "2025-06-01"), trade(.buy, "x", 4, 10, "2026-02-01")],
      then: ["a": 100], now: ["a": 150, "x": 20], days: ["2026-02-01": ["a": 120]])
    #expect(found.gain == 90)
    // 120 ÷ 100, then (150 + 80) ÷ (120 + 40)
    #expect(found.timeWeighted == exact("72.5"))
    #expect(found.leftOut.isEmpty && found.countNote == nil)
  }

  @Test func `a day without a price loses nothing of a coin's growth`() throws {
    // Another coin is bought on a day without a price for the first one.
    let found = try figures(
      [trade(.buy, "a", 1, 100, "2025-06-01"), trade(.buy, "b", 1, 50, "2026-02-01")],
      then: ["a": 100], now: ["a": 150, "b": 50], days: ["2026-02-01": ["b": 50]])
    #expect(found.gain == 50)
    // 50 ÷ 50 on the day, then (150 + 50) ÷ (100 + 50)
    #expect(found.timeWeighted?.rounded(places: 4) == exact("33.3333"))
  }

  @Test func `what was sold out before the day does not count, nor its dust`() throws {
    let found = try figures(
      [
        trade(.buy, "a", 1, 100, "2025-06-01"),
        trade(.sell, "a", exact("0.999999999"), 100, "2025-07-01"),
      ], then: [:], now: [:])
    #expect(found.coinCount == 0 && found.leftOut.isEmpty && found.gain == 0)
    #expect(found.timeWeighted == nil)
  }
}
