import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The change of the value over 24 hours.
struct DayChangeTests {
  private func holding(_ id: String, _ price: ExactDecimal?, _ change: String?) -> Holding {
    let coin = Coin(
      id: id, symbol: id, name: id, currentPrice: price, priceChange24h: change.map(exact))
    return Holding(coin: coin, totalAmount: 2, totalCost: 10)
  }

  @Test func `is the value now less the value then, exactly`() throws {
    // 2 × 110 was 2 × 100 before a rise of 10 %; 2 × 45 was 2 × 50 before a fall of 10 %.
    let change = try #require(DayChange([holding("a", 110, "10"), holding("b", 45, "-10")]))
    #expect(
      change
        == DayChange(
          amount: 10, percentage: exact("3.3333333333333333333333333333333333333"), count: 2))
  }

  @Test func `leaves out what has no price or no change, and counts what is left`() throws {
    let change = try #require(
      DayChange([
        holding("a", 110, "10"), holding("b", nil, "5"), holding("c", 45, nil),
        holding("d", 0, "-100"),
      ]))
    #expect(change.amount == 20)
    #expect(change.count == 1)
    #expect(DayChange([holding("b", nil, "5"), holding("c", 45, nil)]) == nil)
    #expect(DayChange([]) == nil)
  }
}
