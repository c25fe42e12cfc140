import Testing

@testable import Interchange

/// Rules of single formats that need no file of their own.
struct FormatRulesTests {
  @Test(arguments: [
    ("CNDBTC", "CND", "BTC"), ("EOSETH", "EOS", "ETH"), ("BTCFDUSD", "BTC", "FDUSD"),
    ("BNBUSD", "BNB", "USD"), ("BNBBUSD", "BNB", "BUSD"), ("DOTUSD", "DOT", "USD"),
    ("BTCUSDT", "BTC", "USDT"), ("XTZ-USDT", "XTZ", "USDT"), ("btc/eur", "BTC", "EUR"),
    ("ETHUSD", "ETH", "USD"), ("BCHUSD", "BCH", "USD"), ("BTCBIDR", "BTC", "BIDR"),
    ("BNBIDR", "BNB", "IDR"), ("BTCEURI", "BTC", "EURI"), ("CRO_USDT", "CRO", "USDT"),
    ("PAXGUSD", "PAXG", "USD"),
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
    ("XXBTZEUR", "BTC", "EUR"), ("POL/EUR", "POL", "EUR"), ("ETHXBT", "ETH", "BTC"),
    ("XETHXXBT", "ETH", "BTC"), ("XTZUSD", "XTZ", "USD"), ("ADAUSD", "ADA", "USD"),
    ("XXDGXXBT", "DOGE", "BTC"), ("ETHPYUSD", "ETH", "PYUSD"),
  ])
  func `Kraken's pairs come apart`(pair: String, base: String, quote: String) throws {
    let lines = try factLines(
      "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin\n"
        + "T,O,\(pair),2024-01-05 11:24:42,buy,limit,1,10,0,20,0\n")
    #expect(lines == ["2024-01-05T11:24:42Z +20 \(base) -10 \(quote), [kraken T]"])
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
        "2024-03-20T19:43:31Z move 1.1 BTC, left 1.1, [kraken W1]",
      ])
  }

  @Test func `every format has a name and a group`() {
    for reader in FormatReader.all {
      #expect(!reader.group.isEmpty && reader.displayName.hasPrefix("\(reader.group), "))
    }
    let headers = FormatReader.all.reduce(0) { $0 + $1.signatures.count }
    #expect(headers >= 100)
  }

  @Test(arguments: [
    ("Binance-History-202412101523(UTC--6).csv", "time", Zone.fixed(minutes: -360)),
    ("Binance-History-202412101523(UTC+8).csv", "time", .fixed(minutes: 480)),
    ("Binance-History-202412101523(UTC--6).csv", "utc_time", .utc),
    ("Binance-History.csv", "time", .utc), ("x(UTC).csv", "time", .utc),
  ])
  func `the name of a file may carry its zone`(name: String, column: String, zone: Zone) throws {
    var header = CSVHeader(CSVRow(line: 1, cells: [column], text: column))
    header.file = name
    #expect(try header.zoneOfFile(column) == zone)
  }

  @Test func `a zone that may be either is refused`() {
    var header = CSVHeader(CSVRow(line: 1, cells: ["Time"], text: "Time"))
    header.file = "Binance(UTC-8).csv"
    #expect(throws: RefusalReason.self) { try header.zoneOfFile("time") }
  }

  @Test(
    arguments: [
      (ImportFormat.binanceMoves, "binance"), (.okxTradesOld, "okx"), (.kucoinEarn, "kucoin"),
      (.krakenLedgers, "kraken"), (.cashApp, "cash-app"), (.etherscanTokens, "etherscan"),
      (.coinbasePro, "coinbase-pro"), (.koinlyReport, nil), (.coinTrackerTemplate, nil),
    ] as [(ImportFormat, String?)])
  func `an exchange's file is of the account named for it`(format: ImportFormat, account: String?) {
    #expect(format.account == account)
  }
}
