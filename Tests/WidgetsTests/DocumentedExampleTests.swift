import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// The documentation's examples, verbatim.
@Suite struct DocumentedExampleTests {
  @Test func `a widget of a fixed size`() {
    let now = Date(timeIntervalSince1970: 1_746_000_000)
    let entry = PortfolioEntry(date: now, data: nil)
    let grid = panel(entry, family: .medium, now: now)
    #expect([grid.columns, grid.rows] == [50, 11])
  }

  @Test func `the portfolio in one line`() {
    let now = Date(timeIntervalSince1970: 1_746_000_000)
    let bought = Transaction(
      coinId: "bitcoin", type: .buy, amount: Quantity(ExactDecimal(5, exponent: -1)),
      pricePerCoin: 60_000, date: now - 86_400)
    let bitcoin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 75_000)
    let positions = Positions(transactions: [bought], currentPrices: ["bitcoin": bitcoin])
    let data = prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: now)
    let entry = PortfolioEntry(date: now, data: data)
    let grid = line(entry, now: now)
    #expect(PlainText.text(of: grid) == "$37,500.00 ▲ +$7,500.00 +25.00%\n")
  }
}
