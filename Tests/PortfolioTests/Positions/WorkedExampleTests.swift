import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The examples of `docs/accounting.md`, and scenarios that other programs get wrong.
struct WorkedExampleTests {
  @Test func `buy-and-sell-partially: buy and sell partially`() throws {
    let positions = priced(ledger("buy 2 at 40000", "sell 1 at 50000"), at: 55_000)
    let holding = try #require(positions.holdings.first)
    #expect(holding.avgCost == 40_000)
    #expect(holding.totalAmount == 1)
    #expect(positions.summary.unrealizedPnL == 15_000)
    #expect(positions.summary.realizedPnL == 10_000)
    #expect(positions.summary.realizedPartialPnL == 10_000)
    #expect(positions.summary.totalPnL == 25_000)
    #expect(positions.summary.totalPnLPercentage == exact("31.25"))
  }

  @Test func `a later buy never changes what was realized`() throws {
    let positions = priced(ledger("buy 10 at 40", "sell 5 at 50", "buy 10 at 70"), at: 70)
    #expect(positions.summary.realizedPnL == 50)
    #expect(try #require(positions.holdings.first).avgCost == 60)
  }

  @Test func `sell-all-then-rebuy: a purchase after the sale of everything starts a new position`()
    throws
  {
    let positions = priced(ledger("buy 1 at 100", "sell 1 at 150", "buy 2 at 10"), at: 20)
    let closed = try #require(positions.closedPositions.first)
    #expect(closed.realizedPnL == 50)
    #expect(closed.realizedPnLPercentage == 50)
    #expect(try #require(positions.holdings.first).avgCost == 10)
    #expect(positions.summary.totalPnL == 70)
  }

  @Test
  func `two-cycles-one-coin: two cycles of one coin are two closed positions newest first`() {
    let trades = ledger("buy 1 at 100", "sell 1 at 150", "buy 2 at 10", "sell 2 at 5")
    let positions = priced(trades, at: 1)
    #expect(positions.holdings.isEmpty)
    #expect(positions.closedPositions.map(\.realizedPnL) == [-10, 50])
    #expect(positions.closedPositions.map(\.id) == [trades[3].id, trades[1].id])
    #expect(positions.summary.totalValue == 0)
    #expect(positions.summary.totalPnL == 40)
  }

  @Test func `dust-residue-1e-9-closes: dust of a billionth closes the cycle`() {
    let positions = priced(ledger("buy 1 at 100", "sell 0.999999999 at 100"), at: 100)
    #expect(positions.holdings.isEmpty)
    #expect(positions.closedPositions.count == 1)
  }

  @Test
  func `residue-1e-8-stays-open: residue of a hundred millionth stays open`() throws {
    let positions = priced(ledger("buy 1 at 100", "sell 0.99999999 at 100"), at: 100)
    #expect(try #require(positions.holdings.first).totalAmount == exact("0.00000001"))
  }

  @Test func `a tiny buy never closes`() {
    let positions = priced(ledger("buy 0.000000001 at 100"), at: 100)
    #expect(positions.holdings.count == 1)
  }

  @Test func `thirds-that-close: thirds that close`() throws {
    let third = "0.33333333333333333333"
    let trades = ledger(
      "buy 1 at 90", "sell \(third) at 90", "sell \(third) at 90", "sell \(third) at 90")
    try validate(trades, now: utc("2026-01-01"))
    let positions = priced(trades, at: 90)
    #expect(positions.holdings.isEmpty)
    #expect(positions.summary.realizedPnL.rounded(places: 12) == 0)
  }

  @Test func `buy-after-partial-sale: buy after partial sale averages what is held`() throws {
    let positions = priced(ledger("buy 3 at 10", "sell 1 at 20", "buy 1 at 40"), at: 20)
    #expect(try #require(positions.holdings.first).avgCost == 20)
    #expect(positions.summary.realizedPnL == 10)
  }

  @Test func `gift-at-zero-cost: a gift costs nothing and counts as gain`() throws {
    let positions = priced(ledger("gift 2"), at: 50)
    let holding = try #require(positions.holdings.first)
    #expect(holding.profitLoss == 100)
    #expect(holding.profitLossPercentage == 0)
    #expect(positions.summary.totalPnLPercentage == 0)
  }

  @Test func `same-timestamp: same timestamp keeps the order of entry`() {
    let positions = priced(
      ledger("buy 1 at 100", "sell 1 at 120 same day", "buy 1 at 200 same day"), at: 200)
    #expect(positions.closedPositions.map(\.realizedPnL) == [20])
    #expect(positions.holdings.map(\.avgCost) == [200])
  }

  @Test
  func `same-timestamp, entered before and after rows of other days`() {
    let trades = ledger(
      "buy 1 at 10", "buy 1 at 100", "sell 2 at 120 same day", "buy 1 at 200 same day")
    let positions = priced([trades[1], trades[2], trades[3], trades[0]], at: 200)
    #expect(positions.closedPositions.map(\.realizedPnL) == [130])
    #expect(positions.holdings.map(\.avgCost) == [200])
  }

  @Test func `entries out of date order are ordered by date`() {
    let trades = ledger("buy 1 at 100", "sell 1 at 120")
    let positions = priced([trades[1], trades[0]], at: 1)
    #expect(positions.closedPositions.map(\.realizedPnL) == [20])
  }

  @Test func `eighteen-decimals: every decimal counts`() throws {
    let trades = ledger("buy 0.123456789012345678 at 3", "sell 0.000000000000000001 at 5")
    let positions = priced(trades, at: 4)
    let holding = try #require(positions.holdings.first)
    #expect(holding.totalAmount == exact("0.123456789012345677"))
    #expect(holding.totalCost == exact("0.370370367037037031"))
    #expect(holding.profitLoss == holding.totalAmount)
    #expect(positions.summary.realizedPnL == exact("0.000000000000000002"))
  }

  @Test func `price-1e-12: a price of a trillionth stays exact`() throws {
    let positions = priced(
      ledger("buy 0.123456789012345678 at 0.000000000001"), at: exact("0.000000000002"))
    let holding = try #require(positions.holdings.first)
    #expect(holding.totalCost == exact("0.000000000000123456789012345678"))
    #expect(holding.profitLoss == exact("0.000000000000123456789012345678"))
  }

  @Test func `twelve-significant-billions: twelve significant billions stay exact`() {
    let positions = priced(ledger("buy 987654321098 at 123456789.01"), at: exact("123456789.02"))
    #expect(positions.summary.unrealizedPnL == exact("9876543210.98"))
  }

  @Test
  func `unpriced-coin: an unpriced coin keeps its row and leaves the totals alone`() throws {
    let trades = ledger("buy 2 at 10") + ledger("buy 1 at 100", "sell 0.5 at 300", coin: "obscure")
    let positions = priced(trades, at: 15)
    #expect(positions.holdings.map(\.id) == ["bitcoin", "obscure"])
    #expect(positions.holdings.last?.currentValue == nil)
    #expect(positions.holdings.last?.totalCost == 50)
    #expect(positions.summary.totalValue == 30)
    #expect(positions.summary.unrealizedPnL == 10)
    #expect(positions.summary.realizedPnL == 100)
    #expect(positions.summary.pricedCount == 1)
    #expect(positions.summary.holdingCount == 2)
  }

  @Test func `without any price the total is unknown and not zero`() {
    let summary = Positions(transactions: ledger("buy 2 at 10"), currentPrices: [:]).summary
    #expect(summary.totalValue == nil)
    #expect(summary.totalPnL == nil)
    #expect(summary.totalPnLPercentage == nil)
  }

  @Test func `delisted-closed-coin: a delisted closed coin keeps its result`() {
    let positions = Positions(
      transactions: ledger("buy 2 at 10", "sell 2 at 15", coin: "gone"), currentPrices: [:])
    #expect(positions.closedPositions.map(\.coinName) == ["gone"])
    #expect(positions.summary.totalPnL == 10)
  }

  @Test(
    arguments: [
      (CostBasis.average, 5, 40), (.buyAverage, 5, 40), (.fifo, 15, 50), (.lifo, 5, 40),
      (.hifo, -5, 30),
    ] as [(CostBasis, ExactDecimal, ExactDecimal)])
  func `one ledger under each cost basis`(
    _ method: CostBasis, realized: ExactDecimal, left: ExactDecimal
  ) throws {
    let trades = ledger("buy 1 at 10", "buy 1 at 30", "buy 1 at 20", "sell 1 at 25")
    let positions = priced(trades, at: 25, method)
    #expect(positions.summary.realizedPnL == realized)
    #expect(try #require(positions.holdings.first).totalCost == left)
  }

  @Test func `buy average counts buys made after the sale`() throws {
    let trades = ledger("buy 10 at 40", "sell 5 at 50", "buy 10 at 70")
    let positions = priced(trades, at: 70, .buyAverage)
    #expect(positions.summary.realizedPnL == -25)
    #expect(try #require(positions.holdings.first).totalCost == 825)
  }

  @Test func `of equally dear coins the oldest leaves first`() throws {
    let trades = ledger("buy 1 at 30", "buy 2 at 30", "buy 1 at 10", "sell 1 at 40")
    let holding = try #require(priced(trades, at: 40, .hifo).holdings.first)
    #expect(holding.totalCost == 70)
  }

  @Test func `a sale sees only what was bought before it`() {
    let positions = priced(ledger("buy 1 at 10", "sell 0.5 at 20", "buy 1 at 90"), at: 90, .hifo)
    #expect(positions.summary.realizedPnL == 5)
  }

  @Test func `holdings stand by value then id and unpriced last`() {
    let trades =
      ledger("buy 1 at 1", coin: "b") + ledger("buy 1 at 1", coin: "a")
      + ledger("buy 9 at 1", coin: "c") + ledger("buy 9 at 1", coin: "0")
    let prices = ["a": 1, "b": 1, "c": 1] as [String: ExactDecimal]
    let coins = prices.mapValues { Coin(id: "?", symbol: "", name: "", currentPrice: $0) }
    let named = Dictionary(
      uniqueKeysWithValues: coins.map { id, coin in
        (id, Coin(id: id, symbol: id, name: id, currentPrice: coin.currentPrice))
      })
    let positions = Positions(transactions: trades, currentPrices: named)
    #expect(positions.holdings.map(\.id) == ["c", "a", "b", "0"])
  }

  @Test func `positions closed at one instant stand by coin id`() {
    let closed = ledger("buy 1 at 10", "sell 1 at 20")
    let trades = ["b", "c", "a"].flatMap { id in ledger("buy 1 at 10", "sell 1 at 20", coin: id) }
    let positions = Positions(transactions: trades, currentPrices: [:]).closedPositions
    #expect(positions.map(\.coinId) == ["a", "b", "c"])
    #expect(Set(positions.map(\.closedDate)) == [closed[1].date])
  }
}

private func priced(
  _ transactions: [Transaction], at price: ExactDecimal, _ costBasis: CostBasis = .average
) -> Positions {
  Positions(
    transactions: transactions,
    currentPrices: [
      "bitcoin": Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: price)
    ],
    costBasis: costBasis)
}
