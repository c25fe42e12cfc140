import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The documentation's examples, verbatim.
@Suite struct DocumentedExampleTests {
  @Test func `a purchase with its fee`() {
    let noon = Date(millisecondsSince1970: 1_735_732_800_000)
    let bought = Transaction(
      coinId: "bitcoin", type: .buy, amount: Quantity(ExactDecimal(5, exponent: -1)),
      pricePerCoin: 60_000, date: noon, account: "Kraken",
      fee: TransactionFee(amount: 12, currency: nil))
    #expect(bought.total == 30_012)
  }

  @Test func `what a purchase and a sale come to`() {
    let january = Date(millisecondsSince1970: 1_735_732_800_000)
    let march = Date(millisecondsSince1970: 1_741_003_200_000)
    let bought = Transaction(
      coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 40_000, date: january)
    let sold = Transaction(
      coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 60_000, date: march)
    let bitcoin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000)
    let positions = Positions(
      transactions: [bought, sold], currentPrices: [bitcoin.id: bitcoin], costBasis: .fifo)
    #expect(positions.summary.realizedPnL == 20_000)
    #expect(positions.holdings[0].profitLoss == 15_000)
  }

  @Test func `the gains of a sale, lot by lot`() {
    let january = Date(millisecondsSince1970: 1_735_732_800_000)
    let march = Date(millisecondsSince1970: 1_741_003_200_000)
    let purchases = [40_000, 70_000].enumerated().map { day, price in
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: Price(price),
        date: january.addingTimeInterval(Double(day) * 86_400))
    }
    let sold = Transaction(
      coinId: "bitcoin", type: .sell, amount: Quantity(ExactDecimal(15, exponent: -1)),
      pricePerCoin: 60_000, date: march)
    let gains = computeGains(purchases + [sold], costBasis: .lifo)
    #expect(gains.rows.map(\.amount) == [1, ExactDecimal(5, exponent: -1)])
    #expect(gains.rows.map(\.gain) == [-10_000, 10_000])
    #expect(gains.rows[0].daysHeld == 60)
  }
}
