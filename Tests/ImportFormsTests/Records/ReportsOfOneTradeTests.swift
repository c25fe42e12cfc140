import Exact
import Foundation
import Import
import Testing
import ImportForms
import ImportText

/// Reports that tell one trade or move differently: each counts once, or is a question.
struct ReportsOfOneTradeTests {
  @Test func `a trade with one id counts once, with the fee of the ledger`() throws {
    let trades = """
      "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin",\
      "misc","ledgers"
      "TQ1","OQ1","XETHXXBT","2024-03-08 09:10:11.5021","buy","limit",0.05,0.04,0.0001,0.8,0.0,"",""
      """
    let ledgers = """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
      "L1","TQ1","2024-03-08 09:10:11","trade","tradespot","currency","XETH","spot / main",0.8,0.003,1
      "L2","TQ1","2024-03-08 09:10:11","trade","tradespot","currency","XXBT","spot / main",-0.04,0,1
      """
    let both = try derived([trades, ledgers])
    let trade = try #require(both.events.first)
    #expect(both.events.count == 1 && both.questions.isEmpty)
    #expect(trade.fee.map { "\($0.value) \($0.asset)" } == "0.003 ETH")
    #expect(try derived([ledgers, trades]) == both)
    // A ledger without a fee replaces the estimate, too.
    let free = ledgers.replacing(",0.8,0.003,1", with: ",0.8,0,1")
    let unpaid = try derived([trades, free])
    #expect(unpaid.events.map(\.fee) == [nil] && unpaid.questions.isEmpty)
    #expect(try derived([free, trades]) == unpaid)
  }

  @Test func `a ledger's rounded money is that of the trade with its id`() throws {
    let trades = """
      "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin",\
      "misc","ledgers"
      "TQ1","OQ1",XXBTZUSD,"2024-02-01 11:24:42.9195",buy,limit,40003.3,1000.08254,1.60013,0.025,0,\
      "","L1,L2"
      """
    func ledgers(_ money: String) -> String {
      """
      "txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
      "L1","TQ1","2024-02-01 11:24:42","trade","tradespot","currency","ZUSD","spot / main",\
      \(money),1.6001,8998.3
      "L2","TQ1","2024-02-01 11:24:42","trade","tradespot","currency","XXBT","spot / main",0.025,0,1
      """
    }
    let both = try derived([trades, ledgers("-1000.0825")])
    let trade = try #require(both.events.first)
    #expect(both.events.count == 1 && both.questions.isEmpty)
    #expect(trade.counter?.value == Quantity("-1000.08254"))
    #expect(try derived([ledgers("-1000.0825"), trades]) == both)
    // A difference that rounding does not explain is another trade.
    #expect(try derived([trades, ledgers("-1000.0827")]).events.count == 2)
  }

  @Test func `an order that was open in an older export counts once`() throws {
    func orders(_ amount: String, _ money: String, until end: String) -> String {
      """
      UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,\
      Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,\
      Fee Currency,Status
      1,tradeAccount,a1,2024-02-01 10:00:00,ETH-USDT,BUY,LIMIT,3000,1,3000,\(amount),\(money),\(money),\
      2024-02-01 \(end),0,USDT,deal
      """
    }
    let older = orders("0.4", "1200", until: "10:00:01")
    let newer = orders("1", "3000", until: "11:00:01")
    for files in [[older, newer], [newer, older]] {
      let both = try derived(files)
      #expect(both.events.map(\.amount.value) == [1] && both.questions.isEmpty)
    }
  }

  @Test func `rows that include the fee are the fill that tells it`() throws {
    let account = """
      UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark,Type
      4,Trading,SOL,Deposit,2,0,2024-07-02 08:00:01,,Spot
      4,Trading,USDT,Withdrawal,280.28,0.28,2024-07-02 08:00:01,,Spot
      4,Trading,SOL,Withdrawal,1,0,2024-07-02 09:00:01,,Spot
      4,Trading,USDT,Deposit,149.85,0.15,2024-07-02 09:00:01,,Spot
      """
    let fills = """
      UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,\
      Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency
      4,tradeAccount,f1,SOL-USDT,BUY,LIMIT,140,2,280,280,2024-07-02 08:00:01,0.28,MAKER,USDT
      4,tradeAccount,f2,SOL-USDT,SELL,LIMIT,150,1,150,150,2024-07-02 09:00:01,0.15,MAKER,USDT
      """
    let both = try derived([account, fills])
    #expect(both.events.map(\.counter?.value) == [Quantity("-280"), Quantity("150")])
    #expect(both.events.map(\.fee?.value) == [Quantity("0.28"), Quantity("0.15")])
    #expect(both.questions.isEmpty)
    #expect(try derived([fills, account]) == both)
  }

  @Test func `coins after the fee are the purchase before it`() throws {
    let account = """
      Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,\
      Cash Flow,Change,Wallet Balance,Action,Time(UTC)
      5,ADA,ADAUSDT,TRADE,BUY,100,0,0.5,0,0.1,100,99.9,99.9,--,2024-09-10 06:05:04
      5,USDT,ADAUSDT,TRADE,BUY,-50,0,0.5,0,0,-50,-50,10,--,2024-09-10 06:05:04
      """
    let trades = """
      Uid,Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,\
      Transaction ID,Order No.,Timestamp (UTC+0)
      5,ADAUSDT,LIMIT,BUY,50,0.5,100,0.1,x1,y1,2024-09-10 06:05:04
      """
    let both = try derived([account, trades])
    #expect(both.events.map(\.amount.value) == [100])
    #expect(both.events.map(\.fee?.value) == [Quantity("0.1")])
    #expect(try derived([trades, account]) == both)
  }

  @Test func `an order on one row is the fills of its second`() throws {
    let report = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\
      Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes
      r1,2024-05-06 07:08:09 UTC,Advanced Trade Buy,ETH,0.5,EUR,€3000,€1500,€1506,€6,"Bought"
      r2,2024-05-07 07:08:09 UTC,Advanced Trade Sell,ETH,-0.1,EUR,€3100,€310,€309,€1,"Sold"
      """
    let fills = """
      portfolio,trade id,product,side,created at,size,size unit,price,fee,total,\
      price/fee/total unit
      default,11,ETH-EUR,BUY,2024-05-06T07:08:09.100Z,0.3,ETH,3000,3.6,-903.6,EUR
      default,12,ETH-EUR,BUY,2024-05-06T07:08:09.200Z,0.2,ETH,3000,2.4,-602.4,EUR
      default,13,ETH-EUR,SELL,2024-05-07T07:08:09.100Z,0.1,ETH,3100,1,309,EUR
      """
    let both = try derived([report, fills])
    #expect(
      both.events.map(\.amount.value) == [Quantity("0.3"), Quantity("0.2"), Quantity("-0.1")])
    #expect(both.events.map(\.counter?.value) == [-900, -600, 310])
    #expect(both.questions.isEmpty)
    #expect(try derived([fills, report]) == both)
  }

  private static let binanceFills = """
    Date(UTC),Pair,Side,Price,Executed,Amount,Fee
    2025-02-01 09:00:00,ETHUSDT,BUY,3000,0.5ETH,1500USDT,0.0005ETH
    2025-02-02 11:20:00,ETHUSDT,BUY,2900,0.1ETH,290USDT,0.0001ETH
    2025-02-03 12:30:00,ETHUSDT,BUY,2900,0.2ETH,580USDT,0.0002ETH

    """

  private static let binanceOrders =
    "Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,AvgTrading Price,Filled,Total,"
    + "status\n"

  @Test func `an order without an end is the later fills with its sums`() throws {
    let orders =
      Self.binanceOrders
      + "2025-02-02 10:00:00,21,ETH/USDT,LIMIT,BUY,2900,0.3,2900,0.3,870,Filled\n"
    let both = try derived([orders, Self.binanceFills])
    #expect(both.events.count == 3 && both.questions.isEmpty)
    #expect(try derived([Self.binanceFills, orders]) == both)
  }

  @Test func `an order without an end asks where no report covers its placement`() throws {
    let orders =
      Self.binanceOrders
      + "2025-01-31 10:00:00,20,ETH/USDT,LIMIT,BUY,2900,0.3,2900,0.3,870,Filled\n"
    let early = try derived([orders, Self.binanceFills])
    #expect(early.events.count == 3)
    #expect(early.questions.map(\.kind) == [.sameOrTwo])
    // Fills with other sums prove nothing about an order of before the report.
    let other = orders.replacing(",0.3,870,", with: ",0.3,871,")
    #expect(try derived([other, Self.binanceFills]).events.count == 4)
    // Where the report covers the order, they do.
    let covered = other.replacing("2025-01-31", with: "2025-02-02")
    let asked = try derived([covered, Self.binanceFills])
    #expect(asked.events.count == 3)
    #expect(asked.questions.map(\.kind) == [.restOfOrder])
  }

  @Test func `later orders keep their fills`() throws {
    let orders =
      Self.binanceOrders + """
        2025-02-01 10:00:00,22,ETH/USDT,LIMIT,BUY,2900,0.25,2900,0.25,725,Filled
        2025-02-02 10:00:00,23,ETH/USDT,LIMIT,BUY,2900,0.3,2900,0.3,870,Filled
        """
    let both = try derived([orders, Self.binanceFills])
    // No fill is left for the first order.
    #expect(both.events.count == 4 && both.questions.isEmpty)
  }

  @Test func `orders of MEXC and Bitget are their fills`() throws {
    let mexc = [
      """
      Pairs,Time,Type,Direction,Average Filled Price,Order Price,Filled Quantity,Order Quantity,\
      Order Amount,Status
      SOL_USDT,2023-06-01 10:00:00,Limit,Buy,20,20,5,5,100,Filled
      SOL_USDT,2023-06-02 10:00:00,Limit,Buy,21,21,1,1,21,Filled
      """,
      """
      UID,Pairs,Time,Side,Filled Price,Executed Amount,Total,Fee,Role
      8,SOL_USDT,2023-06-01 10:00:07,Buy,20,2,40,0.04USDT,Taker
      8,SOL_USDT,2023-06-01 10:05:00,Buy,20,3,60,0.06USDT,Maker
      8,SOL_USDT,2023-06-02 10:00:00,Buy,21,1,21,0.02USDT,Maker
      """,
    ]
    let bitget = [
      """
      Date,Type,Order Id,Trading pair,Base Asset,Quote Asset,Direction,Price,Order amount,Executed,\
      Average Price,Trading volume,Status
      2025-03-05 10:00:00,Limit,61,DOT/USDT,DOT,USDT,Buy,5,10,10,5,50,Filled
      2025-03-07 10:00:00,Limit,62,DOT/USDT,DOT,USDT,Sell,6,4,4,6,24,Filled
      """,
      """
      Date,Trading pair,Base Asset,Quote Asset,Direction,Price,Amount,Total,Fee,Fee Coin
      2025-03-05 10:00:02,DOT/USDT,DOT,USDT,Buy,5,3,15,0.015,USDT
      2025-03-05 11:12:02,DOT/USDT,DOT,USDT,Buy,5,7,35,0.035,USDT
      2025-03-07 10:00:03,DOT/USDT,DOT,USDT,Sell,6,4,24,0.024,USDT
      """,
    ]
    for files in [mexc, bitget] {
      let both = try derived(files)
      #expect(both.events.count == 3 && both.questions.isEmpty)
      #expect(try derived(files.reversed()) == both)
    }
  }

  private static let cryptoCom =
    "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,"
    + "Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash\n"

  @Test func `two wallets tell a trade in other words`() throws {
    let crypto =
      Self.cryptoCom + """
        2024-05-17 18:00:00,Buy ETH,EUR,-300,ETH,0.1,EUR,300,325,viban_purchase,
        2024-05-20 18:00:00,ETH -> EUR,ETH,-0.05,EUR,160,EUR,160,173,crypto_viban_exchange,
        2024-05-21 18:00:00,ETH -> EUR,ETH,-0.01,EUR,32,EUR,32,35,crypto_viban_exchange,
        """
    let cash =
      Self.cryptoCom + """
        2024-05-17 18:00:00,EUR -> ETH,EUR,-300,ETH,0.1,EUR,300,325,viban_purchase,
        2024-05-20 18:00:00,ETH -> EUR,ETH,0.05,EUR,160,EUR,160,173,crypto_viban,
        2024-05-21 18:00:01,ETH -> EUR,ETH,0.01,EUR,32,EUR,32,35,crypto_viban,
        """
    let both = try derived([crypto, cash])
    #expect(
      both.events.map(\.amount.value) == [Quantity("0.1"), Quantity("-0.05"), Quantity("-0.01")])
    #expect(both.questions.isEmpty)
    #expect(try derived([cash, crypto]) == both)
    #expect(try derived([cash]).events.count == 3)
  }

  @Test func `a wallet's copy without seconds is the other wallet's trade, too`() throws {
    let header = """
      Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,\
      Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash

      """
    func crypto(_ seconds: (String, String) = ("", "")) -> String {
      header
        + "2023-09-22 23:08\(seconds.0),BTC -> EUR,BTC,-0.0038,EUR,146.376,EUR,146.376,158.0861,"
        + "crypto_viban_exchange,\n2023-09-20 10:34\(seconds.1),Buy BTC,EUR,-45850,BTC,1.25,EUR,45850,49518,"
        + "viban_purchase,\n"
    }
    let cash =
      header + "2023-09-22 23:08,BTC -> EUR,BTC,0.0038,EUR,146.376,EUR,146.376,158.0861,"
      + "crypto_viban,\n2023-09-20 10:34,EUR -> BTC,EUR,-45850,BTC,1.25,EUR,45850,49518,"
      + "viban_purchase,\n"
    for files in [[cash, crypto((":34", ":00")), crypto()], [crypto(), cash]] {
      let all = try derived(files)
      #expect(all.events.map(\.amount.value) == [Quantity("1.25"), Quantity("-0.0038")])
      #expect(all.questions.isEmpty)
    }
  }

  @Test func `a leg serves one trade of a second, and a late one the other`() throws {
    let statement = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      81,2023-06-07 21:32:09,Spot,Transaction Buy,SOL,50,
      81,2023-06-07 21:32:09,Spot,Transaction Spend,USDT,-5470,
      81,2023-06-10 23:59:00,Spot,Transaction Buy,SOL,3,
      81,2023-06-10 23:59:00,Spot,Transaction Spend,USDT,-300,
      81,2023-06-10 23:59:00,Spot,Transaction Buy,SOL,3,
      81,2023-06-10 23:59:00,Spot,Transaction Spend,BTC,-0.0075,
      81,2023-06-10 23:59:02,Spot,Transaction Buy,SOL,3,
      81,2023-06-10 23:59:02,Spot,Transaction Spend,USDT,-300,
      81,2023-06-11 10:00:00,Spot,Transaction Buy,SOL,1,
      81,2023-06-11 10:00:00,Spot,Transaction Spend,USDT,-110,
      """
    let trades = """
      Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
      2023-06-11 10:00:00,SOLUSDT,BUY,110,1,110,0,BNB
      2023-06-10 23:59:00,SOLUSDT,BUY,100,3,300,0,BNB
      2023-06-10 23:59:00,SOLBTC,BUY,0.0025,3,0.0075,0,BNB
      2023-06-10 23:59:00,SOLUSDT,BUY,100,3,300,0,BNB
      2023-06-07 21:32:09,SOLUSDT,BUY,109.4,50,5470,0,BNB
      """
    for files in [[statement, trades], [trades, statement]] {
      let both = try derived(files)
      #expect(both.events.count == 5 && both.questions.isEmpty)
    }
  }

  @Test func `equal conversions of one second are as many as their rows`() throws {
    func report(_ rows: [String]) -> String {
      """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes

      """
        + rows.map { "\($0),Converted 2 LTC to 250 XRP\n" }.joined()
    }
    func given(_ id: String) -> String {
      "\(id),2023-09-11 18:22:22 UTC,Convert,LTC,-2,EUR,€70,€140,€140,€0.00"
    }
    let received = "c1,2023-09-11 18:22:22 UTC,Convert,XRP,250,EUR,€0.56,€140,€140,€0.00"
    #expect(try derived([report([given("b1"), received])]).events.count == 1)
    #expect(try derived([report([given("b1"), given("b2"), received])]).events.count == 2)
    let files = [report([given("b1"), given("b2")]), report([received])]
    #expect(try derived(files).events.count == 2)
  }

  @Test func `equal purchases of one wallet are two`() throws {
    let row = "2024-05-17 18:00:00,Buy ETH,EUR,-300,ETH,0.1,EUR,300,325,viban_purchase,\n"
    let cash = Self.cryptoCom + row.replacing("Buy ETH", with: "EUR -> ETH")
    #expect(try derived([Self.cryptoCom + row + row, cash]).events.count == 2)
  }

  @Test func `deposits that KuCoin's files book seconds apart count once`() throws {
    let deposits = """
      UID,Account Type,Time(UTC+00:00),Coin,Amount,Fee,Hash,Deposit Address,Transfer Network,\
      Status,Remarks
      2,mainAccount,2024-04-01 08:00:00,ETH,1.5,0,ha,0x1,ETH,SUCCESS,Deposit
      2,mainAccount,2024-04-01 09:20:00,ETH,1.5,0,hb,0x1,ETH,SUCCESS,Deposit
      """
    let account = """
      UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+00:00),Remark,Type
      2,mainAccount,ETH,Deposit,1.5,0,2024-04-01 08:00:00,,Deposit
      2,mainAccount,ETH,Deposit,1.5,0,2024-04-01 09:20:41,,Deposit
      """
    let both = try derived([deposits, account])
    #expect(both.openMoves.count == 2 && both.questions.isEmpty)
    #expect(try derived([account, deposits]) == both)
  }

  @Test func `KuCoin's older fills name their order, too`() throws {
    let orders = """
      UID,Account Type,Order ID,Order Time(UTC+08:00),Symbol,Side,Order Type,Order Price,\
      Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),\
      Filled Time(UTC+08:00),Fee,Fee Currency,Tax,Status
      1,mainAccount,o1,2023-05-01 07:00:00,BTC-USDT,BUY,LIMIT,29000,0.1,29000,0.1,2900,2900,\
      2023-05-01 08:00:00,2.9,USDT,,deal
      """
    let fills = """
      tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,feeCurrency
      2023-05-01 07:30:00,o1,BTC-USDT,buy,29000,0.06,1740,1.74,USDT
      2023-05-01 08:00:00,o1,BTC-USDT,buy,29000,0.04,1160,1.16,USDT
      """
    let both = try derived([orders, fills])
    #expect(both.events.map(\.amount.value) == [Quantity("0.06"), Quantity("0.04")])
    #expect(both.questions.isEmpty)
  }

  @Test func `an order is placed in the zone of its heading`() throws {
    let order = """
      UID,Account Type,Order ID,Order Time(UTC+08:00),Symbol,Side,Order Type,Order Price,\
      Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),\
      Filled Time(UTC+08:00),Fee,Fee Currency,Tax,Status
      3,tradeAccount,z1,2024-04-02 06:30:00,BTC-USDT,BUY,LIMIT,60000,0.1,60000,0.1,6000,6000,\
      2024-04-02 09:00:00,6,USDT,,deal
      """
    let fact = try #require(try records(of: order).records.first?.facts.first)
    #expect(fact.instant.at - (fact.orderStart ?? 0) == 9_000 * PrintedInstant.second)
  }

  private static let bybitAccount =
    "Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,"
    + "Cash Flow,Change,Wallet Balance,Action,OrderId,TradeId,Time\n"

  @Test(arguments: [true, false])
  func `two fills of one order and second are those of the account log`(_ hasIDs: Bool) throws {
    var account =
      Self.bybitAccount + """
        7,ETH,ETHUSDT,TRADE,BUY,2,0,3000,0,-0.002,2,1.998,2.997,--,107,a1,2024-01-22 00:18:22
        7,USDT,ETHUSDT,TRADE,BUY,-6000,0,3000,0,0,-6000,-6000,1000,--,107,a1,2024-01-22 00:18:22
        7,ETH,ETHUSDT,TRADE,BUY,1,0,3000,0,-0.001,1,0.999,0.999,--,107,a2,2024-01-22 00:18:22
        7,USDT,ETHUSDT,TRADE,BUY,-3000,0,3000,0,0,-3000,-3000,7000,--,107,a2,2024-01-22 00:18:22
        """
    if !hasIDs {
      for name in ["OrderId,TradeId,", "107,a1,", "107,a2,"] {
        account = account.replacing(name, with: "")
      }
    }
    let trades = """
      Uid,Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,\
      Transaction ID,Order No.,Timestamp (UTC+0)
      7,ETHUSDT,LIMIT,BUY,6000,3000,2,0.002,1010,107,2024-01-22 00:18:22
      7,ETHUSDT,LIMIT,BUY,3000,3000,1,0.001,1009,107,2024-01-22 00:18:22
      """
    for files in [[account, trades], [account]] {
      let derivation = try derived(files)
      #expect(Set(derivation.events.map(\.amount.value)) == [1, 2])
      #expect(
        Set(derivation.events.compactMap(\.fee?.value)) == [Quantity("0.001"), Quantity("0.002")])
      #expect(derivation.questions.isEmpty)
    }
    #expect(try derived([trades, account]) == derived([account, trades]))
  }

  @Test func `a trade of a coin for a coin pays once what its two rows tell`() throws {
    let account =
      Self.bybitAccount + """
        7,ETH,ETHBTC,TRADE,BUY,1,0,0.07,0,-0.001,1,0.999,0.999,--,1,t1,2024-02-24 06:54:12
        7,BTC,ETHBTC,TRADE,BUY,-0.07,0,0.07,0,0,-0.07,-0.07,0.829,--,1,t1,2024-02-24 06:54:12
        7,SOL,SOLBTC,TRADE,BUY,2,0,0.002,0,-0.002,2,1.998,1.998,--,2,t2,2024-02-25 06:54:12
        """
    let alone = try derived([account])
    // The row of the bitcoins paid for SOL is missing; the other row tells the amount.
    #expect(
      alone.events.map(\.changes) == [["-0.07 BTC", "1 ETH"], ["-0.004 BTC", "2 SOL"]])
    #expect(alone.events.map(\.fee?.asset) == ["ETH", "SOL"])
    #expect(alone.questions.isEmpty)
  }

  @Test(arguments: [true, false])
  func `rows of an order are its fills at several seconds`(_ hasIDs: Bool) throws {
    let account = """
      no,time,action_desc,action_data,type,change_amount,amount,total
      1,2024-05-01 10:00:00,Order Placed,77,USDT,-4000,1000,
      2,2024-05-01 10:00:00,Order Filled,77,BTC,0.06,0.06,
      3,2024-05-01 10:00:00,Trading Fees,77,BTC,-0.0002,0.0598,
      4,2024-05-01 10:00:05,Order Filled,77,BTC,0.04,0.0998,
      5,2024-05-01 10:00:05,Trading Fees,77,BTC,-0.0001,0.0997,
      """
    var trades = """
      No,Order id,Time,Trade type,Pair,Price,Amount,Total,Fee
      5,77,2024-05-01 10:00:00,Buy,BTC/USDT,40000,0.06 BTC,2400 USDT,0.0002 BTC
      6,77,2024-05-01 10:00:05,Buy,BTC/USDT,40000,0.04 BTC,1600 USDT,0.0001 BTC
      """
    if !hasIDs {
      trades = trades.replacing("Order id,", with: "").replacing(",77,", with: ",")
    }
    let both = try derived([account, trades])
    #expect(both.events.map(\.amount.value) == [Quantity("0.06"), Quantity("0.04")])
    #expect(both.questions.isEmpty)
    #expect(try derived([trades, account]) == both)
    let alone = try derived([account])
    #expect(alone.events.map(\.amount.value) == [Quantity("0.1")])
    #expect(alone.events.map(\.fee?.value) == [Quantity("0.0003")])
  }

  @Test func `an order is the rows that include its fee`() throws {
    let orders = """
      UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,\
      Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,\
      Fee Currency,Status
      1,tradeAccount,a1,2024-02-01 11:59:50,ETH-USDT,BUY,LIMIT,3000,0.3,3000,0.3,900,900,\
      2024-02-01 12:00:00,0.9,USDT,deal
      """
    let account = """
      UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark,Type
      1,Trading,ETH,Deposit,0.1,0,2024-02-01 12:00:00,,Spot
      1,Trading,USDT,Withdrawal,300.3,0.3,2024-02-01 12:00:00,,Spot
      1,Trading,ETH,Deposit,0.2,0,2024-02-01 11:59:55,,Spot
      1,Trading,USDT,Withdrawal,600.6,0.6,2024-02-01 11:59:55,,Spot
      """
    let both = try derived([orders, account])
    #expect(both.events.map(\.counter?.value) == [-600, -300])
    #expect(both.events.map(\.fee?.value) == [Quantity("0.6"), Quantity("0.3")])
    #expect(both.questions.isEmpty)
    #expect(try derived([account, orders]) == both)
  }

  /// Reports of one purchase, one of which books its sides a second apart.
  private static let seconds: [[String]] = [
    [
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      9,2024-02-08 21:52:30,Spot,Binance Convert,USDT,-1500,
      9,2024-02-08 21:52:31,Spot,Binance Convert,ETH,0.5,
      """,
      """
      Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status
      2024-02-08 21:52:30,Spot Wallet,ETHUSDT,Market,1500 USDT,0.5 ETH,,,2024-02-08 21:52:31,\
      Successful
      """,
    ],
    [
      """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      7,2024-02-01 10:00:00,Spot,Buy Crypto With Fiat,USD,-1500,
      7,2024-02-01 10:00:01,Spot,Buy Crypto With Fiat,ETH,0.5,
      """,
      """
      Date(UTC);Method;Spend Amount;Receive Amount;Fee;Price;Status;Transaction ID
      2024-02-01 10:00:00;Cash Balance;1500.00 USD;0.5 ETH;0.00 USD;3000 ETH/USD;Successful;N7
      """,
    ],
    [
      """
      UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark,Type
      1,Funding,USD,Withdrawal,1500,0,2024-02-01 10:00:00,,Buy Crypto
      1,Funding,ETH,Deposit,0.5,0,2024-02-01 10:00:01,,Buy Crypto
      """,
      """
      Order ID,Currency (Crypto),Crypto Quantity,Currency (Fiat),Fiat Amount,Fee Currency (Fiat),\
      Fee (Fiat),Fee Currency (Crypto),Fee (Crypto),Payment Method,Status,Time(UTC)
      1,ETH,0.5,USD,1500,USD,0,,,card,SUCCESS,2024-02-01 10:00:00
      """,
    ],
  ]

  @Test(arguments: seconds)
  func `a trade whose sides are seconds apart counts once`(_ files: [String]) throws {
    let both = try derived(files)
    #expect(both.events.map(\.amount.value) == [Quantity("0.5")])
    #expect(both.events.map(\.counter?.value) == [-1500])
    #expect(both.questions.isEmpty)
    #expect(try derived(files.reversed()) == both)
  }

  @Test func `fees of equal fills are those of a late statement, in any order`() throws {
    let fills =
      "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n" + """
        2024-01-06 18:26:07,BNBUSDT,BUY,300,1BNB,300USDT,0
        2024-01-07 18:26:07,ETHUSDT,BUY,3000,0.05ETH,150USDT,0.00005ETH
        2024-01-07 18:26:07,ETHUSDT,BUY,3000,0.05ETH,150USDT,0.002BNB
        2024-01-08 18:26:07,BNBUSDT,BUY,300,1BNB,300USDT,0
        """
    let statement =
      "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n" + """
        9,2024-01-06 18:26:07,Spot,Transaction Buy,BNB,1,
        9,2024-01-06 18:26:07,Spot,Transaction Spend,USDT,-300,
        9,2024-01-07 18:26:08,Spot,Transaction Buy,ETH,0.05,
        9,2024-01-07 18:26:08,Spot,Transaction Spend,USDT,-150,
        9,2024-01-07 18:26:08,Spot,Transaction Fee,BNB,-0.002,
        9,2024-01-07 18:26:09,Spot,Transaction Buy,ETH,0.05,
        9,2024-01-07 18:26:09,Spot,Transaction Spend,USDT,-150,
        9,2024-01-07 18:26:09,Spot,Transaction Fee,ETH,-0.00005,
        9,2024-01-08 18:26:07,Spot,Transaction Buy,BNB,1,
        9,2024-01-08 18:26:07,Spot,Transaction Spend,USDT,-300,
        """
    let both = try derived([fills, statement])
    #expect(both.events.count == 4)
    #expect(Set(both.events.compactMap(\.fee?.asset)) == ["BNB", "ETH"])
    #expect(both.questions.isEmpty)
    #expect(try derived([statement, fills]) == both)
  }

  @Test func `two sales a second apart are those of the other wallet at one second`() throws {
    let crypto =
      Self.cryptoCom + """
        2024-01-20 08:39:08,BTC -> USD,BTC,-0.019,USD,820.8,USD,820.8,820.8,crypto_viban_exchange,
        2024-01-20 08:39:07,BTC -> USD,BTC,-0.0054,USD,233.28,USD,233.28,233.28,\
        crypto_viban_exchange,
        """
    let cash =
      Self.cryptoCom + """
        2024-01-20 08:39:08,BTC -> USD,BTC,0.019,USD,820.8,USD,820.8,820.8,crypto_viban,
        2024-01-20 08:39:08,BTC -> USD,BTC,0.0054,USD,233.28,USD,233.28,233.28,crypto_viban,
        """
    let both = try derived([crypto, cash])
    #expect(both.events.map(\.amount.value) == [Quantity("-0.0054"), Quantity("-0.019")])
    #expect(both.questions.isEmpty)
    #expect(try derived([cash, crypto]) == both)
  }
}

extension Event {
  /// The coins that changed, in the order of their names.
  fileprivate var changes: [String] {
    [amount, counter].compactMap { $0.map { "\($0.value) \($0.asset)" } }
      .sorted { $0.suffix(3) < $1.suffix(3) }
  }
}
