import Testing

@testable import Interchange

struct KrakenTests {
  @Test func `trades are read with the fee on top`() throws {
    let plan = try plan(
      """
      "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin",\
      "misc","ledgers"
      "TAAA","OAAA","XXBTZUSD","2024-01-05 11:24:42.9195","buy","limit",40000.0,1000.0,2.5,0.025,\
      0.0,"","LA,LB"
      "TBBB","OBBB","XBT/USD","2024-02-05 11:24:42.9195","sell","market",50000.0,500.0,1.25,0.01,\
      0.0,"","LC,LD"
      "TCCC","OCCC","XTZUSD","2024-02-06 00:00:00","buy","market",1.0,10.0,0.0,10.0,0.0,"",""
      "TDDD","ODDD","XBT/USD","2024-02-07 00:00:00","buy","market",1.0,10.0,0.0,10.0,5.0,"",""
      """)
    #expect(plan.format == .krakenTrades)
    #expect(
      plan.added == [
        "2024-01-05T11:24:42.920Z buy 0.025 bitcoin 40100 | fee 2.5 USD; [kraken TAAA]",
        "2024-02-05T11:24:42.920Z sell 0.01 bitcoin 49875 | fee 1.25 USD; [kraken TBBB]",
        "2024-02-06T00:00:00Z buy 10 xtz 1 | [kraken TCCC]",
      ])
    #expect(plan.leftOutSummary == ["5: derivative(\"margin\")"])
  }

  @Test(arguments: [
    ("XXBTZEUR", "EUR"), ("POL/EUR", "EUR"), ("ETHXBT", "BTC"), ("XETHXXBT", "BTC"),
  ])
  func `trades without a dollar value are refused`(pair: String, against: String) throws {
    let plan = try plan(
      "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin\n"
        + "T,O,\(pair),2024-01-05 11:24:42,buy,limit,1,10,0.1,10,0\n")
    #expect(plan.refusedSummary == ["2: noDollarValue(against: \"\(against)\")"])
  }

  @Test func `ledger rows of one refid are one trade`() throws {
    let plan = try plan(
      """
      "txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee",\
      "balance"
      "L1","F1","2024-01-05 12:00:00","deposit","","currency","fiat","ZUSD","spot / main",\
      1000.0000,0,1000
      "L2","T1","2024-03-19 19:43:31","trade","tradespot","currency","fiat","ZUSD","spot / main",\
      -100.0000,0.5000,899.5
      "L3","T1","2024-03-19 19:43:31","trade","tradespot","currency","crypto","XXBT","spot / \
      main",0.0020000000,0,0.002
      "L4","S1","2024-05-01 08:00:00","spend","","currency","fiat","USD","spot / main",-50.0000,0,\
      849.5
      "L5","S1","2024-05-01 08:00:00","receive","","currency","crypto","XBT","spot / main",0.0010,\
      0.00002,0.00298
      "L6","T2","2024-05-02 08:00:00","trade","","currency","fiat","ZUSD","spot / main",60.0,0.2,\
      909.3
      "L7","T2","2024-05-02 08:00:00","trade","","currency","crypto","XXBT","spot / main",-0.001,\
      0,0.00198
      "L8","E1","2024-06-01 01:00:00","earn","reward","currency","crypto","ADA.S","earn / bonded",\
      5.0,0.5,105
      "L9","E2","2024-06-01 02:00:00","earn","allocation","currency","crypto","ADA","spot / main",\
      -5.0,0,100
      "LA","W1","2024-06-10 09:00:00","withdrawal","","currency","crypto","XXBT","spot / main",\
      -0.001,0.0001,0
      """)
    #expect(plan.format == .krakenLedgers)
    #expect(plan.refusedSummary == [])
    #expect(
      plan.addedText == """
        2024-03-19T19:43:31Z buy 0.002 bitcoin 50250 | fee 0.5 USD; [kraken T1]
        2024-05-01T08:00:00Z buy 0.00098 bitcoin 51020.408163265306122448979591836734694 | fee \
        0.00002 BTC; [kraken S1]
        2024-05-02T08:00:00Z sell 0.001 bitcoin 59800 | fee 0.2 USD; [kraken T2]
        2024-06-01T01:00:00Z gift 4.5 cardano 0 | reward: earn reward; fee 0.5 ADA; [kraken E1]
        """)
    #expect(
      plan.leftOutSummary == [
        "2: deposit", "4: partOfTrade(line: 3)", "6: partOfTrade(line: 5)",
        "8: partOfTrade(line: 7)", "10: transfer", "11: withdrawal",
      ])
  }

  @Test func `rows that do not make one trade are refused at their first`() throws {
    let plan = try plan(
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,T1,2024-03-19 19:43:31,trade,,currency,ZUSD,-100,0,0
      L2,T1,2024-03-19 19:43:31,trade,,currency,XXBT,1,0,0
      L3,T1,2024-03-19 19:43:31,trade,,currency,XETH,1,0,0
      """)
    #expect(plan.refusedSummary == ["2: notATrade(\"3 rows of USD, BTC, ETH\")"])
    #expect(plan.leftOut.map(\.source.line) == [3, 4])
  }
}
