import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Files that version 0.1 imported, imported again today.
struct FormerImportTests {
  private func former(
    _ type: TransactionType, _ amount: String, at price: String, _ date: String, _ notes: String?
  ) -> Transaction {
    Transaction(
      id: UUID(), coinId: "bitcoin", type: type, amount: decimal(amount),
      pricePerCoin: decimal(price), date: instant(date), notes: notes)
  }

  private let evidence = policy(["bitcoin 2024-01-03": "200", "bitcoin 2024-01-04": "200"])

  private let rows = [
    trade(1, "2024-01-01T10:00:00Z", get: quantity("2", "BTC"), give: quantity("200", "USD")) {
      $0.fees = [quantity("1", "USD")]
    },
    trade(2, "2024-01-02", get: quantity("2", "BTC"), give: quantity("300", "USD")) {
      $0.fees = [quantity("3", "USD")]
    },
    trade(3, "2024-01-03T10:00:00Z", get: quantity("1", "BTC")) { $0.category = .reward },
    trade(4, "2024-01-04", get: quantity("1", "BTC")) { $0.category = .reward },
    trade(5, "2024-01-05T10:00:00Z", get: quantity("90", "USD"), give: quantity("1", "BTC")),
  ]

  @Test func `rows that it valued otherwise are known again`() {
    let ledger = [
      former(.buy, "2", at: "100.5", "2024-01-01T10:00:00Z", "fee 1 USD"),
      former(.buy, "2", at: "151.5", "2024-01-02", "fee 3 USD"),
      former(.gift, "1", at: "0", "2024-01-03T10:00:00Z", "reward: staking"),
      former(.gift, "1", at: "0", "2024-01-04", "reward: staking"),
      former(.sell, "1", at: "90", "2024-01-05T10:00:00Z", nil),
    ]
    let again = plan(facts: rows, evidence, into: ImportLedger(transactions: ledger))
    #expect(again.refusedSummary == [])
    #expect(again.added == [])
    #expect(again.alreadyThere == 5)
  }

  @Test func `one row of the ledger is one row of the file`() {
    let ledger = [former(.buy, "2", at: "100.5", "2024-01-01T10:00:00Z", "fee 1 USD")]
    let twice = plan(
      facts: [rows[0], rows[0]], evidence, into: ImportLedger(transactions: ledger))
    #expect(twice.additions.count == 1)
  }

  @Test func `what only resembles a row of the file stays beside it`() {
    let ledger = [
      // Another second, another amount, the other direction, a day's trade of another total.
      former(.buy, "2", at: "100.5", "2024-01-01T10:00:01Z", nil),
      former(.buy, "2.5", at: "100.5", "2024-01-01T10:00:00Z", nil),
      former(.buy, "2", at: "150", "2024-01-02", nil),
      former(.buy, "1", at: "5", "2024-01-05T10:00:00Z", nil),
    ]
    let beside = plan(facts: rows, evidence, into: ImportLedger(transactions: ledger))
    #expect(beside.additions.count == 5)
    var known = former(.buy, "2", at: "100", "2024-01-01T10:00:00Z", nil)
    known.account = "coinbase"
    let other = plan(facts: [rows[0]], evidence, into: ImportLedger(transactions: [known]))
    #expect(other.additions.count == 1)
  }
}
