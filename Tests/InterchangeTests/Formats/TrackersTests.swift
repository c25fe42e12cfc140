import Testing

@testable import Interchange

/// One file per tracker, with what must come of it.
struct TrackersTests {
  @Test func `CoinTracking: three columns of one name, fees inside the amounts`() throws {
    let plan = try plan(
      """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Trade","1.00000000","BTC","505.00000000","USD","5.00000000","USD","X","","one","30.01.2018 \
      15:20:25"
      "Trade","400.00000000","USD","0.50000000","BTC","0.00100000","BTC","X","","","31.01.2018 \
      15:20:25"
      "Trade","2.00000000","ETH","100.00000000","USD","0.10000000","BNB","X","","","01.02.2018 \
      15:20:25"
      "Mining","0.10000000","BTC","","","","","X","","IN","02.02.2018 15:20:25"
      "Deposit","1.50000000","BTC","","","","","X","","","02.02.2018 17:00:47"
      "Lost","","","2.00000000","XLM","","","X","","OUT","02.02.2018 17:01:13"
      "Margin Loss","","","0.01000000","BTC","","","X","","OUT","02.02.2018 17:01:16"
      "Trade","1.00000000","BTC","400.00000000","USDT","","","X","","","03.02.2018 15:20:25"
      """)
    #expect(plan.format == .coinTracking)
    #expect(
      plan.added == [
        "2018-01-30T15:20:25Z buy 1 bitcoin 505 | one; fee 5 USD",
        "2018-01-31T15:20:25Z sell 0.5 bitcoin 800 | fee 0.001 BTC",
        "2018-02-01T15:20:25Z buy 2 ethereum 50 | fee 0.1 BNB",
        "2018-02-02T15:20:25Z gift 0.1 bitcoin 0 | reward: Mining; IN",
      ])
    #expect(
      plan.leftOutSummary == [
        "4: feeWithoutValue(0.1, \"BNB\")", "6: deposit", "7: otherKind(\"Lost\")",
        "8: derivative(\"Margin Loss\")",
      ])
    #expect(plan.refusedSummary == ["9: noDollarValue(against: \"USDT\")"])
  }

  @Test func `Delta: the quote amount is the total, names stand in brackets`() throws {
    let plan = try plan(
      """
      Date,Way,Base amount,Base currency (name),Base type,Quote amount,Quote currency,Exchange,\
      Sent/Received from,Sent to,Fee amount,Fee currency (name),Broker,Notes
      2023-06-03 16:06:47-04:00,SELL,4,SOL (Solana),CRYPTO,100,USD,Binance,,,1,USD,,sold
      2023-06-02 16:06:47-04:00,BUY,10,SOL (Solana),CRYPTO,200,USD,Binance,,,0.1,SOL (Solana),,\
      bought
      2023-06-01 16:06:47-04:00,BUY,10,ETH,CRYPTO,0.6,BTC,Binance,,,0.1,BNB,,
      2023-05-26 02:08:15-04:00,WITHDRAW,0.1,DOT (Polkadot),CRYPTO,,,,MY_WALLET,OTHER,0.001,DOT \
      (Polkadot),,
      2023-05-09 14:51:31-04:00,DEPOSIT,0.001,BTC,CRYPTO,,,,DIVIDENDS,MY_WALLET,,,,
      2023-05-09 14:51:31-04:00,DEPOSIT,0.001,BTC,CRYPTO,,,,OTHER,MY_WALLET,,,,
      2023-05-08 15:00:00-04:00,BUY,5,AAPL,STOCK,1250,USD,Nasdaq,,,,,eToro,
      2023-05-08 15:00:00-04:00,DEPOSIT,5000,USD,FIAT,,,,,,,,eToro,
      """)
    #expect(plan.format == .delta)
    #expect(
      plan.addedText == """
        2023-05-09T18:51:31Z gift 0.001 bitcoin 0 | reward: dividends
        2023-06-02T20:06:47Z buy 9.9 solana 20.20202020202020202020202020202020202 | bought; \
        total 200 USD; fee 0.1 SOL
        2023-06-03T20:06:47Z sell 4 solana 24.75 | sold; fee 1 USD
        """)
    #expect(
      plan.leftOutSummary == [
        "5: withdrawal", "7: deposit", "8: notACoin(\"stock\")", "9: fiatOnly(\"USD\")",
      ])
    #expect(plan.refusedSummary == ["4: noDollarValue(against: \"BTC\")"])
  }

  @Test func `Koinly: fees on top, net worth as the value of a swap`() throws {
    let plan = try plan(
      """
      Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Label,Description,TxHash
      2024-08-01 08:00:00 UTC,3000,USD,1,ETH,30,USD,,,,,
      2024-08-02 08:00:00 UTC,0.1,ETH,10,SOL,,,300,USD,,swapped,0xabc
      2024-08-03 08:00:00 UTC,,,0.5,SOL,,,20,USD,staking,,
      2024-08-03 09:00:00 UTC,,,0.5,SOL,,,,,airdrop,,
      2024-08-03 10:00:00 UTC,,,0.5,SOL,,,,,,,
      2024-08-04 08:00:00 UTC,0.49,ETH,1000,USD,0.01,ETH,,,,,
      2024-08-05 08:00:00 UTC,0.1,ETH,,,,,,,,,
      2024-08-06 08:00:00 UTC,0.1,ETH,5,SOL,,,280,EUR,,,
      """)
    #expect(plan.format == .koinly)
    #expect(
      plan.added == [
        "2024-08-01T08:00:00Z buy 1 ethereum 3030 | fee 30 USD",
        "2024-08-02T08:00:00Z sell 0.1 ethereum 3000 | swapped; 0xabc; for 10 SOL",
        "2024-08-02T08:00:00Z buy 10 solana 30 | swapped; 0xabc; for 0.1 ETH",
        "2024-08-03T08:00:00Z buy 0.5 solana 40 | reward: staking",
        "2024-08-03T09:00:00Z gift 0.5 solana 0 | reward: airdrop",
        "2024-08-04T08:00:00Z sell 0.5 ethereum 2000 | fee 0.01 ETH",
      ])
    #expect(plan.leftOutSummary == ["6: deposit", "8: withdrawal"])
    #expect(plan.refusedSummary == ["9: noDollarValue(against: \"ETH\")"])
  }

  @Test func `bitcoin.tax: the total has the fee in it`() throws {
    let plan = try plan(
      """
      Date,Action,Symbol,Account,Volume,Price,Currency,Fee,FeeCurrency,Total,Cost/Proceeds,\
      ExchangeId,Category,Subaccount,Memo
      2018-06-03 21:16:15 +0000,BUY,BCH,Coinbase Pro,2,1000,USD,10,USD,-2010,2010,256343,,,
      2018-06-04 21:16:15 +0000,SELL,BCH,Coinbase Pro,1,1200,USD,6,USD,1194,1194,256344,,,memo
      2018-06-05 21:16:15 +0000,BUY,BCH,Kraken,1,1000,USD,10,USD,,,,,,
      2018-06-06 21:16:15 +0000,SPEND,BCH,,0.5,1000,USD,,,500,,,,,coffee
      2018-06-07 21:16:15 +0000,MINING,BCH,,0.5,1000,USD,,,500,,,,,
      2018-11-09 13:51:11 +0000,SELL,USDT,Gate.io,700,0.0001,BTC,0.0002,BTC,0.07,0.07,18,,,
      """)
    #expect(plan.format == .bitcoinTax)
    #expect(
      plan.added == [
        "2018-06-03T21:16:15Z buy 2 bch 1005 | Coinbase Pro; 256343; fee 10 USD",
        "2018-06-04T21:16:15Z sell 1 bch 1194 | memo; Coinbase Pro; 256344; fee 6 USD",
        "2018-06-05T21:16:15Z buy 1 bch 1010 | Kraken; fee 10 USD",
        "2018-06-06T21:16:15Z sell 0.5 bch 1000 | coffee",
        "2018-06-07T21:16:15Z buy 0.5 bch 1000 | reward: mining",
      ])
    #expect(plan.refusedSummary == ["7: noDollarValue(against: \"USDT\")"])
  }

  @Test func `Blockpit: semicolons, day before month, fees on top`() throws {
    let plan = try plan(
      """
      Blockpit ID;Timestamp;Source Type;Source Name;Integration;Transaction Type;Outgoing \
      Asset;Outgoing Amount;Incoming Asset;Incoming Amount;Fee Asset;Fee Amount;Transaction \
      ID;Note;Merge ID
      1,5E+14;08.02.2023 12:44;API;X;X Depot;Trade;USD;100;MATIC;100;MATIC;0.1;;spot;
      1,6E+14;09.02.2023 12:44;API;X;X Depot;Trade;MATIC;50;USD;60;USD;0.6;;spot;
      1,7E+14;09.02.2023 13:25;API;X;X Depot;Staking;;;MATIC;0.2;;;;;
      1,8E+14;09.02.2023 14:25;API;X;X Depot;Gift;MATIC;10;;;MATIC;0.001;0x;;
      1,9E+14;09.02.2023 15:25;API;X;X Depot;NonTaxableIn;;;EUR;1000;;;;;
      """)
    #expect(plan.format == .blockpit)
    #expect(
      plan.addedText == """
        2023-02-08T12:44:00Z buy 99.9 matic 1.001001001001001001001001001001001001 | spot; total \
        100 USD; fee 0.1 MATIC
        2023-02-09T12:44:00Z sell 50 matic 1.188 | spot; fee 0.6 USD
        2023-02-09T13:25:00Z gift 0.2 matic 0 | reward: Staking
        """)
    #expect(plan.leftOutSummary == ["5: otherKind(\"Gift\")", "6: deposit"])
  }

  @Test func `CoinMarketCap: zone and currency in the headings, the price counts`() throws {
    let plan = try plan(
      """
      Date (UTC-3:00),Token,Type,Price (USD),Amount,Total value (USD),Fee,Fee Currency,Notes
      "2025-07-05 11:45:00","BTC","sell","110000.00","0.0002","22.00","0.01","USD","out"
      "2025-07-04 22:45:00","BTC","buy","108054.81","0.0004821","52.10","--","","in"
      "2025-07-03 22:45:00","BTC","transferIn","--","0.0004821","--","--","",""
      """)
    #expect(plan.format == .coinMarketCap)
    #expect(
      plan.added == [
        "2025-07-05T01:45:00Z buy 0.0004821 bitcoin 108054.81 | in",
        "2025-07-05T14:45:00Z sell 0.0002 bitcoin 109950 | out; fee 0.01 USD",
      ])
    #expect(plan.leftOutSummary == ["4: deposit"])
  }

  @Test func `CoinMarketCap in another currency is refused by row`() throws {
    let plan = try plan(
      """
      Date (UTC+2:00),Token,Type,Price (EUR),Amount,Total value (EUR),Fee,Fee Currency,Notes
      "2025-07-04 22:45:00","BTC","buy","100000","0.1","10000","","",""
      """)
    #expect(plan.refusedSummary == ["2: noDollarValue(against: \"EUR\")"])
  }

  @Test func `Ghostfolio: coins of CoinGecko and Yahoo, four forms of date`() throws {
    let plan = try plan(
      """
      Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note
      01-09-2021,bitcoin,COINGECKO,USD,50000,0.1,buy,10,by id
      16/09/2021,ETHUSD,YAHOO,USD,3000.5,2,buy,0.00,by pair
      01.01.2022,ETH-USD,YAHOO,USD,3500,1,sell,5,
      20220201,ethereum,COINGECKO,EUR,3500,1,sell,5,
      17/11/2021,MSFT,YAHOO,USD,0.62,5,dividend,0.00,
      20500606,Fee,MANUAL,USD,0,0,fee,49,
      """)
    #expect(plan.format == .ghostfolio)
    #expect(
      plan.added == [
        "2021-09-01T00:00:00Z buy 0.1 bitcoin 50100 | by id; fee 10 USD",
        "2021-09-16T00:00:00Z buy 2 ethereum 3000.5 | by pair",
        "2022-01-01T00:00:00Z sell 1 ethereum 3495 | fee 5 USD",
      ])
    #expect(plan.leftOutSummary == ["6: notACoin(\"MSFT\")", "7: notACoin(\"Fee\")"])
    #expect(plan.refusedSummary == ["5: noDollarValue(against: \"EUR\")"])
  }

  @Test func `CoinStats: the export and the template`() throws {
    let export = try plan(
      """
      Portfolio,Coin Name,Coin Symbol,Exchange,Pair,Type,Amount,Price,Price USD,Fee Percent,Fee \
      Amount,Fee Currency,Date,Notes
      Main,Bitcoin,BTC,Kraken,BTC/EUR,Buy,0.1,9000,10000,,2,USD,"7/22/2019, 7:37:58 PM",first
      Main,Ethereum,ETH,Kraken,ETH/BTC,Buy,2,0.02,200,,,,"7/23/2019, 7:37:58 AM",swap
      Main,Ethereum,ETH,Kraken,,Reward,0.5,,180,,,,"7/24/2019, 12:00:00 AM",
      Main,Bitcoin,BTC,Kraken,,Deposit,1,,,,,,"7/24/2019, 12:00:00 AM",
      """)
    #expect(export.format == .coinStats)
    #expect(export.refusedSummary == [])
    #expect(
      export.added == [
        "2019-07-22T19:37:58Z buy 0.1 bitcoin 10020 | first; fee 2 USD",
        "2019-07-23T07:37:58Z sell 0.04 bitcoin 10000 | swap; for 2 ETH",
        "2019-07-23T07:37:58Z buy 2 ethereum 200 | swap; for 0.04 BTC",
        "2019-07-24T00:00:00Z buy 0.5 ethereum 180 | reward: Reward",
      ])
    #expect(export.leftOutSummary == ["5: deposit"])
    let template = try plan(
      """
      Coin Symbol,Exchange,Pair,Type,Amount,Price,Fee,Date,Notes
      BTC,Kraken,BTC/USD,Buy,0.1,10000,5,"7/22/2019, 7:37:58 PM",
      BTC,Kraken,USD,Sell,-0.1,11000,,"7/23/2019, 7:37:58 PM",
      BTC,Kraken,,Buy,0.1,10000,,"7/22/2019, 7:37:58 PM",
      BTC,Kraken,BTC/USDT,Buy,0.1,10000,,"7/22/2019, 7:37:58 PM",
      """)
    #expect(
      template.added == [
        "2019-07-22T19:37:58Z buy 0.1 bitcoin 10050 | fee 5 USD",
        "2019-07-23T19:37:58Z sell 0.1 bitcoin 11000",
      ])
    #expect(
      template.refusedSummary == [
        "4: missingCell(\"pair\")", "5: noDollarValue(against: \"USDT\")",
      ])
  }
}
