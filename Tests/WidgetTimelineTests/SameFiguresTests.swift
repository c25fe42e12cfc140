import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let refresh = utc("2026-04-28T12:00:00Z")

/// A widget's figures equal the app's, digit for digit [SC-004].
struct SameFiguresTests {
  @Test(arguments: CostBasis.allCases)
  func `every figure is the app's own`(_ method: CostBasis) {
    for seed in UInt64(1)...25 {
      var generator = SeededGenerator(seed: seed)
      let positions = Self.positions(method, using: &generator)
      let prepared = prepareWidgetData(
        summary: positions.summary, holdings: positions.holdings, lastUpdated: refresh)
      #expect(figures(of: prepared) == figures(of: positions), "seed \(seed), \(method)")
      #expect(prepared.holdings.map(\.id) == positions.holdings.prefix(5).map(\.id), "seed \(seed)")
      #expect(prepared.holdingCount == positions.holdings.count, "seed \(seed)")
      #expect(prepared.pricedCount == positions.holdings.count { $0.currentValue != nil })
      let data = WidgetRefreshData(positions, lastUpdated: refresh)
      let shown = data.portfolioData(now: .distantFuture)
      #expect(figures(of: shown) == figures(of: prepared), "seed \(seed), \(method)")
    }
  }

  @Test(arguments: CostBasis.allCases)
  func `and still is after the file was read back`(_ method: CostBasis) throws {
    for seed in UInt64(31)...45 {
      var generator = SeededGenerator(seed: seed)
      let positions = Self.positions(method, using: &generator)
      let text = WidgetRefreshData(positions, lastUpdated: refresh).json.text(pretty: true)
      let read = try #require(WidgetRefreshData(json: parsed(text)), "seed \(seed)")
      let shown = read.portfolioData(now: refresh)
      #expect(figures(of: shown) == figures(of: positions), "seed \(seed)")
      #expect(shown.holdings.map(\.id) == positions.holdings.prefix(5).map(\.id), "seed \(seed)")
    }
  }

  @Test(arguments: CostBasis.allCases)
  func `and where nothing says what some coins were worth`(_ method: CostBasis) throws {
    for seed in UInt64(81)...95 {
      var generator = SeededGenerator(seed: seed)
      var trades = randomLedger(using: &generator)
      for index in stride(from: 0, to: trades.count, by: 4) where trades[index].type != .gift {
        (trades[index].pricePerCoin, trades[index].valuation) = (0, Valuation(kind: .unknown))
      }
      let prices = Self.prices(randomPrices(at: refresh, using: &generator))
      let positions = Positions(
        transactions: trades, currentPrices: prices, costBasis: method)
      let text = WidgetRefreshData(positions, lastUpdated: refresh).json.text(pretty: true)
      let read = try #require(WidgetRefreshData(json: parsed(text)), "seed \(seed)")
      let shown = read.portfolioData(now: refresh)
      #expect(figures(of: shown) == figures(of: positions), "seed \(seed)")
      let costed = positions.holdings.count { $0.costOf == nil }
      #expect((shown.costedCount ?? shown.holdingCount) == costed, "seed \(seed)")
      let file = shown.json.text(pretty: true)
      #expect(try WidgetPortfolioData(json: parsed(file)) == shown, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(51)...70)
  func `a price refresh gives what the ledger gives at those prices`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let trades = randomLedger(using: &generator)
    let old = randomPrices(at: refresh.addingTimeInterval(-1800), using: &generator)
    let new = randomPrices(at: refresh, using: &generator)
    let known = Self.prices(old)
    let store = WidgetStoreTwin(
      WidgetFiles(
        refreshData: WidgetRefreshData(
          Positions(transactions: trades, currentPrices: known), lastUpdated: nil)))
    let source = ScriptedPrices { ids in
      PriceAnswer(coins: new.filter { ids.contains($0.id) }, calls: 1)
    }
    let refresher = PriceRefresher(store: store, source: source, policy: ScriptedPolicy())
    let written = try refresher.refresh { refresh }.written()
    let fresh = known.merging(Self.prices(new)) { $1 }
    let ledger = Positions(transactions: trades, currentPrices: fresh)
    #expect(figures(of: written) == figures(of: ledger), "seed \(seed)")
    #expect(written.holdings.map(\.id) == ledger.holdings.prefix(5).map(\.id), "seed \(seed)")
  }

  private static func positions(
    _ method: CostBasis, using generator: inout SeededGenerator
  ) -> Positions {
    let trades = randomLedger(using: &generator)
    let prices = prices(randomPrices(at: refresh, using: &generator))
    return Positions(transactions: trades, currentPrices: prices, costBasis: method)
  }

  private static func prices(_ coins: [Coin]) -> [String: Coin] {
    Dictionary(uniqueKeysWithValues: coins.map { ($0.id, $0) })
  }
}

/// Every figure a widget shows.
private func figures(of data: WidgetPortfolioData) -> [ExactDecimal?] {
  [
    data.totalValue, data.unrealizedPnL, data.realizedPnL, data.totalPnL,
    data.unrealizedPnLPercentage, data.totalPnLPercentage,
  ] + data.holdings.flatMap { [$0.currentValue, $0.pnlAmount, $0.pnlPercentage] }
}

/// The same figures from the app.
private func figures(of positions: Positions) -> [ExactDecimal?] {
  let summary = positions.summary
  return [
    summary.totalValue, summary.unrealizedPnL, summary.knownRealizedPnL, summary.totalPnL,
    summary.unrealizedPnLPercentage, summary.totalPnLPercentage,
  ]
    + positions.holdings.prefix(5).flatMap {
      [$0.currentValue, $0.profitLoss, $0.profitLossPercentage]
    }
}

/// Widget data has the portfolio's figures and its five most valuable holdings.
///
/// - Totals include all holdings, and unpriced ones are listed last.
/// - Without any price, the figures that need one are unknown; zero is a price.
/// - An empty portfolio is distinguished from a closed one.
/// - A coin is stale when its price is over an hour older than the refresh.
struct PrepareWidgetDataTests {
  @Test func `a portfolio that sold a half shows both results`() {
    let trades = ledger("buy 2 at 40000", "sell 1 at 50000")
    let positions = Positions(
      transactions: trades, currentPrices: ["bitcoin": coin("bitcoin", "55000")])
    let data = prepareWidgetData(
      summary: positions.summary, holdings: positions.holdings, lastUpdated: refresh)
    #expect(
      data
        == WidgetPortfolioData(
          totalValue: 55_000, unrealizedPnL: 15_000, realizedPnL: 10_000, totalPnL: 25_000,
          unrealizedPnLPercentage: exact("37.5"), totalPnLPercentage: exact("31.25"),
          holdings: [
            WidgetHolding(
              id: "bitcoin", symbol: "BIT", name: "Bitcoin", currentValue: 55_000,
              pnlAmount: 15_000, pnlPercentage: exact("37.5"))
          ],
          holdingCount: 1, pricedCount: 1, hasSales: true, lastUpdated: refresh))
  }

  @Test func `the top five come by value, whatever order they were kept in, unpriced last`() {
    let data = shown(
      held("cheap", "1", cost: "1", price: "0.5"), held("unpriced", "1000", cost: "9", price: nil),
      held("dear", "1", cost: "1", price: "900"), held("twin-b", "1", cost: "1", price: "7"),
      held("twin-a", "1", cost: "1", price: "7"))
    #expect(data.holdings.map(\.id) == ["dear", "twin-a", "twin-b", "cheap", "unpriced"])
    #expect(data.holdingCount == 5)
    #expect(data.pricedCount == 4)
    #expect(data.isPartlyPriced)
    #expect(data.totalValue == exact("914.5"))
  }

  @Test func `of seven holdings five are shown and seven are counted and summed`() {
    let data = WidgetRefreshData(
      holdings: (1...7).map { held("coin\($0)", "1", cost: "1", price: "\($0)") },
      realizedPnL: 0, lastUpdated: refresh
    ).portfolioData(now: refresh)
    #expect(data.holdings.map(\.id) == ["coin7", "coin6", "coin5", "coin4", "coin3"])
    #expect(data.holdingCount == 7)
    #expect(data.totalValue == 28)
    #expect(!data.isPartlyPriced)
  }

  @Test func `without any price the figures that need one are unknown`() {
    let data = shown(held("ghost", "3", cost: "30", price: nil))
    #expect(data.totalValue == nil)
    #expect(data.unrealizedPnL == nil)
    #expect(data.totalPnL == nil)
    #expect(data.totalPnLPercentage == nil)
    #expect(data.holdings.first?.isProfit == false)
    #expect(data.pricedCount == 0)
  }

  @Test func `a price of zero is a price`() {
    let data = shown(held("dead", "3", cost: "30", price: "0"))
    #expect(data.totalValue == 0)
    #expect(data.unrealizedPnL == -30)
    #expect(data.pricedCount == 1)
  }

  @Test(arguments: [
    (sold: "0", realized: "0", isEmpty: true), (sold: "10", realized: "0", isEmpty: false),
    (sold: "10", realized: "-3", isEmpty: false), (sold: "0", realized: "5", isEmpty: false),
  ])
  func `an empty portfolio is distinguished from a closed one`(
    _ example: (sold: String, realized: String, isEmpty: Bool)
  ) {
    let data = WidgetRefreshData(
      holdings: [], realizedPnL: exact(example.realized), totalClosedCost: exact(example.sold)
    ).portfolioData(now: refresh)
    #expect(data.isEmpty == example.isEmpty)
    #expect(data.isClosedOnly != example.isEmpty)
  }

  @Test func `a portfolio with an unknown result has sales`() {
    let data = WidgetRefreshData(holdings: [], realizedPnL: 0, isRealizedKnown: false)
      .portfolioData(now: refresh)
    #expect(data.hasSales && !data.isEmpty)
  }

  @Test func `before the first refresh the data is of now`() {
    let data = WidgetRefreshData(holdings: [], realizedPnL: 0).portfolioData(now: refresh)
    #expect(data.lastUpdated == refresh)
  }

  @Test(arguments: [
    ("2026-04-28T12:00:00Z", false), ("2026-04-28T11:00:01Z", false),
    ("2026-04-28T11:00:00Z", false), ("2026-04-28T10:59:59.999Z", true),
    ("2026-04-28T10:59:59Z", true), ("2024-01-01T00:00:00Z", true),
    ("2026-04-28T12:00:30Z", false), (nil, false),
  ])
  func `a coin is stale when its price is over an hour older than the refresh`(
    date: String?, isStale: Bool
  ) {
    let data = shown(held("bitcoin", "1", cost: "1", price: "1", at: date))
    #expect(data.holdings.map(\.isStale) == [isStale])
  }

  @Test func `a coin without a price is not stale but unpriced`() {
    let data = shown(held("bitcoin", "1", cost: "1", price: nil, at: "2024-01-01T00:00:00Z"))
    #expect(data.holdings.map(\.isStale) == [false])
  }

  private func shown(_ holdings: RefreshableHolding...) -> WidgetPortfolioData {
    WidgetRefreshData(holdings: holdings, realizedPnL: 0, lastUpdated: refresh)
      .portfolioData(now: refresh.addingTimeInterval(86_400))
  }
}
