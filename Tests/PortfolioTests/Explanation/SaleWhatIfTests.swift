import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// `sell --what-if` shows what recording a sale would give under each cost-basis method.
///
/// - The figures match the table in `docs/accounting.md` and the ledger after the sale.
/// - HMRC matches purchases of the same day before the pool.
/// - Only figures that need a missing rate are unknown.
/// - A sale of more than is owned is refused like a real one.
struct SaleWhatIfTests {
  @Test(arguments: [
    (CostBasis.average, "20", "5", "40"), (.buyAverage, "20", "5", "40"),
    (.fifo, "10", "15", "50"), (.lifo, "20", "5", "40"), (.hifo, "30", "-5", "30"),
  ])
  func `the table of docs/accounting.md`(
    method: CostBasis, cost: String, realized: String, left: String
  ) throws {
    let trades = ledger("buy 1 at 10", "buy 1 at 30", "buy 1 at 20")
    let result = try #require(
      try whatIfSold(sale("1", at: "25"), after: trades).first { $0.costBasis == method })
    #expect(result.cost == exact(cost))
    #expect(result.realized == exact(realized))
    #expect(result.amountLeft == 2)
    #expect(result.costLeft == exact(left))
  }

  @Test func `every method agrees when all is sold`() throws {
    let trades = ledger("buy 1 at 10", "buy 1 at 30", "buy 2 at 20")
    let results = try whatIfSold(sale("4", at: "25"), after: trades)
    #expect(results.map(\.costBasis) == CostBasis.allCases)
    for result in results {
      #expect(result.realized == 20)
      #expect(result.amountLeft == 0)
      #expect(result.costLeft == 0)
    }
  }

  @Test(arguments: ["0.5", "2.3", "4.999999999", "5"])
  func `what it says is what recording the sale does`(amount: String) throws {
    let trades = ledger("buy 3 at 10.01", "sell 1 at 12", "buy 3 at 17", coin: "c")
    let sale = sale(amount, at: "19.5", coin: "c")
    for result in try whatIfSold(sale, after: trades) {
      let before = summary(trades, result.costBasis)
      let after = summary(trades + [sale], result.costBasis)
      let realized = try #require(result.realized)
      let difference = after.realizedPnL - before.realizedPnL - realized
      #expect(abs(difference) < exact("1e-30"), "\(result.costBasis)")
    }
  }

  @Test(arguments: ["0.5", "2.3", "5"])
  func `a position without lots sells from its pools as the whole one does`(amount: String) throws {
    let trades = ledger("buy 3 at 10.01", "sell 1 at 12", "buy 3 at 17", coin: "c")
    var whole = CoinPosition(coinId: "c")
    for trade in trades { try whole.apply(trade) }
    let sale = sale(amount, at: "19.5", coin: "c")
    func pools(_ results: [SaleWhatIf]) -> [SaleWhatIf] {
      results.filter { !$0.costBasis.namesLots }
    }
    let expected = pools(try whatIfSold(sale, from: whole))
    #expect(expected.count == 2 && expected.allSatisfy { $0.cost != nil })
    let found = try whatIfSold(sale, from: CoinPosition(withoutLots: whole.summary))
    #expect(pools(found) == expected)
  }

  @Test func `under hmrc a sale is matched with what was bought today, then with the pool`() throws
  {
    let trades = [
      trade("2024-01-01", .buy, "10", at: "100"), trade("2026-04-28", .buy, "2", at: "300"),
    ]
    let results = try whatIfSold(sale("5", at: "310"), after: trades)
    let result = try #require(results.first { $0.costBasis == .hmrc })
    // Today's 2 at 300, then 3 of the pool at 100.
    #expect(result.cost == 900)
    #expect(result.realized == 650)
    #expect(result.amountLeft == 7 && result.costLeft == 700)
  }

  @Test func `what lacks a rate is unknown and nothing else is`() throws {
    let trades = [
      trade("2024-01-01", .buy, "1", at: "100"), trade("2024-01-02", .buy, "1", at: "200"),
    ]
    let rates = WavingRates(missing: UTCDay(trades[0].date))
    let results = try whatIfSold(
      sale("1", at: "310"), after: counted(trades, in: "EUR", rates: rates).transactions)
    for result in results {
      let isKnown = result.costBasis == .lifo
      #expect((result.cost != nil) == isKnown && (result.realized != nil) == isKnown)
      #expect((result.costLeft != nil) == (result.costBasis == .fifo), "\(result.costBasis)")
    }
  }

  @Test func `an uncovered amount is refused as a sale is`() {
    let trades = ledger("buy 1 at 10", "sell 0.4 at 12")
    let error = #expect(throws: PortfolioError.self) {
      try whatIfSold(sale("0.7", at: "1"), after: trades)
    }
    #expect(error?.sentence == "You only own 0.6 bitcoin. Cannot sell 0.7.")
    #expect(throws: PortfolioError.self) { try whatIfSold(sale("1", at: "1"), after: []) }
    #expect(throws: PortfolioError.self) { try whatIfSold(sale("0", at: "1"), after: trades) }
    #expect(throws: PortfolioError.self) { try whatIfSold(sale("0.1", at: "0"), after: trades) }
  }

  private func trade(
    _ day: String, _ type: TransactionType, _ amount: String, at price: String
  ) -> Transaction {
    Transaction(
      coinId: "bitcoin", type: type, amount: exact(amount), pricePerCoin: exact(price),
      date: utc(day))
  }

  private func summary(_ trades: [Transaction], _ method: CostBasis) -> PortfolioSummary {
    Positions(transactions: trades, currentPrices: [:], costBasis: method).summary
  }

  private func sale(_ amount: String, at price: String, coin: String = "bitcoin") -> Transaction {
    Transaction(
      coinId: coin, type: .sell, amount: exact(amount), pricePerCoin: exact(price),
      date: utc("2026-04-28"))
  }
}
