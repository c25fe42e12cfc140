import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What two exports of one account say that something was worth.
struct ToldValuesTests {
  private let old = """
    Type,Product,Started Date,Completed Date,Description,Amount,Currency,Fiat amount,Fiat amount (inc. fees),Fee,Base currency,State,Balance
    CARD_PAYMENT,Current,2018-07-20 10:00:00,2018-07-20 10:00:00,Shop,-0.01,BTC,-56.53,-56.53,0,EUR,COMPLETED,0
    """
  private let new = """
    Symbol,Type,Quantity,Price,Value,Fees,Date
    BTC,Payment,0.01,$6480.00,$64.80,$0.00,"Jul 20, 2018, 10:00:00 AM"
    """
  private let gift = Transaction(
    id: UUID(), coinId: "bitcoin", type: .gift, amount: 1, pricePerCoin: 0,
    date: instant("2016-01-01"))
  private let evidence = policy(["EUR 2018-07-20": "1.167"])

  @Test func `the better evidence counts, whichever file stands first`() throws {
    for texts in [[old, new], [new, old]] {
      let plan = try plan(texts, evidence, into: ImportLedger(transactions: [gift]))
      #expect(plan.refusedSummary == [])
      #expect(plan.additions.map(\.total) == [decimal("64.8")])
      let isSaid = plan.notices.contains { if case .valuesDiffer = $0 { true } else { false } }
      #expect(isSaid)
    }
  }

  @Test func `what the ledger has stays, and the preview says where it differs`() throws {
    let empty = ImportLedger(transactions: [gift])
    for (first, second, kept, left) in [(old, new, "65.97", "64.8"), (new, old, "64.8", "65.97")] {
      let before = try plan([first], evidence, into: empty)
      let ledger = ImportLedger(transactions: [gift] + before.additions)
      let plan = try plan([second], evidence, into: ledger)
      #expect(plan.isEmpty)
      let said = plan.notices.filter { if case .valuesDiffer = $0 { true } else { false } }
      #expect(
        said.map(\.sentence) == [
          "line 2: bitcoin for \(left) US dollars, and for \(kept) in the ledger. 1 row differs by "
            + "more than 1 %; what the ledger has stays."
        ])
    }
  }
}
