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
