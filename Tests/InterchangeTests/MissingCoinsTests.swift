import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Pieces of a history, whose sales take coins that no row brings.
struct MissingCoinsTests {
  private let piece = [
    trade(1, "2024-01-01", get: quantity("1", "BTC"), give: quantity("100", "USD")),
    trade(2, "2024-01-02", get: quantity("300", "USD"), give: quantity("1.5", "BTC")),
    trade(3, "2024-01-03", get: quantity("80", "USD"), give: quantity("0.25", "BTC")),
  ]
  private var gifts: ImportPolicy {
    var policy = ImportPolicy()
    policy.missingCoinsAreGifts = true
    return policy
  }

  @Test func `without consent such sales are refused, and the cure is named`() throws {
    let plan = plan(facts: piece)
    #expect(plan.refused.map(\.source.line) == [2])
    #expect(try #require(plan.refusalGroups.first?.cure).contains("--missing gift"))
  }

  @Test func `with consent exactly what is missing is a gift of the moment of the sale`() {
    let plan = plan(facts: piece, gifts)
    #expect(plan.refused.isEmpty)
    #expect(
      plan.added == [
        "2024-01-01T00:00:00Z buy 1 bitcoin 100", "2024-01-02T00:00:00Z gift 0.5 bitcoin 0",
        "2024-01-02T00:00:00Z sell 1.5 bitcoin 200", "2024-01-03T00:00:00Z gift 0.25 bitcoin 0",
        "2024-01-03T00:00:00Z sell 0.25 bitcoin 320",
      ])
    #expect(plan.notices.contains(.missingCoinsGiven("bitcoin", amount: decimal("0.75"))))
  }

  @Test func `where the file's first balance tells of more coins, that is said`() {
    func plan(balance: String) -> [ImportNotice] {
      let sale = trade(1, "2024-01-02", get: quantity("300", "USD"), give: quantity("1.5", "BTC")) {
        $0.balances = [quantity(balance, "BTC")]
      }
      return InterchangeTests.plan(facts: [sale], gifts).notices
    }
    let said = ImportNotice.heldBefore("bitcoin", amount: 2, made: decimal("1.5"))
    #expect(plan(balance: "0.5").contains(said))
    #expect(!plan(balance: "0").contains { if case .heldBefore = $0 { true } else { false } })
  }

  @Test func `what an open deposit brought is not made up beside it`() {
    let deposits = [
      move(1, "2024-01-01", "0.1", account: "kucoin"),
      move(2, "2024-01-02", "0.2", account: "kucoin"),
      move(3, "2024-01-05", "0.3", account: "kucoin"),
    ]
    let small = trade(4, "2024-01-03", get: quantity("60", "USD"), give: quantity("0.15", "BTC"))
    let large = trade(5, "2024-01-04", get: quantity("90", "USD"), give: quantity("0.25", "BTC"))
    let together = plan(facts: deposits + [small, large], gifts)
    #expect(
      together.added == [
        "2024-01-01T00:00:00Z gift 0.1 bitcoin 0", "2024-01-02T00:00:00Z gift 0.2 bitcoin 0",
        "2024-01-03T00:00:00Z sell 0.15 bitcoin 400", "2024-01-04T00:00:00Z gift 0.1 bitcoin 0",
        "2024-01-04T00:00:00Z sell 0.25 bitcoin 360",
      ])
    #expect(together.moves.map(\.amount) == [0.3])
    #expect(together.notices.contains(.neededDepositsGiven(2)))
    #expect(together.notices.contains(.missingCoinsGiven("bitcoin", amount: decimal("0.1"))))
    // One by one the same.
    let before = plan(facts: deposits, gifts)
    let ledger = ImportLedger(transactions: [], moves: before.moves)
    let behind = plan(facts: [small, large], gifts, into: ledger)
    #expect(behind.added == together.added)
    #expect(behind.replacedMoves.map(\.amount) == [0.1, 0.2])
  }

  @Test func `the same file adds nothing the second time`() {
    let first = plan(facts: piece, gifts)
    let again = plan(facts: piece, gifts, into: ImportLedger(transactions: first.additions))
    #expect(again.additions.isEmpty && again.alreadyThere == 3)
  }

  @Test func `coins that later rows of the ledger sell are not taken away from them`() throws {
    let later = Transaction(
      coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 500,
      date: instant("2024-06-01"))
    let earlier = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 50, date: instant("2023-06-01"))
    let sale = trade(1, "2024-01-02", get: quantity("90", "USD"), give: quantity("0.4", "BTC"))
    let plan = plan(facts: [sale], gifts, into: ImportLedger(transactions: [earlier, later]))
    #expect(
      plan.added == [
        "2024-01-02T00:00:00Z gift 0.4 bitcoin 0", "2024-01-02T00:00:00Z sell 0.4 bitcoin 225",
      ])
  }

  @Test func `a sale that leaves two later ones short gets two gifts`() {
    func row(_ type: TransactionType, _ amount: Decimal, _ day: String) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: type, amount: amount, pricePerCoin: 50, date: instant(day))
    }
    let ledger = ImportLedger(transactions: [
      row(.buy, 10, "2024-01-01"), row(.sell, 9, "2024-01-03"), row(.buy, 5, "2024-01-04"),
      row(.sell, 6, "2024-01-05"),
    ])
    let sale = trade(1, "2024-01-02", get: quantity("90", "USD"), give: quantity("5", "BTC"))
    let plan = plan(facts: [sale], gifts, into: ledger)
    #expect(plan.refused.isEmpty)
    #expect(
      plan.added == [
        "2024-01-02T00:00:00Z gift 4 bitcoin 0", "2024-01-02T00:00:00Z gift 1 bitcoin 0",
        "2024-01-02T00:00:00Z sell 5 bitcoin 18",
      ])
  }

  @Test func `a sale that leaves itself and a later one short gets two gifts`() {
    let first = plan(
      facts: [
        trade(1, "2024-02-01", get: quantity("0.1", "BTC"), give: quantity("10", "USD")),
        trade(2, "2024-03-01", get: quantity("50", "USD"), give: quantity("0.5", "BTC")),
      ], gifts)
    let earlier = trade(3, "2024-02-02", get: quantity("30", "USD"), give: quantity("0.3", "BTC"))
    let second = plan(
      facts: [earlier], gifts, into: ImportLedger(transactions: first.additions))
    // 0.2 for the sale itself, and 0.1 more for the one in March, from which it takes them.
    #expect(
      second.added == [
        "2024-02-02T00:00:00Z gift 0.2 bitcoin 0", "2024-02-02T00:00:00Z sell 0.3 bitcoin 100",
        "2024-03-01T00:00:00Z gift 0.5 bitcoin 0", "2024-03-01T00:00:00Z sell 0.5 bitcoin 100",
      ])
    // The sale stands behind its gift again.
    #expect(second.replaced.map(\.amount) == [decimal("0.4"), decimal("0.5")])
    #expect(second.totals.count == 3)
    let references = second.additions.compactMap(\.reference)
    #expect(Set(references).count == references.count)
  }

  @Test func `a fee that the ledger does not cover makes up no coins`() {
    let plan = plan(
      facts: [
        trade(1, "2024-01-01", give: quantity("0.1", "ETH")) { $0.category = .fee },
        move(2, "2024-01-02", "-1", account: "kraken") { $0.fee = decimal("0.01") },
      ], gifts)
    #expect(
      plan.added == [
        "2024-01-01T00:00:00Z gift 0.1 ethereum 0", "2024-01-01T00:00:00Z sell 0.1 ethereum 0",
      ])
  }
}
