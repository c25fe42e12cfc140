import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

private let chainHash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
private let bought = trade(
  1, "2024-04-01", get: quantity("1", "ETH"), give: quantity("3000", "USD"))

/// Withdrawals and deposits of which several fit each other.
struct UnsureTransfersTests {
  private static func sent(
    _ line: Int, _ time: String, _ change: (inout MoveFacts) -> Void = { _ in }
  ) -> Reading {
    move(line, "2024-04-\(time)Z", "-0.1", "ETH", account: "kraken", change)
  }

  private static func came(
    _ line: Int, _ time: String, _ change: (inout MoveFacts) -> Void = { _ in }
  ) -> Reading {
    move(line, "2024-04-\(time)Z", "0.1", "ETH", account: "ledger", change)
  }

  private let first = sent(2, "15T16:00:08")
  private let second = sent(3, "15T23:44:37")
  private let arrivals = [came(4, "16T00:02:43"), came(5, "15T16:26:54")]

  /// The instants of the transfers of a ledger, and how many of its moves are open.
  private func transfers(_ ledger: ImportLedger) -> (pairs: [String], open: Int) {
    let deposits = Dictionary(
      ledger.moves.compactMap { move in move.transfer.map { ($0, move) } },
      uniquingKeysWith: { first, _ in first })
    let pairs = ledger.moves.filter { $0.transfer != nil && $0.amount < 0 }.map {
      "\($0.date.utcText) \(deposits[$0.id]?.date.utcText ?? "")"
    }
    return (pairs.sorted(), ledger.moves.count { $0.transfer == nil })
  }

  private func imported(_ pieces: [[Reading]], _ policy: ImportPolicy = ImportPolicy())
    -> ImportLedger
  {
    pieces.reduce(ImportLedger(transactions: [])) { ledger, piece in
      ledger.with(plan(facts: piece, policy, into: ledger))
    }
  }

  @Test func `what came before the second left is of the first, in whatever order it is imported`()
  {
    let expected = [
      "2024-04-15T16:00:08Z 2024-04-15T16:26:54Z", "2024-04-15T23:44:37Z 2024-04-16T00:02:43Z",
    ]
    let orders = [
      [[bought, first, second] + arrivals], [[bought, first, second], arrivals],
      [arrivals, [bought, first, second]], [[bought, first], arrivals, [second]],
      [[second], [arrivals[0]], [first], [arrivals[1]], [bought]],
      [[arrivals[0]], [bought, first, arrivals[1]], [second]],
    ]
    var gifts = ImportPolicy()
    gifts.depositsAreGifts = true
    for (place, order) in orders.enumerated() {
      for policy in [ImportPolicy(), gifts] {
        let ledger = imported(order, policy)
        let found = transfers(ledger)
        #expect(found.pairs == expected && found.open == 0, "order \(place)")
        #expect(ledger.transactions.map(\.type) == [.buy], "order \(place)")
      }
    }
  }

  @Test func `a pair that the user opened stays open`() throws {
    let first = plan(facts: [bought, self.first, arrivals[1]])
    var moves = first.moves
    for index in moves.indices { moves[index].transfer = nil }
    let later = plan(
      facts: [move(9, "2024-04-20T10:00:00Z", "-0.1", "ETH", account: "kraken")],
      into: ImportLedger(transactions: first.additions, moves: moves))
    #expect(later.changedMoves.isEmpty)
  }

  @Test func `moves of one hash are one with no others`() {
    let ledger = imported([
      [
        bought, Self.sent(2, "15T16:00:00") { $0.hash = chainHash },
        Self.came(3, "15T16:20:00"), Self.came(4, "15T16:30:00") { $0.hash = "0x" + chainHash },
        Self.sent(5, "15T16:10:00"),
      ]
    ])
    let found = transfers(ledger)
    #expect(
      found.pairs == [
        "2024-04-15T16:00:00Z 2024-04-15T16:30:00Z", "2024-04-15T16:10:00Z 2024-04-15T16:20:00Z",
      ])
  }

  @Test(arguments: [false, true])
  func `deposits that several withdrawals fit are no gifts`(areMissing: Bool) {
    var policy = ImportPolicy()
    policy.depositsAreGifts = !areMissing
    policy.missingCoinsAreGifts = areMissing
    let unsure = [Self.sent(2, "15T16:00:00"), Self.sent(3, "15T16:01:00")]
    let came = [Self.came(4, "15T16:20:00"), Self.came(5, "15T16:21:00")]
    let sold = trade(6, "2024-04-17", get: quantity("9", "USD"), give: quantity("0.05", "ETH"))
    let plan = plan(facts: [bought] + unsure + came + [sold], policy)
    #expect(plan.additions.map(\.type) == [.buy, .sell])
    #expect(plan.unsureMoves.count == 4)
    #expect(plan.openDeposits.isEmpty)
    // What came before its withdrawals was a gift, and is not one any more.
    for order in [[came, [bought] + unsure, [sold]], [[sold], [bought] + came, unsure]] {
      var generous = policy
      generous.skipsRefused = true
      let ledger = imported(order, generous)
      #expect(transfers(ledger).open == 4)
      #expect(!ledger.transactions.contains { $0.reference?.ofGivenDeposit != nil })
    }
  }

  @Test func `a sale that lacks coins is not told to make gifts of such deposits`() throws {
    let plan = plan(facts: [
      Self.sent(2, "15T16:00:00"), Self.came(4, "15T16:20:00"), Self.came(5, "15T16:21:00"),
      trade(6, "2024-04-17", get: quantity("9", "USD"), give: quantity("0.05", "ETH")),
    ])
    #expect(plan.refusalGroups.map(\.option) == [.missingCoinsAreGifts])
    #expect(plan.unsureMoves.count == 3)
  }
}
