import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Fills of one second of which one report has all and another only some.
struct PartsInOtherReportsTests {
  private let header = "Date(UTC),Pair,Side,Price,Executed,Amount,Fee"
  private let policy = InterchangeTests.policy(stable: ["USDT"])
  private let start = ImportLedger(transactions: [
    Transaction(
      coinId: "bitcoin", type: .buy, amount: 5, pricePerCoin: 5, date: instant("2023-01-01"))
  ])

  /// Sales of one second, as the trades report has them.
  private func trades(_ tenths: Int..., fee: String = "0USDT", more: String = "") -> String {
    header
      + tenths.map {
        "\n2024-06-04 14:14:32,BTCUSDT,SELL,42000,0.\($0)BTC,\($0 * 4200)USDT,\(fee)"
      }.joined() + more
  }

  /// The same, as the statement has them.
  private func statement(_ tenths: Int..., time: String = "14:14:32", more: String = "") -> String {
    "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark" + more
      + tenths.map {
        """

        7,2024-06-04 \(time),Spot,Transaction Sold,BTC,-0.\($0),
        7,2024-06-04 \(time),Spot,Transaction Revenue,USDT,\($0 * 4200),
        """
      }.joined()
  }

  private func order(_ tenths: Int) -> String {
    "Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,"
      + "Trading total,Status\n2024-06-04 14:14:32,7,BTCUSDT,LIMIT,SELL,42000,0.\(tenths)BTC,"
      + "2024-06-04 14:14:32,0.\(tenths)BTC,42000,\(tenths * 4200)USDT,FILLED"
  }

  /// The ledger of files imported one by one.
  private func ledger(_ texts: String...) throws -> ImportLedger {
    try texts.reduce(start) { ledger, text in
      let plan = try plan([text], policy, into: ledger)
      #expect(plan.refusedSummary == [])
      return ledger.withJournal(plan)
    }
  }

  private func sold(_ ledger: ImportLedger) -> [Decimal] {
    ledger.transactions.filter { $0.type == .sell }.map(\.amount).sorted()
  }

  @Test func `the whole second of another report replaces a part`() throws {
    for (part, whole) in [
      (trades(6), statement(6, 7)), (trades(6), statement(6, 6)),
      (trades(3, 4), statement(3, 4, 5)),
      (
        trades(6),
        statement(6, 7, time: "14:14:33", more: "\n7,2024-06-01 10:00:00,Spot,Deposit,ETH,2,")
      ),
    ] {
      let first = try ledger(part)
      let plan = try plan([whole], policy, into: first)
      #expect(plan.notices.contains(.partsReplaced(first.transactions.count - 1)))
      #expect(sold(first.withJournal(plan)).count == 1)
    }
    #expect(try sold(ledger(trades(6), statement(6, 7))) == [1.3])
    #expect(try sold(ledger(trades(6), statement(6, 7), trades(6, 7))) == [1.3])
    #expect(
      try sold(ledger(trades(6), statement(6, 7), trades(6, 7, fee: "1USDT"))) == [0.6, 0.7])
    #expect(try sold(ledger(statement(6), trades(6, 7))) == [0.6, 0.7])
    // A statement makes one sale of its rows.
    #expect(try sold(ledger(statement(3, 4), trades(3, 4, 6))) == [0.3, 0.4, 0.6])
  }

  @Test func `a part of what the ledger has whole adds nothing`() throws {
    // Of a sale of the statement nobody knows the rows; the file may have been cut at its ends.
    #expect(try sold(ledger(statement(6, 7), trades(6))) == [1.3])
    #expect(try sold(ledger(statement(6, 7), trades(6), trades(6, 7))) == [1.3])
    #expect(try sold(ledger(trades(6, 7), statement(7))) == [0.6, 0.7])
    let around = ["2024-06-03", "2024-06-05"].map {
      "\n\($0) 14:14:32,BTCUSDT,SELL,42000,0.1BTC,4200USDT,0USDT"
    }
    let between = try ledger(statement(6, 7), trades(6, more: around.joined()))
    #expect(sold(between) == [0.1, 0.1, 0.6, 1.3])
  }

  @Test func `files given together tell each second once`() throws {
    for texts in [
      [trades(6), statement(6, 7)], [trades(6, 7), statement(6)],
      [trades(6), order(9), statement(6, 3)],
    ] {
      for texts in [texts, texts.reversed()] {
        let both = start.withJournal(try plan(texts, policy, into: start))
        #expect(sold(both).reduce(0, +) == (texts.count == 2 ? 1.3 : 0.9))
      }
    }
    // The rows of one report that are in the ledger, and those of its next file, are one report.
    let first = try ledger(trades(6))
    let earlier = "\n7,2024-01-01 10:00:00,Spot,Deposit,ETH,2,"
    for whole in [statement(6, 7), statement(6, 7, more: earlier)] {
      let both = first.withJournal(try plan([trades(6, 7), whole], policy, into: first))
      #expect(sold(both).reduce(0, +) == 1.3)
    }
  }

  @Test func `an amount to which no rows of the other report add up is another trade`() throws {
    #expect(try sold(ledger(trades(5), statement(6, 7))) == [0.5, 1.3])
    #expect(try sold(ledger(trades(6), order(9))) == [0.6, 0.9])
    #expect(try sold(ledger(trades(6), statement(6, 7, time: "14:14:35"))) == [0.6, 1.3])
    // The statement begins where the trades end.
    #expect(try sold(ledger(trades(6), statement(6, 7, time: "14:14:33"))) == [0.6, 1.3])
  }

  @Test func `a part that was changed stays, and the whole is refused`() throws {
    let first = try ledger(trades(6))
    var edited = first.transactions[1]
    edited.notes = "mine"
    let ledger = ImportLedger(
      transactions: [first.transactions[0], edited],
      beforeEdits: RowsBeforeEdits([first.transactions[1]]))
    let whole = try plan([statement(6, 7)], policy, into: ledger)
    #expect(whole.additions.isEmpty && whole.replaced.isEmpty)
    #expect(whole.refused.map(\.reason.sentence) == [RefusalReason.partInLedger(edited).sentence])
    #expect(whole.incompleteCoins == ["bitcoin"])
    #expect(try plan([trades(6, 7)], policy, into: ledger).additions.map(\.amount) == [0.7])
  }

  @Test func `a fill that was refused for lack of coins counts once when it comes in`() throws {
    let few = ImportLedger(transactions: [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 5, date: instant("2023-01-01"))
    ])
    var skipping = policy
    skipping.skipsRefused = true
    let text = trades(6, 6)
    let file = try readImport(Array(text.utf8))
    let refused = try plan([text], skipping, into: few)
    #expect(refused.additions.map(\.amount) == [0.6] && refused.refused.count == 1)
    let left = try #require(refused.refusedRows(of: file))
    let later = few.withJournal(refused)
    let ledger = ImportLedger(
      transactions: start.transactions + later.transactions.filter { $0.type == .sell })
    for order in [[statement(6, 6), text], [statement(6, 6), left], [left, statement(6, 6)]] {
      let all = try order.reduce(ledger) {
        let plan = try plan([$1], policy, into: $0)
        #expect(plan.refusedSummary == [])
        return $0.withJournal(plan)
      }
      #expect(sold(all).reduce(0, +) == 1.2)
    }
  }

  @Test func `a part stays where the whole is refused`() throws {
    let few = ImportLedger(transactions: [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 5, date: instant("2023-01-01"))
    ])
    var skipping = policy
    skipping.skipsRefused = true
    let first = few.withJournal(try plan([trades(6, 6)], skipping, into: few))
    let whole = try plan([statement(6, 6)], skipping, into: first)
    #expect(whole.refused.map(\.source.line) == [2])
    #expect(sold(first.withJournal(whole)) == [0.6])
  }

  @Test func `both sides of a swap are compared`() throws {
    let priced = InterchangeTests.policy(["bitcoin 2024-06-04": "42000"])
    func received(_ ledger: ImportLedger) -> Decimal {
      ledger.transactions.filter { $0.coinId == "tether" }.map(\.amount).reduce(0, +)
    }
    let both = start.withJournal(try plan([trades(6), statement(6, 7)], priced, into: start))
    let first = start.withJournal(try plan([trades(6)], priced, into: start))
    let later = first.withJournal(try plan([statement(6, 7)], priced, into: first))
    for ledger in [both, later] {
      #expect(sold(ledger).reduce(0, +) == 1.3)
      #expect(received(ledger) == 54_600)
    }
  }
}
