// A widget in ten lines: holdings, their data, an entry, a panel.
import CellGrid
import Exact
import Foundation
import Portfolio
import WidgetTimeline
import Widgets

let now = Date(timeIntervalSince1970: 1_746_000_000)
let bought = Transaction(
  coinId: "bitcoin", type: .buy, amount: Quantity(ExactDecimal(25, exponent: -2)),
  pricePerCoin: 58_000, date: now - 86_400)
let bitcoin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 76_871)
let positions = Positions(transactions: [bought], currentPrices: ["bitcoin": bitcoin])
let data = prepareWidgetData(
  summary: positions.summary, holdings: positions.holdings, lastUpdated: now)
let entry = PortfolioEntry(date: now, data: data)
print(PlainText.text(of: panel(entry, family: .medium, now: now)))
