import Exact
import Foundation
import Import
import Testing

@testable import ImportForms
@testable import ImportText

/// The records made from single rows.
struct RecordsOfRowsTests {
  private static let kraken =
    "txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance,amountusd\n"

  @Test func `a purchase costs what was paid, not what the coins were worth`() throws {
    let rows = """
      L1,T1,2025-03-19 19:43:31,trade,tradespot,currency,ZEUR,spot / main,-1000,10,500,1024.5
      L2,T1,2025-03-19 19:43:31,trade,tradespot,currency,XXBT,spot / main,0.0103,0,0.0103,994
      """
    let trade = try #require(derivation([try records(of: Self.kraken + rows)]).events.first)
    #expect(trade.worth?.dollars == Cost("1024.5"))
    #expect(trade.fee?.value == 10)
  }

  @Test func `a row of bitpal's own files says the same each time it is read`() throws {
    let text = """
      coin_id,type,amount,price,date,notes
      bitcoin,buy,1,20000,2024-01-02,
      """
    #expect(try records(of: text).records.elementsEqual(records(of: text).records))
  }

  @Test func `booked rows without ids have balances`() throws {
    let rows = """
      ,W1,2024-06-11 09:00:00,withdrawal,,currency,XXBT,spot / main,-0.001,0.0001,,60
      ,W2,2024-06-12 09:00:00,withdrawal,,currency,XXBT,spot / main,-0.002,0.0001,0.5,60
      """
    let file = try records(of: Self.kraken + rows)
    #expect(file.records.map(\.facts.count) == [0, 1])
    #expect(file.records[0].state == .leftOut(LeftOut(.notCarriedOut, word: "pending")))
    #expect(file.records[1].facts.first?.amount.value == Quantity("-0.0021"))
  }

  @Test func `results of contracts change the balance of coins`() throws {
    let rows = """
      L1,R1,2024-07-04 09:00:00,margin,,currency,XXBT,spot / main,-0.003,0.0001,0.5,200
      L2,R2,2024-07-05 09:00:00,rollover,,currency,ZEUR,spot / main,0,0.1,800,0.1
      """
    let file = try records(of: Self.kraken + rows)
    let fact = try #require(file.records[0].facts.first)
    #expect(fact.role == .settlement)
    #expect(fact.amount.value == Quantity("-0.0031"))
    #expect(file.records[1].state == .leftOut(LeftOut(.contract, word: "rollover")))
  }

  @Test func `an order stated in pounds that a coin paid for is a question`() throws {
    let text = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\
      Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes,Sender Address,Recipient Address
      c1,2024-06-16 10:00:00 UTC,Advanced Trade Buy,LINK,2,GBP,£11,£22,£22.1,£0.1,\
      "Bought 2 LINK for £22.10 GBP on LINK-USDT at 13.9 USDT/LINK",,
      c2,2024-06-17 10:00:00 UTC,Advanced Trade Buy,LINK,2,GBP,£11,£22,£22.1,£0.1,\
      "Bought 2 LINK for £22.10 GBP on LINK-GBP at 11 GBP/LINK",,
      """
    let file = try records(of: text)
    guard case .asks(let question) = file.records[0].state else {
      Issue.record("\(file.records[0].state)")
      return
    }
    #expect(question.kind == .halfOfTrade && question.subject == "USDT")
    #expect(question.reason.contains("does not say how much USDT this was"))
    #expect(file.records[1].state == .read)
  }

  @Test func `a trade with a row that cannot be read waits as a whole`() throws {
    let rows = """
      L1,T1,2025-03-19 19:43:31,trade,tradespot,currency,ZEUR,spot / main,-10x,10,500,1024.5
      L2,T1,2025-03-19 19:43:31,trade,tradespot,currency,XXBT,spot / main,0.0103,0,0.0103,994
      """
    let file = try records(of: Self.kraken + rows)
    #expect(file.records.allSatisfy { if case .asks = $0.state { true } else { false } })
    #expect(file.records.flatMap(\.facts) == [])
  }

  @Test func `a row is the same with and without empty cells at its end`() throws {
    let header = """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,\
      Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash

      """
    let row = "2024-06-18 19:00:00,Card Cashback,CRO,10,,,EUR,1,1.1,referral_card_cashback"
    let digests = try ["", ",", ",,,"].map { try records(of: header + row + $0).records[0].cells }
    #expect(Set(digests).count == 1)
    #expect(try records(of: header + row + ",0xabc").records[0].cells != digests[0])
  }

  @Test func `a row means the same however a spreadsheet writes it`() {
    func cells(_ row: String) -> CellsDigest {
      CellsDigest(meaningOf: row.split(separator: ",").map(String.init))
    }
    #expect(cells("2024-05-01 10:00:00,buy,1.500") == cells("1/5/2024 10:00, buy ,1.5"))
    #expect(cells("buy,0.00001974,-5E-5,2.5e+03") == cells("buy,1.974E-05,-0.00005,2500"))
    #expect(cells("2024-05-01,buy,1.5") != cells("2024-05-01,buy,15"))
    #expect(cells("2024-05-01,buy,100") != cells("2024-05-01,buy,1"))
  }

  @Test func `a cell with a unit keeps its point in a copy with decimal commas`() throws {
    let original = """
      UID,Pairs,Time,Side,Filled Price,Executed Amount,Total,Fee,Role
      9,ADA_USDT,2023-04-20 23:59:00,Buy,0.4645,205,95.2225,0.0952225USDT,Maker
      """
    let copy = """
      UID;Pairs;Time;Side;Filled Price;Executed Amount;Total;Fee;Role
      9;ADA_USDT;2023-04-20 23:59:00;Buy;0,4645;205;95,2225;0.0952225USDT;Maker
      """
    #expect(try derived([original, copy]).events.map(\.amount.value) == [Quantity("205")])
  }

  @Test func `copies with decimal commas and unnamed columns have the same rows`() throws {
    let original = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-01-01 10:00:05,Spot,Transaction Buy,BTC,0.10000000,
      1,2024-01-01 10:00:05,Spot,Transaction Spend,USDT,-4000.50000000,
      """
    let commas = """
      User_ID;UTC_Time;Account;Operation;Coin;Change;Remark
      1;2024-01-01 10:00:05;Spot;Transaction Buy;BTC;0,1;
      1;2024-01-01 10:00:05;Spot;Transaction Spend;USDT;-4000,5;
      """
    let wide = original.replacing("Remark\n", with: "Remark,\n").replacing("00,\n", with: "00,,\n")
    for copy in [commas, wide] {
      let both = try derived([original, copy])
      #expect(both.events.map(\.amount.value) == [Quantity("0.1")] && both.questions.isEmpty)
    }
  }

  @Test(arguments: [
    ("2024-05-01 10:00:00", 1_000_000), ("2024-05-01 10:00", 60_000_000),
    ("2024-05-01T10:00:00.250Z", 1000), ("2024-05-01", 86_400_000_000),
  ])
  func `the clock is as fine as the cell`(cell: String, width: Int64) throws {
    let date = try #require(parsedDate(cell, [.yearFirst]))
    #expect(clockWidth(of: ["x", cell, "1.5"], at: date) == width)
  }
}
