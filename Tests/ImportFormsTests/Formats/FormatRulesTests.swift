import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Rules of individual formats that need no fixture.
struct FormatRulesTests {
  @Test(arguments: [
    ("CNDBTC", "CND", "BTC"), ("EOSETH", "EOS", "ETH"), ("BTCFDUSD", "BTC", "FDUSD"),
    ("BNBUSD", "BNB", "USD"), ("BNBBUSD", "BNB", "BUSD"), ("DOTUSD", "DOT", "USD"),
    ("BTCUSDT", "BTC", "USDT"), ("XTZ-USDT", "XTZ", "USDT"), ("btc/eur", "BTC", "EUR"),
    ("ETHUSD", "ETH", "USD"), ("BCHUSD", "BCH", "USD"), ("BTCBIDR", "BTC", "BIDR"),
    ("BNBIDR", "BNB", "IDR"), ("BTCEURI", "BTC", "EURI"), ("CRO_USDT", "CRO", "USDT"),
    ("PAXGUSD", "PAXG", "USD"), ("BTTUSD", "BTT", "USD"), ("BTTTUSD", "BTT", "TUSD"),
    ("OXTUSD", "OXT", "USD"),
  ])
  func `pairs come apart`(text: String, base: String, quote: String) throws {
    let pair = try Asset.pair(text)
    #expect((pair.base.name, pair.quote.name) == (base, quote))
  }

  @Test(arguments: ["BTC", "FOOBAR", ""])
  func `a pair without a known second side is refused`(text: String) {
    #expect(throws: RefusalReason.self) { try Asset.pair(text) }
  }

  @Test(arguments: [
    ("HIGH", "2023-01-01", "highstreet"), ("SUB", "2018-05-01", "substratum"),
    ("STRK", "2022-01-01", "strike"), ("ACT", "2018-01-01", "achain"),
    ("ACT", "2025-01-01", "act-i-the-ai-prophecy"), ("LUNA", "2021-01-01", "terra-luna"),
    ("HOLO", "2019-11-04", "holotoken"),
  ])
  func `a ticker means the coin that exchanges had under it then`(
    ticker: String, day: String, id: String
  ) throws {
    let date = try #require(Date(utcText: "\(day)T00:00:00Z"))
    #expect(Asset(symbol: ticker).asOf(date) == .id(id))
    let isNamed = Asset(symbol: ticker, name: "Another").asOf(date) == .id(id)
    #expect(isNamed == (ticker == "LUNA"), "a name beside the ticker counts more")
  }

  @Test(arguments: [
    ("BOT", "2020-12-16", "bot-before-2022-01"), ("USDS", "2019-11-27", "usds-before-2024-09"),
    ("CC", "2015-03-01", "cc-before-2025-11"), ("PEPE", "2018-01-01", "pepe-before-2023-04"),
    ("REFI", "2022-01-08", "refi-before-2023-01"),
  ])
  func `a trade from before a coin was there is of another coin`(
    ticker: String, day: String, id: String
  ) throws {
    let date = try #require(Date(utcText: "\(day)T00:00:00Z"))
    #expect(Asset(symbol: ticker).asOf(date) == .id(id))
    let today = try #require(Date(utcText: "2026-01-01T00:00:00Z"))
    #expect(Asset(symbol: ticker).asOf(today) == Asset(symbol: ticker))
  }

  @Test(arguments: [
    ("XXBT", "BTC"), ("ZUSD", "USD"), ("ZPLN", "PLN"), ("ZSEK", "SEK"), ("ZXOF", "XOF"),
    ("ZCHF", "ZCHF"), ("XTZ", "XTZ"), ("ZRX", "ZRX"), ("ZETA", "ZETA"), ("DOT28.S", "DOT"),
    ("MATIC04.S", "MATIC"), ("ETH2.S", "ETH"), ("XBT.M", "BTC"), ("EUR.HOLD", "EUR"),
    ("C98", "C98"), ("C98.S", "C98"), ("DOT28", "DOT28"),
  ])
  func `Kraken's names are everybody's`(name: String, symbol: String) {
    #expect(krakenAsset(name) == Asset(symbol: symbol))
  }

  @Test func `Bitfinex' fee is a fee with its sign or without`() throws {
    let rows = ["1,LTC/USD,10,50,0.05,LTC", "2,LTC/USD,10,50,-0.05,LTC", "3,LTC/USD,-1,50,0.1,USD"]
    let text = rows.map { "\($0),2017-11-01 12:00:00\n" }.joined()
    let file = try imported("#,Pair,Amount,Price,Fee,FeeCurrency,Date\n" + text)
    #expect(file.transactions.map(\.amount.description) == ["9.95", "9.95", "1"])
    #expect(file.transactions.map(\.pricePerCoin.description).last == "49.9")
  }

  @Test(arguments: [("USDTTRC20", "USDT"), ("BUSDBEP20", "BUSD"), ("ERC20", "ERC20")])
  func `a ticker may have its network behind it`(text: String, ticker: String) {
    #expect(Asset(symbol: text).name == ticker)
  }

  @Test func `BCC at Binance and Bittrex was Bitcoin Cash in its first year`() throws {
    let bittrex = try factLines(
      "OrderUuid,Exchange,Type,Quantity,Limit,CommissionPaid,Price,Opened,Closed\n"
        + "b1,BTC-BCC,LIMIT_BUY,2,0.1,0.0005,0.2,9/1/2017 1:00:00 PM,9/1/2017 1:00:00 PM\n")
    #expect(
      bittrex == ["2017-09-01T13:00:00Z +2 BCH -0.2 BTC, fee 0.0005 BTC, [bittrex b1]"])
    let binance = try factLines(
      "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin\n"
        + "2018-01-01 10:00:00,BCCBTC,SELL,0.2,1,0.2,0.001,BNB\n"
        + "2022-01-01 10:00:00,BCCBTC,SELL,0.2,1,0.2,0.001,BNB\n")
    #expect(
      binance == [
        "2018-01-01T10:00:00Z +0.2 BTC -1 BCH, fee 0.001 BNB",
        "2022-01-01T10:00:00Z +0.2 BTC -1 BCC, fee 0.001 BNB",
      ])
  }

  @Test func `what was converted is worth what its price says where the fees stand wrong`() throws {
    let lines = try factLines(
      "Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,"
        + "EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes\n"
        + "2020-07-01T10:00:00Z,Convert,BTC,0.1,8000,2000,800,1200,Converted 0.1 BTC to 4 ETH\n"
        + "2020-07-02T10:00:00Z,Convert,BTC,0.1,8000,790,800,10,Converted 0.1 BTC to 4 ETH\n")
    #expect(
      lines == [
        "2020-07-01T10:00:00Z +4 ETH -0.1 BTC, worth 800 EUR",
        "2020-07-02T10:00:00Z +4 ETH -0.1 BTC, worth 790 EUR",
      ])
  }

  @Test func `a ticker that another coin has since is that coin's since`() throws {
    let date = try #require(Date(utcText: "2025-01-01T00:00:00Z"))
    #expect(Asset(symbol: "SUB").asOf(date) == Asset(symbol: "SUB"))
  }

  @Test func `the tickers of exchanges are in order and none is there twice`() {
    for (ticker, spans) in ExchangeTickers.spans {
      let ends = spans.compactMap(\.end)
      #expect(ends == ends.sorted() && Set(ends).count == ends.count, "\(ticker)")
      #expect(spans.dropLast().allSatisfy { $0.end != nil }, "\(ticker)")
      #expect(spans.allSatisfy { !$0.id.contains(" ") && !$0.id.isEmpty })
    }
    #expect(ExchangeTickers.spans.count > 150)
  }

  @Test(arguments: [
    ("XXBTZEUR", "BTC", "EUR"), ("POL/EUR", "POL", "EUR"), ("ETHXBT", "ETH", "BTC"),
    ("XETHXXBT", "ETH", "BTC"), ("XTZUSD", "XTZ", "USD"), ("ADAUSD", "ADA", "USD"),
    ("XXDGXXBT", "DOGE", "BTC"), ("ETHPYUSD", "ETH", "PYUSD"), ("DOTZEUR", "DOT", "EUR"),
  ])
  func `Kraken's pairs come apart`(pair: String, base: String, quote: String) throws {
    let lines = try factLines(
      "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin\n"
        + "T,O,\(pair),2024-01-05 11:24:42,buy,limit,1,10,0,20,0\n")
    #expect(lines == ["2024-01-05T11:24:42Z +20 \(base) -10 \(quote), [kraken T]"])
  }

  @Test(arguments: [("ADA", "ADA.S", "120"), ("SOL", "KSM", "5")])
  func `Kraken's transfers of one id that do not add up to nothing are refused`(
    given: String, received: String, amount: String
  ) throws {
    let lines = try factLines(
      """
      txid,refid,time,type,subtype,asset,amount,fee
      L1,R,2022-06-01 10:00:00,transfer,,\(given),-5,0
      L2,R,2022-06-01 10:00:00,transfer,,\(received),\(amount),0
      """)
    let reason = "refused, notATrade(\"2 transfers that do not add up to nothing\")"
    #expect(lines == ["2: \(reason)", "3: \(reason)"])
  }

  @Test(arguments: [
    ("Convert,BTC,1,USD,$10,$10,$10,$0,Converted it", "notATrade(\"Converted it\")"),
    ("Teleport,BTC,1,USD,$10,$10,$10,$0,", "unknownKind(\"Teleport\")"),
    (
      "Buy,BTC,1,USD,$10,\"$1,234\",\"$1,234\",$0,",
      "ambiguousNumber(column: \"total (inclusive of fees and/or spread)\", \"$1,234\")"
    ),
    (
      "Buy,BTC,1,USD,$10,,,$0,",
      "missingCell(\"total (inclusive of fees and/or spread)\")"
    ),
  ])
  func `a row that makes no sense is refused by name`(row: String, reason: String) throws {
    let lines = try factLines(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2023-01-01 10:00:00 UTC,\(row)
      """)
    #expect(lines == ["2: refused, \(reason)"])
  }

  @Test func `rows that do not make one trade are refused at their first`() throws {
    let lines = try factLines(
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,T1,2024-03-19 19:43:31,trade,,currency,ZUSD,-100,0,0
      L2,T1,2024-03-19 19:43:31,trade,,currency,XXBT,1,0,0
      L3,T1,2024-03-19 19:43:31,trade,,currency,XETH,1,0,0
      """)
    #expect(
      lines == [
        "2: refused, notATrade(\"3 rows of USD, BTC, ETH\")", "3: partOfTrade(line: 2)",
        "4: partOfTrade(line: 2)",
      ])
  }

  @Test func `the unit behind an amount says where Binance's pair comes apart`() throws {
    let lines = try factLines(
      "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n"
        + "2022-01-02 10:00:00,ARBUSD,BUY,30,2AR,60BUSD,0.01AR\n"
        + "2024-01-02 10:00:00,ARBUSD,BUY,1,2ARB,2USD,0.01USD\n"
        + "2024-01-02 10:00:00,1INCHUSDT,BUY,0.5,21INCH,1USDT,0.01USDT\n")
    #expect(
      lines == [
        "2022-01-02T10:00:00Z +2 AR -60 BUSD, fee 0.01 AR",
        "2024-01-02T10:00:00Z +2 ARB -2 USD, fee 0.01 USD",
        "2024-01-02T10:00:00Z +2 1INCH -1 USDT, fee 0.01 USDT",
      ])
  }

  @Test func `titles within a report and names of columns again are no rows`() throws {
    let header = "id,time,pair,side,price,quantity,amount,fee\n"
    let head = "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n"
    let row = "2024-01-02 10:00:00,BTCUSDT,BUY,100,1BTC,100USDT,0.1USDT\n"
    let lines = try factLines(
      head + row + "Second part,,,,,,\n" + head + row.replacing("BUY", with: "SELL")
        + "2024-01-02 10:0,,,,,,\n" + header)
    #expect(
      lines == [
        "2024-01-02T10:00:00Z +1 BTC -100 USDT, fee 0.1 USDT", "3: otherKind(\"heading\")",
        "4: otherKind(\"heading\")", "2024-01-02T10:00:00Z +100 USDT -1 BTC, fee 0.1 USDT",
        "6: refused, notADate(column: \"date(utc)\", \"2024-01-02 10:0\")",
        "7: refused, tooManyCells",
      ])
  }

  @Test func `a withdrawal that failed is given back with its fee`() throws {
    let lines = try factLines(
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,W1,2024-03-19 19:43:31,withdrawal,,currency,XXBT,-1,0.1,0
      L2,W1,2024-03-20 19:43:31,withdrawal,,currency,XXBT,1,-0.1,1.1
      """)
    #expect(
      lines == [
        "2024-03-19T19:43:31Z move -1 BTC, fee 0.1, left 0, [kraken W1]",
        "2024-03-20T19:43:31Z move 1.1 BTC, left 1.1, [kraken W1#2]",
      ])
  }

  @Test func `every format has a name and a group`() {
    for reader in FormatReader.all {
      #expect(!reader.group.isEmpty && reader.displayName.hasPrefix("\(reader.group), "))
    }
    let headers = FormatReader.all.reduce(0) { $0 + $1.signatures.count }
    #expect(headers >= 100)
  }

  @Test(
    arguments: [
      (ImportFormat.binanceMoves, "binance"), (.okxTradesOld, "okx"), (.kucoinEarn, "kucoin"),
      (.krakenLedgers, "kraken"), (.cashApp, "cash-app"), (.etherscanTokens, "etherscan"),
      (.coinbasePro, "coinbase-pro"),
      (.cryptoComExchange, "crypto-com-exchange"),
      (.cryptoComExchangeJournal, "crypto-com-exchange"), (.koinlyReport, nil),
      (.coinTrackerTemplate, nil),
    ] as [(ImportFormat, String?)])
  func `an exchange's file is of the account named for it`(format: ImportFormat, account: String?) {
    #expect(format.account == account)
  }
}
