import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

private let hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
private let bought = trade(
  1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD"))

struct TransferTests {
  @Test func `a withdrawal and the deposit it became are one transfer, and what is lost a fee`()
    throws
  {
    let plan = plan(facts: [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken") { $0.hash = "h" },
      move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger") { $0.hash = "h" },
    ])
    #expect(plan.transferCount == 1)
    #expect(plan.openDeposits.isEmpty)
    #expect(plan.moves.map(\.amount) == [decimal("-0.99"), decimal("0.99")])
    let loss = try #require(plan.additions.last)
    #expect(loss.summary == "2024-01-02T10:00:00Z sell 0.01 bitcoin 0")
    #expect(loss.category == .fee)
  }

  @Test(
    "moves that differ too much stay open",
    arguments: [
      ("2024-01-02T23:00:01Z", "0.99", "h"), ("2024-01-02T11:00:00Z", "0.94", "h"),
      ("2024-01-02T11:00:00Z", "1.01", "h"),
      ("2024-01-02T11:00:00Z", "0.99", String(repeating: "b", count: 64)),
      ("2024-01-02T10:59:59Z", "0.99", "h"),
    ])
  func differ(date: String, amount: String, hash: String) {
    let plan = plan(facts: [
      bought,
      move(2, "2024-01-02T11:00:00Z", "-1", account: "kraken") {
        $0.hash = String(repeating: "a", count: 64)
      }, move(3, date, amount, account: "ledger") { $0.hash = hash },
    ])
    #expect(plan.transferCount == 0)
    #expect(plan.openDeposits.count == 1)
  }

  @Test func `a fee that did not arrive counts once, in one import and in two`() throws {
    let sent = move(2, "2024-01-02T10:00:00Z", "-0.5", account: "kraken") {
      $0.fee = decimal("0.0001")
    }
    let got = move(3, "2024-01-02T11:00:00Z", "0.4999", account: "ledger")
    let fee = [
      "2024-01-01T00:00:00Z buy 2 bitcoin 50", "2024-01-02T10:00:00Z sell 0.0001 bitcoin 0",
    ]
    let together = plan(facts: [bought, sent, got])
    #expect(together.transferCount == 1)
    #expect(together.added.map { $0.prefix(41) } == fee.map { $0.prefix(41) })
    let before = ImportLedger(transactions: []).with(plan(facts: [bought, sent]))
    let later = plan(facts: [got], into: before)
    #expect(later.transferCount == 1)
    #expect(later.additions.isEmpty)
  }

  @Test("of a file that names no account, moves of one hash are one transfer")
  func oneHash() throws {
    let header = "When,What,Coin,Many,Fee,Hash\n"
    let rows = [
      "2024-07-01 09:00:00,receive,BTC,1,,0xtx0\n",
      "2024-07-01 10:00:00,send,BTC,0.5,0.0001,0xtx1\n",
      "2024-07-01 10:05:00,receive,BTC,0.4999,,0xtx1\n",
    ]
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=Many,coin-fee=Fee,hash=Hash,deposit=receive,"
        + "withdrawal=send,zone==UTC")
    let file = try readImport(Array((header + rows.joined()).utf8), map: map)
    let plan = InterchangeTests.plan(file)
    #expect(plan.transferCount == 1)
    #expect(plan.openDeposits.map(\.amount) == [1])
    let kraken = plan.moves.map { move in
      Move(
        id: move.id, account: "kraken", coinId: move.coinId, amount: move.amount, date: move.date,
        hash: move.hash)
    }
    #expect(transferPairs(among: kraken).count == 1)
    var less = kraken
    less[2].amount = decimal("0.4998")
    #expect(transferPairs(among: less).isEmpty)
  }

  @Test(
    "another spelling of a hash, and an exchange's own id, say nothing against a transfer",
    arguments: [
      ("0x\(hash)", hash, 1), (hash.uppercased(), hash, 1),
      ("https://mempool.space/tx/\(hash)", hash, 1),
      ("\(hash):0", "0x\(hash)", 1), ("A2BRFGH-YB6XGZ-6HYL7H", hash, 1),
      (String(hash.reversed()), hash, 0),
    ])
  func spelled(sent: String, got: String, transfers: Int) {
    let moves = [
      move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken") { $0.hash = sent },
      move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger") { $0.hash = got },
    ]
    #expect(plan(facts: [bought] + moves).transferCount == transfers)
    let before = ImportLedger(transactions: []).with(plan(facts: [bought, moves[0]]))
    #expect(plan(facts: [moves[1]], into: before).transferCount == transfers)
  }

  @Test func `one person's exchanges under one name are two places, one exchange is one`() throws {
    var policy = ImportPolicy()
    policy.account = "anna"
    func crypto(_ row: String) -> String {
      "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,"
        + "Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash\n\(row)\n"
    }
    func kraken(_ type: String, _ amount: String) -> String {
      "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
        + "L1,D1,2024-03-02 10:20:00,\(type),,currency,XXBT,\(amount),0,1\n"
    }
    let sent = crypto(
      "2024-03-02 10:00:00,Withdraw BTC,BTC,-0.1,,,USD,6200,6200,crypto_withdrawal,")
    let got = crypto(
      "2024-03-02 10:20:00,Deposit BTC,BTC,0.0999,,,USD,6200,6200,crypto_deposit,")
    for files in [[sent, kraken("deposit", "0.0999")], [kraken("deposit", "0.0999"), sent]] {
      #expect(try plan(files, policy).transferCount == 1)
      var ledger = ImportLedger(transactions: [])
      for file in files { ledger = ledger.with(try plan([file], policy, into: ledger)) }
      #expect(ledger.moves.count { $0.transfer != nil } == 2)
    }
    #expect(try plan([sent, got], policy).transferCount == 0)
  }

  @Test func `two candidates make no transfer`() {
    let plan = plan(facts: [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken"),
      move(3, "2024-01-02T11:00:00Z", "1", account: "ledger"),
      move(4, "2024-01-02T12:00:00Z", "1", account: "trezor"),
    ])
    #expect(plan.transferCount == 0)
  }

  @Test func `an uncovered sale names the deposit that would cover it`() throws {
    let readings = [
      move(1, "2024-01-01", "1", account: "kraken"),
      trade(2, "2024-01-02", get: quantity("100", "USD"), give: quantity("1", "BTC")),
    ]
    let refused = try #require(plan(facts: readings).refused.first)
    #expect(refused.reason.sentence.contains("The deposit of 1 bitcoin on 2024-01-01"))
    var gifts = ImportPolicy()
    gifts.depositsAreGifts = true
    let plan = plan(facts: readings, gifts)
    #expect(plan.refusedSummary == [])
    #expect(plan.additions.map(\.type) == [.gift, .sell])
    #expect(plan.moves.isEmpty)
  }

  @Test func `moves are known again, whole transfers too`() {
    let readings = [
      bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken"),
      move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger"),
    ]
    let first = plan(facts: readings)
    let ledger = ImportLedger(transactions: first.additions, moves: first.moves)
    let second = plan(facts: readings, into: ledger)
    #expect(second.isEmpty)
    #expect(second.alreadyThere == 3)
  }

  @Test func `a deposit imported later completes the withdrawal of the ledger`() throws {
    let first = plan(facts: [bought, move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken")])
    let second = plan(
      facts: [move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger")],
      into: ImportLedger(transactions: first.additions, moves: first.moves))
    #expect(second.changedMoves.map(\.amount) == [decimal("-0.99")])
    #expect(second.moves.map(\.transfer) == [first.moves[0].id])
    #expect(second.additions.map(\.summary) == ["2024-01-02T10:00:00Z sell 0.01 bitcoin 0"])
  }

  @Test func `a fee that the ledger could not cover counts when its coins come in`() throws {
    let withdrawal = move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken") {
      $0.fee = decimal("0.25")
    }
    let first = plan(facts: [withdrawal])
    #expect(first.moves.map(\.fee) == [decimal("0.25")])
    #expect(first.leftOut.count == 1)
    let ledger = ImportLedger(transactions: [], moves: first.moves)
    // Not yet: other coins cover nothing.
    let other = trade(1, "2024-01-01", get: quantity("2", "ETH"), give: quantity("100", "USD"))
    #expect(plan(facts: [other], into: ledger).changedMoves.isEmpty)
    let little = trade(1, "2024-01-01", get: quantity("0.125", "BTC"), give: quantity("9", "USD"))
    let short = plan(facts: [little], into: ledger)
    #expect(short.changedMoves.isEmpty && short.leftOut.isEmpty && short.additions.count == 1)
    let whole = plan(facts: [bought], into: ledger)
    #expect(
      whole.added == [
        "2024-01-01T00:00:00Z buy 2 bitcoin 50", "2024-01-02T10:00:00Z sell 0.25 bitcoin 0",
      ])
    #expect(whole.changedMoves.map(\.fee) == [0])
    #expect(whole.changedMoves.map(\.id) == first.moves.map(\.id))
    let whenTogether = plan(facts: [bought, withdrawal])
    #expect(whenTogether.added == whole.added)
  }

  @Test(
    "within one account an instant joins, a day without a time does not",
    arguments: [("2024-01-02T10:07:31Z", 1), ("2024-01-02", 0), ("2024-01-01T23:00:00Z", 0)])
  func sameAccount(date: String, transfers: Int) {
    let plan = plan(facts: [
      bought, move(2, date, "-1", account: "kraken"), move(3, date, "1", account: "kraken"),
    ])
    #expect(plan.transferCount == transfers)
  }

  @Test(
    "coins of one account that return within seconds, or under the same hash, did not leave it",
    arguments: [
      ("10:07:00Z", "10:07:05Z", "1", "", 1), ("10:07:00Z", "10:07:06Z", "1", "", 0),
      ("10:07:00Z", "10:07:02Z", "0.99", "", 0), ("10:00:00Z", "10:00:00Z", "1", "h", 1),
      ("10:00:00Z", "11:00:00Z", "1", "h", 1), ("10:00:00Z", "10:00:00Z", "0.99", "h", 0),
    ])
  func toOneself(sent: String, back: String, amount: String, hash: String, transfers: Int) {
    let plan = plan(facts: [
      bought,
      move(2, "2024-01-02T\(sent)", "-1", account: "ledger") { ($0.hash, $0.fee) = (hash, 0.25) },
      move(3, "2024-01-02T\(back)", amount, account: "ledger") { $0.hash = hash },
    ])
    #expect(plan.transferCount == transfers)
    #expect(plan.additions.map(\.amount) == [2, 0.25], "the fee alone is lost")
  }

  @Test func `where a file names no account, its trades are where its withdrawals are`() throws {
    let text = """
      When,What,Coin,N,Total
      2024-03-01 10:00:00,buy,BTC,1,60000
      2024-03-02 10:00:00,withdrawal,BTC,0.4,

      """
    let map = try ColumnMap(
      "date=When,side=What,coin=Coin,amount=N,total=Total,currency==USD")
    let file = try readImport(Array(text.utf8), name: "", map: map)
    let plan = planImport(
      [file], into: ImportLedger(transactions: []), policy: ImportPolicy(),
      coins: CoinDirectory(resolve: testCatalogue, rank: { _ in nil }), now: testNow)
    #expect(plan.additions.map(\.account) == ["custom"])
    #expect(plan.moves.map(\.account) == ["custom"])
  }

  @Test func `a row that is left out may have moved coins, which no balance accuses`() {
    let left = LeftOutRow(source: RowSource(line: 2, text: "row 2"), reason: .transfer)
    let plan = plan(facts: [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD")) {
        $0.balances = [quantity("2", "BTC")]
      },
      .leftOut(left),
      trade(3, "2024-01-02", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("2.5", "BTC")]
      },
    ])
    #expect(!plan.notices.contains { $0.sentence.contains("balance") })
  }

  @Test func `the first balance that differs is named`() {
    let plan = plan(facts: [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "USD")) {
        $0.balances = [quantity("2", "BTC")]
      },
      trade(2, "2024-01-02", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("3.5", "BTC")]
      },
      trade(3, "2024-01-03", get: quantity("1", "BTC"), give: quantity("50", "USD")) {
        $0.balances = [quantity("9", "BTC")]
      },
    ])
    #expect(
      plan.notices.map(\.sentence).contains {
        $0.hasPrefix("line 2: the file has a balance of 3.5 BTC; its rows add up to 3.")
      })
    #expect(plan.notices.count { $0.sentence.contains("balance") } == 1)
  }

  @Test func `money that is left out accuses no balance of money`() {
    let deposit = LeftOutRow(source: RowSource(line: 2, text: ""), reason: .fiatOnly("EUR"))
    let plan = plan(facts: [
      trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "EUR")) {
        $0.balances = [quantity("10", "EUR")]
      }, .leftOut(deposit),
      trade(3, "2024-01-03", get: quantity("1", "BTC"), give: quantity("50", "EUR")) {
        $0.balances = [quantity("460", "EUR")]
      },
    ])
    #expect(!plan.notices.contains { $0.sentence.contains("balance") })
  }
}
