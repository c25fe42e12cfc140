import Exact
import Foundation
import Testing

/// Importing the same export again after the user changed its rows.
struct ImportAgainTests {
  private let header =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,"
    + "Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
  private let bought = "2024-01-01T10:00:00Z,Buy,BTC,0.2,USD,42000,8400,8410,10,\n"
  private let boughtLater = "2024-02-03T10:00:00Z,Buy,BTC,0.5,USD,43000,21500,21510,10,\n"
  private let sent = "2024-01-05T10:00:00Z,Send,BTC,0.1,USD,42000,,,,Sent to a friend\n"
  private let received = "2024-01-02T10:00:00Z,Receive,BTC,0.9,USD,42000,,,,Received\n"
  private let sold = "2024-01-03T10:00:00Z,Sell,BTC,1,USD,43000,43000,42990,10,\n"

  /// Two purchases, as reported by Binance's statement and by its list of trades.
  private let statement = """
    User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
    1,2024-03-01 10:00:00,Spot,Transaction Buy,BTC,0.01,
    1,2024-03-01 10:00:00,Spot,Transaction Spend,USD,-600,
    1,2024-03-02 10:00:00,Spot,Transaction Buy,BTC,0.02,
    1,2024-03-02 10:00:00,Spot,Transaction Spend,USD,-1200,

    """
  private let trades = """
    Date(UTC),Pair,Side,Price,Executed,Amount,Fee
    2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01BTC,600USD,0.6USD
    2024-03-02 10:00:00,BTCUSD,BUY,60000,0.02BTC,1200USD,1.2USD

    """

  /// The short id on the first line of a list that contains some words.
  private func id(_ home: TestHome, _ list: String, of words: String) throws -> String {
    let lines = try home.bitpal(list).output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains(words) })
    return String(line.prefix(8))
  }

  @Test func `what was deleted stays deleted, and is brought back by saying so`() throws {
    let home = try TestHome()
    let path = try home.file("coinbase.csv", header + bought + boughtLater + sent)
    try home.bitpal("import", path)
    try home.bitpal("delete", try id(home, "transactions", of: "2024-02-03"))
    try home.bitpal("moves", "delete", try id(home, "moves", of: "2024-01-05"))
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
    let longer = try home.file(
      "later.csv",
      header + bought + boughtLater + "2024-03-01T10:00:00Z,Buy,ETH,1,USD,3000,3000,3010,10,\n")
    #expect(try home.bitpal("import", longer).output.hasSuffix("Added 1 transaction.\n"))
    let back = try home.bitpal("import", path, "--with-deleted")
    #expect(back.output.hasSuffix("Added 1 transaction and 1 move.\n"))
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
  }

  @Test func `an export with other columns adds only its new rows`() throws {
    let home = try TestHome()
    let older = """
      Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
      2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01,600,0.6,USD
      2024-03-02 10:00:00,BTCUSD,BUY,60000,0.02,1200,1.2,USD

      """
    let newer = trades + "2024-03-03 10:00:00,BTCUSD,BUY,60000,0.03BTC,1800USD,1.8USD\n"
    let first = try home.bitpal("import", try home.file("2018.csv", older))
    #expect(first.output.hasSuffix("Added 2 transactions.\n"))
    let second = try home.bitpal("import", try home.file("2024.csv", newer))
    #expect(second.output.hasSuffix("Added 1 transaction.\n"))
    let files = try home.bitpal("files").output
    #expect(files.contains("binance-trades ") && !files.contains("#"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `the rows of an order in two yearly files are those of one`() throws {
    let home = try TestHome()
    let header = "no,time,action_desc,action_data,type,change_amount,amount,total\n"
    let placed = "101,2023-12-20 10:00:00,Order Placed,77,USD,-12000,0,\n"
    let filled = "103,2024-01-09 11:00:00,Order Filled,77,BTC,0.3,0.3,\n"
    try home.bitpal("import", try home.file("2023.csv", header + placed))
    let second = try home.bitpal("import", try home.file("2024.csv", header + filled))
    #expect(second.output.hasSuffix("Added 1 transaction.\n"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a fee in another coin or currency is valued, and survives export and import`() throws
  {
    let (home, other) = (try TestHome(), try TestHome())
    let written = """
      coin_id,type,amount,price,date,fee,fee_currency
      bitcoin,buy,1,60000,2024-01-01,,
      ethereum,buy,1,2300,2024-01-01,,
      solana,buy,10,100,2024-02-02,0.001,eth
      solana,buy,10,100,2024-02-03,10,EUR

      """
    try home.bitpal("import", try home.file("own.csv", written))
    let list = try home.bitpal("transactions").output
    #expect(list.contains("0.001 ethereum") && list.contains("fee   ethereum"))
    // The day's rate turns the ten euros into dollars.
    #expect(list.contains("10 EUR") && !list.contains("$1,010.00"))
    let export = try home.bitpal("export").output
    let copy = try other.bitpal("import", try other.file("export.csv", export))
    #expect(copy.output.hasSuffix("Added 5 transactions.\n"))
    #expect(try other.bitpal("export").output == export)
    #expect(try other.bitpal("verify").status == 0)
  }

  @Test func `an edited fill is the only one of its order that stays edited`() throws {
    let home = try TestHome()
    let header =
      "portfolio,trade id,product,side,created at,size,size unit,price,fee,total,"
      + "price/fee/total unit\n"
    func fill(_ id: String, _ time: String, _ side: String, _ coins: String) -> String {
      "default,\(id),LTC-USD,\(side),\(time)Z,\(coins),LTC,70,0,\(side == "BUY" ? "-" : "")70,USD\n"
    }
    let fills =
      header + fill("404", "2023-02-27T15:11:28.404", "BUY", "1")
      + fill("410", "2023-02-27T15:11:28.410", "BUY", "1")
    let order =
      self.header
      + "2023-02-27T15:11:28Z,Advanced Trade Buy,LTC,2,USD,70,140,140,0,Bought 2 LTC for 140 USD on LTC-USD\n"
    let other = header + fill("1", "2023-02-04T20:58:43.461", "SELL", "3")
    for (name, text) in [("a.csv", fills), ("b.csv", order), ("c.csv", other)] {
      try home.bitpal("import", try home.file(name, text))
    }
    try home.bitpal("edit", try id(home, "transactions", of: "buy"), "--amount", "0.5")
    let before = try home.bitpal("holdings", "--json").output
    #expect(before.contains("\"1.5\""))
    try home.bitpal("files", "remove", "3")
    #expect(try home.bitpal("holdings", "--json").output == before)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test(arguments: [true, false])
  func `a changed order stays changed when its fills come`(isDeleted: Bool) throws {
    let home = try TestHome()
    let order = """
      UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,\
      Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,\
      Fee Currency,Status
      1,tradeAccount,a1,2024-01-02 11:59:50,BTC-USDT,BUY,LIMIT,42000,0.03,42000,0.03,1260,1260,\
      2024-01-02 12:01:10,1.26,USDT,deal

      """
    let fills = """
      UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,\
      Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency
      1,tradeAccount,a1,BTC-USDT,BUY,LIMIT,42000,0.01,420,420,2024-01-02 12:00:00,0.42,MAKER,USDT
      1,tradeAccount,a1,BTC-USDT,BUY,LIMIT,42000,0.02,840,840,2024-01-02 12:01:10,0.84,MAKER,USDT

      """
    try home.bitpal("import", try home.file("order.csv", order), "--stable", "USDT")
    let id = try id(home, "transactions", of: "2024-01-02")
    if isDeleted {
      try home.bitpal("delete", id)
    } else {
      try home.bitpal("edit", id, "--amount", "0.05")
    }
    try home.bitpal("import", try home.file("fills.csv", fills), "--stable", "USDT")
    func expectChanged(others: Int) throws {
      let rows = try home.bitpal("transactions", "--csv").output.split(separator: "\n")
      #expect(rows.count == others + (isDeleted ? 1 : 2), "\(rows)")
      #expect(isDeleted == !rows.contains { $0.contains("0.05") })
    }
    try expectChanged(others: 0)
    let longer = """
      1,tradeAccount,a2,2024-02-02 11:59:50,ETH-USDT,BUY,LIMIT,2000,1,2000,1,2000,2000,\
      2024-02-02 12:01:10,0,USDT,deal

      """
    try home.bitpal("import", try home.file("longer.csv", order + longer), "--stable", "USDT")
    try expectChanged(others: 1)
    try home.expectSound()
  }

  @Test func `a file without an account says that its rows count in addition`() throws {
    let home = try TestHome()
    let template = """
      Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
      Net Worth Amount,Net Worth Currency,Label,Description,TxHash
      2025-05-01 12:00 UTC,200,USD,0.002,BTC,,,,,,,

      """
    let path = try home.file("template.csv", template)
    #expect(try !home.bitpal("import", path, "--dry-run").output.contains("names no account"))
    try home.bitpal("buy", "bitcoin", "1", "--price", "60000", "--account", "river")
    let asked = try home.bitpal("import", path, "--dry-run").output
    #expect(asked.contains("template.csv names no account"), "\(asked)")
    let named = try home.bitpal("import", path, "--dry-run", "--account", "river").output
    #expect(!named.contains("names no account"))
  }

  @Test(arguments: [true, false])
  func `a value does not depend on which file came first`(isWalletFirst: Bool) throws {
    let home = try TestHome()
    let exchange = try home.file(
      "binance-us.csv",
      """
      User ID,Time,Category,Operation,Order ID,Transaction ID,Primary Asset,\
      Realized Amount For Primary Asset,Realized Amount for Primary Asset in USD,Base Asset,\
      Realized Amount For Base Asset,Realized Amount For Base Asset In USD,Quote Asset,\
      Realized Amount for Quote Asset,Realized Amount for Quote Asset in USD,Fee Asset,\
      Realized Amount for Fee Asset,Realized Amount for Fee Asset in USD,Payment Method,\
      Withdraw Method,Additional Note
      7,2023-05-03 12:05:17.599,Spot Trading,Buy,1,2,,,,BTC,0.0025,116.99,USDT,116.99,116.99,,,,,,
      7,2023-06-30 10:27:09.881,Spot Trading,Buy,3,4,,,,ADA,166.7,99.68,USDT,99.68,99.68,,,,,,
      7,2023-06-30 10:27:09.882,Spot Trading,Buy,3,5,,,,ADA,166.7,99.68,USDT,99.68,99.68,,,,,,
      7,2023-11-19 02:27:16.217,Distribution,Staking Rewards,,t6,ADA,10.8083,5.404150,,,,,,,,,,,,

      """)
    let wallet = try home.file(
      "trezor.csv",
      """
      Timestamp;Date;Time;Type;Transaction ID;Fee;Fee unit;Address;Label;Amount;Amount unit;\
      Fiat (USD);Other
      1689449062;7/15/2023;7:24:22 PM;RECV;ba35;;BTC;bc1q;;0.00105;BTC;;

      """)
    for file in isWalletFirst ? [wallet, exchange] : [exchange, wallet] {
      try home.bitpal("import", file, "--stable", "USDT")
    }
    let rewards = try home.bitpal("transactions", "--kind", "reward").output
    #expect(rewards.contains("$4.15"), "\(rewards)")
    try home.expectSound()
  }

  @Test func `what was undone was not deleted, and an answer is no deletion`() throws {
    let home = try TestHome()
    let path = try home.file("coinbase.csv", header + bought + sent)
    try home.bitpal("import", path)
    try home.bitpal("undo")
    #expect(try home.bitpal("import", path).output.hasSuffix("Added 1 transaction and 1 move.\n"))
    try home.bitpal("moves", "answer", try id(home, "moves", of: "2024-01-05"), "lost")
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
    #expect(
      try home.bitpal("import", path, "--with-deleted").output.hasSuffix("Nothing was added.\n"))
    try home.bitpal("delete", try id(home, "transactions", of: "2024-01-05"))
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `deposits become gifts with an option, also where the ledger has them already`() throws
  {
    let home = try TestHome()
    let path = try home.file("coinbase.csv", header + bought + received + sold)
    let first = try home.bitpal("import", path)
    #expect(
      first.output.hasSuffix(
        "Added 1 transaction and 1 move.\n1 row waits for an answer: bitpal inbox\n"))
    let second = try home.bitpal("import", path, "--deposits", "gift")
    #expect(second.output.hasSuffix("Added 2 transactions, removing 1 row.\n"))
    #expect(try home.bitpal("moves").standardError.contains("No open deposits"))
    #expect(try home.bitpal("holdings").output.contains("0.1"))
    #expect(try home.bitpal("import", path).output.hasSuffix("Nothing was added.\n"))
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("moves").output.contains("deposit"))
  }

  @Test func `another export tells what was edited, answered and deleted, as it came in`() throws {
    let home = try TestHome()
    let trades = try home.file("trades.csv", self.trades)
    let statement = try home.file(
      "statement.csv", self.statement + "1,2024-03-05 10:00:00,Spot,Deposit,ETH,2,\n")
    let deposits = try home.file(
      "deposits.csv",
      """
      Date(UTC),Coin,Network,Amount,TransactionFee,Address,TXID,SourceAddress,PaymentID,Status
      2024-03-05 09:30:00,ETH,ETH,2,0,0x1,0xh,,,Completed

      """)
    try home.bitpal("import", statement)
    let edited = try id(home, "transactions", of: "2024-03-01")
    try home.bitpal("edit", edited, "--date", "2024-03-04", "--amount", "0.5")
    try home.bitpal("edit", edited, "--account", "Elsewhere")
    try home.bitpal("delete", try id(home, "transactions", of: "2024-03-02"))
    try home.bitpal("moves", "answer", try id(home, "moves", of: "deposit"), "gift")
    try home.bitpal("edit", try id(home, "transactions", of: "gift"), "--amount", "3")
    let again = try home.bitpal("import", trades, deposits)
    // The more complete report counts now, with the changes made to the other; the gift is dated by
    // the list of deposits.
    #expect(
      again.output.hasSuffix("Added 1 transaction, changing 1 row and removing 1 row.\n"),
      "\(again)")
    let now = try home.bitpal("transactions", "--csv").output
    #expect(now.split(separator: "\n").count == 3)
    #expect(now.contains(",2024-03-04") || now.contains("2024-03-04T"), "\(now)")
    #expect(now.contains(",0.5,") && now.contains("Elsewhere") && now.contains("gift,ethereum,3,"))
    #expect(try home.bitpal("moves").standardError.contains("No open deposits"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a change stays with its event, whichever report of it is left`() throws {
    let home = try TestHome()
    let statement = try home.file("statement.csv", self.statement)
    let trades = try home.file("trades.csv", self.trades)
    try home.bitpal("import", statement, trades)
    try home.bitpal("edit", try id(home, "transactions", of: "2024-03-01"), "--amount", "0.5")
    try home.bitpal("delete", try id(home, "transactions", of: "2024-03-02"))
    for file in ["1", "2"] {
      // Changes survive, whichever of the two files the rows' ids were from.
      try home.bitpal("files", "remove", file)
      let left = try home.bitpal("transactions", "--csv").output
      #expect(left.contains(",0.5,") && !left.contains("2024-03-02"), "without \(file): \(left)")
      #expect(try home.bitpal("verify").status == 0)
      try home.bitpal("undo", "--yes")
    }
    try home.bitpal("import", statement, "--with-deleted")
    #expect(try home.bitpal("transactions", "--csv").output.contains("2024-03-02"))
    try home.bitpal("delete", try id(home, "transactions", of: "2024-03-02"))
    try home.bitpal("import", trades, "--with-deleted")
    let back = try home.bitpal("transactions", "--csv").output
    #expect(back.contains("2024-03-02") && back.contains(",0.5,"), "\(back)")
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `history is incomplete until the rows that wait are in, whatever brings them`() throws
  {
    let home = try TestHome()
    let header = "coin_id,type,amount,price,date,notes\n"
    let file = try home.file(
      "mine.csv",
      header + "bitcoin,buy,1,60000,2024-03-01,\nethereum,sell,2,3000,2024-03-02,\n")
    func isIncomplete() throws -> Bool {
      let said = try home.bitpal("holdings").standardError.contains("ethereum: history incomplete")
      let json = try home.bitpal("summary", "--json").output
      #expect(json.contains(#""ethereum""#) == said)
      return said
    }
    try home.bitpal("import", file)
    #expect(try isIncomplete())
    #expect(
      try home.bitpal("explain", "bitcoin", "--json").output
        .contains(#""isHistoryIncomplete": false"#))
    try home.bitpal("undo", "--yes")
    #expect(try !isIncomplete())
    try home.bitpal("redo", "--yes")
    #expect(try isIncomplete())
    let bought = try home.file("other.csv", header + "ethereum,buy,2,2000,2024-01-02,\n")
    #expect(try home.bitpal("import", bought).output.hasSuffix("Added 2 transactions.\n"))
    #expect(try !isIncomplete())
    try home.bitpal("undo", "--yes")
    #expect(try isIncomplete())
    let open = try home.json(of: "inbox", "--json").array ?? []
    let id = try #require(open.first?["id"]?.string)
    try home.bitpal("inbox", "answer", id, "skip")
    #expect(try !isIncomplete())
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a file of refused rows that version 1 wrote comes in, mended or not`() throws {
    let home = try TestHome()
    let columns = String(header.dropLast()) + ",bitpal reason\n"
    let refused = try home.file(
      "coinbase.csv.refused.csv",
      columns + sold.dropLast() + ",line 4: You only own 0 bitcoin. Cannot sell 1.\n"
        + received.dropLast() + ",line 3: a reason\n")
    let whole = try home.file("coinbase.csv", header + bought + received + sold)
    let first = try home.bitpal("import", refused)
    #expect(first.output.contains("Added 1 move.\n1 row waits"), "\(first)")
    // The rows are recognized without the added reason.
    let both = try home.bitpal("import", whole, "--deposits", "gift")
    #expect(both.output.hasSuffix("Added 3 transactions, removing 1 row.\n"), "\(both)")
    #expect(try home.bitpal("holdings").output.contains("0.1"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a change to one of two equal rows is not one to the other`() throws {
    let home = try TestHome()
    let first = try home.file("a.csv", header + bought)
    let second = try home.file("b.csv", header + bought + boughtLater)
    try home.bitpal("import", first)
    try home.bitpal("import", second)
    // One of both counts.
    let kept = try ["1", "2"].map { try home.bitpal("inbox", "keep", $0, "2").status }
    #expect(kept.sorted() == [0, 2])
    let twins = try home.done("ls --csv --columns Id,Amount").split(separator: "\n")
      .filter { $0.hasSuffix(",0.2") }.map { String($0.prefix(8)) }
    #expect(twins.count == 2)
    for (twin, amounts) in zip(twins, [["0.2", "0.3"], ["0.3", "0.3"]]) {
      try home.done("edit \(twin) --amount 0.3")
      try home.done("verify")
      try home.done("files reread")
      let rows = try home.done("ls --csv --columns Amount").split(separator: "\n").dropFirst()
      #expect(rows.map(String.init).sorted() == amounts + ["0.5"])
    }
  }

  /// A purchase of ether for tether on Kraken.
  private let swap = """
    txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
    L1,T1,2024-01-12 09:03:38,trade,tradespot,currency,USDT,-500,0.5,499.5
    L2,T1,2024-01-12 09:03:38,trade,tradespot,currency,XETH,0.2,0,0.2

    """

  @Test(arguments: [("tether", "0.2"), ("ethereum", "0.3")])
  func `a changed side of a swap stays on its side when the other counts as dollars`(
    coin: String, amount: String
  ) throws {
    let home = try TestHome()
    try home.done("buy tether 1000 --price 1 --date 2024-01-10")
    try home.bitpal("import", try home.file("kraken.csv", swap))
    let row = try home.done("ls \(coin) --csv --columns Id").split(separator: "\n").last
    try home.done("edit \(try #require(row)) --amount \(coin == "tether" ? "450" : "0.3")")
    let question = try home.done("inbox --csv --columns Id").split(separator: "\n")[1]
    try home.done("inbox answer \(question) dollars")
    #expect(
      try home.done("ls ethereum --csv --columns Kind,Amount").hasSuffix("\nbuy,\(amount)\n"))
    try home.done("verify")
    let answer = try home.done("inbox answers --csv --columns Id").split(separator: "\n").last
    try home.done("inbox revoke \(try #require(answer))")
    #expect(
      try home.done("ls ethereum --csv --columns Kind,Amount").hasSuffix("\nswap,\(amount)\n"))
    try home.done("verify")
  }
}
