import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Another export of what the ledger has, after the user changed what the first made of it.
struct ToldAgainTests {
  private let trades = """
    Date(UTC),Pair,Side,Price,Executed,Amount,Fee
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.01BTC,600USDT,0.6USDT
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.02BTC,1200USDT,1.2USDT
    """
  private let statement = """
    User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
    1,2024-03-01 10:00:01,Spot,Transaction Buy,BTC,0.03,
    1,2024-03-01 10:00:01,Spot,Transaction Spend,USDT,-1800,
    1,2024-03-01 10:00:01,Spot,Transaction Fee,USDT,-1.8,
    """
  private let policy = InterchangeTests.policy(stable: ["USDT"])

  /// What a file of Binance adds, read whole and piece by piece.
  private func added(
    by text: String, name: String = "file.csv", to ledger: ImportLedger,
    _ policy: ImportPolicy? = nil
  ) throws -> ImportPlan {
    let file = try readImport(Array(text.utf8), name: name)
    return planImport(
      [file], into: ledger.since([file]), policy: policy ?? self.policy,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
  }

  private func edited(_ change: (inout Transaction) -> Void, in text: String) throws -> ImportLedger
  {
    var rows = try plan([text], policy).additions
    let first = rows[0]
    change(&rows[0])
    return ImportLedger(transactions: rows, beforeEdits: RowsBeforeEdits([first]))
  }

  @Test func `an edited row is what it came in as`() throws {
    let changes: [(inout Transaction) -> Void] = [
      { $0.date = instant("2024-05-01") }, { $0.amount = 7 }, { $0.account = "Elsewhere" },
      { $0.coinId = "ethereum" }, { $0.type = .gift },
    ]
    for (one, other) in [(trades, statement), (statement, trades)] {
      for (number, change) in changes.enumerated() {
        let plan = try added(by: other, to: try edited(change, in: one))
        #expect(plan.added == [], "change \(number)")
        #expect(
          plan.leftOut.contains { if case .reportedElsewhere = $0.reason { true } else { false } })
      }
    }
  }

  @Test func `a row whose account alone was renamed is known under both names`() throws {
    let ledger = try edited({ $0.account = "Elsewhere" }, in: statement)
    var named = policy
    named.account = "Elsewhere"
    #expect(try added(by: trades, to: ledger, named).added == [])
    named.account = "A third"
    #expect(try added(by: trades, to: ledger, named).added.count == 2)
  }

  @Test func `what was deleted stays deleted in another export, and comes back by saying so`()
    throws
  {
    let rows = try plan([trades], policy).additions
    let deleted = Set(rows.compactMap(\.reference))
    let ledger = ImportLedger(
      transactions: [], deleted: deleted, beforeEdits: RowsBeforeEdits(rows))
    let plan = try added(by: statement, to: ledger)
    #expect(plan.added == [])
    #expect(plan.leftOut.contains { $0.reason == .deleted })
    var back = policy
    back.bringsBackDeleted = true
    #expect(try added(by: statement, to: ledger, back).added.count == 1)
    // Of two fills one is there still: another export tells what is there.
    let half = ImportLedger(
      transactions: [rows[1]], deleted: [try #require(rows[0].reference)],
      beforeEdits: RowsBeforeEdits([rows[0]]))
    let rest = try added(by: statement, to: half)
    #expect(rest.added == [])
    #expect(!rest.leftOut.contains { $0.reason == .deleted })
  }

  private let deposit = """
    User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
    1,2024-03-05 10:00:00,Spot,Deposit,ETH,2,
    """
  private let deposits = """
    Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
    2024-03-05 09:30:00,ETH,ETH,2,0,0x1,0xh,,,Completed
    """

  @Test(arguments: [true, false])
  func `a deposit that became a gift is still the deposit`(isStatementFirst: Bool) throws {
    let files = [(deposit, "statement.csv"), (deposits, "deposits.csv")]
    let (one, other) = isStatementFirst ? (files[0], files[1]) : (files[1], files[0])
    var gifts = policy
    gifts.depositsAreGifts = true
    let empty = ImportLedger(transactions: [])
    let first = try added(by: one.0, name: one.1, to: empty, gifts)
    #expect(first.added.count == 1)
    let ledger = ImportLedger(transactions: first.additions)
    for policy in [policy, gifts] {
      let plan = try added(by: other.0, name: other.1, to: ledger, policy)
      #expect(plan.added == [])
      #expect(plan.moves == [])
    }
    // Deleted, it is not brought by the other export either.
    let deleted = ImportLedger(
      transactions: [], deleted: Set(first.additions.compactMap(\.reference)),
      beforeEdits: RowsBeforeEdits(first.additions))
    #expect(try added(by: other.0, name: other.1, to: deleted, gifts).added == [])
  }

  @Test func `a deposit that the user answered is still the deposit`() throws {
    let move = try #require(
      try added(by: deposit, name: "statement.csv", to: ImportLedger(transactions: [])).moves.first)
    for type in [TransactionType.gift, .buy] {
      let answer = Transaction(
        coinId: move.coinId, type: type, amount: move.amount, pricePerCoin: type == .gift ? 0 : 9,
        date: move.date, account: move.account, reference: move.reference)
      let ledger = ImportLedger(transactions: [answer], beforeEdits: RowsBeforeEdits([], [move]))
      let plan = try added(by: deposits, name: "deposits.csv", to: ledger)
      #expect(plan.added == [])
      #expect(plan.moves == [])
      // The same row with other cells, and another deposit a minute later.
      let rewritten = deposit.replacing("10:00:00", with: "10:00").replacing(
        "ETH,2,", with: "ETH,2.0,")
      let again = try added(by: rewritten, name: "statement.csv", to: ledger)
      #expect(again.moves == [])
    }
  }

  @Test func `a withdrawal that lost coins on its way later is what it came in as`() throws {
    let sent = deposit.replacing("Deposit,ETH,2", with: "Withdraw,ETH,-2")
    let told = """
      Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2024-03-05 10:20:00,ETH,ETH,1.9,0.1,0x1,0xh,,,Completed
      """
    let file = "withdrawals.csv"
    let move = try #require(
      try added(by: sent, name: "statement.csv", to: ImportLedger(transactions: [])).moves.first)
    #expect(move.amount == -2)
    var now = move
    now.amount = -1.5
    now.transfer = UUID()
    let reference = try #require(move.reference)
    let lost = Transaction(
      coinId: move.coinId, type: .sell, amount: 0.5, pricePerCoin: 0, date: move.date,
      account: move.account, kind: .fee, reference: reference.part("loss"))
    let ledger = ImportLedger(
      transactions: [lost], moves: [now], beforeEdits: RowsBeforeEdits([], [move]))
    #expect(try added(by: told, name: file, to: ledger).moves == [])
  }

  @Test func `edited rows without ids are known in a file that a spreadsheet wrote anew`() throws {
    let rewritten = statement.replacing("10:00:01", with: "10:00").replacing(
      "0.03,", with: "0.030,")
    let changes: [(inout Transaction) -> Void] = [
      { $0.date = instant("2024-05-01") }, { $0.amount = 7 }, { $0.coinId = "ethereum" },
    ]
    for (number, change) in changes.enumerated() {
      #expect(
        try added(by: rewritten, to: try edited(change, in: statement)).added == [],
        "change \(number)")
    }
  }
}
