import BitpalTesting
import Exact
import Portfolio
import Testing

/// The explanation of a coin shows the transactions, sales and lots behind its figures.
///
/// - Each step has the balance and cost after it, and the lots left follow the method.
/// - The holding and the realized result are those shown elsewhere.
/// - The newest rows of a long history equal the end of the full explanation.
struct CoinExplanationTests {
  private let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 70)

  @Test func `every transaction of the open cycle has its balance and cost`() {
    let trades = ledger(
      "buy 1 at 5", "sell 1 at 6", "buy 10 at 40", "sell 5 at 50", "buy 10 at 70")
    let explanation = CoinExplanation(of: coin, history: trades, costBasis: .average)
    #expect(explanation.steps.map(\.transaction) == Array(trades.dropFirst(2)))
    #expect(explanation.steps.map(\.balance) == [10, 5, 15])
    #expect(explanation.steps.map(\.cost) == [400, 200, 900])
    #expect(explanation.sales.map(\.cost) == [200])
    #expect(explanation.sales.map(\.realized) == [50])
    #expect(explanation.closedPositions.map(\.realizedPnL) == [1])
  }

  @Test(arguments: CostBasis.allCases)
  func `its holding is the one shown everywhere`(method: CostBasis) throws {
    let trades = ledger(
      "buy 10 at 40", "buy 3 at 60", "sell 5 at 50", "buy 10 at 70", "sell 1 at 9")
    let explanation = CoinExplanation(of: coin, history: trades, costBasis: method)
    let positions = Positions(
      transactions: trades, currentPrices: ["bitcoin": coin], costBasis: method)
    #expect(explanation.holding == positions.holdings.first)
    let realized = explanation.sales.reduce(ExactDecimal(0)) { $0 + $1.realized }
    #expect(abs(realized - positions.summary.realizedPartialPnL) < exact("1e-30"))
  }

  @Test(arguments: [
    (CostBasis.fifo, ["0.5 at 30", "1 at 20"]), (.lifo, ["1 at 10", "0.5 at 30"]),
    (.hifo, ["1 at 10", "0.5 at 20"]), (.average, ["1.5 at 20"]),
  ])
  func `the lots left are those the method leaves`(method: CostBasis, left: [String]) {
    let trades = ledger("buy 1 at 10", "buy 1 at 30", "buy 1 at 20", "sell 1.5 at 25")
    let explanation = CoinExplanation(of: coin, history: trades, costBasis: method)
    let lots = explanation.lots.map {
      "\($0.amount.description) at \($0.pricePerCoin.description)"
    }
    #expect(lots == left)
  }

  @Test func `a closed coin has nothing open`() {
    let explanation = CoinExplanation(
      of: coin, history: ledger("buy 1 at 10", "sell 1 at 12"), costBasis: .fifo)
    #expect(explanation.holding == nil)
    #expect(explanation.steps.isEmpty)
    #expect(explanation.lots.isEmpty)
    #expect(explanation.closedPositions.count == 1)
  }

  @Test(arguments: CostBasis.allCases)
  func `the newest rows of a long history are those of the whole`(costBasis: CostBasis) {
    let counts = [1, 3, 7, 1000]
    for seed in UInt64(0)..<12 {
      let ledger = randomLedger(seed: seed, count: 120)
      let carried = CarriedLots(ledger, methods: [costBasis])
      for (id, history) in Dictionary(grouping: ledger, by: \.coinId) {
        let coin = Coin(id: id, symbol: id, name: id, currentPrice: 70)
        let whole = CoinExplanation(
          of: coin, history: history, costBasis: costBasis, carrying: carried)
        for count in counts {
          var walk = ExplanationWalk(
            of: coin, costBasis: costBasis, carrying: carried, rowCount: count)
          for transaction in inLedgerOrder(history) { walk.apply(transaction) }
          let part = walk.finished(whole.estimates)
          #expect(part.steps == whole.steps.suffix(count))
          #expect(part.sales == whole.sales.suffix(count))
          #expect(part.lots == Array(whole.lots.prefix(count)))
          #expect(part.closedPositions == whole.closedPositions.suffix(count))
          #expect(part.counts == whole.counts)
          #expect(part.lotSums == whole.lotSums)
          #expect(part.holding == whole.holding && part.cycle == whole.cycle)
        }
        #expect(whole.counts.steps == whole.steps.count)
        #expect(whole.counts.lots == whole.lots.count)
      }
    }
  }
}
