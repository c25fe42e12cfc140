import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Maps proposed for files with both sides of a trade in one row, and the notes on their rows.
struct MapProposalSidesTests: ProposesMaps {
  @Test func `what was traded, disposed or paid in is what was given`() throws {
    let together = """
      ReceivedCurrency,ReceivedAmount,Timestamp,Type,TradedCurrency,TradedAmount,FeeCurrency,Fee
      BTC,0.5,2018-03-04,Buy,USD,750,USD,2
      ,,2018-03-06,GiftSent,BTC,0.1,,
      USD,1000,2018-05-01,Spending,BTC,0.2,,
      """
    #expect(
      try lines(together) == [
        "2018-03-04T00:00:00Z +0.5 BTC -750 USD, fee 2 USD",
        "2018-03-06T00:00:00Z payment -0.1 BTC",
        "2018-05-01T00:00:00Z payment -0.2 BTC, worth 1000 USD",
      ])
    let disposed = """
      Date,Type,Disposed Asset,Disposed Amount,Received Asset,Received Amount,Fee
      2024-03-01,Trade,BTC,0.1,ETH,2,0
      """
    #expect(try lines(disposed) == ["2024-03-01T00:00:00Z +2 ETH -0.1 BTC"])
    let orders = """
      ORDER_NUMBER,CREATED_AT,PAYIN_AMOUNT,PAYIN_CURRENCY,PAYOUT_AMOUNT,PAYOUT_CURRENCY
      7,2024-03-01 10:00:00,500,CAD,0.006,BTC
      """
    #expect(try lines(orders) == ["2024-03-01T10:00:00Z +0.006 BTC -500 CAD, [custom 7]"])
  }

  @Test func `a word for a purchase is not next to money that was received`() throws {
    let text = """
      Date,Type,FromCurrency,FromAmount,ToCurrency,ToAmount
      2024-01-15,BUY,ZAR,250000,BTC,0.5
      2024-01-16,BUY,BTC,0.25,ZAR,125000
      2024-01-17,SELL,ZAR,1000,BTC,0.002
      2024-01-18,BUY,BTC,0.1,ETH,2
      2024-01-19,BUY,BTC,0.1,USDT,5000
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try lines(text) == [
        "3: refused, againstSides(\"BUY\", received: \"ZAR\", spent: \"BTC\")",
        "4: refused, againstSides(\"SELL\", received: \"BTC\", spent: \"ZAR\")",
        "2024-01-15T00:00:00Z +0.5 BTC -250000 ZAR", "2024-01-18T00:00:00Z +2 ETH -0.1 BTC",
        "2024-01-19T00:00:00Z +5000 USDT -0.1 BTC",
      ])
    let unread = try imported(text, ImportSetting(map: map)).unread
    #expect(
      unread.contains(
        "3: BUY, but the columns say that BTC was given and ZAR received; correct the row, or write "
          + "trade=BUY in the map where the columns are right."))
    let byColumns = try map.corrected(by: "trade=BUY|SELL")
    #expect(
      try readImport(Array(text.utf8), map: byColumns).results.map(\.line).contains(
        "2024-01-16T00:00:00Z +125000 ZAR -0.25 BTC"))
  }

  @Test func `sides are called source and destination, or bought and sold in Japanese`() throws {
    let source = """
      tx_id,source_amount,source_currency,destination_amount,destination_currency,timestamp
      7,50,USDT,650.5,COTI,2024-02-11T20:47:58Z
      """
    #expect(try lines(source) == ["2024-02-11T20:47:58Z +650.5 COTI -50 USDT, [custom 7]"])
    let origin = """
      datetime,origin_asset,origin_quantity,destination_asset,destination_quantity
      2024-02-11,ETH,2,BTC,0.1
      """
    #expect(try lines(origin) == ["2024-02-11T00:00:00Z +0.1 BTC -2 ETH"])
    let japanese = """
      取引日時,取引所名(or販売所名),購入通貨,購入通貨量,売却通貨,売却通貨量,手数料通貨,手数料通貨量
      2024-03-09 18:00:00,bitFlyer,BTC,0.4,JPY,2000000,BTC,0.001
      """
    #expect(
      try lines(japanese) == [
        "2024-03-09T09:00:00Z +0.4 BTC -2000000 JPY, fee 0.001 BTC, at bitFlyer"
      ])
  }

  @Test(arguments: ["wallet_or_exchange", "Exchange/Wallet", "Platform name"])
  func `a column of exchanges or wallets names the accounts`(name: String) throws {
    let text = """
      date,type,sent_asset,sent_amount,received_asset,received_amount,\(name),tx_hash
      2024-07-01T10:00:00Z,SEND,BTC,0.5,,,Coinbase,0xtx1
      2024-07-01T10:05:00Z,RECEIVE,,,BTC,0.5,ColdWallet,0xtx1
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(map.column(.account) == name.lowercased())
  }

  @Test func `a person called Bob is not the money of Bolivia`() throws {
    let text = """
      Timestamp,Asset,Holder,Type,Amount,Price
      2024-07-01T10:00:00Z,BTC,Bob,Buy,0.5,30000
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.partial.column(.currency) == nil)
    #expect(proposal.missing == ["currency"])
  }

  @Test func `a file of what was received alone is read as it stands`() throws {
    let text = """
      Date,Received Amount,Received Currency,Label,Description,TxHash
      2024-06-01,1,ETH,Deposit,first,0xaa
      2024-06-02,0.5,SOL,Staking,second,0xbb
      """
    #expect(
      try lines(text) == [
        "2024-06-01T00:00:00Z move 1 ETH, #0xaa", "2024-06-02T00:00:00Z reward +0.5 SOL, #0xbb",
      ])
    // The next column may contain the payment.
    let paid = "Date,Received Amount,Received Currency,Outlay\n2024-06-01,1,ETH,2000\n"
    #expect(mapProposal(for: Array(paid.utf8))?.map == nil)
  }

  @Test func `legs without money are no trades`() throws {
    let text = "When,Coin,Amount\n2024-06-01,RVN,-12.5\n2024-06-02,RVN,13\n"
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    #expect(proposal.map == nil)
    #expect(
      try readImport(Array(text.utf8), map: proposal.partial).results.map(\.line) == [
        "2024-06-01T00:00:00Z move -12.5 RVN", "2024-06-02T00:00:00Z move 13 RVN",
      ])
  }

  @Test func `of two amounts the one in dollar coins was paid, and a price may be a total`() throws
  {
    let amounts = """
      Date,Symbol,Type,Amount (USDT),Coin Quantity
      2024-06-01,BTC,Buy,130.5,0.002
      """
    #expect(try lines(amounts) == ["2024-06-01T00:00:00Z +0.002 BTC -130.5 USDT"])
    let totals = """
      Type,Abbreviation,Date,Amount,Price,Currency,Rate
      Buy,BTC,2024-06-01,0.0001,6.5,EUR,65000.2
      Buy,ROSE,2024-06-02,1,0.07,EUR,0.0649
      """
    #expect(
      try lines(totals) == [
        "2024-06-01T00:00:00Z +0.0001 BTC -6.5 EUR", "2024-06-02T00:00:00Z +1 ROSE -0.07 EUR",
      ])
  }

  @Test func `names that programs write for both sides are known`() throws {
    let general = """
      date,soldAmount,soldMarket,boughtAmount,boughtMarket,fee,feeMarket,description
      2016-07-10,0.02,BTC,400,VIA,0.001,BTC,a sale of tokens
      """
    #expect(
      try lines(general) == ["2016-07-10T00:00:00Z +400 VIA -0.02 BTC, fee 0.001 BTC"])
    let short = """
      Transaction Type,Timestamp,Received Amount,Received Cur.,Sent Amount,Sent Cur.,Tx-ID
      Buy,2026-01-15,0.05,BTC,3000,EUR,ours
      """
    #expect(try lines(short) == ["2026-01-15T00:00:00Z +0.05 BTC -3000 EUR, [custom ours]"])
  }

  @Test func `words for transfers and words in brackets are known`() throws {
    let text = """
      Date,Type,Coin,Amount,Total,Currency
      2024-01-01,Buy (Token Swap),ETH,1,2000,USD
      2024-01-02,TRANSFER - SEND,ETH,0.5,,
      2024-01-03,Transfer-Receive,ETH,0.25,,
      2024-01-04,inbound,ETH,0.125,,
      2024-01-05,Sell (Purchase Merch),ETH,0.1,250,USD
      """
    #expect(
      try lines(text) == [
        "2024-01-01T00:00:00Z +1 ETH -2000 USD", "2024-01-02T00:00:00Z move -0.5 ETH",
        "2024-01-03T00:00:00Z move 0.25 ETH", "2024-01-04T00:00:00Z move 0.125 ETH",
        "2024-01-05T00:00:00Z +250 USD -0.1 ETH",
      ])
  }

  @Test func `a fee that the price shows within what was paid is not paid again`() throws {
    func line(_ spent: String, _ received: String) throws -> [String] {
      let text =
        "Date,Method,Spent Amount,Spent Currency,Received Amount,Received Currency,Fee,Price\n"
      return try lines(text + "2024-03-01,Trade,\(spent),\(received),2,100\n")
    }
    #expect(try line("82,USD", "0.8,SOL") == ["2024-03-01T00:00:00Z +0.8 SOL -82 USD"])
    #expect(try line("80,USD", "0.8,SOL") == ["2024-03-01T00:00:00Z +0.8 SOL -80 USD, fee 2 USD"])
    #expect(try line("0.8,SOL", "78,USD") == ["2024-03-01T00:00:00Z +78 USD -0.8 SOL"])
  }

  @Test func `the unit in the heading of a fee is the fee's`() throws {
    let text = "date,type,amount_btc,usd_value,fee_btc\n2025-05-01,buy,0.002,180,0.0001\n"
    #expect(try lines(text) == ["2025-05-01T00:00:00Z +0.002 BTC -180 USD, fee 0.0001 BTC"])
    let symbol = """
      Date(UTC),Symbol,Filled Price,Order Type,Side,Filled Qty,Fee,Fee Symbol,Order Status
      2024-01-15 10:30:00,BTCUSDT,50000,Market,Buy,0.002,0.000002,BTC,Filled
      """
    #expect(
      try lines(symbol) == ["2024-01-15T10:30:00Z +0.002 BTC -100 USDT, fee 0.000002 BTC"])
  }

  @Test func `a fee in dollars is not paired with the coin of another fee`() throws {
    let text = """
      date_time,type,sent_asset,sent_amount,received_asset,received_amount,fee_amount,fee_asset,fee_usd
      2024-07-01T10:00:00Z,SEND,BTC,0.5,,,0.0001,BTC,6.20
      2024-07-02T10:00:00Z,GIFT_SENT,ETH,2,,,,,
      """
    #expect(
      try lines(text) == [
        "2024-07-01T10:00:00Z move -0.5 BTC, fee 0.0001",
        "2024-07-02T10:00:00Z payment -2 ETH",
      ])
    let alone = text.replacing("fee_amount,", with: "level,").replacing("level", with: "grade")
    #expect(
      try lines(alone).sorted().prefix(2) == [
        "2024-07-01T10:00:00Z move -0.5 BTC", "2024-07-02T10:00:00Z payment -2 ETH",
      ])
    #expect(try lines(alone).contains("2: fiatOnly(\"USD\")"))
  }

  @Test func `a change with its sign is an amount`() throws {
    let text = "Time,Type,Coin,Change\n2024-03-01,Deposit,BTC,0.5\n2024-03-02,Withdrawal,BTC,0.2\n"
    #expect(
      try lines(text) == [
        "2024-03-01T00:00:00Z move 0.5 BTC", "2024-03-02T00:00:00Z move -0.2 BTC",
      ]
    )
  }

  @Test func `a trade of one side says what is missing`() throws {
    let text = """
      Date,Type,Sent Asset,Sent Amount,Received Asset,Received Amount
      2024-03-01,Buy,,,BTC,1.5
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    let unread = try imported(text, ImportSetting(map: map)).unread
    #expect(
      unread == [
        "2: Buy: only BTC moved in this row; add what was paid or received for it."
      ])
  }

  @Test func `a sale for money that was paid with a stablecoin reads back as a sale`() throws {
    let text = "Date,Type,Asset,Amount,Total,Currency\n2024-03-01,Sell,USDT,87,2400000,VND\n"
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try readImport(Array(text.utf8), map: map).firstRows(3) == [
        "2024-03-01T00:00:00Z: sold 87 USDT for 2400000 VND"
      ])
  }

  @Test func `an automatic withdrawal is one`() {
    #expect(KindTable.everyLanguage.kind(ofWord: "Automatic Withdrawal") == .withdrawal)
  }

  @Test func `trades without their kinds are not taken for deposits`() {
    let bitvavo =
      "Date,Time,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,"
      + "Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address\n"
      + "2026-02-01,09:15:00,BTC,0.2,EUR,80000,EUR,-16040,EUR,40,Completed,nz1,\n"
    #expect(throws: ImportError.self) { try readImport(Array(bitvavo.utf8)) }
  }
}
