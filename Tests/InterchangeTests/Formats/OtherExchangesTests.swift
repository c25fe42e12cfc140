import Testing

@testable import Interchange

/// One file per exchange, with what must come of it.
struct OtherExchangesTests {
  @Test func `Coinbase Pro: a row per side and one for the fee`() throws {
    let plan = try plan(
      """
      portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id
      default,deposit,2020-08-01T10:00:00.000Z,1000,1000,USD,x,,
      default,conversion,2020-08-01T15:23:40.527Z,-500,500,USD,,,
      default,conversion,2020-08-01T15:23:40.527Z,500,500,USDC,,,
      default,match,2020-12-27T14:37:39.407Z,0.5,0.5,LTC,,77,o1
      default,match,2020-12-27T14:37:39.407Z,-60,440,USD,,77,o1
      default,fee,2020-12-27T14:37:39.407Z,-0.3,439.7,USD,,77,o1
      default,match,2020-12-28T14:37:39.407Z,-0.5,0,LTC,,78,o2
      default,match,2020-12-28T14:37:39.407Z,70,509.7,USD,,78,o2
      default,fee,2020-12-28T14:37:39.407Z,-0.35,509.35,USD,,78,o2
      """)
    #expect(plan.format == .coinbasePro)
    #expect(plan.refusedSummary == [])
    #expect(
      plan.added == [
        "2020-08-01T15:23:40.527Z buy 500 usd-coin 1",
        "2020-12-27T14:37:39.407Z buy 0.5 litecoin 120.6 | fee 0.3 USD; [coinbase-pro 77]",
        "2020-12-28T14:37:39.407Z sell 0.5 litecoin 139.3 | fee 0.35 USD; [coinbase-pro 78]",
      ])
  }

  @Test func `Crypto.com: each row carries its value in dollars`() throws {
    let plan = try plan(
      """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native \
      Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash
      2024-03-09 10:00:00,XRP -> BTC,XRP,-500.0,BTC,0.004,EUR,180,200,crypto_exchange,
      2024-03-08 10:00:00,Card top up,XRP,-100,,,EUR,-40,-44,card_top_up,
      2024-03-07 10:00:00,Transfer: App wallet -> Exchange,XRP,100,,,EUR,40,44,\
      crypto_to_exchange_transfer,
      2024-03-06 10:00:00,Card Cashback,CRO,10,,,EUR,0.9,1,referral_card_cashback,
      2024-03-05 10:00:00,Stake Reward,CRO,4,,,EUR,0.9,0.5,\
      finance.lockup.dpos_compound_interest.crypto_wallet,
      2024-03-04 10:00:00,CRO Stake,CRO,-10,,,EUR,0.9,1,finance.lockup.dpos_lock.crypto_wallet,
      2024-03-03 10:00:00,EUR -> XRP,EUR,-180,XRP,500,EUR,180,200,viban_purchase,
      2024-03-02 10:00:00,Buy XRP,XRP,100,,,EUR,36,40,crypto_purchase,
      2024-03-01 10:00:00,Buy CRO,CRO,1,,,EUR,36,0.12345678901234567890123456789012345678905,\
      crypto_purchase,
      """)
    #expect(plan.format == .cryptoCom)
    #expect(plan.refusedSummary == [])
    #expect(
      plan.addedText == """
        2024-03-01T10:00:00Z buy 1 cro 0.12345678901234567890123456789012345679 | Buy CRO; value \
        rounded to 38 digits
        2024-03-02T10:00:00Z buy 100 ripple 0.4 | Buy XRP
        2024-03-03T10:00:00Z buy 500 ripple 0.4 | EUR -> XRP
        2024-03-05T10:00:00Z buy 4 cro 0.125 | reward: \
        finance.lockup.dpos_compound_interest.crypto_wallet; Stake Reward
        2024-03-06T10:00:00Z buy 10 cro 0.1 | reward: referral_card_cashback; Card Cashback
        2024-03-08T10:00:00Z sell 100 ripple 0.44 | Card top up
        2024-03-09T10:00:00Z sell 500 ripple 0.4 | XRP -> BTC; for 0.004 BTC
        2024-03-09T10:00:00Z buy 0.004 bitcoin 50000 | XRP -> BTC; for 500 XRP
        """)
    #expect(plan.leftOutSummary == ["4: transfer", "7: transfer"])
  }

  @Test func `Bitstamp: units behind the numbers, months by name`() throws {
    let plan = try plan(
      """
      Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type
      Deposit,"Jan. 28, 2022, 12:13 AM",Main Account,2.00000000 ETH,,,,
      Market,"Jan. 28, 2022, 12:31 AM",Main Account,1.00000000 ETH,2000.00 USD,2000.00 USD,10.00 \
      USD,Buy
      Market,"Jan. 28, 2022, 12:31 PM",Main Account,0.50000000 ETH,"1,100.00 USD",2200.00 USD,\
      5.50 USD,Sell
      Market,"Jan. 29, 2022, 12:31 PM",Main Account,0.50000000 ETH,1000.00 EUR,2000.00 EUR,5.50 \
      EUR,Sell
      """)
    #expect(plan.format == .bitstamp)
    #expect(
      plan.added == [
        "2022-01-28T00:31:00Z buy 1 ethereum 2010 | fee 10 USD",
        "2022-01-28T12:31:00Z sell 0.5 ethereum 2189 | fee 5.5 USD",
      ])
    #expect(plan.refusedSummary == ["5: noDollarValue(against: \"EUR\")"])
  }

  @Test func `Bitstamp of 2023 has its units in columns`() throws {
    let plan = try plan(
      """
      ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate \
      currency,Fee,Fee currency,Order ID
      11,Main Account,Market,Buy,2023-05-01T10:00:00Z,0.10000000,BTC,2900.00,USD,29000,USD,5.80,\
      USD,99
      """)
    #expect(
      plan.added == ["2023-05-01T10:00:00Z buy 0.1 bitcoin 29058 | fee 5.8 USD; [bitstamp 11]"])
  }

  @Test func `Bittrex: below a preamble, the total has the fee in it`() throws {
    let plan = try plan(
      """
      Name: JANE ROE
      UserID: jane@example.com
      Date Generated: 2023-12-15T23:17:04

      TXID,Time (UTC),Transaction,Order Type,Market,Base,Quote,Price,Quantity (Base),Fees (Quote),\
      Total (Quote),Approx Value (USD),Time In Force,Notes
      t1,2017-12-03T12:04:16,Bought,Limit,LTC/USD,LTC,USD,100.0,2,0.5,200.5,200.5,Good til \
      cancelled,"Bought 2 LTC"
      t2,2017-12-04T12:04:16,Sold,Limit,LTC/BTC,LTC,BTC,0.01,1,0.000025,0.009975,110,Good til \
      cancelled,"Sold 1 LTC"
      t3,2017-12-05T12:04:16,Sold,Limit,LTC/BTC,LTC,BTC,0.01,1,0.000025,0.009975,,Good til \
      cancelled,"Sold 1 LTC"
      """)
    #expect(plan.format == .bittrex)
    #expect(
      plan.addedText == """
        2017-12-03T12:04:16Z buy 2 litecoin 100.25 | Bought 2 LTC; fee 0.5 USD; [bittrex t1]
        2017-12-04T12:04:16Z sell 1 litecoin 110 | Sold 1 LTC; for 0.009975 BTC; fee 0.000025 \
        BTC; [bittrex t2]
        2017-12-04T12:04:16Z buy 0.009975 bitcoin 11027.568922305764411027568922305764411 | Sold \
        1 LTC; for 1 LTC; total 110 USD; fee 0.000025 BTC; [bittrex t2]
        """)
    #expect(plan.refused.map(\.source.line) == [8])
  }

  @Test func `Bitvavo: local times in a named zone, fees inside what was paid`() throws {
    let plan = try plan(
      """
      Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,\
      Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address
      Europe/Amsterdam,2023-11-30,11:37:41,withdrawal,ETH,-0.01,,,,,ETH,0.001,Completed,id4,0x
      Europe/Amsterdam,2023-07-30,11:36:46.620,sell,ETH,-0.5,USD,2000,USD,998.00,USD,2.00,\
      Completed,id3,
      Europe/Amsterdam,2023-07-29,11:36:46.620,buy,ETH,1,USD,1800,USD,-1804.50,USD,4.50,Completed,\
      id2,
      Europe/Amsterdam,2023-01-29,11:36:46,staking,ETH,0.001,,,,,ETH,,Distributed,id1,
      America/New_York,2023-01-29,11:36:46,buy,ETH,1,USD,1,USD,-1,USD,0,Completed,id0,
      Europe/Amsterdam,2023-01-28,11:36:46,buy,ETH,1,USD,1,USD,-1,USD,0,Canceled,idx,
      """)
    #expect(plan.format == .bitvavo)
    #expect(
      plan.added == [
        "2023-01-29T10:36:46Z gift 0.001 ethereum 0 | reward: staking; [bitvavo id1]",
        "2023-07-29T09:36:46.620Z buy 1 ethereum 1804.5 | fee 4.5 USD; [bitvavo id2]",
        "2023-07-30T09:36:46.620Z sell 0.5 ethereum 1996 | fee 2 USD; [bitvavo id3]",
      ])
    #expect(plan.leftOutSummary == ["2: withdrawal", "7: notCarriedOut(\"canceled\")"])
    #expect(plan.refusedSummary == ["6: unknownZone(\"America/New_York\")"])
  }

  @Test func `KuCoin: fees on top, old and new headings`() throws {
    let old = try plan(
      """
      tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency
      2022-04-28 12:36:00,XTZ-USD,buy,2,100,200,0.2,USD
      2022-04-28 15:46:07,XRP-USDT,buy,0.6,400,240,0.24,USDT
      """)
    #expect(old.format == .kucoin)
    #expect(old.added == ["2022-04-28T12:36:00Z buy 100 xtz 2.002 | fee 0.2 USD"])
    #expect(old.refusedSummary == ["3: noDollarValue(against: \"USDT\")"])
    let new = try plan(
      """
      UID,Account Type,Order ID,Order Time(UTC+08:00),Symbol,Side,Order Type,Order Price,Order \
      Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled \
      Time(UTC+08:00),Fee,Fee Currency,Status
      1,mainAccount,o1,2023-05-01 07:00:00,BTC-USD,BUY,LIMIT,29000,0.1,29000,0.1,2900,2900,\
      2023-05-01 08:00:00,2.9,USD,deal
      1,mainAccount,o2,2023-05-02 07:00:00,BTC-USD,BUY,LIMIT,29000,0.1,0,0,0,0,,0,USD,cancelled
      """)
    #expect(new.format == .kucoin)
    #expect(new.added == ["2023-05-01T00:00:00Z buy 0.1 bitcoin 29029 | fee 2.9 USD"])
    #expect(new.leftOutSummary == ["3: notCarriedOut(\"cancelled\")"])
  }
}
