import Exact
import Foundation
import Import
import Testing
import ImportForms
import ImportText

/// Overlapping reports of one exchange: each event counts once, whatever the order of the files.
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
    #expect(both.events.map(\.amount.value) == [Quantity("0.5"), Quantity("0.7")])
    #expect(both.questions.isEmpty)
    #expect(try derived([order, fills]) == both)
  }

  @Test func `a reward a second after an equal purchase counts next to it`() throws {
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

  @Test func `coins that a stated fee does not explain are a question`() throws {
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

  @Test func `a withdrawal that contains its fee is a transfer by its hash`() throws {
    let sent = """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,\
      Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash
      2024-06-16 10:00:00,Withdraw ETH,ETH,-0.155,,,EUR,-500,-540,crypto_withdrawal,0x5BE8
      """
    let received = """
      Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,\
      Operation Hash,Account Name,Account xpub,Countervalue Ticker,\
      Countervalue at Operation Date,Countervalue at CSV Export
      2024-06-16T10:20:00.000Z,Confirmed,ETH,IN,0.15,0.0004,0x5be8,Ethereum 1,x,EUR,500,500
      """
    let both = try derived([sent, received])
    let transfer = try #require(both.transfers.first)
    #expect(both.transfers.count == 1 && both.openMoves.isEmpty && both.questions.isEmpty)
    #expect(transfer.loss == Quantity("0.005"))
    #expect(try derived([received, sent]) == both)
  }

  @Test func `the Crypto.com Exchange's journal and its trades say a trade once`() throws {
    let trades = """
      Account Type,Order ID,Trade ID,Time (UTC),Symbol,Side,Liquidity Indicator,Traded Price,\
      Traded Quantity,Fee,Fee Currency
      SPOT,71,801,2025-06-13 13:49:03.614,SOL_EUR,BUY,TAKER,150,0.8,0.0004,SOL
      """
    let journal = """
      Journal ID,Time (UTC),Event Date,Journal Type,Instrument,Taker Side,Side,\
      Transaction Quantity,Transaction Cost,Realized PNL,Order ID,Trade ID,Trade Match ID,\
      Client Order Id
      9002,2025-06-13 13:49:03.614,2025-06-13,TRADING,EUR,,SELL,-120,-120,0,71,801,901,c-1
      9003,2025-06-13 13:49:03.614,2025-06-13,TRADING,SOL,,BUY,0.8,0.8,0,71,801,901,c-1
      9004,2025-06-13 13:49:03.614,2025-06-13,TRADE_FEE,SOL,,NULL_VAL,-0.0004,-0.0004,0,71,801,\
      901,c-1
      9012,2025-08-01 08:00:00.000,2025-08-01,SOFT_STAKE_REWARD,CRO,,NULL_VAL,3.25,3.25,0,0,0,0,r
      """
    let both = try derived([trades, journal])
    #expect(both.events.map(\.role) == [.trade, .reward])
    #expect(Set(both.events.map(\.scope.account)) == ["crypto-com-exchange"])
    #expect(both.events[0].fee?.value == Quantity("0.0004"))
    #expect(both.questions.isEmpty)
    #expect(try derived([journal, trades]) == both)
  }
}
