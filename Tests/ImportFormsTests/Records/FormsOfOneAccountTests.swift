import Exact
import Foundation
import Import
import ImportForms
import ImportText
import Testing

/// Files of different forms about one account, which state money, fees, times or names differently:
/// each trade and move counts once, whichever file comes first.
struct FormsOfOneAccountTests {
  /// Derives files in both orders.
  private func events(of files: [String]) throws -> [Event] {
    let derivation = try derived(files)
    #expect(derivation.questions.isEmpty, "\(derivation.questions.map(\.key.text))")
    #expect(try derived(files.reversed()) == derivation)
    return derivation.events
  }

  private static let bitstamp = """
    ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,\
    Fee,Fee currency,Order ID
    11,Main Account,Market,Buy,2023-05-01T10:00:00Z,0.10000000,BTC,2900.00,USD,29000,USD,5.80,USD,99
    """
  private static let coinbase = """
    ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
    Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
    b9f337ecc522a7295d9141f5,2023-09-03 11:59:02 UTC,Buy,SOL,2.5,USD,$99.3,$248.25,$251.94892,\
    $3.69892,Bought 2.5 SOL for 251.948925 USD
    """

  @Test func `a report with fewer digits of money is the one with more`() throws {
    let older = """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,\
      Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes
      2023-09-03T11:59:02Z,Buy,SOL,2.5,USD,99.30,248.25,251.95,3.70,Bought 2.5 SOL for $251.95 USD
      """
    let found = try events(of: [Self.coinbase, older])
    #expect(found.map(\.fee?.value) == [Quantity("3.69892")])
    // More than rounding is another purchase.
    let other = older.replacing(",251.95,3.70,", with: ",251.99,3.74,")
    #expect(try derived([Self.coinbase, other]).events.count == 2)
  }

  @Test func `money with fewer digits is that with more, in any form`() throws {
    let koinly = """
      Date,Type,Label,Sending Wallet,Sent Amount,Sent Currency,Sent Cost Basis,Receiving Wallet,\
      Received Amount,Received Currency,Received Cost Basis,Fee Amount,Fee Currency,Gain (USD),\
      Net Value (USD),Fee Value (USD),TxSrc,TxDest,TxHash,Description
      2023-09-03 11:59:02 UTC,buy,,Coinbase,248.25000123,USD,0,Coinbase,2.5,SOL,0,3.69892458,USD,0,\
      248.25,3.69892458,,,,
      """
    #expect(try events(of: [Self.coinbase, koinly]).map(\.fee?.value) == [Quantity("3.69892458")])
    // The same number of digits is not rounded.
    let other = koinly.replacing("3.69892458,USD", with: "3.69893,USD")
    #expect(try derived([Self.coinbase, other]).events.count == 2)
  }

  @Test func `a tracker's coins may be those after the fee`() throws {
    let trades = """
      Uid,Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,\
      Transaction ID,Order No.,Timestamp (UTC+0)
      5,ADAUSDT,LIMIT,BUY,50,0.5,100,0.1,x1,y1,2024-09-10 06:05:04
      """
    let tracker = """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Trade","99.9","ADA","50","USDT","0.1","ADA","Bybit","","","2024-09-10 06:05:04"
      """
    #expect(try events(of: [trades, tracker]).map(\.amount.value) == [Quantity("100")])
  }

  @Test func `both rows of a conversion are its sides`() throws {
    let report = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      31c7f337ecc522a7295d9141,2023-09-03 11:59:02 UTC,Convert,ETH,-0.004,USD,$2400,$9.60,$9.60,$0,\
      Converted 0.004 ETH to 0.1188 LTC
      """
    let raw = """
      Transaction ID,Transaction Type,Date & time,Asset Acquired,\
      "Quantity Acquired (Bought, Received, etc)","Cost Basis (incl. fees and/or spread) (USD)",\
      Data Source,"Asset Disposed (Sold, Sent, etc)",Quantity Disposed,\
      "Proceeds (excl. fees and/or spread) (USD)"
      31c7f337ecc522a7295d9141,Converted from,2023-09-03T11:59:02Z,,,,Coinbase,ETH,0.004,9.60
      31c7f337ecc522a7295d9142,Converted to,2023-09-03T11:59:02Z,LTC,0.1188,9.60,Coinbase,,,
      """
    let found = try events(of: [report, raw])
    #expect(found.count == 1 && found[0].counter != nil)
  }

  @Test func `the currency of Coinbase's reports is that of the profile`() throws {
    let older = """
      Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,\
      EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes
      2023-09-03T11:59:02Z,Buy,SOL,2.5,91.99,229.97,233.40,3.43,Bought 2.5 SOL for €233.40 EUR
      """
    let found = try events(of: [Self.coinbase, older])
    // One report's money, not a mixture of both.
    #expect(found.count == 1 && found[0].counter?.asset == found[0].fee?.asset)
  }

  @Test func `values that include a fee are the payment and the fee`() throws {
    let raw = """
      Transaction ID,Transaction Type,Date & time,Asset Acquired,\
      "Quantity Acquired (Bought, Received, etc)","Cost Basis (incl. fees and/or spread) (USD)",\
      Data Source,"Asset Disposed (Sold, Sent, etc)",Quantity Disposed,\
      "Proceeds (excl. fees and/or spread) (USD)"
      b9f337ecc522a7295d9141f5,Buy,2023-09-03T11:59:02Z,SOL,2.5,251.94892,Coinbase,,,
      """
    let found = try events(of: [Self.coinbase, raw])
    #expect(found.map(\.counter?.value) == [Quantity("-248.25")])
    #expect(found.map(\.fee?.value) == [Quantity("3.69892")])
    let tracker = """
      "Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"
      "Trade","0.1","BTC","2905.8","USD","5.8","USD","Bitstamp","","","2023-05-01 10:00:00"
      """
    #expect(try events(of: [Self.bitstamp, tracker]).map(\.counter?.value) == [Quantity("-2900")])
  }

  @Test(arguments: ["Bitstamp", "bitstamp", "BITSTAMP"])
  func `a tracker's name of an account is that of the exchange's file`(name: String) throws {
    let koinly = """
      Date,Type,Label,Sending Wallet,Sent Amount,Sent Currency,Sent Cost Basis,Receiving Wallet,\
      Received Amount,Received Currency,Received Cost Basis,Fee Amount,Fee Currency,Gain (USD),\
      Net Value (USD),Fee Value (USD),TxSrc,TxDest,TxHash,Description
      2023-05-01 10:00:00 UTC,buy,,\(name),2900.00,USD,0,\(name),0.1,BTC,0,5.80,USD,0,2900.00,5.80,\
      ,,,
      """
    #expect(try events(of: [Self.bitstamp, koinly]).map(\.scope.account) == ["bitstamp"])
    let other = koinly.replacing(name, with: "\(name) 2")
    #expect(try derived([Self.bitstamp, other]).events.count == 2)
  }

  @Test func `a default account may be spelled with other punctuation`() {
    let rules = DerivationRules.ofForms
    #expect(rules.accountKey("Binance US") == rules.accountKey("binance-us"))
    #expect(rules.accountKey("Cash App") == rules.accountKey("cash-app"))
    #expect(rules.accountKey("Ledger 1") != rules.accountKey("Ledger-1"))
  }

  @Test func `the fee of a withdrawal on a row of its own is part of it`() throws {
    let ledger = """
      #,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET
      5,Crypto Withdrawal fee on wallet exchange,BTC,-0.0004,0.4996,21-11-18 13:05:51,exchange
      4,Bitcoin Withdrawal #7001 on wallet exchange,BTC,-0.5,0.5,21-11-18 13:05:51,exchange
      """
    let moves = """
      #,DATE,CURRENCY,STATUS,AMOUNT,FEES,DESCRIPTION,TRANSACTION ID,NOTE
      7001,21-11-18 13:05:51,BTC,COMPLETED,-0.5,-0.0004,bc1qxyz,aa11bb22,
      """
    for files in [[ledger, moves], [ledger]] {
      let found = try events(of: files)
      #expect(found.map(\.amount.value) == [Quantity("-0.5004")])
      #expect(found.map(\.fee?.value) == [Quantity("0.0004")])
    }
    // A fee of another second is a cost of its own.
    let later = ledger.replacing("0.4996,21-11-18 13:05:51", with: "0.4996,21-11-18 13:05:59")
    #expect(try derived([later]).events.count == 2)
  }

  @Test func `one hash is one withdrawal, though only one list tells the fee`() throws {
    let list = """
      PaymentUuid,Currency,Amount,Address,OpenedDate,Authorized,Pending,TxFee,Canceled,TxId
      p1,BTC,0.5,3bam,5/22/2017 1:37:47 PM,True,False,0.001,False,bbbb
      """
    let moves = """
      Date,Currency,Type,Address,Memo/Tag,TxId,Amount
      2017-05-22 13:37:47.250,BTC,WITHDRAWAL,"3bam","","bbbb",-0.5
      """
    #expect(try events(of: [list, moves]).map(\.amount.value) == [Quantity("-0.501")])
  }

  @Test func `a list of moves may have another time than the account`() throws {
    let funding = """
      Uid,Date & Time(UTC),Coin,QTY,Type,Account Balance,Description
      55,2024-01-02 14:25:29,ETH,-0.1294,Withdraw,0,Withdrawal
      55,2024-01-01 14:25:29,ETH,0.1294,Deposit,0.1294,Deposit
      """
    let moves = """
      Uid,Date,Type,Asset,Chain,Amount,Tx ID,Status,Received Address
      55,2024-01-02 14:25:28,Withdraw,ETH,ETH,0.1294,d8ad,Transferred successfully,s1
      55,2024-01-01 14:25:28,Deposit,ETH,ETH,0.1294,d8ae,Completed,s1
      """
    #expect(try events(of: [funding, moves]).count == 2)
  }

  @Test func `one side of a trade is the trade of another file`() throws {
    let year = """
      Reference,Date & Time (UTC),Transaction Type,Amount USD,Fee USD,Amount BTC,Fee BTC,BTC Price,\
      Cost Basis (USD),Destination,Description,Transaction Hash,Note
      k1,Feb 03 2025 06:30:15,Purchase,-250.00,2.45,0.00254500,,97269.15,250.00,,Weekly,,
      """
    let account = """
      Transaction ID,Time (UTC),Status,Transaction Type,Amount,Currency,Fee Amount,Fee Currency,\
      Description
      a1,2025-02-03 06:30:15,Completed,Exchange,0.002545,BTC,0,BTC,
      """
    #expect(try events(of: [year, account]).map(\.role) == [.trade])
    let later = account.replacing("06:30:15", with: "06:30:16")
    #expect(try derived([year, later]).events.count == 2)
  }

  @Test func `fills before Advanced Trade are of Coinbase Pro's account`() throws {
    let account = """
      portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id
      default,match,2021-02-01T10:00:00.000Z,0.01,0.01,BTC,,101,o1
      default,match,2021-02-01T10:00:00.000Z,-300,700,EUR,,101,o1
      default,fee,2021-02-01T10:00:00.000Z,-1.5,698.5,EUR,,101,o1
      """
    let fills = """
      portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit
      default,101,BTC-EUR,BUY,2021-02-01T10:00:00.000Z,0.01,BTC,30000,1.5,-301.5,EUR
      """
    #expect(try events(of: [account, fills]).map(\.scope.account) == ["coinbase-pro"])
  }

  @Test func `a wallet in two programs is one question`() throws {
    let electrum = """
      oc_transaction_hash,ln_payment_hash,label,confirmations,amount_chain_bc,amount_lightning_bc,\
      fiat_value,network_fee_satoshi,fiat_fee,timestamp
      aa,,salary,900,0.02,0.,,0,,2025-03-04 10:00:00
      bb,,rent,800,-0.0051,0.,,2000,,2025-03-05 10:00:00
      cc,,tidy up,700,-0.0000041,0.,,410,,2025-03-06 10:00:00
      """
    let sparrow = """
      Date (UTC),Label,Value (BTC),Balance (BTC),Fee (BTC),Txid
      2025-03-04 09:41:00,from the exchange,0.02000000,0.02000000,,aa
      2025-03-05 09:55:00,paid,-0.00510000,0.01490000,0.00002000,bb
      2025-03-06 09:59:00,tidied,-0.00000410,0.01489590,0.00000410,cc
      2025-03-07 10:00:00,later,0.01,0.0248959,,dd
      """
    let asked = try derived([electrum, sparrow])
    #expect(asked.questions.map(\.waiting.count) == [3])
    #expect(asked.events.count == 4)
    #expect(try derived([sparrow, electrum]) == asked)
  }
}
