import Import
import Testing

/// Orders that several files tell, in parts or in two states, and withdrawals that came back.
struct OrdersInReportsTests {
  @Test func `fills of one order in a ledger are those of the list of trades`() throws {
    let account = """
      no,time,action_desc,action_data,type,change_amount,amount,total
      101,2024-01-01 10:00:00,Order Filled,77,BTC,0.1,0.1,
      102,2024-01-01 10:00:00,Order Filled,77,USDT,-4000,16000,
      103,2024-01-01 11:00:00,Order Filled,77,BTC,0.2,0.3,
      104,2024-01-01 11:00:00,Order Filled,77,USDT,-8000,8000,
      """
    let trades = """
      No,Order id,Time,Trade type,Pair,Price,Amount,Total,Fee
      901,77,2024-01-01 10:00:00,Buy,BTC/USDT,40000,0.1 BTC,4000 USDT,0 BTC
      902,77,2024-01-01 11:00:00,Buy,BTC/USDT,40000,0.2 BTC,8000 USDT,0 BTC
      """
    for files in [[account, trades], [trades, account]] {
      let both = try derived(files)
      #expect(both.amounts == ["0.1", "0.2"])
      #expect(both.questions.isEmpty)
    }
  }

  @Test func `parts of an order in one second are single fills, not sums of others`() throws {
    let account = """
      no,time,action_desc,action_data,type,change_amount,amount,total
      10000044,2023-05-05 22:35:03,Trading Fees,4523296,ADA,-0.2,112887.1,
      10000043,2023-05-05 22:35:03,Order Filled,4523296,USDT,-102.9,83324.1283488,
      10000042,2023-05-05 22:35:03,Order Filled,4523296,ADA,200,112887.3,
      10000038,2023-05-05 22:35:03,Trading Fees,4523296,ADA,-0.2,111688.3,
      10000037,2023-05-05 22:35:03,Order Filled,4523296,USDT,-102.9,83941.5283488,
      10000036,2023-05-05 22:35:03,Order Filled,4523296,ADA,200,111688.5,
      10000035,2023-05-05 22:35:03,Trading Fees,4523296,ADA,-0.4,111488.5,
      10000034,2023-05-05 22:35:03,Order Filled,4523296,USDT,-205.8,84044.4283488,
      10000033,2023-05-05 22:35:03,Order Filled,4523296,ADA,400,111488.9,
      """
    let trades = """
      No,Order id,Time,Trade type,Pair,Price,Amount,Total,Fee
      71462158,4523296,2023-05-05 22:35:03,Buy,ADA/USDT,0.5145,200 ADA,102.9 USDT,0.2 ADA
      71462147,4523296,2023-05-05 22:35:03,Buy,ADA/USDT,0.5145,200 ADA,102.9 USDT,0.2 ADA
      71462145,4523296,2023-05-05 22:35:03,Buy,ADA/USDT,0.5145,400 ADA,205.8 USDT,0.4 ADA
      """
    for files in [[account, trades], [trades, account]] {
      #expect(try derived(files).amounts.sorted() == ["200", "200", "400"])
    }
  }

  @Test func `fills of one minute may have the order ids of each other`() throws {
    let account = """
      no,time,action_desc,action_data,type,change_amount,amount,total
      64,2023-03-12 02:55:31,Order Filled,122,USDT,-100,43097,
      63,2023-03-12 02:55:31,Order Filled,122,ADA,200,600,
      61,2023-03-12 02:54:31,Order Filled,122,USDT,-100,43197,
      60,2023-03-12 02:54:31,Order Filled,122,ADA,200,400,
      58,2023-03-12 02:54:29,Order Filled,94,USDT,-100,43297,
      57,2023-03-12 02:54:29,Order Filled,94,ADA,200,200,
      """
    let old = """
      No,Time,Trade type,Pair,Price,Amount,Total
      19,2023-03-12 02:55:31,Buy,ADA/USDT,0.5,200,100
      21,2023-03-12 02:54:31,Buy,ADA/USDT,0.5,200,100
      24,2023-03-12 02:54:29,Buy,ADA/USDT,0.5,200,100
      """
    let minutes = """
      No,Order id,Time,Trade type,Pair,Price,Amount,Total,Fee
      31,122,3/12/2023 2:55,Buy,ADA/USDT,0.5,200 ADA,100 USDT,0 ADA
      22,122,3/12/2023 2:54,Buy,ADA/USDT,0.5,200 ADA,100 USDT,0 ADA
      8,94,3/12/2023 2:54,Buy,ADA/USDT,0.5,200 ADA,100 USDT,0 ADA
      """
    for files in [[account, old, minutes], [minutes, account, old], [account, minutes]] {
      #expect(try derived(files).amounts == ["200", "200", "200"])
    }
  }

  @Test func `the numbers of an account's rows are not those of orders`() throws {
    let orders = """
      Date,Type,Order Id,Trading pair,Base Asset,Quote Asset,Direction,Price,Order amount,Executed,\
      Average Price,Trading volume,Status
      2025-01-05 10:00:00,Limit,700001,LINK/USDT,LINK,USDT,Buy,7.5,4,4,7.5,30,Filled
      """
    let account = """
      order;Date;Coin;Type;Amount;Fee;Available
      1001;2025-01-05 10:00:00;LINK;Buy;4;0;4
      1002;2025-01-05 10:00:00;USDT;Sell;-30;0;970
      """
    for files in [[account, orders], [orders, account]] {
      let both = try derived(files)
      #expect(both.amounts == ["4"] && both.questions.isEmpty)
    }
  }

  @Test func `each of two equal orders has the fill at its end`() throws {
    let orders = """
      Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,\
      Trading total,Status
      2023-01-20 00:00:03,4312786,LTCUSDT,LIMIT,BUY,70,0.7LTC,2023-01-20 00:10:03,0.7LTC,70,49USDT,\
      FILLED
      2023-01-19 23:59:58,4312782,LTCUSDT,LIMIT,BUY,70,0.7LTC,2023-01-20 00:00:28,0.7LTC,70,49USDT,\
      FILLED
      """
    // The statement has the first fill a second later.
    let statement = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      81,2023-01-19 08:00:00,Earn,Simple Earn Flexible Interest,LTC,0.001,
      81,2023-01-20 00:00:29,Spot,Transaction Buy,LTC,0.7,
      81,2023-01-20 00:00:29,Spot,Transaction Spend,USDT,-49,
      81,2023-01-20 00:10:03,Spot,Transaction Buy,LTC,0.7,
      81,2023-01-20 00:10:03,Spot,Transaction Spend,USDT,-49,
      """
    for files in [[statement, orders], [orders, statement]] {
      let both = try derived(files)
      #expect(both.amounts == ["0.001", "0.7", "0.7"])
      #expect(both.questions.isEmpty)
    }
  }

  @Test func `overlapping equal orders have the late fills at their ends`() throws {
    let orders = """
      Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,\
      Trading total,Status
      2023-03-18 06:12:00,5286805,SOLUSDT,LIMIT,BUY,100,2SOL,2023-03-18 06:22:00,2SOL,100,200USDT,\
      FILLED
      2023-03-18 06:05:00,5286634,SOLUSDT,LIMIT,BUY,100,2SOL,2023-03-18 06:15:00,2SOL,100,200USDT,\
      FILLED
      """
    let statement = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      81,2023-03-18 06:15:01,Spot,Transaction Buy,SOL,2,
      81,2023-03-18 06:15:01,Spot,Transaction Spend,USDT,-200,
      81,2023-03-18 06:22:01,Spot,Transaction Buy,SOL,2,
      81,2023-03-18 06:22:01,Spot,Transaction Spend,USDT,-200,
      """
    for files in [[statement, orders], [orders, statement]] {
      let both = try derived(files)
      #expect(both.amounts == ["2", "2"] && both.questions.isEmpty)
    }
  }

  @Test(arguments: [("5", "5", "Filled"), ("2", "2", "Partially Canceled")])
  func `an order without an id that was open in an older export counts once`(
    amount: String, counted: String, status: String
  ) throws {
    let header =
      "Pairs,Time,Type,Direction,Average Filled Price,Order Price,Filled Quantity,Order Quantity,"
      + "Order Amount,Status\n"
    let older = header + "SOL_USDT,2024-01-01 10:00:00,Limit,Buy,20,20,2,5,100,Partially Filled\n"
    let newer =
      header + "SOL_USDT,2024-01-01 10:00:00,Limit,Buy,20,20,\(amount),5,100,\(status)\n"
    for files in [[older, newer], [newer, older]] {
      let both = try derived(files)
      #expect(both.amounts == [counted] && both.questions.isEmpty)
    }
    // Two equal orders are two in both files.
    let twice = older + older.dropFirst(header.count)
    #expect(try derived([twice, twice + "\n"]).events.count == 2)
  }

  @Test func `an order, its copy without seconds and its fill are one`() throws {
    let header =
      "UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,"
      + "Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,"
      + "Fee Currency,Status\n"
    func order(_ placed: String, _ filled: String) -> String {
      header
        + "7,tradeAccount,12,2023-10-07 \(placed),ETH-USDT,BUY,LIMIT,2500,0.2,2500,0.2,500,500,"
        + "2023-10-07 \(filled),0,USDT,deal\n"
    }
    let files = [
      order("14:05:03", "14:06:22"), order("14:05", "14:06"),
      """
      UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,\
      Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency
      7,tradeAccount,12,ETH-USDT,BUY,LIMIT,2500,0.2,500,500,2023-10-07 14:06:22,0,MAKER,USDT
      """,
    ]
    for some in [files, Array(files.prefix(2)), Array(files.suffix(2))] {
      let all = try derived(some)
      #expect(all.amounts == ["0.2"] && all.questions.isEmpty)
    }
  }

  @Test func `equal orders of other times are others`() throws {
    let header =
      "Pairs,Time,Type,Direction,Average Filled Price,Order Price,Filled Quantity,"
      + "Order Quantity,Order Amount,Status\n"
    func order(_ time: String, _ amount: Int = 5) -> String {
      "SOL_USDT,2024-01-01 \(time),Limit,Buy,20,20,\(amount),5,100,Filled\n"
    }
    let older = header + order("10:00:00", 2) + order("09:00:00")
    let newer = header + order("11:00:00") + order("10:00:00") + order("09:00:00")
    #expect(try derived([older, newer]).amounts == ["5", "5", "5"])
  }

  @Test func `a fill without a fee has that of its order`() throws {
    let account = """
      no,time,action_desc,action_data,type,change_amount,amount,total
      9,2023-11-19 06:40:01,Trading Fees,77,XRP,-8.333,8324.667,
      8,2023-11-19 06:40:01,Order Filled,77,USDT,-5174.793,84866.9212,
      7,2023-11-19 06:40:01,Order Filled,77,XRP,8333,8333,
      """
    let trades = """
      No,Time,Trade type,Pair,Price,Amount,Total
      1,2023-11-19 06:40:01,Buy,XRP/USDT,0.621,8333,5174.793
      """
    let older = """
      Date(UTC),OrderNo,Pair,Type,Order Price,Order Amount,AvgTrading Price,Filled,Total,status
      2023-03-14 11:56:24,3960541,XRPUSDT,BUY,0.5598,8333,0.5598,8333,4664.8134,Filled
      ,Date(UTC),Trading Price,Filled,Total,Fee,,,,
      ,2023-03-14 11:56:24,0.5598,8333,4664.8134,8.333XRP,,,,
      """
    let newer = """
      Date(UTC),OrderNo,Pair,Type,Side,Order Price,Order Amount,Time,Executed,Average Price,\
      Trading total,Status
      2023-03-14 11:56:24,3960541,XRPUSDT,LIMIT,BUY,0.5598,8333XRP,2023-03-14 11:56:24,8333XRP,\
      0.5598,4664.8134USDT,FILLED
      """
    for files in [[account, trades], [trades, account], [older, newer], [newer, older]] {
      let both = try derived(files)
      #expect(
        both.amounts == ["8333"] && both.events.compactMap(\.fee).map { "\($0.value)" } == ["8.333"]
      )
    }
  }

  @Test func `a canceled order counts with what was filled`() throws {
    let orders = """
      UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,\
      Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,\
      Fee Currency,Status
      7,tradeAccount,1,2023-06-23 05:49:53,ADA-USDT,BUY,LIMIT,0.5,1500,0.5,1000,500,500,\
      2023-06-23 06:09:53,0.5,USDT,cancelled
      7,tradeAccount,2,2023-06-24 05:49:53,ADA-USDT,BUY,LIMIT,0.5,1500,0,0,0,0,,0,USDT,cancelled
      """
    #expect(try derived([orders]).amounts == ["1000"])
  }

  @Test func `a withdrawal that came back with its fee moved nothing`() throws {
    let sent = """
      txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
      L1,W1,2024-01-07 10:00:00,withdrawal,,currency,XXBT,spot / main,-0.1,0.0002,0.8998

      """
    let back = "L2,W1,2024-01-07 11:00:00,withdrawal,,currency,XXBT,spot / main,0.1,-0.0002,1\n"
    let header = sent.prefix { $0 != "\n" } + "\n"
    for files in [[sent + back], [sent, header + back], [header + back, sent]] {
      #expect(try derived(files).events.isEmpty)
    }
    // Kraken kept the fee, or the coins are another withdrawal's.
    for other in [back.replacing("-0.0002", with: "0"), back.replacing("W1", with: "W2")] {
      #expect(try derived([sent + other]).events.map(\.role) == [.withdrawal, .returned])
    }
  }
}

extension Derivation {
  /// The amounts of all events, in order.
  fileprivate var amounts: [String] { events.map { "\($0.amount.value)" } }
}
