import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

private let header = "coin_id,type,amount,price,date,notes\n"

struct ImportPlanTests {
  @Test func `the same file twice adds nothing`() throws {
    let text = header + "bitcoin,buy,1,2,2024-01-01,\nbitcoin,sell,0.5,3,2024-01-02,x\n"
    let first = try plan(text)
    let second = try plan(text, existing: first.additions)
    #expect(first.additions.count == 2)
    #expect(second.additions.isEmpty)
    #expect(second.alreadyThere == 2)
  }

  @Test func `equal rows of one file are real fills and all stay`() throws {
    let row = "bitcoin,buy,1,2,2024-01-01,\n"
    let first = try plan(header + row + row + row)
    #expect(first.additions.count == 3)
    let more = try plan(header + row + row + row + row, existing: first.additions)
    #expect(more.additions.count == 1)
    #expect(more.alreadyThere == 3)
  }

  @Test func `overlapping exports add only what is new`() throws {
    let january = "bitcoin,buy,1,2,2024-01-01,\nbitcoin,buy,1,2,2024-01-31,\n"
    let february = "bitcoin,buy,1,2,2024-01-31,\nbitcoin,sell,2,5,2024-02-28,\n"
    let first = try plan(header + january)
    let second = try plan(header + february, existing: first.additions)
    #expect(second.added == ["2024-02-28T00:00:00Z sell 2 bitcoin 5"])
    #expect(second.alreadyThere == 1)
  }

  @Test func `edited notes do not make a row new`() throws {
    let text = header + "bitcoin,buy,1,2,2024-01-01,from the file\n"
    var transaction = try #require(try plan(text).additions.first)
    transaction.notes = "my own words"
    #expect(try plan(text, existing: [transaction]).additions.isEmpty)
  }

  @Test func `a trade with the exchange's id is known again after an edit`() throws {
    let text = header + "bitcoin,buy,1,2,2024-01-01,x; [kraken TABC]\n"
    var transaction = try #require(try plan(text).additions.first)
    transaction.amount = 3
    #expect(try plan(text, existing: [transaction]).alreadyThere == 1)
  }

  @Test func `two fills that differ in their id alone are two`() throws {
    let first = try plan(header + "bitcoin,buy,1,2,2024-01-01,[kraken A]\n")
    let second = try plan(
      header + "bitcoin,buy,1,2,2024-01-01,[kraken B]\n", existing: first.additions)
    #expect(second.added == ["2024-01-01T00:00:00Z buy 1 bitcoin 2 | [kraken B]"])
  }

  @Test func `brackets of the user's own are no exchange's id`() throws {
    let january = try plan(header + "bitcoin,buy,1,2,2024-01-01,[dca]\n")
    let february = try plan(
      header + "bitcoin,buy,1,2,2024-02-01,[dca]\n", existing: january.additions)
    #expect(february.additions.count == 1)
  }

  @Test func `an id that stands twice says nothing about an edited row`() throws {
    let row = "bitcoin,buy,1,2,2024-01-01,[kraken A]\n"
    let first = try plan(header + row)
    let second = try plan(
      header + row + "bitcoin,buy,5,2,2024-01-01,[kraken A]\n", existing: first.additions)
    #expect(second.added == ["2024-01-01T00:00:00Z buy 5 bitcoin 2 | [kraken A]"])
  }

  @Test func `a trade typed in by hand is known by its content`() throws {
    let typed = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 2, date: instant("2024-01-01"))
    let plan = try plan(header + "bitcoin,buy,1.0,2.00,2024-01-01,[kraken A]\n", existing: [typed])
    #expect(plan.alreadyThere == 1)
    #expect(plan.additions.isEmpty)
  }

  @Test func `a file with the newest first is turned round`() throws {
    let plan = try plan(
      header + """
        bitcoin,sell,1,5,2024-01-03,c
        bitcoin,buy,1,4,2024-01-02,b2
        bitcoin,buy,1,4,2024-01-02,b1
        bitcoin,buy,1,2,2024-01-01,a
        """)
    #expect(plan.additions.map(\.notes) == ["a", "b1", "b2", "c"])
    #expect(plan.notices.contains(.newestFirst))
  }

  @Test func `trades of several rows, which are read last, do not turn an oldest-first file round`()
    throws
  {
    let plan = try plan(
      """
      txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
      L1,R1,2024-01-05 12:00:00,trade,,currency,ZUSD,-100,0,0
      L2,R1,2024-01-05 12:00:00,trade,,currency,XXBT,1,0,1
      L3,R2,2024-01-06 12:00:00,withdrawal,,currency,XXBT,-0.5,0,0.5
      """)
    #expect(!plan.notices.contains(.newestFirst))
  }

  @Test func `an oldest-first file keeps its order within an instant`() throws {
    let plan = try plan(
      header + """
        bitcoin,buy,2,4,2024-01-02,1
        bitcoin,sell,2,4,2024-01-02,2
        bitcoin,buy,1,4,2024-01-02,3
        """)
    #expect(plan.additions.map(\.notes) == ["1", "2", "3"])
    #expect(!plan.notices.contains(.newestFirst))
  }

  @Test func `sell-listed-before-its-buy: it waits for the buy of its instant, and no longer`()
    throws
  {
    let plan = try plan(
      header + """
        bitcoin,sell,1,4,2024-01-02,sell 1
        ethereum,buy,1,4,2024-01-02,other
        bitcoin,buy,1,4,2024-01-02,buy 1
        bitcoin,sell,1,4,2024-01-02,sell 2
        bitcoin,buy,1,4,2024-01-02,buy 2
        """)
    #expect(plan.refusedSummary == [])
    #expect(plan.additions.map(\.notes) == ["buy 1", "other", "sell 1", "buy 2", "sell 2"])
  }

  @Test func `a sale that no order covers is named, with what its instant's purchases give it`()
    throws
  {
    let plan = try plan(
      header + "bitcoin,sell,2,4,2024-01-02,\nbitcoin,buy,1,4,2024-01-02,\n")
    let refused = try #require(plan.refused.first)
    #expect(plan.refused.count == 1)
    #expect(refused.source.line == 2)
    guard
      case .breaksRule(.insufficientBalance(let coin, let owned, let attempted, let date, _)) =
        refused.reason
    else {
      Issue.record("\(refused.reason)")
      return
    }
    #expect((coin, owned, attempted, date) == ("bitcoin", 1, 2, nil))
    #expect(refused.reason.sentence == "You only own 1 bitcoin. Cannot sell 2.")
  }

  @Test(
    "a row that differs in one thing that counts is another transaction",
    arguments: [
      "ethereum,buy,1,4,2024-01-02,", "bitcoin,gift,1,,2024-01-02,",
      "bitcoin,buy,1.5,4,2024-01-02,",
      "bitcoin,buy,1,4.5,2024-01-02,", "bitcoin,buy,1,4,2024-01-02T00:00:00.001Z,",
    ])
  func almostAlike(row: String) throws {
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 4, date: instant("2024-01-02"))
    #expect(try plan(header + row, existing: [held]).additions.count == 1)
    #expect(try plan(header + "bitcoin,buy,1,4,2024-01-02,new", existing: [held]).additions == [])
  }

  @Test func `two fills of one trade are told apart by what they are, when one is there already`()
    throws
  {
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 4, date: instant("2024-01-02"),
      notes: "[kraken T]")
    let plan = try plan(
      header + """
        bitcoin,buy,2,4,2024-01-02,[kraken T]
        bitcoin,buy,1,4,2024-01-02,[kraken T]
        """, existing: [held])
    #expect(plan.additions.map(\.amount) == [2])
    #expect(plan.alreadyThere == 1)
  }

  @Test func `what the ledger holds already covers a sale`() throws {
    let held = Transaction(
      coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 2, date: instant("2024-01-01"))
    let plan = try plan(header + "bitcoin,sell,2,4,2024-01-02,\n", existing: [held])
    #expect(plan.refusedSummary == [])
  }

  @Test func `a backdated sale that takes coins from a later one is refused`() throws {
    let held = [
      Transaction(
        coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 2, date: instant("2024-01-01")),
      Transaction(
        coinId: "bitcoin", type: .sell, amount: 2, pricePerCoin: 3, date: instant("2024-03-01")),
    ]
    let plan = try plan(
      header + "bitcoin,sell,0.5,4,2024-02-01,\nbitcoin,sell,0.25,4,2024-02-02,\n", existing: held)
    #expect(plan.refused.map(\.source.line) == [2, 3])
    #expect(plan.refused.allSatisfy { $0.reason.summary.contains("2024-03-01") })
  }

  @Test func `every uncovered sale of a file is named`() throws {
    let plan = try plan(
      header + """
        bitcoin,buy,1,4,2024-01-01,
        bitcoin,sell,3,4,2024-01-02,
        bitcoin,sell,1,4,2024-01-03,
        ethereum,sell,1,4,2024-01-04,
        """)
    #expect(plan.refused.map(\.source.line) == [3, 5])
    #expect(plan.additions.count == 2)
  }

  @Test func `a residue below the closing tolerance covers and is forgotten`() throws {
    let plan = try plan(
      header + """
        bitcoin,buy,1,4,2024-01-01,
        bitcoin,sell,1.000000009,4,2024-01-02,
        bitcoin,buy,1,4,2024-01-03,
        bitcoin,sell,1,4,2024-01-04,
        """)
    #expect(plan.refusedSummary == [])
    #expect(throws: Never.self) { try validate(plan.additions, now: testNow) }
  }

  @Test func `names that stand for no coin are refused by row`() throws {
    let file = ImportFile(
      format: .delta,
      readings: [
        .entry(
          ImportedEntry(
            source: RowSource(line: 7, text: "?"), asset: .symbol("?"),
            transaction: Transaction(
              coinId: "?", type: .buy, amount: 1, pricePerCoin: 1, date: instant("2024-01-01")),
            hasId: false))
      ])
    #expect(plan(file).refusedSummary == ["7: unknownCoin(\"?\")"])
  }

  @Test func `each name is asked once and told once`() throws {
    let fiveTimes = String(repeating: "nocoin,buy,1,2,2024-01-01,\n", count: 5)
    let file = try read(header + fiveTimes)
    var asked: [Asset] = []
    let plan = planImport(file, existing: [], now: testNow) { asset in
      asked.append(asset)
      return .unlisted("nocoin")
    }
    #expect(asked == [.idOrSymbol("nocoin")])
    #expect(plan.notices == [.unlistedCoin("nocoin")])
  }

  @Test func `a coin that only unreadable rows name is not called unknown`() throws {
    let header = "Date (UTC),Instrument,Trade ID,Order ID,Side,Quantity,Price,Volume,Fee,Rebate\n"
    let spoiled = "noon,FOO/USD,t1,o1,buy,1,2,2,0,0\n"
    #expect(try plan(header + spoiled).refused.count == 1)
    #expect(try plan(header + spoiled).notices == [])
    let readable = "2019-05-01 10:00:00,FOO/USD,t2,o2,buy,1,2,2,0,0\n"
    #expect(try plan(header + spoiled + readable).notices == [.unlistedCoin("foo")])
  }

  @Test func `a gift with a price is told what it is`() throws {
    let refused = try plan(header + "bitcoin,gift,1,5,2024-01-01,\n").refused
    #expect(
      refused.map(\.reason.sentence)
        == ["A gift has no price; leave it empty, or call the row a buy."])
  }

  @Test(arguments: ["a\u{1B}[31mb", "a\nb"])
  func `a coin cannot be named by control characters`(name: String) throws {
    let plan = try plan(header + "\"\(name)\",buy,1,5,2024-01-01,\n")
    #expect(plan.additions.isEmpty)
    #expect(plan.refused.map(\.reason.sentence) == ["No coin is known as \(name)."])
    #expect(plan.notices.isEmpty)
  }

  @Test func `half a JSON file is told in words`() throws {
    let error = #expect(throws: ImportError.self) { try read(#"{"version": "1.0", "tran"#) }
    #expect(
      error?.sentence
        == "Line 1 is not the JSON that bitpal writes: the text ends too early."
    )
  }
}
