import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Several exports of one exchange, which tell the same trades in different forms.
struct OverlappingReportsTests {
  private let trades = """
    Date(UTC),Pair,Side,Price,Executed,Amount,Fee
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.01BTC,600USDT,0.6USDT
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.02BTC,1200USDT,1.2USDT
    2024-03-02 10:00:00,BTCUSDT,SELL,61000,0.005BTC,305USDT,0.3USDT
    """
  private let statement = """
    User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
    1,2024-03-01 10:00:01,Spot,Transaction Buy,BTC,0.03,
    1,2024-03-01 10:00:01,Spot,Transaction Spend,USDT,-1800,
    1,2024-03-01 10:00:01,Spot,Transaction Fee,USDT,-1.8,
    1,2024-03-03 10:00:00,Spot,Transaction Buy,BTC,0.04,
    1,2024-03-03 10:00:00,Spot,Transaction Spend,USDT,-2400,
    1,2024-03-05 10:00:00,Spot,Deposit,ETH,2,
    """
  private let deposits = """
    Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
    2024-03-05 10:00:00,ETH,ETH,2,0,0x1,0xh,,,Completed
    """
  private let policy = InterchangeTests.policy(stable: ["USDT"])

  /// The plan of files by their names, which say whether Binance's rows are deposits.
  private func named(
    _ files: [(name: String, text: String)], into ledger: ImportLedger? = nil
  ) throws -> ImportPlan {
    planImport(
      try files.map { try readImport(Array($0.text.utf8), name: $0.name) },
      into: ledger ?? ImportLedger(transactions: []), policy: policy,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
  }

  @Test func `the second of two exports adds only what the first does not tell`() throws {
    let plan = try plan([trades, statement], policy)
    #expect(
      plan.added == [
        "2024-03-01T10:00:00Z buy 0.01 bitcoin 60060",
        "2024-03-01T10:00:00Z buy 0.02 bitcoin 60060",
        "2024-03-02T10:00:00Z sell 0.005 bitcoin 60940",
        "2024-03-03T10:00:00Z buy 0.04 bitcoin 60000",
      ])
    let told = plan.leftOut.filter {
      if case .reportedElsewhere = $0.reason { true } else { false }
    }
    #expect(told.map(\.source.line) == [2])
    #expect(told.first?.reason == .reportedElsewhere("0.csv, line 2"))
  }

  @Test func `one export after the other adds what both together do`() throws {
    let first = try plan([statement], policy)
    let second = try plan(
      [trades], policy, into: ImportLedger(transactions: first.additions, moves: first.moves))
    #expect(second.added == ["2024-03-02T10:00:00Z sell 0.005 bitcoin 60940"])
    #expect(second.leftOut.count == 2)
    #expect(
      second.leftOut.first?.reason == .reportedElsewhere("one from binance-statement in the ledger")
    )
  }

  @Test func `a deposit that two exports tell is one`() throws {
    let plan = try named([("statement.csv", statement), ("deposits.csv", deposits)])
    #expect(plan.refusedSummary == [])
    #expect(plan.moves.map(\.amount) == [2])
    #expect(
      plan.leftOut.contains { if case .reportedElsewhere = $0.reason { true } else { false } })
  }

  @Test func `a deposit that another export has at another minute is the same, each once`() throws {
    // The chain had it 40 seconds, and half an hour, before it was booked.
    func row(_ time: String) -> String {
      "\n2024-03-05 \(time),ETH,ETH,2,0,0x1,0x\(time.prefix(5)),,,Completed"
    }
    let header = String(deposits.prefix { $0 != "\n" })
    for (times, count) in [
      (["09:59:20"], 1), (["09:30:00"], 1), (["08:59:00"], 2), (["09:59:20", "09:58:00"], 2),
      (["10:00:00", "10:10:00"], 2),
    ] {
      let later = ("deposits.csv", header + times.map(row).joined())
      let both = try named([("statement.csv", statement), later])
      #expect(both.refusedSummary == [])
      #expect(both.moves.count == count, "\(times)")
      let first = try named([("statement.csv", statement)])
      let ledger = ImportLedger(transactions: first.additions, moves: first.moves)
      let after = try named([later], into: ledger)
      #expect(after.moves.count - after.replacedMoves.count == count - 1, "\(times)")
    }
  }

  @Test func `a trade of another amount, coin or second stays`() throws {
    let other = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:04,BTCUSDT,BUY,60000,0.03BTC,1800USDT,0USDT
      2024-03-03 10:00:00,BTCUSDT,BUY,60000,0.041BTC,2460USDT,0USDT
      2024-03-03 10:00:00,ETHUSDT,BUY,3000,0.04ETH,120USDT,0USDT
      """
    #expect(try plan([statement, other], policy).additions.count == 5)
  }

  @Test func `Crypto.com's wallets tell one purchase, whatever digits each writes`() throws {
    let header =
      "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,"
      + "Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash"
    let cash =
      "2025-03-01 10:00:00,Bought ETH,EUR,-1000.00,ETH,0.5,EUR,1000.00,1190.00,viban_purchase,"
    let coins = "2025-03-01 10:00:00,Bought ETH,EUR,-1000,ETH,0.5,EUR,1000,1191.5,viban_purchase,"
    let plan = try plan(["\(header)\n\(cash)\n", "\(header)\n\(coins)\n"], policy)
    #expect(plan.additions.map(\.amount) == [decimal("0.5")])
  }

  @Test func `two generations of one report tell one purchase`() throws {
    let old = """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2024-01-15T10:30:00Z,Buy,BTC,0.1,EUR,40000,4000,4010,10,Bought
      """
    let new = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      c1,2024-01-15 10:30:00 UTC,Buy,BTC,0.1,EUR,€40000.00,€4000.00,€4010.00,€10.00,Bought
      """
    let euros = InterchangeTests.policy(["EUR 2024-01-15": "1.1"])
    #expect(try plan([old, new], euros).additions.count == 1)
    let first = try plan([old], euros)
    let ledger = ImportLedger(transactions: first.additions)
    #expect(try plan([new], euros, into: ledger).additions.isEmpty)
  }

  private let early = """
    Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.01,600,0.6,USDT
    2024-03-01 10:00:00,BTCUSDT,BUY,60000,0.02,1200,1.2,USDT
    2024-03-02 10:00:00,BTCUSDT,SELL,61000,0.005,305,0.3,USDT
    """

  @Test func `a report without ids adds nothing to an older generation of it`() throws {
    let first = try plan([early], policy)
    let later = trades + "\n2024-03-04 10:00:00,BTCUSDT,BUY,60000,0.03BTC,1800USDT,1.8USDT"
    let second = try plan([later], policy, into: ImportLedger(transactions: first.additions))
    #expect(second.added == ["2024-03-04T10:00:00Z buy 0.03 bitcoin 60060"])
    #expect(
      second.leftOut.map(\.reason)
        == Array(repeating: .reportedElsewhere("one from binance-trades in the ledger"), count: 3))
  }

  @Test func `deposits and withdrawals that a spreadsheet wrote anew are told twice`() throws {
    let moves = """
      Date,Currency,Amount,Fee Deducted,Amount - Fee,Address,Status
      2018-05-01 10:00:00,BTC,0.5,0.0005,0.4995,bc1q,COMPLETE
      2018-06-01 10:00:00,BTC,0.25,0.0005,0.2495,bc1q,COMPLETE
      """
    let first = try plan([moves], policy)
    #expect(first.moves.count == 2)
    let noted = moves.split(separator: "\n").enumerated().map { index, row in
      row + (index == 0 ? ",My note" : ",")
    }.joined(separator: "\n")
    let ledger = ImportLedger(transactions: first.additions, moves: first.moves)
    let second = try plan([noted], policy, into: ledger)
    #expect(second.isEmpty)
    #expect(second.leftOut.count == 2)
    // One alone may be another of the same second.
    let rows = noted.split(separator: "\n")
    let alone = try plan([rows[0] + "\n" + rows[1]], policy, into: ledger)
    #expect(alone.moves.count == 1)
  }

  @Test func `equal fills of one second in two pieces of a report both stay`() throws {
    let rows = early.split(separator: "\n").map(String.init)
    let first = try plan([rows[0] + "\n" + rows[1]], policy)
    let piece = [rows[0], rows[1].replacing("0.6,USDT", with: "0.5,USDT"), rows[3]]
    let second = try plan(
      [piece.joined(separator: "\n")], policy, into: ImportLedger(transactions: first.additions))
    #expect(second.additions.count == 2)
  }

  @Test func `a piece that overlaps another adds the fills it has more, though they are alike`()
    throws
  {
    let rows = early.split(separator: "\n").map(String.init)
    let first = try plan([early], policy)
    let alike = [1, 3].map {
      rows[$0].replacing(",60", with: ",61").replacing(",0.3", with: ",0.4")
    }
    let second = try plan(
      [([rows[0], rows[2]] + alike).joined(separator: "\n")], policy,
      into: ImportLedger(transactions: first.additions))
    #expect(second.additions.count == 2)
  }

  @Test func `the fills of Coinbase Pro are the trades of its statement`() throws {
    let account = """
      portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id
      default,match,2021-01-05T12:10:00.500Z,-270,730,USD,,49878012,df133599-46e1-ad1e
      default,match,2021-01-05T12:10:00.500Z,0.01,0.01,BTC,,49878012,df133599-46e1-ad1e
      default,fee,2021-01-05T12:10:00.500Z,-1.35,728.65,USD,,49878012,df133599-46e1-ad1e
      """
    let fills = """
      portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit
      default,49878012,BTC-USD,BUY,2021-01-05T12:10:00.500Z,0.01,BTC,27000,1.35,-271.35,USD
      """
    var named = policy
    named.account = "Pro"
    for policy in [policy, named] {
      #expect(try plan([account, fills], policy).additions.count == 1)
      for (one, other) in [(account, fills), (fills, account)] {
        let first = try plan([one], policy)
        #expect(first.additions.count == 1)
        #expect(try plan([other], policy, into: ledger(first)).additions.isEmpty)
      }
    }
  }

  @Test(
    "trades of a minute are the same where one export has no seconds",
    arguments: [("10:00:07", "10:00:41", true), ("10:00:07", "10:01:02", false)])
  func minutes(first: String, second: String, isSame: Bool) throws {
    let exact = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 \(first),BTCUSDT,BUY,60000,0.01BTC,600USDT,0.6USDT
      2024-03-01 \(second),BTCUSDT,BUY,60000,0.02BTC,1200USDT,1.2USDT
      """
    let cut = statement.split(separator: "\n").prefix(4).joined(separator: "\n")
      .replacing("10:00:01", with: "10:00")
    for (one, other) in [(exact, cut), (cut, exact)] {
      let together = try plan([one, other], policy)
      #expect(together.additions.map(\.amount).reduce(0, +) == (isSame ? 0.03 : 0.06))
      let after = try plan([other], policy, into: ledger(try plan([one], policy)))
      #expect(after.additions.isEmpty == isSame)
    }
    // Where both have seconds, others of the minute are other trades.
    let both = try plan([exact, cut.replacing("10:00,", with: "10:00:30,")], policy)
    #expect(both.additions.map(\.amount).reduce(0, +) == 0.06)
  }

  private func ledger(_ plan: ImportPlan) -> ImportLedger {
    ImportLedger(transactions: plan.additions, moves: plan.moves)
  }
}
