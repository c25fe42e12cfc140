import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Every figure of the core against exact fractions, to every digit.
///
/// Tests a few ledgers under every cost basis here, and hundreds in `make torture`; set the number
/// with `BITPAL_ORACLE_SEEDS=1000 swift test -c release --filter OracleTests`.
struct OracleTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["BITPAL_ORACLE_SEEDS"].flatMap { UInt64($0) }

  @Test(
    arguments: NastyLedger.Kind.allCases,
    CostBasis.allCases)
  func `every figure of seeded ledgers is the oracle's`(
    _ kind: NastyLedger.Kind, _ method: CostBasis
  ) throws {
    for seed in Repetition.seeds(1...(Self.seeds ?? 65), few: Int(Self.seeds ?? 6)) {
      let trades = NastyLedger(kind, seed: seed).trades
      try compare(trades, method, "\(kind) \(method) seed \(seed)")
    }
  }

  @Test(arguments: NastyLedger.Kind.allCases, CostBasis.allCases)
  func `lots that sales name leave first, whatever the cost basis`(
    _ kind: NastyLedger.Kind, _ method: CostBasis
  ) throws {
    for seed in Repetition.seeds(401...(401 + (Self.seeds ?? 65)), few: Int(Self.seeds ?? 6)) {
      var dice = SeededGenerator(seed: seed)
      var trades = NastyLedger(kind, seed: seed).trades
      // Skips lots that are used up or from later purchases.
      let purchases = trades.filter { $0.type != .sell }.map(\.id)
      for index in trades.indices where trades[index].type == .sell {
        let count = Int.random(in: 0...3, using: &dice)
        trades[index].lots = (0..<count).compactMap { _ in purchases.randomElement(using: &dice) }
      }
      try compare(trades, method, "\(kind) \(method) seed \(seed)")
    }
  }

  @Test(arguments: CostBasis.allCases)
  func `hundreds of sales from one lot, or ten thousand`(_ method: CostBasis) throws {
    let isShort = method == .average || method == .fifo
    let sales = Self.seeds != nil || isShort && Repetition.isLong ? 10_000 : isShort ? 2_000 : 500
    var trades = [trade(.buy, "\(sales).000000000000000003", "1.000000000000000007", at: 0)]
    for number in 1...sales {
      trades.append(trade(.sell, "1", "3.000000000000000011", at: number))
    }
    try compare(trades, method, "\(method)")
  }

  private func trade(
    _ type: TransactionType, _ amount: String, _ price: String, at minute: Int
  ) -> Transaction {
    Transaction(
      coinId: "coin", type: type, amount: exact(amount), pricePerCoin: exact(price),
      date: Date(millisecondsSince1970: 1_700_000_000_000 + minute * 60_000))
  }

  @Test(arguments: NastyLedger.Kind.allCases)
  func `parts add up to wholes and to the realized result`(_ kind: NastyLedger.Kind) {
    for seed in 101...(101 + (Self.seeds ?? 5)) {
      let trades = NastyLedger(kind, seed: seed).trades
      for method in CostBasis.allCases {
        let gains = computeGains(trades, costBasis: method)
        let positions = Positions(
          transactions: trades, currentPrices: [:], costBasis: method)
        let summary = positions.summary.exact
        let forgotten = method == .hmrc ? 0 : forgotten(trades)
        let realized = summary.realizedClosedPnL + summary.realizedPartialPnL
        #expect(gains.totals.gain == realized - forgotten, "\(kind) \(method) seed \(seed)")
        #expect(gains.totals.cost == summary.closedCost, "\(kind) \(method) seed \(seed)")
        let years = (2023...2030).compactMap { year in
          UTCDay(year: year, month: 1, day: 1).flatMap { first in
            UTCDay(year: year, month: 12, day: 31).flatMap { last in
              computeGains(trades, costBasis: method, days: first...last).totals.gain
            }
          }
        }
        #expect(years.reduce(Cost.zero, +) == gains.totals.gain, "\(kind) \(method) seed \(seed)")
      }
    }
  }

  private func forgotten(_ trades: [Transaction]) -> Cost {
    var position = CoinPosition(coinId: "coin")
    for trade in inLedgerOrder(trades) { _ = position.applyUnchecked(trade) }
    return position.closed.forgotten
  }

  @Test(arguments: NastyLedger.Kind.allCases)
  func `any order of addition gives the same bytes`(_ kind: NastyLedger.Kind) {
    var generator = SeededGenerator(seed: 7)
    for seed in 201...(203 + (Self.seeds ?? 20)) {
      let totals = NastyLedger(kind, seed: seed).trades.map(\.exactTotal)
      let sum = totals.reduce(Cost.zero, +)
      for _ in 0..<5 {
        let other = totals.shuffled(using: &generator).reduce(Cost.zero, +)
        var bytes: ([UInt8], [UInt8]) = ([], [])
        sum.append(to: &bytes.0)
        other.append(to: &bytes.1)
        #expect(bytes.0 == bytes.1)
        #expect(sum.description == other.description)
      }
    }
  }

  private func compare(_ trades: [Transaction], _ method: CostBasis, _ name: String) throws {
    var oracle = Oracle(trades, method)
    if method == .hmrc { oracle.addPaidBefore(paidInClosedCycles(trades)) }
    let price = exact("1234.000000000000000567")
    let coin = Coin(id: "coin", symbol: "c", name: "Coin", currentPrice: price)
    let positions = Positions(
      transactions: trades, currentPrices: ["coin": coin], costBasis: method)
    #expect((positions.holdings.first != nil) == oracle.isOpen, "\(name)")
    if let holding = positions.holdings.first {
      let value = oracle.held * Fraction(price)
      same(holding.exact.amount, oracle.held, "\(name) amount")
      same(holding.exact.cost, oracle.cost, "\(name) cost")
      same(holding.exact.realizedPnL, oracle.realized, "\(name) realized")
      same(holding.exact.soldCost, oracle.soldCost, "\(name) sold cost")
      #expect(Fraction(holding.totalCost) == oracle.cost.in38Digits, "\(name)")
      #expect(Fraction(holding.avgCost) == (oracle.cost / oracle.held).in38Digits, "\(name)")
      #expect(try Fraction(#require(holding.currentValue)) == value.in38Digits, "\(name)")
      #expect(
        try Fraction(#require(holding.profitLoss)) == (value - oracle.cost).in38Digits, "\(name)")
    }
    let closed = Dictionary(
      positions.closedPositions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(closed.count == oracle.closed.count, "\(name)")
    for expected in oracle.closed {
      let found = try #require(closed[expected.id], "\(name)")
      same(found.exactRealizedPnL, expected.realized, "\(name) closed")
      same(found.exactTotalCost, expected.cost, "\(name) closed cost")
      #expect(
        Fraction(found.avgCostPrice) == (expected.cost / expected.bought).in38Digits, "\(name)")
    }
    compareRows(computeGains(trades, costBasis: method), oracle, name)
  }

  private func compareRows(_ gains: Gains, _ oracle: Oracle, _ name: String) {
    let parts = oracle.sales.flatMap { sale in
      zip(sale.parts, sale.proceeds).map { (sale, $0, $1) }
    }
    #expect(gains.rows.count == parts.count, "\(name)")
    for (row, (sale, part, proceeds)) in zip(gains.rows, parts) {
      same(row.exactAmount, part.amount, "\(name) row")
      same(row.exactCost ?? -1, part.cost, "\(name) row cost")
      same(row.exactProceeds ?? -1, proceeds, "\(name) row proceeds")
      same(row.exactGain ?? -1, proceeds - part.cost, "\(name) row gain")
      #expect(row.acquired == part.acquired, "\(name)")
      let days = sale.daysHeld(part)
      #expect(row.daysHeld == days, "\(name)")
      #expect(
        row.term == part.acquired.map { sale.isLong(boughtOn: $0) ? .long : .short }, "\(name)")
    }
  }

  private func paidInClosedCycles(_ trades: [Transaction]) -> Fraction {
    let open = Oracle(trades, .average)
    let all = trades.filter { $0.type != .sell }
      .reduce(Fraction.zero) { $0 + Fraction($1.amount) * Fraction($1.pricePerCoin) }
    return all - open.cost - open.soldCost
  }

  private func same(_ found: some ExactValue, _ expected: Fraction, _ name: String) {
    #expect(Fraction(text: found.description) == expected, "\(name)")
  }
}
