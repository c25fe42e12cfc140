import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Coins of unknown value count; costs and gains include only known values, and state for how many
/// coins (SPEC §3.11).
struct UnknownWorthPositionTests {
  private static func row(
    _ type: TransactionType, _ amount: String, at price: String?, day: Int
  ) throws -> Transaction {
    var row = try LedgerContract.transaction(
      type, amount, at: price ?? "0", on: LedgerContract.day(day))
    if price == nil { row.valuation = Valuation(kind: .unknown) }
    return row
  }

  private struct Expectation {
    let costBasis: CostBasis
    let cost: ExactDecimal?
    let costOf: ExactDecimal?
    let unrealized: ExactDecimal?
    let realized: ExactDecimal?
    /// The cost of the sale's rows.
    let costs: [Cost?]
    /// The proceeds of coins with unknown cost.
    let apart: Cost
  }

  private static let expectations = [
    Expectation(
      costBasis: .average, cost: 50, costOf: ExactDecimal(5, exponent: -1), unrealized: 50,
      realized: 100,
      costs: [50, nil], apart: 150),
    Expectation(
      costBasis: .buyAverage, cost: 50, costOf: ExactDecimal(5, exponent: -1), unrealized: 50,
      realized: 100,
      costs: [50, nil], apart: 150),
    Expectation(
      costBasis: .hmrc, cost: 50, costOf: ExactDecimal(5, exponent: -1), unrealized: 50,
      realized: 100,
      costs: [50, nil], apart: 150),
    Expectation(
      costBasis: .fifo, cost: 100, costOf: nil, unrealized: 100, realized: nil,
      costs: [nil], apart: 300),
    Expectation(
      costBasis: .lifo, cost: nil, costOf: 0, unrealized: nil, realized: 200, costs: [100],
      apart: 0),
    Expectation(
      costBasis: .hifo, cost: nil, costOf: 0, unrealized: nil, realized: 200, costs: [100],
      apart: 0),
  ]

  @Test(arguments: 0..<6)
  func `a sale takes the unknown part by its lots or in proportion`(_ index: Int) throws {
    let expected = Self.expectations[index]
    let rows = [
      try Self.row(.buy, "1", at: nil, day: 1), try Self.row(.buy, "1", at: "100", day: 2),
      try Self.row(.sell, "1", at: "300", day: 3),
    ]
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 200)
    let found = Positions(
      transactions: rows, currentPrices: ["bitcoin": coin], costBasis: expected.costBasis)
    let holding = try #require(found.holdings.first)
    #expect(holding.totalAmount == 1 && holding.currentValue == 200)
    #expect((holding.isCostKnown ? holding.totalCost : nil) == expected.cost)
    #expect(holding.costOf == expected.costOf)
    #expect(holding.profitLoss == expected.unrealized)
    #expect(found.summary.unrealizedPnL == expected.unrealized)
    #expect(found.summary.knownRealizedPnL == expected.realized)
    let gains = computeGains(rows, costBasis: expected.costBasis)
    #expect(gains.rows.map(\.exactCost) == expected.costs)
    #expect(gains.totals.gain?.figure == expected.realized)
    #expect(gains.totals.unvaluedProceeds == expected.apart)
    #expect(throws: Never.self) {
      try proveLedger(rows) { Positions(transactions: rows, currentPrices: [:], costBasis: $0) }
    }
  }

  @Test(arguments: CostBasis.allCases)
  func `a sale of unknown worth leaves its cost out`(_ costBasis: CostBasis) throws {
    var rows = [
      try Self.row(.buy, "2", at: "100", day: 1), try Self.row(.sell, "1", at: nil, day: 2),
    ]
    let gains = computeGains(rows, costBasis: costBasis)
    #expect(gains.rows.map(\.exactProceeds) == [nil] && gains.rows[0].exactCost == 100)
    #expect(gains.totals.gain == nil && gains.totals.unvaluedCount == 1)
    let open = Positions(transactions: rows, currentPrices: [:], costBasis: costBasis)
    #expect(open.holdings[0].totalCost == 100 && !open.holdings[0].isRealizedKnown)
    #expect(throws: Never.self) { try validate(rows, now: LedgerContract.now) }
    rows.append(try Self.row(.sell, "1", at: "150", day: 3))
    let closed = Positions(transactions: rows, currentPrices: [:], costBasis: costBasis)
    #expect(closed.closedPositions.map(\.realizedPnL) == [50])
    #expect(closed.closedPositions.map(\.gainOf) == [1])
    #expect(closed.closedPositions.hasPartialGains)
    #expect(closed.summary.knownRealizedPnL == 50 && closed.summary.totalClosedCost == 100)
    #expect(computeGains(rows, costBasis: costBasis).totals.gain == 50)
    #expect(throws: Never.self) {
      try proveLedger(rows) { Positions(transactions: rows, currentPrices: [:], costBasis: $0) }
    }
  }

  @Test func `a reward of unknown worth takes nothing from the rest`() throws {
    var reward = try Self.row(.buy, "0.1", at: nil, day: 2)
    reward.kind = .reward
    let rows = [try Self.row(.buy, "4.9", at: "100", day: 1), reward]
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 200)
    let found = Positions(transactions: rows, currentPrices: ["bitcoin": coin])
    #expect(
      found.holdings[0].totalAmount == 5
        && found.holdings[0].costOf == ExactDecimal(49, exponent: -1))
    #expect(found.holdings[0].avgCost == 100 && found.summary.totalValue == 1000)
    #expect(found.summary.unrealizedPnL == 490 && found.summary.costedCount == 0)
    #expect(computeGains(rows).incomeTotal == nil)
  }

  @Test func `what is stored of a position says what is left out`() throws {
    let rows = [
      try Self.row(.buy, "1", at: nil, day: 1), try Self.row(.buy, "2", at: "100", day: 2),
      try Self.row(.sell, "2", at: nil, day: 3),
    ]
    var position = CoinPosition(coinId: "bitcoin")
    for row in rows { try position.apply(row) }
    let summary = try CoinPositionSummary(coinId: "bitcoin", text: position.summary.text)
    #expect(summary == position.summary && summary.text.contains(" u "))
    var restored = try CoinPosition(summary: summary, pieces: position.pieces)
    #expect(restored == position)
    let more = try Self.row(.buy, "1", at: nil, day: 4)
    try restored.apply(more)
    try position.apply(more)
    #expect(restored == position)
    let closed = try #require(try position.apply(Self.row(.sell, "2", at: "300", day: 5)))
    let sums = closed.cycle.exact
    let kept = Cycle(
      bought: sums.bought, paid: sums.paid, sold: sums.sold, received: sums.received,
      sideText: closed.cycle.sideText)
    #expect(kept == closed.cycle && !sums.unvalued.isEmpty)
    let text = position.summary.text
    #expect(try CoinPositionSummary(coinId: "bitcoin", text: text) == position.summary)
  }

  @Test(arguments: CostBasis.allCases)
  func `the sales add up to the realized result`(_ costBasis: CostBasis) throws {
    for seed in UInt64(1)...12 {
      var rows = randomLedger(seed: seed, count: 120, withDust: false)
      for index in stride(from: 1, to: rows.count, by: 5)
      where rows[index].type != .gift && rows[index].payment == nil && rows[index].fee == nil {
        (rows[index].pricePerCoin, rows[index].valuation) = (0, Valuation(kind: .unknown))
      }
      let found = Positions(transactions: rows, currentPrices: [:], costBasis: costBasis)
      let totals = computeGains(rows, costBasis: costBasis).totals
      let gain = try #require(totals.gain, "seed \(seed)")
      // Residues of closed cycles are not part of any sale.
      let verification = try proveLedger(rows) {
        Positions(transactions: rows, currentPrices: [:], costBasis: $0)
      }
      let residues = costBasis == .hmrc ? 0 : Cost(verification.forgotten)
      let difference = gain + residues - found.summary.exact.realizedPnL
      let bound = try #require(Cost("0.000000000000000000000000000001"))
      #expect(difference.magnitude < bound, "seed \(seed)")
    }
  }
}
