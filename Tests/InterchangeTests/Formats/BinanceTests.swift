import Testing

@testable import Interchange

struct BinanceTests {
  @Test func `the trade history of 2018 is read`() throws {
    let plan = try plan(
      """
      Date,Market,Type,Price,Amount,Total,Fee,Fee Coin
      2024-01-25 21:41:54,ETHUSD,SELL,3000,1,3000,3,USD
      2024-01-24 15:43:44,ETHUSD,BUY,2000,2,4000,0.01,ETH
      2024-01-23 15:43:44,ETHUSD,BUY,2000,1,2000,0.005,BNB
      2024-01-22 15:43:44,LINKBTC,BUY,0.0001,100,0.01,0.1,LINK
      """)
    #expect(plan.format == .binanceTrades)
    #expect(
      plan.addedText == """
        2024-01-23T15:43:44Z buy 1 ethereum 2000 | fee 0.005 BNB
        2024-01-24T15:43:44Z buy 1.99 ethereum 2010.0502512562814070351758793969849246 | total \
        4000 USD; fee 0.01 ETH
        2024-01-25T21:41:54Z sell 1 ethereum 2997 | fee 3 USD
        """)
    #expect(plan.leftOutSummary == ["4: feeWithoutValue(0.005, \"BNB\")"])
    #expect(plan.refusedSummary == ["5: noDollarValue(against: \"BTC\")"])
  }

  @Test func `today's trade history has its units behind the numbers`() throws {
    let plan = try plan(
      """
      "Date(UTC)","Pair","Side","Price","Executed","Amount","Fee"
      "2024-05-01 10:00:00","BNBUSD","BUY","600.0","2.5BNB","1,500.00USD","0.0025BNB"
      "2024-05-01 11:00:00","1INCHUSD","BUY","0.5","100.51INCH","50.25USD","0.11INCH"
      "2024-05-01 12:00:00","1INCHUSD","SELL","0.6","50.51INCH","30.3USD","0.0001BNB"
      "2024-05-01 13:00:00","BTCUSDT","BUY","60000","0.1BTC","6,000.00USDT","0"
      """)
    #expect(plan.format == .binanceTrades)
    #expect(
      plan.addedText == """
        2024-05-01T10:00:00Z buy 2.4975 binancecoin 600.6006006006006006006006006006006006 | \
        total 1500 USD; fee 0.0025 BNB
        2024-05-01T11:00:00Z buy 100.4 1inch 0.50049800796812749003984063745019920319 | fee 0.1 \
        1INCH
        2024-05-01T12:00:00Z sell 50.5 1inch 0.6 | fee 0.0001 BNB
        """)
    #expect(plan.refusedSummary == ["5: noDollarValue(against: \"USDT\")"])
  }

  @Test(arguments: [
    ("CNDBTC", "CND", "BTC"), ("EOSETH", "EOS", "ETH"), ("BTCFDUSD", "BTC", "FDUSD"),
    ("BNBUSD", "BNB", "USD"), ("BNBBUSD", "BNB", "BUSD"), ("DOTUSD", "DOT", "USD"),
    ("BTCUSDT", "BTC", "USDT"), ("XTZ-USDT", "XTZ", "USDT"), ("btc/eur", "BTC", "EUR"),
  ])
  func `pairs come apart`(text: String, base: String, quote: String) throws {
    let pair = try Asset.pair(text)
    #expect((pair.base.name, pair.quote.name) == (base, quote))
  }

  @Test(arguments: ["BTC", "FOOBAR", ""])
  func `a pair without a known second side is refused`(text: String) {
    #expect(throws: RefusalReason.self) { try Asset.pair(text) }
  }

  @Test func `the statement's rows of one second are one trade`() throws {
    let plan = try plan(
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      1,2024-01-01 10:00:00,Spot,Transaction Buy,ETH,0.5,""
      1,2024-01-01 10:00:00,Spot,Transaction Spend,USD,-1000,""
      1,2024-01-01 10:00:00,Spot,Transaction Fee,ETH,-0.0005,""
      1,2024-01-01 10:00:00,Spot,Transaction Buy,ETH,0.5,""
      1,2024-01-01 10:00:00,Spot,Transaction Spend,USD,-1000,""
      1,2024-01-01 10:00:00,Spot,Transaction Fee,ETH,-5E-04,""
      1,2024-01-02 10:00:00,Spot,Sell,ETH,-0.25
      1,2024-01-02 10:00:00,Spot,Sell,USD,750
      1,2024-01-02 10:00:00,Spot,Fee,USD,-0.75
      1,2024-01-03 10:00:00,Spot,Simple Earn Flexible Interest,ETH,0.00001,Binance Earn
      1,2024-01-04 10:00:00,Spot,Simple Earn Flexible Subscription,ETH,-0.1,Binance Earn
      1,,Spot,Withdraw,ETH,-0.05,empty time
      1,2024-01-05 10:00:00,Spot,Deposit,,,
      1,2024-01-06 10:00:00,USD-MFutures,Funding Fee,USDT,-0.07,
      1,2024-01-07 10:00:00,Spot,Buy,USDT,-10,
      1,2024-01-07 10:00:00,Spot,Buy,ETH,0.01,
      1,2024-01-08 10:00:00,Spot,Mystery,ETH,0.01,
      1,,Spot,Sell,ETH,-0.01,
      """)
    #expect(plan.format == .binanceStatement)
    #expect(
      plan.addedText == """
        2024-01-01T10:00:00Z buy 0.999 ethereum 2002.002002002002002002002002002002002 | total \
        2000 USD; fee 0.001 ETH
        2024-01-02T10:00:00Z sell 0.25 ethereum 2997 | fee 0.75 USD
        2024-01-03T10:00:00Z gift 0.00001 ethereum 0 | reward: Simple Earn Flexible Interest; \
        Binance Earn
        """)
    #expect(
      plan.leftOutSummary == [
        "3: partOfTrade(line: 2)", "4: partOfTrade(line: 2)", "5: partOfTrade(line: 2)",
        "6: partOfTrade(line: 2)", "7: partOfTrade(line: 2)", "9: partOfTrade(line: 8)",
        "10: partOfTrade(line: 8)", "12: transfer", "13: withdrawal", "14: deposit",
        "15: derivative(\"funding fee\")", "17: partOfTrade(line: 16)",
      ])
    #expect(
      plan.refusedSummary == [
        "16: noDollarValue(against: \"USDT\")", "18: unknownKind(\"Mystery\")",
        "19: missingCell(\"utc_time\")",
      ])
  }
}
