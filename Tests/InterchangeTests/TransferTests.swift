import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

private let bought = trade(
  1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD"))

struct TransferTests {
  @Test func `a withdrawal and the deposit it became are one transfer, and what is lost a fee`()
    throws
  {
    let plan = plan(facts: [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken") { $0.hash = "h" },
      move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger") { $0.hash = "h" },
    ])
    #expect(plan.transferCount == 1)
    #expect(plan.openDeposits.isEmpty)
    #expect(plan.moves.map(\.amount) == [decimal("-0.99"), decimal("0.99")])
    let loss = try #require(plan.additions.last)
    #expect(loss.summary == "2024-01-02T10:00:00Z sell 0.01 bitcoin 0")
    #expect(loss.category == .fee)
  }

  @Test(
    "moves that differ too much stay open",
    arguments: [
      ("2024-01-02T23:00:01Z", "0.99", "h"), ("2024-01-02T11:00:00Z", "0.94", "h"),
      ("2024-01-02T11:00:00Z", "1.01", "h"), ("2024-01-02T11:00:00Z", "0.99", "other"),
      ("2024-01-02T10:59:59Z", "0.99", "h"),
    ])
  func differ(date: String, amount: String, hash: String) {
    let plan = plan(facts: [
      bought, move(2, "2024-01-02T11:00:00Z", "-1", account: "kraken") { $0.hash = "h" },
      move(3, date, amount, account: "ledger") { $0.hash = hash },
    ])
    #expect(plan.transferCount == 0)
    #expect(plan.openDeposits.count == 1)
  }

  @Test func `two candidates make no transfer`() {
    let plan = plan(facts: [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken"),
      move(3, "2024-01-02T11:00:00Z", "1", account: "ledger"),
      move(4, "2024-01-02T12:00:00Z", "1", account: "trezor"),
    ])
    #expect(plan.transferCount == 0)
  }

  @Test func `an uncovered sale names the deposit that would cover it`() throws {
    let readings = [
      move(1, "2024-01-01", "1", account: "kraken"),
      trade(2, "2024-01-02", get: quantity("100", "USD"), give: quantity("1", "BTC")),
    ]
    let refused = try #require(plan(facts: readings).refused.first)
    #expect(refused.reason.sentence.contains("The deposit of 1 bitcoin on 2024-01-01"))
    var gifts = ImportPolicy()
    gifts.depositsAreGifts = true
    let plan = plan(facts: readings, gifts)
    #expect(plan.refusedSummary == [])
    #expect(plan.additions.map(\.type) == [.gift, .sell])
    #expect(plan.moves.isEmpty)
  }

  @Test func `moves are known again, whole transfers too`() {
    let readings = [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken"),
      move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger"),
    ]
    let first = plan(facts: readings)
    let ledger = ImportLedger(transactions: first.additions, moves: first.moves)
    let second = plan(facts: readings, into: ledger)
    #expect(second.isEmpty)
    #expect(second.alreadyThere == 3)
  }

  @Test func `a deposit imported later completes the withdrawal of the ledger`() throws {
    let first = plan(facts: [bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken")])
    let second = plan(
      facts: [move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger")],
      into: ImportLedger(transactions: first.additions, moves: first.moves))
    #expect(second.changedMoves.map(\.amount) == [decimal("-0.99")])
    #expect(second.moves.map(\.transfer) == [first.moves[0].id])
    #expect(second.additions.map(\.summary) == ["2024-01-02T10:00:00Z sell 0.01 bitcoin 0"])
  }

  @Test func `the first balance that differs is named`() {
    let plan = plan(facts: [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD")) {
        $0.balances = [quantity("2", "BTC")]
      },
      trade(2, "2024-01-02", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("3.5", "BTC")]
      },
      trade(3, "2024-01-03", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("9", "BTC")]
      },
    ])
    #expect(
      plan.notices.map(\.sentence).contains {
        $0.hasPrefix("line 2: the file has a balance of 3.5 BTC; its rows add up to 3.")
      })
    #expect(plan.notices.count { $0.sentence.contains("balance") } == 1)
  }
}
