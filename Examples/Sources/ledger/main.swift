// Profit and loss of a few transactions, with two cost-basis methods.
import Foundation
import Portfolio

let day = TimeInterval(86_400)
let start = Date(timeIntervalSince1970: 1_735_689_600)
let transactions = [
  Transaction(coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 40_000, date: start),
  Transaction(
    coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 70_000, date: start + 30 * day),
  Transaction(
    coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 60_000, date: start + 60 * day),
]
let prices = [
  "bitcoin": Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000)
]

for costBasis in [CostBasis.average, .fifo] {
  let positions = Positions(
    transactions: transactions, currentPrices: prices, costBasis: costBasis)
  for holding in positions.holdings {
    print(costBasis, holding.totalAmount, holding.avgCost, holding.profitLoss ?? "unknown")
  }
  print("realized:", positions.summary.realizedPnL)
}
