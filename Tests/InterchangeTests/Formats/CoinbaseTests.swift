import Testing

@testable import Interchange

struct CoinbaseTests {
  @Test func `today's report is read below its preamble`() throws {
    let plan = try plan(
      """

      Transactions
      User,Jane Roe,5f1e
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,\
      Recipient Address
      a1,2024-05-06 10:00:00 UTC,Sell,BTC,-0.01,USD,$62000.00,$620.00,$611.00,$9.00,Sold 0.01 BTC \
      for 611 USD,,
      a2,2024-05-05 10:00:00 UTC,Staking Income,ETH,0.0001,USD,$3000.00,$0.30,$0.30,$0.00,,,
      a3,2024-05-04 10:00:00 UTC,Convert,BTC,0.02,USD,$60000.00,"$1,200.00","$1,210.00",,\
      Converted 0.02 BTC to 0.4 ETH,,
      a4,2024-05-03 10:00:00 UTC,Send,BTC,-0.1,USD,$60000.00,-$6000.00,-$6000.00,$0.00,Sent 0.1 \
      BTC,,x
      a5,2024-05-02 10:00:00 UTC,Receive,BTC,0.1,USD,$60000.00,$6000.00,$6000.00,$0.00,,y,
      a6,2024-05-01 10:00:00 UTC,Advanced Trade Buy,BTC,0.05,USD,$60000.00,"$3,000.00","$3,\
      012.00",$12.00,Bought 0.05 BTC for 3012 USD on BTC-USD,,
      a7,2024-05-01 09:00:00 UTC,Deposit,USD,5000,USD,$1.00,$5000.00,$5000.00,$0.00,,,
      """)
    #expect(plan.format == .coinbase)
    #expect(plan.refusedSummary == [])
    #expect(
      plan.addedText == """
        2024-05-01T10:00:00Z buy 0.05 bitcoin 60240 | Bought 0.05 BTC for 3012 USD on BTC-USD; \
        fee 12 USD; [coinbase a6]
        2024-05-04T10:00:00Z sell 0.02 bitcoin 60000 | Converted 0.02 BTC to 0.4 ETH; for 0.4 \
        ETH; [coinbase a3]
        2024-05-04T10:00:00Z buy 0.4 ethereum 3000 | Converted 0.02 BTC to 0.4 ETH; for 0.02 BTC; \
        [coinbase a3]
        2024-05-05T10:00:00Z buy 0.0001 ethereum 3000 | reward: Staking Income; [coinbase a2]
        2024-05-06T10:00:00Z sell 0.01 bitcoin 61100 | Sold 0.01 BTC for 611 USD; fee 9 USD; \
        [coinbase a1]
        """)
    #expect(
      plan.leftOutSummary == ["8: withdrawal", "9: deposit", "11: fiatOnly(\"USD\")"])
    #expect(plan.notices.first == .newestFirst)
  }

  @Test func `the report of 2019 names dollars in its headings`() throws {
    let plan = try plan(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD \
      Subtotal,USD Total (inclusive of fees),USD Fees,Notes
      2019-03-01T10:00:00Z,Buy,BTC,0.5,3800,1900,1915,15,Bought 0.5 BTC for $1915.00 USD
      2019-03-02T10:00:00Z,Rewards Income,XLM,10,"","","","",Received 10 XLM
      """)
    #expect(
      plan.added == [
        "2019-03-01T10:00:00Z buy 0.5 bitcoin 3830 | Bought 0.5 BTC for $1915.00 USD; fee 15 USD",
        "2019-03-02T10:00:00Z gift 10 xlm 0 | reward: Rewards Income; Received 10 XLM",
      ])
  }

  @Test func `a trade against a coin is a sale and a purchase at the row's value`() throws {
    let plan = try plan(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at \
      Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2023-01-01T10:00:00Z,Buy,USDC,500,USD,1,500,500,0,Bought 500 USDC for 500 USD
      2023-01-02T10:00:00Z,Advanced Trade Buy,ETH,0.25,USD,1600,400,402,2,Bought 0.25 ETH for 402 \
      USDC on ETH-USDC
      """)
    #expect(plan.refusedSummary == [])
    #expect(
      plan.addedText == """
        2023-01-01T10:00:00Z buy 500 usd-coin 1 | Bought 500 USDC for 500 USD
        2023-01-02T10:00:00Z sell 402 usd-coin 1 | Bought 0.25 ETH for 402 USDC on ETH-USDC; for \
        0.25 ETH; fee 2 USD
        2023-01-02T10:00:00Z buy 0.25 ethereum 1608 | Bought 0.25 ETH for 402 USDC on ETH-USDC; \
        for 402 USDC; fee 2 USD
        """)
  }

  @Test(arguments: [
    (
      "Buy,BTC,1,EUR,€10,€10,€11,€1,Bought 1 BTC for 11 EUR",
      "noDollarValue(against: \"EUR\")"
    ),
    ("Staking Income,ETH,1,EUR,€10,€10,€10,€0,", "noDollarValue(against: \"EUR\")"),
    ("Convert,BTC,1,USD,$10,$10,$10,$0,Converted it", "notATrade(\"Converted it\")"),
    ("Teleport,BTC,1,USD,$10,$10,$10,$0,", "unknownKind(\"Teleport\")"),
    ("Buy,BTC,0,USD,$10,$10,$10,$0,", "breaksRule(invalidAmount)"),
    ("Buy,BTC,1,USD,$10,$0,$0,$0,", "breaksRule(invalidPrice)"),
    (
      "Buy,BTC,1,USD,$10,\"$1,234\",\"$1,234\",$0,",
      "ambiguousNumber(column: \"total (inclusive of fees and/or spread)\", \"$1,234\")"
    ),
  ])
  func `rows that cannot be booked are refused`(row: String, reason: String) throws {
    let plan = try plan(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2023-01-01 10:00:00 UTC,\(row)
      """)
    #expect(plan.refusedSummary == ["2: \(reason)"])
  }
}
