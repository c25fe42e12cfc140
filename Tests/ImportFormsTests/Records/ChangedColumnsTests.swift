import Import
import ImportForms
import Testing

/// Exports of one format from before and after the exchange changed its columns: a row of both
/// counts once.
struct ChangedColumnsTests {
  /// Two exports of the same rows.
  struct Pair: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// The number of events.
    var count = 2

    var testDescription: String { name }
  }

  private static let pairs = [
    Pair(
      name: "Binance trades",
      old: """
        Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
        2021-03-01 10:00:00,BTCUSDT,BUY,50000,0.01,500,0.5,USDT
        2021-03-01 10:00:00,BTCUSDT,BUY,50000,0.01,500,0.5,USDT
        """,
      new: """
        Date(UTC),Pair,Side,Price,Executed,Amount,Fee
        2021-03-01 10:00:00,BTCUSDT,BUY,50000,0.01BTC,500USDT,0.5USDT
        2021-03-01 10:00:00,BTCUSDT,BUY,50000,0.01BTC,500USDT,0.5USDT
        """),
    Pair(
      name: "Coinbase without and with ids",
      old: """
        Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,\
        Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
        Fees and/or Spread,Notes
        2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,
        2024-01-02T10:00:00Z,Send,BTC,0.1,USD,42000,,,,Sent
        """,
      new: """
        ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\
        Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
        Fees and/or Spread,Notes
        a1,2024-01-01 10:00:00 UTC,Buy,BTC,0.2,USD,$42000,$8400,$8410,$10,
        a2,2024-01-02 10:00:00 UTC,Send,BTC,-0.1,USD,$42000,-$4200,-$4200,$0,Sent
        """),
    Pair(
      name: "KuCoin fills",
      old: """
        tradeCreatedAt,symbol,side,price,size,funds,fee,feeCurrency
        2022-05-01 10:00:00,ETH-USDT,buy,2000,0.5,1000,1,USDT
        2022-05-02 10:00:00,ETH-USDT,sell,2100,0.5,1050,1.05,USDT
        """,
      new: """
        UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,\
        Filled Volume,Filled Volume (USDT),Filled Time(UTC+08:00),Fee,Maker/Taker,Fee Currency
        1,mainAccount,o1,ETH-USDT,BUY,MARKET,2000,0.5,1000,1000,2022-05-01 18:00:00,1,TAKER,USDT
        1,mainAccount,o2,ETH-USDT,SELL,MARKET,2100,0.5,1050,1050,2022-05-02 18:00:00,1.05,TAKER,USDT
        """),
    Pair(
      name: "Bybit log",
      old: """
        Type,Coin,Amount,Wallet Balance,Time(UTC)
        Deposit,ETH,1.5,1.5,2022-05-01 10:00:00
        Deposit,ETH,0.5,2,2022-05-01 12:00:00
        """,
      new: """
        Uid,Date & Time(UTC),Coin,QTY,Type,Account Balance,Description
        1,2022-05-01 10:00:00,ETH,1.5,Deposit,1.5,Deposit
        1,2022-05-01 12:00:00,ETH,0.5,Deposit,2,Deposit
        """),
    Pair(
      name: "OKX trades",
      old: """
        id,Order id,Time,Trade Type,Instrument,Type,Amount,Unit,PL,Fee,Position Change,\
        Position Balance,Balance Change,Balance,Unit
        1,o1,2023-05-01 10:00:00,Spot,ETH-USDT,Buy,0.5,ETH,0,-0.0005,0,0,0.4995,0.4995,ETH
        1,o1,2023-05-01 10:00:00,Spot,ETH-USDT,Sell,900,USDT,0,0,0,0,-900,100,USDT
        """,
      new: """
        id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,\
        Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit
        1,o1,2023-05-01 10:00:00,Spot,ETH-USDT,Buy,0.5,ETH,1800,0,-0.0005,ETH,0,0,0.4995,0.4995,ETH
        1,o1,2023-05-01 10:00:00,Spot,ETH-USDT,Sell,900,USDT,1800,0,0,USDT,0,0,-900,100,USDT
        """, count: 1),
    Pair(
      name: "HTX trades",
      old: """
        Time,Type,Pair,Side,Price,Amount,Total,Fee
        2021-05-01 18:00:00,Exchange,ETH/USDT,Buy,2000,0.5,1000,0.001ETH
        2021-05-02 18:00:00,Exchange,ETH/USDT,Buy,2000,0.5,1000,0.001ETH
        """,
      new: """
        uid,symbol,deal_type,price,volume,amount,fee_amount,fee_currency,deal_time
        1,ethusdt,buy-market,2000,0.5,1000,0.001,eth,2021-05-01 18:00:00
        1,ethusdt,buy-market,2000,0.5,1000,0.001,eth,2021-05-02 18:00:00
        """),
    Pair(
      name: "Gate trades",
      old: """
        No,Time,Trade type,Pair,Price,Amount,Total
        1,2021-05-01 10:00:00,Buy,ETH/USDT,2000,0.5,1000
        2,2021-05-01 10:00:00,Buy,ETH/USDT,2000,0.5,1000
        """,
      new: """
        No,Time,Trade Type,Pair,Price,Amount,Total,Fee
        1,2021-05-01 10:00:00,Buy,ETH/USDT,2000,0.5,1000,0.001 ETH
        2,2021-05-01 10:00:00,Buy,ETH/USDT,2000,0.5,1000,0.001 ETH
        """),
    Pair(
      name: "Coinbase converts",
      old: """
        Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
        Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
        2023-12-20T20:29:30Z,Convert,BTC,-0.0025,EUR,€40000,€100,€100,€0.00,\
        Converted 0.0025 BTC to 1.428571 LTC
        """,
      new: """
        ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
        Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
        b2,2023-12-20 20:29:30 UTC,Convert,BTC,-0.0025,EUR,€40000,€100,€100,€0.00,\
        Converted 0.0025 BTC to 1.428571 LTC
        """, count: 1),
    Pair(
      name: "Gate trades whose numbers count the rows",
      old: """
        No,Time,Trade type,Pair,Price,Amount,Total
        1,2021-04-05 11:30:59,Sell,LTC/USDT,205.75,4,823
        """,
      new: """
        No,Time,Trade type,Pair,Price,Amount,Total
        1,2021-04-06 10:00:00,Buy,LTC/USDT,200,1,200
        2,2021-04-05 11:30:59,Sell,LTC/USDT,205.75,4,823
        """, count: 2),
    Pair(
      name: "HTX trades with a truncated total",
      old: """
        Time,Type,Pair,Side,Price,Amount,Total,Fee
        2023-06-13 03:48:34,Limit,SOL/BTC,Sell,0.0025,1.000147,0.00250037,0.0000025BTC
        """,
      new: """
        uid,symbol,deal_type,price,volume,amount,fee_amount,fee_currency,deal_time
        1,solbtc,sell-limit,0.0025,1.000147,0.00250037,0.0000025,btc,2023-06-13 03:48:34
        """, count: 1),
    Pair(
      name: "KuCoin account history",
      old: """
        UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark
        4,mainAccount,ETH,Deposit,2,0,2024-07-02 08:00:01,Deposit
        4,mainAccount,ETH,Withdrawal,1,0,2024-07-02 09:00:01,Withdrawal
        """,
      new: """
        UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark,Type
        4,mainAccount,ETH,Deposit,2,0,2024-07-02 08:00:01,,Deposit
        4,mainAccount,ETH,Withdrawal,1,0,2024-07-02 09:00:01,,Withdrawal
        """),
  ]

  @Test(arguments: pairs)
  func `a row of both exports counts once`(_ pair: Pair) throws {
    for files in [[pair.old, pair.new], [pair.new, pair.old]] {
      let both = try derived(files)
      #expect(both.events.count == pair.count)
      #expect(both.questions.isEmpty && both.contradictions.isEmpty)
    }
  }

  @Test(arguments: pairs)
  func `rows of one export are as many as it has`(_ pair: Pair) throws {
    let counts = try [pair.old, pair.new].map { try derived([$0]).events.count }
    #expect(counts.max() == pair.count)
  }
}
