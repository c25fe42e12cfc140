import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Trades of which the ledger has a part, because an export ended in their middle.
struct CutTradeTests {
  private static let gate = "no,time,action_desc,action_data,type,change_amount,amount"
  private static let filled = """
    1,2024-03-01 10:00:00,Order Placed,77,USDT,-3000,0
    2,2024-03-01 10:00:00,Order Filled,77,BTC,0.1,0.1
    """
  private static let fee = "3,2024-03-01 10:00:01,Trading Fees,77,BTC,-0.0002,0.0998"
  private let evidence = policy(stable: ["USDT"])

  private func text(_ header: String, _ rows: String...) -> String {
    ([header] + rows).joined(separator: "\n")
  }

  @Test func `the whole trade takes the place of its part`() throws {
    let part = try plan([text(Self.gate, Self.filled)], evidence)
    #expect(part.additions.map(\.amount) == [decimal("0.1")])
    let ledger = ImportLedger(transactions: part.additions)
    let whole = text(Self.gate, Self.filled, Self.fee)
    let plan = try plan([whole], evidence, into: ledger)
    #expect(plan.additions.map(\.amount) == [decimal("0.0998")])
    #expect(plan.replaced == part.additions)
    #expect(
      plan.notices.first?.sentence == "1 transaction of the ledger came from an export that ended "
        + "in the middle of a trade; the whole trade replaces it.")
    #expect(try InterchangeTests.plan([whole], evidence, into: ledger.with(plan)).isEmpty)
  }

  @Test func `a part that was changed since stays, and says how it is deleted`() throws {
    let part = try plan([text(Self.gate, Self.filled)], evidence)
    var edited = part.additions[0]
    edited.notes = "mine"
    let plan = try plan(
      [text(Self.gate, Self.filled, Self.fee)], evidence,
      into: ImportLedger(transactions: [edited]))
    #expect(plan.additions.isEmpty && plan.replaced.isEmpty)
    let id = edited.id.uuidString.lowercased().prefix(8)
    #expect(
      plan.refused.map(\.reason.sentence) == [
        "The ledger has part of this trade, from an export that ended in its middle, and it was "
          + "changed since: bitpal delete \(id) removes it, then import again."
      ])
  }

  @Test func `an export that ended among equal fills is followed by the longer one`() throws {
    let fill = """
      1,2024-03-03 11:00:00,Spot,Transaction Buy,BTC,0.01,
      1,2024-03-03 11:00:00,Spot,Transaction Spend,USDT,-900,
      1,2024-03-03 11:00:00,Spot,Transaction Fee,BTC,-0.00001,
      """
    for count in 2...3 {
      let longer = text(
        Self.statement, Array(repeating: fill, count: count).joined(separator: "\n"))
      let whole = ImportLedger(transactions: []).with(try plan([longer], evidence))
      let part = ImportLedger(transactions: []).with(
        try plan([text(Self.statement, fill)], evidence))
      let both = part.with(try plan([longer], evidence, into: part))
      #expect(both.lines == whole.lines)
      #expect(both.transactions.map(\.amount).reduce(0, +) == decimal("0.00999") * Decimal(count))
    }
  }

  @Test func `what was paid for a trade is not passed over with the last row`() throws {
    let header = "ASSET,ASSET_CLASS,AMOUNT,BALANCE,TYPE,TX_ID,DATE"
    let trade = """
      BTC,CRYPTO,0.01,0.01,TRADE,102,2024-04-02T10:00:00.000Z
      USD,FIAT,-950,0,TRADE,102,2024-04-02T10:00:00.000Z
      """
    let fee = "USD,FIAT,-1.90,0,TRADE / FEE,102,2024-04-02T10:00:00.000Z"
    let part = try plan([text(header, trade)], evidence)
    #expect(part.additions.map(\.total) == [950])
    let ledger = ImportLedger(transactions: part.additions)
    let rest = try plan([text(header, fee)], evidence, into: ledger)
    #expect(rest.refusedSummary == ["2: halfATrade(\"USD\")"])
    let both = try plan([text(header, fee), text(header, trade)], evidence, into: ledger)
    #expect(both.refusedSummary == [] && both.replaced == part.additions)
    #expect(both.additions.map(\.total) == [decimal("951.9")])
  }

  @Test func `a withdrawal is not lost where the row of its fee came first`() throws {
    let header =
      "Date;Type;Währungen;Reference;Kurs;\"BTC incl. fee\";\"EUR incl. fee\";\"BTC excl. fee\";"
      + "\"EUR excl. fee\";\"Incoming / Outgoing\";\"Account balance\""
    let sent = "\"2017-01-12 00:30:00\";Disbursement;;hash-1;;;;;;-0.78;0.01"
    let fee = "\"2017-01-12 00:30:00\";\"Network fee\";;hash-1;;;;;;-0.01;0"
    let gift = Transaction(
      id: UUID(), coinId: "bitcoin", type: .gift, amount: 1, pricePerCoin: 0,
      date: instant("2016-01-01"))
    let start = ImportLedger(transactions: [gift])
    for rows in [[fee, sent], [sent, fee]] {
      let first = try plan([text(header, rows[0])], evidence, into: start)
      let ledger = start.with(first)
      let both = ledger.with(try plan([text(header, rows[1])], evidence, into: ledger))
      #expect(both.moves.map(\.amount) == [decimal("-0.78")])
      #expect(both.transactions.dropFirst().map(\.amount) == [decimal("0.01")])
      #expect(try plan([text(header, sent, fee)], evidence, into: both).isEmpty)
    }
  }

  @Test func `exports of one coin each, given together, tell whole trades`() throws {
    let header =
      "\"txid\",\"refid\",\"time\",\"type\",\"subtype\",\"aclass\",\"asset\",\"amount\",\"fee\",\"balance\"\n"
    func row(_ id: String, _ trade: String, _ day: String, _ asset: String, _ rest: String)
      -> String
    {
      "\"\(id)\",\"\(trade)\",\"\(day) 10:00:00\",\"trade\",\"\",\"currency\",\"\(asset)\",\(rest)\n"
    }
    let coins =
      header + row("L1", "T9", "2024-01-02", "XXBT", "0.01,0,0.01")
      + row("L3", "T8", "2024-01-03", "XXBT", "0.02,0,0.03")
      + row("L5", "T7", "2024-01-04", "XXBT", "0.03,0,0.06")
    let money =
      header + row("L2", "T9", "2024-01-02", "ZUSD", "-400,1,1599")
      + row("L4", "T8", "2024-01-03", "ZUSD", "-800,2,797")
      + row("L6", "T7", "2024-01-04", "ZUSD", "-700,2,95")
    for texts in [[coins, money], [money, coins]] {
      let plan = try plan(texts, policy())
      #expect(plan.refusedSummary == [])
      #expect(plan.additions.map(\.amount) == [0.01, 0.02, 0.03])
      #expect(plan.additions.map(\.total) == [401, 802, 702])
    }
  }

  @Test func `exports of one coin each without ids tell the trades of one second`() throws {
    let bought = Self.bought.split(separator: "\n").map(String.init)
    func at(_ minute: Int, _ rows: String...) -> String {
      rows.map { $0.replacing("11:00:00", with: "11:\(minute):00") + "\n" }.joined()
    }
    func file(_ row: String) -> String {
      text(Self.statement, at(10, row), at(20, row), at(30, row))
    }
    let (policy, start) = bnb()
    let files = [file(bought[0]), file(bought[1]), file(Self.charged)]
    let whole = text(
      Self.statement, at(10, bought[0], bought[1], Self.charged),
      at(20, bought[0], bought[1], Self.charged), at(30, bought[0], bought[1], Self.charged))
    let wanted = try plan([whole], policy, into: start)
    #expect(wanted.additions.count { $0.coinId == "bitcoin" } == 3)
    for texts in [files, files.reversed()] {
      let plan = try plan(texts, policy, into: start)
      #expect(plan.refusedSummary == [])
      #expect(plan.additions.map(\.summary).sorted() == wanted.additions.map(\.summary).sorted())
      #expect(try InterchangeTests.plan([whole], policy, into: start.with(plan)).isEmpty)
    }
    // Two trades of one second that are whole by themselves stay two.
    let other = Self.bought.replacing("BTC,0.01", with: "ETH,0.2").replacing("USDT", with: "USD")
    let two = try plan([text(Self.statement, Self.bought), text(Self.statement, other)], policy)
    #expect(two.additions.map(\.coinId).sorted() == ["bitcoin", "ethereum"])
  }

  @Test func `a sale for a loan that an order and an exchange tell counts once`() throws {
    let header =
      "Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,"
      + "Fee,Fee Currency,Details,Date / Time (UTC)"
    let order =
      "N20,Manual Sell Order,BTC,-0.02,BTC,0.00,$1200.00,-,-,approved,2025-07-01 06:59:59"
    let exchange =
      "N21,Exchange Liquidation,BTC,0.02,xUSD,1200.00,$1200.00,-,-,approved,2025-07-01 07:00:00"
    let gift = Transaction(
      id: UUID(), coinId: "bitcoin", type: .gift, amount: 1, pricePerCoin: 0,
      date: instant("2024-01-01"))
    let start = ImportLedger(transactions: [gift])
    for (one, two) in [(order, exchange), (exchange, order)] {
      let first = start.with(try plan([text(header, one)], policy(), into: start))
      let second = try plan([text(header, two)], policy(), into: first)
      #expect(second.additions.isEmpty && second.alreadyThere == 1)
      let whole = try plan([text(header, order, exchange)], policy(), into: first)
      #expect(first.with(whole).transactions.map(\.reference?.id) == [nil, "N20"])
    }
  }

  private static let app =
    "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,"
    + "Native Currency,Native Amount,Native Amount (in USD),Transaction Kind"

  @Test func `a swap that a file may have in part only waits where the file ends in it`() throws {
    func row(_ day: Int, _ rest: String) -> String { "2020-08-0\(day) 10:00:00,\(rest)" }
    let bought = "Buy CRO,CRO,10,,,EUR,1,1.1,crypto_purchase"
    let overall = [
      row(3, "Overall Swap,CRO,30,,,EUR,4,5,dynamic_coin_swap_credited"),
      row(3, "Overall Swap,MCO,-1,,,EUR,-4,-5,dynamic_coin_swap_debited"),
    ]
    let parts = [
      row(3, "Wallet Swap,CRO,5.5,,,EUR,1,1,crypto_wallet_swap_credited"),
      row(3, "Wallet Swap,MCO,-0.2,,,EUR,-1,-1,crypto_wallet_swap_debited"),
    ]
    func added(_ rows: [String]) throws -> [String] {
      let file = try readImport(Array(text(Self.app, rows.joined(separator: "\n")).utf8))
      return Covered.plan([file], into: Covered.cover(file)).additions.map(\.summary)
    }
    #expect(try added([row(4, bought)] + overall + parts + [row(2, bought)]).count == 6)
    #expect(try added([row(4, bought)] + overall + parts).count == 1)
    #expect(try added([row(4, bought)] + overall).count == 3)
    #expect(try added(parts + [row(2, bought)]).count == 1)
  }

  @Test func `what comes back from investments waits for the file in which it was brought`()
    throws
  {
    let header = Self.app
    let brought = "2021-03-04 10:00:00,Invest Deposit,BTC,-1,,,EUR,-9900,-9999,invest_deposit"
    let back = "2021-03-05 10:00:00,Invest Withdrawal,BTC,1.2,,,EUR,9000,9900,invest_withdrawal"
    let second = try plan([text(header, back)], policy())
    #expect(second.moves.isEmpty && second.refusedSummary == ["2: halfATrade(\"BTC\")"])
    for texts in [[text(header, brought), text(header, back)], [text(header, brought, back)]] {
      let both = try plan(texts, policy())
      #expect(both.moves.map(\.amount) == [decimal("0.2")] && both.refusedSummary == [])
    }
  }

  @Test func `a second in which only money moved is money alone`() throws {
    let rows = """
      1,2021-01-05 02:38:00,Spot,Buy,USDT,110,
      1,2021-01-05 02:38:00,Spot,Transaction Related,EUR,-90,
      1,2021-01-05 02:38:00,Spot,Fee,EUR,-1,
      1,2021-01-05 02:38:00,Spot,Sell,USDT,-110,
      1,2021-01-05 02:38:00,Spot,Transaction Related,EUR,90,
      """
    let money = try plan([text(Self.statement, rows)], policy(stable: ["USDT"]))
    #expect(money.refused.isEmpty && money.isEmpty && money.leftOut.count == 5)
    #expect(money.leftOut.first?.reason == .fiatOnly("USDT, EUR"))
    #expect(try plan([text(Self.statement, rows)], policy()).refused.count == 1)
  }

  private static let statement = "User ID,Time,Account,Operation,Coin,Change,Remark"
  private static let bought = """
    1,2024-03-03 11:00:00,Spot,Transaction Buy,BTC,0.01,
    1,2024-03-03 11:00:00,Spot,Transaction Spend,USDT,-900,
    """
  private static let charged = "1,2024-03-03 11:00:00,Spot,Transaction Fee,BNB,-0.001,"

  private static func at(_ minute: Int, _ coin: String) -> String {
    """
    1,2024-03-03 11:\(minute):00,Spot,Transaction Buy,\(coin),2,
    1,2024-03-03 11:\(minute):00,Spot,Transaction Spend,USDT,-400,
    """
  }

  /// BNB at a price, and ten of them.
  private func bnb() -> (ImportPolicy, ImportLedger) {
    let policy = policy(["binancecoin 2024-03-03": "400"], stable: ["USDT"])
    let gift = Transaction(
      id: UUID(), coinId: "binancecoin", type: .gift, amount: 10, pricePerCoin: 0,
      date: instant("2024-01-01"))
    return (policy, ImportLedger(transactions: [gift]))
  }

  @Test func `a file that begins with the fee of a trade in the ledger does not charge it again`()
    throws
  {
    let (policy, start) = bnb()
    let whole = try plan(
      [text(Self.statement, Self.bought, Self.charged)], policy, into: start)
    #expect(whole.additions.map(\.coinId).sorted() == ["binancecoin", "bitcoin"])
    let next = try plan(
      [text(Self.statement, Self.charged, Self.at(30, "ETH"))], policy, into: start.with(whole))
    #expect(next.additions.map(\.coinId) == ["ethereum"])
    #expect(next.alreadyThere == 1 && next.refused.isEmpty)
    // Another fee of that second is one of another trade.
    let other = Self.charged.replacing("0.001", with: "0.002")
    let more = try plan(
      [text(Self.statement, other, Self.at(30, "ETH"))], policy, into: start.with(whole))
    #expect(more.additions.map(\.coinId).sorted() == ["binancecoin", "ethereum"])
  }

  @Test func `a fill at the edge is of the trade in the ledger where its neighbor is there`() throws
  {
    let (policy, start) = bnb()
    let fill = """
      1,2024-03-03 11:00:00,Spot,Transaction Buy,BTC,0.004,
      1,2024-03-03 11:00:00,Spot,Transaction Spend,USDT,-360,
      """
    let whole = text(Self.statement, Self.bought, fill, Self.at(30, "ETH"))
    let ledger = start.with(try plan([whole], policy, into: start))
    let overlapping = text(Self.statement, fill, Self.at(30, "ETH"), Self.at(40, "SOL"))
    #expect(try plan([overlapping], policy, into: ledger).additions.map(\.coinId) == ["solana"])
    // Else it is the rest of a trade whose beginning the ledger has.
    let first = start.with(try plan([text(Self.statement, Self.bought)], policy, into: start))
    let rest = try plan([text(Self.statement, fill, Self.at(30, "ETH"))], policy, into: first)
    #expect(rest.additions.map(\.amount) == [decimal("0.004"), 2])
  }
}
