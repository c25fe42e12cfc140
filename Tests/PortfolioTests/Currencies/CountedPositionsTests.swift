import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Positions that are counted in a currency once and stored.
struct CountedPositionsTests {
  private static func sums(
    _ trades: [Transaction], _ rates: some ExchangeRates
  ) throws -> (counted: CountedPositions, closed: [ClosedCycle]) {
    var counter = TransactionCounter(currency: "EUR", rates: rates)
    let coins = Dictionary(grouping: inLedgerOrder(trades), by: \.coinId).sorted { $0.key < $1.key }
    let found = try coins.map { id, history in
      var walk = CountedWalk(PositionWalk(of: id))
      for trade in history { try walk.apply(trade, &counter) }
      return walk.finished()
    }
    return (
      CountedPositions(
        currency: "EUR", newestRate: rates.newestRate(from: "USD", to: "EUR"),
        coins: found.map(\.coin)), found.flatMap(\.closed)
    )
  }

  @Test(arguments: NastyLedger.Kind.allCases)
  func `what is kept gives the figures of a walk through the whole ledger`(
    kind: NastyLedger.Kind
  ) throws {
    for seed in UInt64(1)...3 {
      let trades = NastyLedger(kind, seed: seed).trades
      let rates = WavingRates(missing: seed > 1 ? trades.randomDay(seed) : nil)
      let kept = try #require(reread(Self.sums(trades, rates)))
      let ledger = counted(trades, in: "EUR", rates: rates)
      let coin = Coin(id: "coin", symbol: "c", name: "Coin", currentPrice: exact("12.34"))
      for method in CostBasis.stored {
        let walked = Positions(ledger, currentPrices: ["coin": coin], costBasis: method)
        #expect(
          Positions(
            kept.counted, closed: PackedCycles(kept.closed), currentPrices: ["coin": coin],
            costBasis: method)
            == walked,
          "\(kind) \(seed) \(method)")
      }
    }
  }

  @Test func `a day without a rate is kept as unknown`() throws {
    let trades = ledger("buy 1 at 100", "sell 1 at 150", "buy 1 at 200")
    let kept = try #require(
      reread(Self.sums(trades, WavingRates(missing: UTCDay(trades[0].date)))))
    #expect(kept.counted.daysWithoutRate.map(\.text) == ["2025-01-01"])
    #expect(
      kept.counted.missingRateNotes == [
        "No rate of EUR on 2025-01-01: figures that need it are unknown."
      ])
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 300)
    let positions = Positions(
      kept.counted, closed: PackedCycles(kept.closed), currentPrices: ["bitcoin": coin])
    #expect(positions.summary.isCostKnown)
    #expect(!positions.summary.isRealizedKnown)
    #expect(positions.summary.totalPnL == nil)
    #expect(positions.summary.unrealizedPnL != nil)
    #expect(positions.closedPositions.map(\.isResultKnown) == [false])
  }

  private static let price = [
    "bitcoin": Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 300)
  ]

  private static func positions(
    _ trades: [Transaction], missing index: Int, _ method: CostBasis = .average
  ) -> Positions {
    let rates = WavingRates(missing: UTCDay(trades[index].date))
    return Positions(
      counted(trades, in: "EUR", rates: rates), currentPrices: price, costBasis: method)
  }

  @Test(arguments: CostBasis.allCases)
  func `a purchase without a rate leaves what was realized elsewhere known`(
    method: CostBasis
  ) {
    let trades =
      ledger("buy 1 at 100", "buy 2 at 100", "sell 1 at 150").enumerated().map {
        var trade = $1
        if $0 == 0 { trade.coinId = "litecoin" }
        return trade
      }
    let summary = Self.positions(trades, missing: 0, method).summary
    #expect(summary.isRealizedKnown)
    #expect(summary.knownRealizedPnL != nil)
    #expect(summary.totalPnL != nil, "litecoin has no price, so its cost is in no total")
    let priced = Positions(
      counted(trades, in: "EUR", rates: WavingRates(missing: UTCDay(trades[0].date))),
      currentPrices: Self.price.merging([
        "litecoin": Coin(id: "litecoin", symbol: "ltc", name: "Litecoin", currentPrice: 50)
      ]) { $1 }, costBasis: method)
    #expect(priced.summary.isRealizedKnown && !priced.summary.isCostKnown)
    #expect(priced.summary.unrealizedPnL == nil && priced.summary.totalPnL == nil)
    #expect(priced.summary.totalValue != nil)
  }

  @Test func `a purchase without a rate after a sale changes only methods that average all buys`() {
    let trades = ledger("buy 2 at 100", "sell 1 at 150", "buy 1 at 200")
    for method in CostBasis.stored {
      let holding = Self.positions(trades, missing: 2, method).holdings[0]
      #expect(!holding.isCostKnown, "\(method)")
      #expect(holding.isRealizedKnown == (method != .buyAverage), "\(method)")
    }
  }

  @Test func `a sale of known lots is known although another lot is not`() {
    let trades = ledger("buy 1 at 100", "buy 1 at 200", "sell 1 at 150")
    for method in CostBasis.allCases where method != .hmrc {
      let holding = Self.positions(trades, missing: 0, method).holdings[0]
      #expect(holding.isRealizedKnown == (method == .lifo), "\(method)")
      #expect(holding.isCostKnown == (method == .fifo), "\(method)")
    }
  }

  @Test func `a sale without a rate leaves the cost of what is held known`() {
    let trades = ledger("buy 2 at 100", "sell 1 at 150")
    for method in CostBasis.allCases {
      let positions = Self.positions(trades, missing: 1, method)
      #expect(positions.holdings[0].isCostKnown, "\(method)")
      #expect(!positions.holdings[0].isRealizedKnown && positions.holdings[0].isSoldCostKnown)
      #expect(positions.summary.unrealizedPnL != nil && positions.summary.totalPnL == nil)
    }
  }

  @Test func `closed positions are known where a sale of an open one is not`() {
    let trades = ledger("buy 1 at 100", "sell 1 at 150", "buy 2 at 100", "sell 1 at 150")
    let summary = Self.positions(trades, missing: 3).summary
    #expect(summary.knownRealizedClosedPnL != nil)
    #expect(summary.knownRealizedPartialPnL == nil && summary.knownRealizedPnL == nil)
    #expect(Self.positions(trades, missing: 0).summary.knownRealizedPartialPnL != nil)
  }

  @Test(arguments: NastyLedger.Kind.allCases, CostBasis.allCases)
  func `the realized result is known exactly where all rows of the gains are`(
    kind: NastyLedger.Kind, method: CostBasis
  ) {
    for seed in UInt64(1)...4 {
      let trades = NastyLedger(kind, seed: seed).trades
      let rates = WavingRates(missing: trades.randomDay(seed))
      let ledger = counted(trades, in: "EUR", rates: rates)
      let summary = Positions(ledger, currentPrices: [:], costBasis: method).summary
      let gains = computeGains(ledger.transactions, costBasis: method)
      #expect(
        summary.isRealizedKnown == gains.rows.allSatisfy { $0.gain != nil },
        "\(kind) \(method) \(seed)")
    }
  }

  @Test func `without a present rate no price counts`() throws {
    let trades = ledger("buy 1 at 100")
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 300)
    let coins = try Self.sums(trades, WavingRates()).counted.coins
    let kept = CountedPositions(currency: "EUR", newestRate: nil, coins: coins)
    let positions = Positions(kept, closed: [], currentPrices: ["bitcoin": coin])
    #expect(positions.summary.totalValue == nil)
    #expect(positions.summary.pricedCount == 0)
    #expect(positions.holdings.map(\.totalCost) != [0])
  }

  @Test func `a cost basis that is kept nowhere has no figures from what is kept`() throws {
    let trades = ledger("buy 2 at 100", "sell 1 at 150")
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 300)
    let positions = try Positions(
      Self.sums(trades, WavingRates()).counted, closed: [], currentPrices: ["bitcoin": coin],
      costBasis: .hmrc)
    #expect(positions.summary.totalPnL == nil)
    #expect(!positions.summary.isRealizedKnown)
    #expect(positions.holdings.map(\.isCostKnown) == [false])
  }

  /// Encodes and decodes the positions.
  private func reread(
    _ found: (counted: CountedPositions, closed: [ClosedCycle])
  ) -> (counted: CountedPositions, closed: [ClosedCycle])? {
    let coins = found.counted.coins.compactMap { CountedCoin<CoinPositionSummary>(json: $0.json) }
    let closed = found.closed.compactMap { ClosedCycle(keptText: $0.keptText, coinId: $0.coinId) }
    guard coins == found.counted.coins, closed == found.closed else { return nil }
    return (
      CountedPositions(
        currency: found.counted.currency, newestRate: found.counted.newestRate, coins: coins),
      closed
    )
  }
}

extension [Transaction] {
  /// The day of a random transaction.
  fileprivate func randomDay(_ seed: UInt64) -> UTCDay? {
    isEmpty ? nil : UTCDay(self[Int(seed &* 7919) % count].date)
  }
}

/// A rate that changes every day.
struct WavingRates: ExchangeRates {
  var missing: UTCDay?

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard day != missing else { return nil }
    return ExchangeRate(
      numerator: ExactDecimal(9000 + day.number % 97),
      denominator: ExactDecimal(10_007 + day.number % 13),
      day: day, source: "test")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    rate(from: from, to: to, on: UTCDay(number: 20_000))
  }
}
