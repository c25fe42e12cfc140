import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Figures of files that cannot be right, and coins whose rows cannot be read.
struct PriceCheckTests {
  private let prices = policy(["bitcoin 2024-01-01": "40000", "bitcoin 2024-01-02": "41000"])

  @Test func `dollars far from the day's price are named, and stay what the file says`() {
    let plan = plan(
      facts: [
        trade(1, "2024-01-01", get: quantity("1", "BTC"), give: quantity("39000", "USD")),
        trade(2, "2024-01-01", get: quantity("2", "BTC"), give: quantity("400", "USD")),
        trade(3, "2024-01-02", get: quantity("1", "BTC"), give: quantity("90000", "USD")),
      ], prices)
    #expect(plan.additions.map(\.pricePerCoin) == [39000, 200, 90000])
    let notice = ImportNotice.farFromPrice(
      source: RowSource(line: 2, text: "row 2"), coinId: "bitcoin", stated: 200, price: 40000,
      rows: 2)
    #expect(plan.notices.contains(notice))
    #expect(notice.sentence.contains("line 2: 200 US dollars for one bitcoin"))
  }

  @Test func `figures near the day's price, and coins without one, are not named`() {
    let plan = plan(
      facts: [
        trade(1, "2024-01-01", get: quantity("1", "BTC"), give: quantity("30000", "USD")),
        trade(2, "2024-01-01", get: quantity("1", "ETH"), give: quantity("1", "USD")),
      ], prices)
    #expect(plan.notices.allSatisfy { if case .farFromPrice = $0 { false } else { true } })
  }

  @Test func `the history of a coin is incomplete when the amount of its row cannot be read`()
    throws
  {
    let text = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,ETHUSDT,BUY,3000,many,600USDT,0.6USDT
      """
    let plan = try plan([text], policy(stable: ["USDT"]))
    #expect(plan.refused.count == 1)
    #expect(plan.incompleteCoins == ["ethereum"])
  }
}
