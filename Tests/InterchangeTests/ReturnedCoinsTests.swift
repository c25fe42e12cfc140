import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What an exchange gives back of a withdrawal undoes it.
struct ReturnedCoinsTests {
  private static let bybit = [
    "Time,Currency,Type,Cash Flow,Change,Wallet Balance",
    "2021-03-07 11:21:31,BTC,withdraw,-0.5,-0.5,0",
    "2021-03-07 11:52:03,BTC,refund,0.5,0.5,0.5",
    "2021-03-07 18:33:16,BTC,withdraw,-0.5,-0.5,0",
  ]
  private static let bitfinex = [
    "Currency,Description,Amount,Balance,Date",
    "BTC,Bitcoin Withdrawal #1 on wallet exchange,-0.5,0,2021-03-07 11:21:31",
    "BTC,Canceled withdrawal request #1 on wallet exchange,0.5,0.5,2021-03-07 11:52:03",
    "BTC,Bitcoin Withdrawal #2 on wallet exchange,-0.5,0,2021-03-07 18:33:16",
  ]
  private static let celsius = [
    "Internal id, Date and time, Transaction type, Coin type, Coin amount, USD Value, "
      + "Original Reward Coin, Reward Amount In Original Coin, Confirmed",
    #"A1,"March 7, 2021 11:21 AM",Withdrawal,BTC,-0.5,-25000,,,Yes"#,
    #"A2,"March 7, 2021 11:52 AM",Canceled withdrawal,BTC,0.5,25000,,,Yes"#,
    #"A3,"March 7, 2021 6:33 PM",Withdrawal,BTC,-0.5,-25000,,,Yes"#,
  ]
  private static let kraken = [
    "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance",
    "L1,W1,2021-03-07 11:21:31,withdrawal,,currency,XXBT,-0.5,0,0",
    "L2,W1,2021-03-07 11:52:03,withdrawal,,currency,XXBT,0.5,0,0.5",
    "L3,W2,2021-03-07 18:33:16,withdrawal,,currency,XXBT,-0.5,0,0",
  ]

  private func plan(
    _ lines: [String], into ledger: ImportLedger, gifts: Bool = true
  ) throws -> ImportPlan {
    var policy = ImportPolicy()
    policy.depositsAreGifts = gifts
    let file = try readImport(Array(lines.joined(separator: "\n").utf8))
    return planImport(
      [file], into: ledger, policy: policy, coins: CoinDirectory(resolve: testCatalogue),
      now: testNow)
  }

  @Test(
    "coins given back are those of the withdrawal before, together or in any order",
    arguments: [bybit, bitfinex, celsius, kraken])
  func givenBack(lines: [String]) throws {
    let empty = ImportLedger(transactions: [])
    let whole = empty.with(try plan(lines, into: empty))
    #expect(whole.transactions.isEmpty)
    #expect(whole.moves.map(\.amount) == [decimal("-0.5"), decimal("0.5"), decimal("-0.5")])
    #expect(whole.moves.map { $0.transfer != nil } == [true, true, false])
    #expect(try plan(lines, into: whole).isEmpty)
    let parts = [Array(lines[..<2]), [lines[0]] + lines[2...]]
    // No gift either while its withdrawal is missing.
    for parts in [parts, parts.reversed()] {
      var ledger = empty
      for part in parts { ledger = ledger.with(try plan(part, into: ledger)) }
      #expect(ledger.moves.count { $0.transfer != nil } == 2 && ledger.moves.count == 3)
      #expect(ledger.transactions.isEmpty)
    }
  }

  @Test func `a fee that came back with the coins was not paid`() throws {
    var lines = Self.kraken
    lines[1] = "L1,W1,2021-03-07 11:21:31,withdrawal,,currency,XXBT,-0.5,0.0005,0"
    lines[2] = "L2,W1,2021-03-07 11:52:03,withdrawal,,currency,XXBT,0.5,-0.0005,0.5005"
    let plan = try plan(lines, into: ImportLedger(transactions: []))
    #expect(plan.additions.isEmpty)
    #expect(plan.moves.map(\.amount) == [decimal("-0.5005"), decimal("0.5005"), decimal("-0.5")])
    #expect(plan.moves.map { $0.transfer != nil } == [true, true, false])
  }

  @Test func `a fee that came back was not paid, though an import before booked it`() throws {
    var lines = Self.kraken
    lines[1] = "L1,W1,2021-03-07 11:21:31,withdrawal,,currency,XXBT,-0.5,0.0005,0"
    lines[2] = "L2,W1,2021-03-07 11:52:03,withdrawal,,currency,XXBT,0.5,-0.0005,0.5005"
    let gift = Transaction(
      id: UUID(), coinId: "bitcoin", type: .gift, amount: 1, pricePerCoin: 0,
      date: instant("2020-01-01"))
    for start in [ImportLedger(transactions: [gift]), ImportLedger(transactions: [])] {
      let cut = [Array(lines[..<2]), [lines[0]] + lines[2...]]
      for parts in [cut, cut.reversed()] {
        var ledger = start
        for part in parts { ledger = ledger.with(try plan(part, into: ledger, gifts: false)) }
        #expect(
          ledger.moves.map(\.amount).sorted()
            == [decimal("-0.5005"), decimal("-0.5"), decimal("0.5005")])
        #expect(ledger.moves.count { $0.transfer != nil } == 2)
        #expect(ledger.moves.allSatisfy { $0.fee == 0 })
        #expect(ledger.transactions.allSatisfy { $0.type == .gift })
        #expect(try plan(lines, into: ledger).isEmpty)
      }
    }
  }

  @Test func `what an earlier version took for a deposit is there`() throws {
    let empty = ImportLedger(transactions: [])
    var policy = ImportPolicy()
    policy.skipsRefused = true
    let file = try readImport(Array(Self.bybit.joined(separator: "\n").utf8))
    var moves = planImport(
      [file], into: empty, policy: policy, coins: CoinDirectory(resolve: testCatalogue),
      now: testNow
    ).moves
    for index in moves.indices {
      let reference = try #require(moves[index].reference)
      moves[index].transfer = nil
      moves[index].reference = Reference(
        source: reference.source, id: reference.id.replacing(":returned", with: ""))
    }
    let again = try plan(Self.bybit, into: ImportLedger(transactions: [], moves: moves))
    #expect(again.moves.isEmpty)
    #expect(again.alreadyThere == 3)
  }
}
