import Exact
import Foundation
import Import
import Testing

@testable import ImportForms
@testable import ImportText

/// Reports of one exchange that meet, read by their forms: each event counts once, whatever the
/// order of the files.
struct MeetingReportsTests {
  @Test func `an order and its fills are one purchase`() throws {
    let fills = """
      UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,\
      Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency
      7,tradeAccount,k1,ETH-USDT,BUY,LIMIT,2000,0.5,1000,1000,2024-03-04 09:00:03,1,MAKER,USDT
      7,tradeAccount,k1,ETH-USDT,BUY,LIMIT,2000,0.7,1400,1400,2024-03-04 09:02:30,1.4,MAKER,USDT
      """
    let order = """
      UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,\
      Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,\
      Fee Currency,Status
      7,tradeAccount,k1,2024-03-04 09:00:00,ETH-USDT,BUY,LIMIT,2000,1.2,2000,1.2,2400,2400,\
      2024-03-04 09:02:30,2.4,USDT,deal
      """
    let both = try derived([fills, order])
    #expect(both.events.map(\.amount.value) == [ExactDecimal("0.5"), ExactDecimal("0.7")])
    #expect(both.questions.isEmpty)
    #expect(try derived([order, fills]) == both)
  }

  @Test func `a reward a second after an equal purchase counts beside it`() throws {
    let trades = """
      "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin",\
      "misc","ledgers"
      "T0","O0","ADAZUSD","2024-02-01 10:00:00.1234","buy","limit",0.5,50,0,100,0.0,"","L0,L1"
      "T1","O1","XETHZUSD","2024-02-03 08:15:20.5678","buy","limit",2300,460,0,0.2,0.0,"","L2,L3"
      """
    let ledgers = """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
      "L2","T1","2024-02-03 08:15:20","trade","tradespot","currency","ZUSD","spot / main",-460,0,40
      "L3","T1","2024-02-03 08:15:20","trade","tradespot","currency","XETH","spot / main",0.2,0,0.2
      "L4","E1","2024-02-03 08:15:21","earn","reward","currency","XETH","spot / main",0.2,0,0.4
      """
    let both = try derived([trades, ledgers])
    #expect(both.events.map(\.role) == [.trade, .trade, .reward])
    #expect(both.questions.isEmpty)
    #expect(try derived([ledgers, trades]) == both)
  }

  @Test func `equal rewards of two owners are two`() throws {
    let files = ["31", "42"].map { owner in
      """
      UID: \(owner),Company Name: ,Country: 
      Uid,Date & Time(UTC),Coin,QTY,Type,Account Balance,Description
      \(owner),2024-05-05 12:00:00,ETH,0.0003,Earn,1,Easy Earn | Flexible Interest Distribution
      """
    }
    let both = try derived(files)
    #expect(both.events.map(\.scope.owner) == ["31", "42"])
    #expect(try derived(files.reversed()) == both)
  }

  @Test func `coins that a told fee does not explain are a question`() throws {
    let sent = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\
      Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes,Sender Address,Recipient Address
      c1,2024-06-16 10:00:00 UTC,Send,ETH,-0.15,USD,$3000,-$450,-$450,$0,"Sent 0.15 ETH",,
      """
    let received = """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,\
      Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash
      2024-06-16 19:00:00,ETH Deposit,ETH,0.144,,,EUR,400,432,crypto_deposit,0x5be8
      """
    let both = try derived([sent, received])
    #expect(both.transfers.isEmpty)
    #expect(both.openMoves.count == 2)
    #expect(both.questions.map(\.kind) == [.sameCoins])
    #expect(try derived([received, sent]) == both)
  }

  private func derived(_ texts: [String]) throws -> Derivation {
    derivation(try texts.map { try records(of: $0, file: "\($0.count) \($0.prefix(9))") })
  }
}
