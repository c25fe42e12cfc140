import BitpalTesting
import Exact
import FoundationEssentials
import Testing

@testable import Portfolio

/// The proof recomputes a ledger from its raw sums and finds every displayed figure that differs.
///
/// - Ledgers with every kind of trade, random ones and 38-digit figures pass.
/// - The residue that a closed position drops is computed exactly.
/// - A wrong balance, result, lot amount or lot cost is named with coin and method.
struct LedgerProofTests {
  @Test func `the ledger of every trap is proved`() throws {
    let trades =
      ledger("buy 1 at 1.5", "sell 0.333333333333333333 at 1.3", "sell 0.666666666666666666 at 1.7")
      + ledger("buy 3 at 10", "sell 1 at 7", "buy 1 at 11", "gift 2", "sell 1.1 at 9", coin: "b")
      + ledger("buy 0.000000000001 at 999999999999", coin: "c")
    let verification = try proveLedger(trades) {
      Positions(
        transactions: trades,
        currentPrices: ["b": Coin(id: "b", symbol: "b", name: "B", currentPrice: exact("13.37"))],
        costBasis: $0)
    }
    #expect(verification.coins == 3)
    #expect(verification.forgotten > 0)
    #expect(verification.forgotten < exact("1e-17"))
  }

  @Test func `the forgotten residue is computed and not guessed`() throws {
    let trades = ledger("buy 1 at 100", "sell 0.999999999 at 300")
    let verification = try proveLedger(trades) { positions(trades, $0) }
    #expect(verification.forgotten == exact("0.0000003"))
  }

  @Test(arguments: 1...8)
  func `random ledgers are proved`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var balance: Quantity = 0
    let trades = (0..<200).map { index in
      let isSale = balance > 1 && Bool.random(using: &generator)
      let amount =
        Quantity(Int.random(in: 1...999_999_999_999, using: &generator)) * exact("1e-9")
      let sold = Int.random(in: 0...3, using: &generator) == 0 ? balance : min(amount, balance)
      balance += isSale ? -sold : amount
      return Transaction(
        coinId: "bitcoin", type: isSale ? .sell : .buy, amount: isSale ? sold : amount,
        pricePerCoin: Price(Int.random(in: 1...9_999_999, using: &generator))
          * exact("1e-4"),
        date: Date(millisecondsSince1970: index * 1000))
    }
    #expect(throws: Never.self, "seed \(seed)") {
      try proveLedger(trades) { positions(trades, $0) }
    }
  }

  @Test(arguments: [
    ("buy 2.1 at 10", ProofDifference.Figure.balance), ("buy 2 at 10.1", .result),
  ])
  func `a program that shows another ledger is found out`(
    shown: String, figure: ProofDifference.Figure
  ) {
    let trades = ledger("buy 2 at 10", "sell 1 at 12")
    let others = ledger(shown, "sell 1 at 12")
    let difference = #expect(throws: ProofDifference.self) {
      try proveLedger(trades) { positions($0 == .lifo ? others : trades, $0) }
    }
    #expect(difference?.coinId == "bitcoin")
    #expect(difference?.costBasis == .lifo)
    #expect(difference?.figure == figure)
  }

  @Test(
    arguments: [
      (LotSums(amount: 1, cost: 20), ProofDifference.Figure.lots),
      (LotSums(amount: 2, cost: 22), .lotCost),
      (LotSums(amount: 2, cost: 20), nil),
    ] as [(LotSums, ProofDifference.Figure?)])
  func `parcels that are not what is held are found out`(
    lots: LotSums, figure: ProofDifference.Figure?
  ) throws {
    let trades = ledger("buy 3 at 10", "sell 1 at 12")
    var raw = RawSums()
    for trade in trades { raw.add(trade) }
    let check = CoinCheck(
      coinId: "bitcoin", costBasis: .fifo, raw: raw,
      shown: try #require(ShownResult.byCoin(positions(trades, .fifo))["bitcoin"]), lots: lots,
      carried: 0)
    var found: ProofDifference?
    do throws(ProofDifference) { try check.run() } catch { found = error }
    #expect(found?.figure == figure)
  }

  private func positions(_ trades: [Transaction], _ method: CostBasis) -> Positions {
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 70)
    return Positions(transactions: trades, currentPrices: ["bitcoin": coin], costBasis: method)
  }

  @Test(arguments: [
    ["buy 1 at 100", "sell 0.33333333333333333333333333333333333333 at 30"],
    [
      "buy 1000000000.1 at 3", "sell 0.33333333333333333333333333333333333333 at 30",
      "sell 0.66666666666666666666666666666666666667 at 30", "buy 7 at 0.1",
    ],
    [
      "buy 1 at 100", "sell 0.33333333333333333333333333333333333333 at 30",
      "sell 0.33333333333333333333333333333333333333 at 30",
      "sell 0.33333333333333333333333333333333333333 at 30", "buy 2 at 9",
    ],
  ])
  func `figures of 38 digits are proved`(lines: [String]) {
    let trades = lines.flatMap { ledger($0) }
    #expect(throws: Never.self) { try proveLedger(trades) { positions(trades, $0) } }
  }
}
