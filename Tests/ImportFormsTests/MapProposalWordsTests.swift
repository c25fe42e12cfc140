import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Literal values of a proposed map that no column contains: money, zones, directions and accounts.
struct MapProposalWordsTests: ProposesMaps {
  @Test func `money in the heading counts next to a column of pairs`() throws {
    let text = """
      Coin Symbol,Pair,Type,Amount,Price CAD,Date
      BTC,BTC/CAD,Buy,0.5,58000.00,2024-01-15 10:30:00
      BTC,BTC/ETH,Sell,0.2,90000.00,2024-02-15 10:30:00
      ETH,BTC/ETH,Buy,4,4500.00,2024-03-15 10:30:00
      GOOD,,Buy,10,0.5,2024-04-15 10:30:00
      """
    #expect(
      try lines(text) == [
        "2024-01-15T10:30:00Z +0.5 BTC -29000 CAD", "2024-02-15T10:30:00Z +18000 CAD -0.2 BTC",
        "2024-03-15T10:30:00Z +4 ETH -18000 CAD", "2024-04-15T10:30:00Z +10 GOOD -5 CAD",
      ])
  }

  @Test(arguments: [
    (
      "orderId,symbol,side,priceAvg,size,quoteVolume,fee,feeCurrency,cTime\n"
        + "o1,BTCUSDT,buy,60000,0.5,30000,30,USDT,1707561600000\n",
      "2024-02-10T10:40:00Z +0.5 BTC -30000 USDT, fee 30 USDT, [custom o1]"
    ),
    (
      "time,coin,dir,px,sz,ntl,fee\n9/18/2025 - 14:59:56,ETH/USDC,Sell,4576.6,0.5,2288.3,1.6\n",
      "2025-09-18T14:59:56Z +2288.3 USDC -0.5 ETH, fee 1.6 USDC"
    ),
    (
      "Data,Tipo,Moneta,Quantità,Valore EUR\n2024-03-01 10:00,Acquisto,BTC,0.5,20000\n",
      "2024-03-01T10:00:00Z +0.5 BTC -20000 EUR"
    ),
    (
      "Date,Type,Instrument,Quantity,Price,Currency\n2024-03-01,Buy,Ethereum (ETH),2,3000,EUR\n",
      "2024-03-01T00:00:00Z +2 ETH -6000 EUR"
    ),
    (
      "日時,売買区分,銘柄,数量,約定金額 (JPY)\n2024/03/01 10:00,現物売り,BTC,0.5,3000000\n",
      "2024-03-01T01:00:00Z +3000000 JPY -0.5 BTC"
    ),
    (
      "Type,Date,Montant reçu,Monnaie ou jeton reçu,Montant envoyé,Monnaie ou jeton envoyé,"
        + "Frais,Monnaie ou jeton des frais\nÉchange,15/01/2024,0.5,BTC,9,EUR,0.1,EUR\n",
      "2024-01-15T00:00:00Z +0.5 BTC -9 EUR, fee 0.1 EUR"
    ),
    (
      "Datum;Typ;Tillgång;Antal;Pris (SEK)\n2024-01-05 10:00;Köp;BTC;0,01;450 000,00\n",
      "2024-01-05T10:00:00Z +0.01 BTC -4500 SEK"
    ),
    (
      "Data,Par,Lado,Qtd Executada,Preço Médio\n15/01/2024,BTC/BRL,Compra,\"0,01\",\"213,5\"\n",
      "2024-01-15T00:00:00Z +0.01 BTC -2.135 BRL"
    ),
    (
      "Trade Completion time,Crypto Pair,Side,Avg Buying/Selling Price(in base currency),Quantity\n"
        + "2024-01-05 10:00:00,BTCINR,Buy,3650000,0.01\n",
      "2024-01-05T10:00:00Z +0.01 BTC -36500 INR"
    ),
  ])
  func `headings and words that programs and exchanges abroad write`(
    text: String, line: String
  ) throws {
    #expect(try lines(text) == [line])
  }

  @Test(arguments: ["TL", "TRY", "₺"])
  func `Turkish lira are money, and a heading may begin with a dotted capital`(
    lira: String
  ) throws {
    let text = """
      Tarih;İşlem;Pazar;Miktar;Fiyat;Toplam;Komisyon
      05.01.2024 10:00:00;Alış;BTC/\(lira);0,01;1.320.000,00;13.200,00;33,00
      16.01.2024 10:00:00;Satış;BTC/\(lira);0,005;1.330.000,00;6.650,00;16,63
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(map.text.unicodeScalars.contains("\u{307}") == false)
    for map in [map, try ColumnMap(map.text), try map.corrected(by: "side=İşlem")] {
      #expect(
        try readImport(Array(text.utf8), map: map).results.map(\.line) == [
          "2024-01-05T10:00:00Z +0.01 BTC -13200 TRY, fee 33 TRY",
          "2024-01-16T10:00:00Z +6650 TRY -0.005 BTC, fee 16.63 TRY",
        ])
    }
  }

  @Test(arguments: [
    ("Amount (mBTC),Paid EUR", "10,400", "+0.01 BTC -400 EUR"),
    (
      "Amount (sats),Price (USD/BTC),Total (USD),Fee (USD)", "1000000,42000,420,1",
      "+0.01 BTC -420 USD, fee 1 USD"
    ),
    ("Amount µBTC,Total USD", "10000,420", "+0.01 BTC -420 USD"),
    ("Amount (BTC),Total USD,Fee (sat)", "0.01,420,500", "+0.01 BTC -420 USD, fee 0.000005 BTC"),
    ("Coin,Amount (sats),Total USD", "SATS,10000,420", "+10000 SATS -420 USD"),
  ])
  func `parts of a bitcoin in the heading count`(
    headings: String, cells: String, line: String
  ) throws {
    let text = "Date,Type,\(headings)\n2024-01-15 10:00,Buy,\(cells)\n"
    #expect(try lines(text) == ["2024-01-15T10:00:00Z \(line)"])
  }

  @Test(arguments: [
    "Date (EST),Type,Crypto,Amount,USD\n2024-01-15 10:00,Buy,BTC,0.01,420\n",
    "x,Type,Crypto,Amount,USD\n15.01.2024 15:00,Buy,BTC,0.01,420\n",
    "Wann,Type,Crypto,Amount,USD\n15.01.2024 15:00,Buy,BTC,0.01,420\n",
    "TransactionTimestamp,Type,Crypto,Amount,USD\n2024-01-15T15:00:00Z,Buy,BTC,0.01,420\n",
  ])
  func `a heading that is money alone, and cells that are days with points, are recognized`(
    text: String
  ) throws {
    #expect(try lines(text) == ["2024-01-15T15:00:00Z +0.01 BTC -420 USD"])
  }

  @Test func `an order counts at the time when it was filled`() throws {
    let text = """
      Created At,Filled At,Pair,Type,Side,Price,Filled Quantity,Filled Total,Fee,Fee Asset,Status
      2024-01-15 09:00:00,2024-02-15 10:00:00,BTC-USD,limit,buy,42000,0.01,419.9,0.42,USD,filled
      2024-01-17 09:00:00,,BTC-USD,limit,buy,40000,0,0,0,USD,canceled
      """
    #expect(
      try lines(text) == [
        "3: notCarriedOut(\"canceled\")", "2024-02-15T10:00:00Z +0.01 BTC -419.9 USD, fee 0.42 USD",
      ])
    let empty = text.replacing("2024-02-15 10:00:00", with: "")
    #expect(
      try lines(empty).contains("2024-01-15T09:00:00Z +0.01 BTC -419.9 USD, fee 0.42 USD"))
  }

  @Test func `dollars in the heading may be a stablecoin of the pair`() throws {
    let text = "Date,Pair,Type,Amount,Price (USD)\n2024-01-15,BTC-USDT,Buy,0.5,40000\n"
    #expect(try lines(text) == ["2024-01-15T00:00:00Z +0.5 BTC -20000 USDT"])
  }

  @Test(arguments: [
    ("Date (KST)", "2024-07-01T01:00:00Z"), ("Date JST", "2024-07-01T01:00:00Z"),
    ("Time (CET)", "2024-07-01T08:00:00Z"), ("Time CEST", "2024-07-01T08:00:00Z"),
    ("Date (SGT)", "2024-07-01T02:00:00Z"), ("Time (MSK)", "2024-07-01T07:00:00Z"),
    ("Date EST", "2024-07-01T14:00:00Z"), ("Time (PST)", "2024-07-01T17:00:00Z"),
    ("Time (ET)", "2024-07-01T14:00:00Z"), ("Date (UTC)", "2024-07-01T10:00:00Z"),
    ("Date (GMT+2)", "2024-07-01T08:00:00Z"), ("Date (dd/mm/yyyy)", "2024-07-01T10:00:00Z"),
  ])
  func `letters of a zone in the heading are the zone of the times`(
    heading: String, instant: String
  ) throws {
    let text = "\(heading),Type,Coin,Amount,Total USD\n2024-07-01 10:00:00,Buy,BTC,0.5,20000\n"
    #expect(try lines(text) == ["\(instant) +0.5 BTC -20000 USD"])
  }

  @Test(arguments: [
    "Date (IST)", "Time CST", "Date (BST)", "Date (local)", "Local Time", "Date (XYZT)",
    "Date (Asia/Nowhere)",
  ])
  func `other letters of a zone are asked about`(heading: String) throws {
    let text = "\(heading),Type,Coin,Amount,Total USD\n2024-07-01 10:00:00,Buy,BTC,0.5,20000\n"
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.missing == ["zone"])
    let whole = try proposal.partial.corrected(by: "zone=UTC+5:30")
    #expect(
      try readImport(Array(text.utf8), map: whole).results.map(\.line) == [
        "2024-07-01T04:30:00Z +0.5 BTC -20000 USD"
      ])
    #expect(throws: ColumnMapError.unknownZone("XYZT")) {
      try proposal.partial.corrected(by: "zone=XYZT")
    }
    #expect(throws: ColumnMapError.missing("zone")) { try ColumnMap(proposal.partial.text) }
    let instants = text.replacing("01 10:00:00", with: "01T10:00:00Z")
    #expect(try lines(instants) == ["2024-07-01T10:00:00Z +0.5 BTC -20000 USD"])
  }

  @Test func `headings of Korea with won are in Korea's time`() throws {
    let text = "일시,코인,종류,수량,거래금액 (KRW)\n2025-01-15 10:30,BTC,매수,0.1,5000000\n"
    #expect(try lines(text) == ["2025-01-15T01:30:00Z +0.1 BTC -5000000 KRW"])
    let dollars = text.replacing("(KRW)", with: "(USD)")
    #expect(try lines(dollars) == ["2025-01-15T10:30:00Z +0.1 BTC -5000000 USD"])
  }

  @Test func `a transfer without a sign is not a deposit`() throws {
    let text = """
      date,type,asset,quantity,price_usd
      2024-01-01,buy,BTC,1,42000
      2024-01-02,transfer,BTC,0.5,
      """
    let refused =
      "3: refused, noDirection(word: \"transfer\", one: \"deposit\", other: \"withdrawal\", "
      + "bySign: \"move\")"
    #expect(try Set(lines(text)) == ["2024-01-01T00:00:00Z +1 BTC -42000 USD", refused])
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    let skipping = try map.corrected(by: "skip=transfer")
    let skipped = try readImport(Array(text.utf8), map: skipping).results.map(\.line)
    #expect(skipped.contains("3: otherKind(\"transfer\")"))
    let signed = text + "\n2024-01-03,Transfer,BTC,-0.25,\n"
    #expect(
      try lines(signed).suffix(2) == [
        "2024-01-02T00:00:00Z move 0.5 BTC", "2024-01-03T00:00:00Z move -0.25 BTC",
      ])
  }

  @Test func `of conversions with signs each is a purchase or a sale`() throws {
    let text = """
      Date,Transaction_Type,Currency,Amount_GBP,Amount_Crypto
      2024-01-01,Bought,BTC,100.00,0.005
      2024-01-02,Converted,LINK,95.74,10.00
      2024-01-02,Converted,BTC,-96.98,-0.00761
      """
    #expect(
      try lines(text) == [
        "2024-01-01T00:00:00Z +0.005 BTC -100 GBP", "2024-01-02T00:00:00Z +10 LINK -95.74 GBP",
        "2024-01-02T00:00:00Z +96.98 GBP -0.00761 BTC",
      ])
    let unsigned = text.replacing("-96.98,-0", with: "96.98,0")
    #expect(try lines(unsigned).count { $0.contains("noDirection(word: \"Converted\"") } == 2)
  }

  @Test func `a column of exchanges names the accounts`() throws {
    let text = """
      Date,Type,Exchange,Coin,Amount,Total USD
      2024-01-01,Buy,Coinbase,BTC,0.5,20000
      2024-01-02,Withdrawal,Coinbase,BTC,0.1,
      2024-01-02,Deposit,Kraken,BTC,0.1,
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(map.text.contains("account=exchange"))
    #expect(
      try lines(text) == [
        "2024-01-01T00:00:00Z +0.5 BTC -20000 USD, at Coinbase",
        "2024-01-02T00:00:00Z move -0.1 BTC, at Coinbase",
        "2024-01-02T00:00:00Z move 0.1 BTC, at Kraken",
      ])
    let addresses = text.replacing("Kraken", with: "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh")
    #expect(mapProposal(for: Array(addresses.utf8))?.map?.text.contains("account=") == false)
  }

  @Test func `a fee in money or in coins has two columns`() throws {
    let text = """
      "Market";"Transaction date";"Type";"Exchange rate";"Amount";"Value";"Commission PLN";"Commission Crypto"
      "BTC - PLN";"31-08-2017 15:28:47";"Kupno";"16800.00";"0.5";"8400.00";;-0.00125
      "BTC - PLN";"31-08-2017 16:28:47";"Sprzedaż";"16800.00";"0.5";"8400.00";36.12;
      """
    #expect(
      try lines(text) == [
        "2017-08-31T15:28:47Z +0.5 BTC -8400 PLN, fee 0.00125 BTC",
        "2017-08-31T16:28:47Z +8400 PLN -0.5 BTC, fee 36.12 PLN",
      ])
  }

  @Test func `a volume that price and value prove is the amount`() throws {
    let text = """
      Order ID,Symbol,Deal Price,Deal Value,Deal Volume,Created Date,Fee,feeCurrency,side,status
      7,BTC-EUR,9150.00,915.00,0.10000000,2024-07-13 09:12:45,0.9150,EUR,buy,done
      """
    #expect(
      try lines(text) == ["2024-07-13T09:12:45Z +0.1 BTC -915 EUR, fee 0.915 EUR, [custom 7]"])
    let wrong = text.replacing("0.10000000", with: "0.90000000")
    #expect(mapProposal(for: Array(wrong.utf8))?.map == nil)
  }

  @Test func `other headings show the zone where that of the times is many lands'`() throws {
    let text = """
      時間,通貨ペア,売／買,価格,数量,約定額,手数料
      2024-06-15 10:30:00,BTC/JPY,買,10500000,0.01,105000,52.5
      """
    #expect(
      try lines(text) == ["2024-06-15T01:30:00Z +0.01 BTC -105000 JPY, fee 52.5 JPY"])
    let english = text.replacing("時間", with: "Time").replacing("BTC/JPY", with: " BTC/JPY\u{A0}")
    #expect(
      try lines(english) == ["2024-06-15T01:30:00Z +0.01 BTC -105000 JPY, fee 52.5 JPY"])
    let utc = text.replacing("時間", with: "Time (UTC)")
    #expect(try lines(utc) == ["2024-06-15T10:30:00Z +0.01 BTC -105000 JPY, fee 52.5 JPY"])
  }

  @Test func `the sign tells the side where the type says how orders were placed`() throws {
    let text = """
      ID,Symbol,Type,Amount,Price,Created,Status
      1,BTC/USD,EXCHANGE MARKET,-0.5,40000,2024-07-13 09:12:45,EXECUTED @ 40000(-0.5)
      2,BTC/USD,LIMIT,0.25,30000,2024-07-14 09:12:45,EXECUTED @ 30000(0.25)
      """
    #expect(
      try lines(text) == [
        "2024-07-13T09:12:45Z +20000 USD -0.5 BTC, [custom 1]",
        "2024-07-14T09:12:45Z +0.25 BTC -7500 USD, [custom 2]",
      ])
    let named = try ColumnMap("date=created,side=type,pair=symbol,amount=amount,price=price")
    let refused = try readImport(Array(text.utf8), map: named)
    #expect(refused.firstRows(1).last?.contains("trade=EXCHANGE MARKET") == true)
  }

}
