import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// What a refresh adds to the price history.
struct RefreshHistoryTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
    held("ethereum", "10", cost: "20000", price: "1800", at: "2026-04-28T11:29:00Z"),
    at: "2026-04-28T11:30:00Z")

  private func history(after answer: PriceAnswer) -> [PriceRecord] {
    let store = WidgetStoreTwin(before)
    let source = ScriptedPrices { [clock] _ in
      clock.set("2026-04-28T12:00:02Z")
      return answer
    }
    let refresher = PriceRefresher(store: store, source: source, policy: ScriptedPolicy())
    _ = refresher.refresh { clock.now }
    return store.history
  }

  private func record(
    _ id: String, _ price: String, at time: String = "12:00:02", from source: String = "CoinGecko"
  ) -> PriceRecord {
    PriceRecord(
      coinId: id, point: PricePoint(time: utc("2026-04-28T\(time)Z"), price: exact(price)),
      source: source)
  }

  @Test func `a success leaves one row a coin, dated by its price`() {
    let answer = PriceAnswer(
      coins: [
        coin("ethereum", "1500", at: "2026-04-28T11:59:00Z"),
        coin("bitcoin", "60000.123456789012345678", at: "2026-04-28T12:00:00Z"),
      ], calls: 1)
    #expect(
      history(after: answer)
        == [
          record("bitcoin", "60000.123456789012345678", at: "12:00:00"),
          record("ethereum", "1500", at: "11:59:00"),
        ])
  }

  @Test func `a coin that did not come leaves no row`() {
    let answer = PriceAnswer(
      coins: [coin("bitcoin", "60000"), coin("ethereum", nil), coin("solana", "1")], calls: 1)
    #expect(history(after: answer) == [record("bitcoin", "60000")])
  }

  @Test func `a price older than the known one leaves the known one`() {
    let answer = PriceAnswer(
      coins: [coin("bitcoin", "1", at: "2026-04-28T10:00:00Z")], calls: 1)
    #expect(history(after: answer) == [record("bitcoin", "55000", at: "11:29:00", from: "")])
  }

  @Test func `a failure leaves no row`() {
    #expect(history(after: PriceAnswer(failures: [.unreachable("no")], calls: 1)).isEmpty)
  }
}
