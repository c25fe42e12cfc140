import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What holds of whole histories of exchanges: their balances, their parts, and what was refused.
struct ExchangeHistoryTests {
  private static let ledgersHeader =
    #""txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","#
    + #""fee","balance","amountusd""#

  /// A deposit, two trades with fees, a reward, a withdrawal.
  private static let ledgers = [
    #""A1","D1","2024-01-01 09:00:00","deposit","","currency","fiat","ZUSD","spot / main",5000,0,5000,5000"#,
    #""A2","T1","2024-01-02 09:00:00","trade","tradespot","currency","fiat","ZUSD","spot / main",-1000,2,3998,1000"#,
    #""A3","T1","2024-01-02 09:00:00","trade","tradespot","currency","crypto","XXBT","spot / main",0.5,0,0.5,1000"#,
    #""A4","T2","2024-01-03 09:00:00","trade","tradespot","currency","crypto","XXBT","spot / main",-0.2,0.01,0.29,400"#,
    #""A5","T2","2024-01-03 09:00:00","trade","tradespot","currency","crypto","XETH","spot / main",4,0,4,400"#,
    #""A6","E1","2024-01-04 09:00:00","earn","reward","currency","crypto","XETH","spot / main",0.5,0.1,4.4,50"#,
    #""A7","W1","2024-01-05 09:00:00","withdrawal","","currency","crypto","XETH","spot / main",-1,0.05,3.35,100"#,
  ]

  private func text(_ header: String, _ rows: some Sequence<String>) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  /// What the ledger holds of a coin: trades, rewards and fees, and the moves.
  private func held(_ coin: String, _ plan: ImportPlan) -> Decimal {
    let traded = plan.additions.filter { $0.coinId == coin }.reduce(Decimal(0)) {
      $0 + ($1.type == .sell ? -$1.amount : $1.amount)
    }
    return plan.moves.filter { $0.coinId == coin }.reduce(traded) { $0 + $1.amount }
  }

  @Test func `moves and trades of Kraken's ledgers add up to its balances`() throws {
    let plan = try plan([text(Self.ledgersHeader, Self.ledgers)], policy())
    #expect(plan.refusedSummary == [])
    #expect(plan.notices.allSatisfy { !$0.sentence.contains("balance") })
    #expect(held("bitcoin", plan) == decimal("0.29"))
    #expect(held("ethereum", plan) == decimal("3.35"))
  }

  @Test(arguments: [
    ("-1,0.05,3.35", "-1,0.05,3.3", 8, "3.3 ETH", "3.35"),
    ("-0.2,0.01,0.29", "-0.2,0.02,0.29", 5, "0.29 BTC", "0.28"),
    ("0.5,0.1,4.4", "0.5,0.1,4.5", 7, "4.5 ETH", "4.4"),
  ])
  func `the first balance that does not follow is named, and no other`(
    from: String, to: String, line: Int, stated: String, counted: String
  ) throws {
    let whole = text(Self.ledgersHeader, Self.ledgers)
    let plan = try plan([whole.replacing(from, with: to)], policy())
    #expect(
      plan.notices.map(\.sentence).filter { $0.contains("balance") } == [
        "line \(line): the file has a balance of \(stated); its rows add up to \(counted)."
      ])
  }

  @Test(arguments: 1..<7)
  func `a history in two files that overlap is the history in one`(cut: Int) throws {
    let whole = try plan([text(Self.ledgersHeader, Self.ledgers)], policy())
    // A trade's rows stay together; the parts share what lies between.
    let cuts = [1: 1, 2: 3, 3: 3, 4: 5, 5: 5, 6: 6]
    let end = try #require(cuts[cut])
    let early = text(Self.ledgersHeader, Self.ledgers[..<end])
    let late = text(Self.ledgersHeader, Self.ledgers[(end > 1 ? 1 : 0)...])
    for texts in [[early, late], [late, early]] {
      let split = try plan(texts, policy())
      #expect(split.refusedSummary == [])
      #expect(split.added == whole.added)
      #expect(Set(split.moves.map(\.amount)) == Set(whole.moves.map(\.amount)))
    }
    let first = try plan([early], policy())
    let rest = try plan(
      [late], policy(), into: ImportLedger(transactions: first.additions, moves: first.moves))
    #expect(Set(first.added + rest.added) == Set(whole.added))
    #expect(first.moves.count + rest.moves.count == whole.moves.count)
  }

  @Test func `a swap is known again on both sides, whatever was edited`() throws {
    let whole = text(Self.ledgersHeader, Self.ledgers)
    let first = try plan([whole], policy())
    let swap = first.additions.filter { $0.date == instant("2024-01-03T09:00:00Z") }
    #expect(
      swap.compactMap(\.reference).filter { $0.id.hasPrefix("T2") }.map(\.id).sorted()
        == ["T2", "T2:sale"])
    for edited in first.additions.indices {
      var ledger = first.additions
      ledger[edited].amount += 1
      ledger[edited].notes = "edited"
      let again = try plan(
        [whole], policy(), into: ImportLedger(transactions: ledger, moves: first.moves))
      #expect(again.isEmpty)
    }
  }

  @Test func `a swap that the first version imported is known by its one reference`() throws {
    let whole = text(Self.ledgersHeader, Self.ledgers)
    let first = try plan([whole], policy())
    var ledger = first.additions
    for index in ledger.indices where ledger[index].reference?.id == "T2:sale" {
      ledger[index].reference = Reference(source: "kraken", id: "T2")
      ledger[index].pricePerCoin += 1
    }
    for transactions in [ledger, ledger.sorted { $0.type.rawValue < $1.type.rawValue }] {
      let again = try plan(
        [whole], policy(), into: ImportLedger(transactions: transactions, moves: first.moves))
      #expect(again.isEmpty)
    }
  }

  @Test func `the refused rows of Kraken's ledgers are mended and imported`() throws {
    let whole = text(Self.ledgersHeader, Self.ledgers)
    let broken = whole.replacing(#""spot / main",4,0,4,400"#, with: #""spot / main",4x,0,4,400"#)
    try mend(broken, whole, ["4x": "4"], added: 5)
  }

  @Test func `the refused rows of Binance's trades are mended and imported`() throws {
    let whole = """
      "Date(UTC)","Pair","Side","Price","Executed","Amount","Fee"
      "2024-05-01 10:00:00","BTCUSDT","BUY","60000","0.1BTC","6,000.00USDT","0.0001BTC"
      "2024-05-02 10:00:00","ETHUSDT","BUY","3000","2ETH","6,000.00USDT","0.002ETH"
      "2024-05-03 10:00:00","ETHUSDT","SELL","3100","1ETH","3,100.00USDT","3.1USDT"

      """
    let broken = whole.replacing(#""2ETH""#, with: #""2ETH,x""#)
      .replacing("2024-05-03 10:00:00", with: "the third of May")
    try mend(
      broken, whole, ["2ETH,x": "2ETH", "the third of May": "2024-05-03 10:00:00"], added: 3)
  }

  @Test func `every row of a refused trade counts and carries its reason`() throws {
    let file = try read(
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2024-05-01 10:00:00,Spot,Buy,BTC,0.1,""
      7,2024-05-01 10:00:00,Spot,Fee,BTC,-0.0001,""
      7,2024-05-01 10:00:00,Spot,Transaction Related,USDT,-6000,""
      7,2024-05-02 10:00:00,Spot,Buy,ETH,2,""
      7,2024-05-02 10:00:00,Spot,Fee,ETH,-0.002,""
      7,2024-05-02 10:00:00,Spot,Buy,SOL,3,""
      7,2024-05-02 10:00:00,Spot,Transaction Related,USDT,-6000,""

      """)
    var skipping = policy(stable: ["USDT"])
    skipping.skipsRefused = true
    let plan = planImport(
      [file], into: ImportLedger(transactions: []), policy: skipping,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    #expect(plan.added.count == 1)
    #expect(plan.refusedRowCount == 4)
    #expect(plan.refusalGroups.map(\.count) == [4])
    #expect(plan.mergedRowCount == 2)
    let rows = try #require(plan.refusedRows(of: file)).split(separator: "\n").dropFirst()
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.contains("do not make one purchase or sale") })
  }

  /// Imports a broken file, then its refused rows mended; what is then in the ledger is what the
  /// whole file would have made.
  private func mend(
    _ broken: String, _ whole: String, _ cures: [String: String], added: Int
  ) throws {
    var skipping = policy(stable: ["USDT"])
    skipping.skipsRefused = true
    let file = try read(broken)
    let first = planImport(
      [file], into: ImportLedger(transactions: []), policy: skipping,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    var refused = try #require(first.refusedRows(of: file))
    #expect(refused.contains("bitpal reason"))
    for (wrong, right) in cures { refused = refused.replacing(wrong, with: right) }
    let rest = try plan(
      [refused], policy(stable: ["USDT"]),
      into: ImportLedger(transactions: first.additions, moves: first.moves))
    #expect(rest.refusedSummary == [])
    let all = try plan([whole], policy(stable: ["USDT"]))
    #expect(all.refusedSummary == [])
    #expect(all.additions.count == added)
    #expect(Set(first.added + rest.added) == Set(all.added))
    #expect(first.moves.count + rest.moves.count == all.moves.count)
    let again = try plan(
      [whole], policy(stable: ["USDT"]),
      into: ImportLedger(
        transactions: ledger(first.additions, adding: rest.additions),
        moves: first.moves + rest.moves))
    #expect(again.isEmpty)
  }
}
