import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// The proof in `docs/accounting.md`, checked with random ledgers.
struct IdentityTests {
  @Test(arguments: CostBasis.allCases)
  func `realized and unrealized are value less net investment`(_ method: CostBasis) {
    for seed in UInt64(1)...12 {
      var generator = SeededGenerator(seed: seed)
      let trades = randomLedger(coins: 4, count: 250, using: &generator)
      let prices = randomPrices(coins: 4, using: &generator)
      let positions = Positions(transactions: trades, currentPrices: prices, costBasis: method)
      let invested = trades.reduce(ExactDecimal(0)) {
        $1.type == .sell ? $0 - $1.total : $0 + $1.total
      }
      let value = positions.summary.totalValue ?? 0
      let total = positions.summary.totalPnL ?? 0
      let difference = total - (value - invested)
      #expect(abs(difference) <= residue, "seed \(seed), \(method): off by \(difference)")
    }
  }

  @Test func `forgotten dust is all that the proof may miss`() {
    let trades = ledger("buy 1 at 100", "sell 0.999999999 at 300")
    let summary = Positions(transactions: trades, currentPrices: [:]).summary
    let cash = trades[1].total - trades[0].total
    #expect(summary.realizedPnL.rounded(places: 20) == 200)
    #expect((summary.realizedPnL - cash).rounded(places: 20) == exact("0.0000003"))
  }

  @Test func `every method agrees on the total`() {
    for seed in UInt64(21)...26 {
      var generator = SeededGenerator(seed: seed)
      let trades = randomLedger(coins: 3, count: 200, using: &generator)
      let prices = randomPrices(coins: 3, using: &generator)
      let totals = CostBasis.allCases.map {
        Positions(transactions: trades, currentPrices: prices, costBasis: $0).summary.totalPnL ?? 0
      }
      for total in totals {
        #expect(abs(total - totals[0]) <= residue, "seed \(seed): \(totals)")
      }
    }
  }

  @Test func `coins do not touch each other`() {
    for seed in UInt64(31)...36 {
      var generator = SeededGenerator(seed: seed)
      let trades = randomLedger(coins: 4, count: 200, using: &generator)
      let prices = randomPrices(coins: 4, using: &generator)
      let whole = Positions(transactions: trades, currentPrices: prices)
      let without = Positions(
        transactions: trades.filter { $0.coinId != "coin0" }, currentPrices: prices)
      #expect(whole.holdings.filter { $0.id != "coin0" } == without.holdings, "seed \(seed)")
      #expect(
        whole.closedPositions.including { id, _ in id != "coin0" } == without.closedPositions,
        "seed \(seed)")
    }
  }

  @Test func `the order of rows of different coins changes nothing`() {
    for seed in UInt64(41)...46 {
      var generator = SeededGenerator(seed: seed)
      let trades = randomLedger(coins: 4, count: 200, using: &generator)
      let prices = randomPrices(coins: 4, using: &generator)
      let grouped = Dictionary(grouping: trades, by: \.coinId).values.flatMap { $0 }
      #expect(
        Positions(transactions: grouped, currentPrices: prices)
          == Positions(transactions: trades, currentPrices: prices), "seed \(seed)")
    }
  }
}

/// Rounding error in the 38th digit of a division: far below the last displayed digit.
private let residue = ExactDecimal(1, exponent: -15)

/// A ledger of buys, partial sales, full sales, gifts and re-entries, valid at every instant.
private func randomLedger(
  coins: Int, count: Int, using generator: inout SeededGenerator
) -> [Transaction] {
  var balances = Array(repeating: Quantity.zero, count: coins)
  return (0..<count).map { index in
    let coin = Int.random(in: 0..<coins, using: &generator)
    let kind = balances[coin] > 0 ? Int.random(in: 0..<10, using: &generator) : 0
    let price: Price = randomDecimal(digits: 6, places: 0...9, using: &generator)
    let type: TransactionType
    let amount: Quantity
    switch kind {
    case 0...4:
      type = .buy
      amount = randomDecimal(digits: 9, places: 0...18, using: &generator)
    case 5:
      type = .gift
      amount = randomDecimal(digits: 5, places: 0...8, using: &generator)
    case 6...8 where balances[coin] > 1:
      type = .sell
      // Halving leaves no remainder, so that the balance stays exact and the rest is not dust.
      amount = balances[coin] * ExactDecimal(5, exponent: -1)
    default:
      type = .sell
      amount = balances[coin]
    }
    balances[coin] += type == .sell ? -amount : amount
    return Transaction(
      coinId: "coin\(coin)", type: type, amount: amount,
      pricePerCoin: type == .gift ? 0 : price,
      date: Date(millisecondsSince1970: 1_700_000_000_000 + index * 3_600_000))
  }
}

private func randomPrices(
  coins: Int, using generator: inout SeededGenerator
) -> [String: Coin] {
  Dictionary(
    uniqueKeysWithValues: (0..<coins).map {
      let price: ExactDecimal = randomDecimal(digits: 5, places: 0...6, using: &generator)
      return ("coin\($0)", Coin(id: "coin\($0)", symbol: "c", name: "Coin", currentPrice: price))
    })
}

private func randomDecimal<Value: ExactValue>(
  digits: Int, places: ClosedRange<Int>, using generator: inout SeededGenerator
) -> Value {
  let whole = (1...digits).reduce(ExactDecimal(1)) { value, _ in
    value * 10 + ExactDecimal(Int.random(in: 0...9, using: &generator))
  }
  return Value(whole.scaled(byPowerOfTen: -Int.random(in: places, using: &generator)))
}
