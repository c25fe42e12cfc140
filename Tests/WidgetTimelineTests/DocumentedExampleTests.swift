import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// The documentation's examples, verbatim.
@Suite struct DocumentedExampleTests {
  @Test func `entries from now on`() {
    let now = Date(timeIntervalSince1970: 1_746_000_000)
    let timeline = Timeline(data: nil, failure: nil, now: now)
    #expect(timeline.entries.map(\.date) == [now, now + 1800])
    #expect(timeline.policy == .after(now + 1800))
  }

  @Test func `what widgets show of a portfolio`() {
    let now = Date(timeIntervalSince1970: 1_746_000_000)
    let bought = Transaction(
      coinId: "bitcoin", type: .buy, amount: Quantity(ExactDecimal(5, exponent: -1)),
      pricePerCoin: 60_000, date: now - 86_400)
    let bitcoin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 75_000)
    let positions = Positions(transactions: [bought], currentPrices: ["bitcoin": bitcoin])
    let data = prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: now)
    #expect(data.totalValue == 37_500)
    #expect(data.totalPnLPercentage == 25)
  }
}
