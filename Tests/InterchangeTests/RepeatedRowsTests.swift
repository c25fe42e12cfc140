import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Files that were put together of exports that overlap.
struct RepeatedRowsTests {
  private static let ledger =
    "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance"
  private static let half = "LA2,TRX,2024-03-01 10:00:00,trade,,currency,XETH,0.4,0,0.4"
  private static let trade =
    "LA1,TRX,2024-03-01 10:00:00,trade,,currency,ZUSD,-1000,0,0\n" + half
  private static let coinbase =
    "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,"
    + "Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),"
    + "Fees and/or Spread,Notes"

  @Test(
    "a row with the exchange's own id counts once, however often the file has it",
    arguments: [
      (Self.ledger, Self.trade, "0.4"),
      (
        Self.coinbase,
        "b1,2024-03-01 10:00:00 UTC,Buy,BTC,0.1,USD,5000,500,510,10,Bought 0.1 BTC", "0.1"
      ),
      (
        "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers",
        "TE0,O1,XBTUSD,2024-03-01 10:00:00,buy,limit,5000,500,1,0.1,0,,", "0.1"
      ),
    ])
  func once(header: String, rows: String, amount: String) throws {
    let plan = try plan("\(header)\n\(rows)\n\(rows)\n\(rows)\n")
    #expect(plan.refusedSummary == [])
    #expect(plan.additions.map(\.amount.canonicalText) == [amount])
    #expect(
      plan.leftOut.filter { $0.reason == .repeated }.count == 2 * rows.split(separator: "\n").count)
  }

  @Test func `another row of one id counts, and so does an equal row without an id`() throws {
    let row = "2024-03-01 10:00:00 UTC,Buy,BTC,0.1,USD,5000,500,510,10,Bought 0.1 BTC"
    let other = row.replacing("0.1,USD", with: "0.2,USD")
    #expect(try plan("\(Self.coinbase)\nb1,\(row)\nb1,\(other)\n").additions.count == 2)
    #expect(try plan("\(Self.coinbase)\n,\(row)\n,\(row)\n").additions.count == 2)
  }

  @Test func `the order in which a file and its doubled one are imported changes nothing`() throws {
    let (once, twice) = (
      "\(Self.ledger)\n\(Self.trade)\n", "\(Self.ledger)\n\(Self.trade)\n\(Self.trade)\n"
    )
    for texts in [[once, twice], [twice, once]] {
      let first = try plan(texts[0])
      let second = try plan(texts[1], existing: first.additions)
      #expect((first.additions + second.additions).map(\.amount.canonicalText) == ["0.4"])
    }
  }

  @Test func `a row that says two things is known again where the file has its rows in reverse`()
    throws
  {
    let header =
      "Date (UTC),Integration Name,Label,Outgoing Asset,Outgoing Amount,Incoming Asset,"
      + "Incoming Amount,Fee Asset (optional),Fee Amount (optional),Comment (optional),"
      + "Trx. ID (optional)"
    let rows = [
      "02.06.2021 08:30:32,Trezor,Deposit,,,BTC,1,BNB,1,,",
      "15.08.2021 07:43:19,Ledger,Mining,,,BTC,1,,,,",
      "16.08.2021 07:43:19,Ledger,Mining,,,ETH,1,,,,",
    ]
    func file(_ rows: [String]) throws -> ImportFile {
      try readImport(Array(([header] + rows).joined(separator: "\n").utf8))
    }
    let (forth, back) = (try file(rows), try file(rows.reversed()))
    let start = Covered.cover(forth)
    let ledger = Covered.after([forth], start)
    #expect(Covered.plan([back], into: ledger).isEmpty)
    // The deposit was answered.
    let deposit = try #require(ledger.moves.first)
    let answer = Transaction(
      id: UUID(), coinId: deposit.coinId, type: .gift, amount: deposit.amount, pricePerCoin: 0,
      date: deposit.date, account: deposit.account, reference: deposit.reference)
    let answered = ImportLedger(transactions: ledger.transactions + [answer])
    for file in [forth, back] { #expect(Covered.plan([file], into: answered).isEmpty) }
    // Earlier versions counted the two from behind in a file of the newest first.
    var (old, fees) = (deposit, ledger.transactions)
    let place = try #require(fees.firstIndex { $0.reference?.id.hasSuffix("#2") == true })
    (old.reference, fees[place].reference) = (fees[place].reference, old.reference)
    let before = ImportLedger(transactions: fees, moves: [old])
    for file in [forth, back] { #expect(Covered.plan([file], into: before).isEmpty) }
  }

  @Test func `half a trade that another file has whole is left out`() throws {
    let later = "LB1,TRY,2024-03-02 10:00:00,trade,,currency,ZUSD,-500,0,0\n"
    let rows = later + "LB2,TRY,2024-03-02 10:00:00,trade,,currency,XETH,0.1,0,0.5\n"
    let texts = ["\(Self.ledger)\n\(Self.trade)\n", "\(Self.ledger)\n\(Self.half)\n\(rows)"]
    for texts in [texts, texts.reversed()] {
      let plan = try plan(texts, policy())
      #expect(plan.refusedSummary == [])
      #expect(plan.additions.map(\.amount.canonicalText) == ["0.4", "0.1"])
    }
    // Alone, nobody knows what was paid.
    #expect(try plan(texts[1]).refused.count == 1)
  }

  @Test func `a trade of which two files have a piece each is one`() throws {
    let rows = Self.trade.split(separator: "\n").map(String.init)
    let before = "LA0,TRW,2024-02-28 10:00:00,trade,,currency,ZUSD,-10,0,0\n"
    let first = before + "LA9,TRW,2024-02-28 10:00:00,trade,,currency,XETH,0.01,0,0.01\n"
    let texts = [
      "\(Self.ledger)\n\(first)\(rows[0])\n", "\(Self.ledger)\n\(rows[1])\n",
      // The same piece again is not another.
      "\(Self.ledger)\n\(rows[1])\n",
    ]
    let whole = try plan(["\(Self.ledger)\n\(first)\(Self.trade)\n"], policy())
    for texts in [texts, texts.reversed(), Array(texts[..<2])] {
      let plan = try plan(texts, policy())
      #expect(plan.refusedSummary == [])
      #expect(plan.added == whole.added)
      let again = try InterchangeTests.plan(
        ["\(Self.ledger)\n\(first)\(Self.trade)\n"], policy(),
        into: ImportLedger(transactions: plan.additions))
      #expect(again.isEmpty)
    }
    // Pieces that do not make one stay refused.
    let other = "\(Self.ledger)\nLA3,TRX,2024-03-01 10:00:00,trade,,currency,XXBT,1,0,1\n"
    #expect(try plan([texts[1], other], policy()).refused.count == 2)
  }

  @Test func `half a trade of Abra's is no sale by itself`() throws {
    let header =
      "Transaction date (UTC),Transaction ID,Transaction type,Description,Product,Gross Quantity,"
      + "Network Fees,Net Quantity,Rate (USD),Net Amount (USD)"
    let day = "2021-08-05 21:56:32"
    let sale = "\(day),A2,Sell,Asset exchange: sell RVN,RVN,200,0,200,1 RVN = 0.07 USD,14.00"
    let buy = "\(day),A2,Buy,Asset exchange: buy DOGE,DOGE,70,0,70,1 DOGE = 0.2 USD,14.00"
    let half = try plan(["\(header)\n\(sale)\n"], InterchangeTests.policy())
    #expect(half.refusedSummary == ["2: halfATrade(\"RVN\")"])
    #expect(half.additions.isEmpty)
    var policy = InterchangeTests.policy()
    policy.missingCoinsAreGifts = true
    let both = try plan(["\(header)\n\(sale)\n", "\(header)\n\(buy)\n"], policy)
    #expect(both.additions.map(\.type) == [.gift, .sell, .buy])
    // What a bank paid has no other side.
    let bank = "\(day),A2,Inbound Transfer,Bank deposit,USD,14,0,14,1 USD = 1 USD,14.00"
    let paid = try plan(["\(header)\n\(bank)\n\(buy)\n"], policy)
    #expect(paid.additions.map(\.pricePerCoin) == [decimal("0.2")])
  }

  @Test func `each file lacks the coins of its own refused rows`() throws {
    let header = "coin_id,type,amount,price,date,notes"
    var skipping = policy()
    skipping.skipsRefused = true
    let plan = try plan(
      [
        "\(header)\nbitcoin,sell,1,2,2024-01-01,\n",
        "\(header)\nethereum,sell,1,2,2024-01-01,\nsolana,buy,1,2,2024-01-01,\n",
      ], skipping)
    #expect(plan.incompleteCoinsByFile == ["0.csv": ["bitcoin"], "1.csv": ["ethereum"]])
    #expect(plan.incompleteCoins == ["bitcoin", "ethereum"])
  }

  @Test func `a fee that the ledger lacks is said once`() throws {
    let text = """
      Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
      2024-03-01 10:00:00,BTCUSD,BUY,5000,0.1,500,0.005,BNB

      """
    let policy = policy(["binancecoin 2024-03-01": "300"])
    let first = try plan([text], policy)
    #expect(first.additions.count == 1)
    #expect(
      first.leftOut.map(\.reason.sentence).first?.hasSuffix("a file that brings the coins.") == true
    )
    let second = try plan([text], policy, into: ImportLedger(transactions: first.additions))
    #expect(second.isEmpty && second.leftOut.isEmpty && second.alreadyThere == 1)
  }
}
