import Exact
import Testing

@testable import Import

/// Each rule in its smallest case.
struct RuleTests {
  // 1. The same bytes are the same file.

  @Test func `file given twice counts once`() {
    var file = File(.report, "a")
    file.add(.reward, at: "12:00:00", "0.1 ETH")
    file.add(.reward, at: "12:00:00", "0.1 ETH")
    let once = derived([file])
    #expect(once.summary == ["reward 0.1 ETH", "reward 0.1 ETH"])
    #expect(derived([file, file]) == once)
  }

  // 2. Files of one form.

  @Test func `rows with an id are one per id and keep the finest clock`() {
    var (fine, coarse) = (File(.report, "a"), File(.report, "b"))
    fine.add(.reward, at: "12:00:07", "0.1 ETH", ids: [Form.row: "1"])
    coarse.add(.reward, at: "12:00", "0.1 ETH", ids: [Form.row: "1"])
    coarse.add(.reward, at: "12:00", "0.1 ETH", ids: [Form.row: "2"])
    let derivation = derived([coarse, fine])
    #expect(derivation.summary == ["reward 0.1 ETH", "reward 0.1 ETH"])
    #expect(derivation.events.contains { $0.instant == instant("12:00:07") })
    #expect(derivation.tally == ["counts": 2, "enriches": 1])
  }

  @Test func `equal rows are as many as the file that has most`() {
    var (two, three) = (File(.report, "a"), File(.report, "b"))
    for _ in 0..<2 { two.add(.reward, at: "12:00:00", "0.1 ETH") }
    for _ in 0..<3 { three.add(.reward, at: "12:00:00", "0.1 ETH") }
    #expect(derived([two, three]).tally == ["counts": 3, "enriches": 2])
  }

  // 3. Files of one form, one with a coarser clock.

  @Test func `coarse copy adds only what no fine row reports`() {
    var (fine, coarse) = (File(.report, "a"), File(.report, "b"))
    for (hour, coin) in [("10", "BTC"), ("12", "ETH"), ("14", "SOL")] {
      fine.add(.reward, at: "\(hour):00:07", "0.1 \(coin)")
      coarse.add(.reward, at: "\(hour):00", "0.1 \(coin)")
    }
    coarse.add(.reward, at: "13:00", "0.3 ETH")
    let derivation = derived([coarse, fine])
    #expect(derivation.tally == ["counts": 4, "enriches": 3])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `coarse row with another balance is another row`() {
    var (fine, coarse) = (File(.report, "a"), File(.report, "b"))
    fine.add(.reward, at: "12:00:07", "0.1 ETH", balance: "0.1")
    coarse.add(.reward, at: "12:00", "0.1 ETH", balance: "0.1")
    coarse.add(.reward, at: "12:00", "0.1 ETH", balance: "0.2")
    let derivation = derived([fine, coarse])
    #expect(derivation.tally == ["counts": 2, "enriches": 1])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `coarse file that only meets a fine one asks and holds the coarse row`() {
    var (fine, coarse) = (File(.report, "a"), File(.report, "b"))
    fine.add(.reward, at: "11:00:00", "0.2 ETH")
    fine.add(.reward, at: "12:00:07", "0.1 ETH")
    coarse.add(.reward, at: "12:00", "0.1 ETH")
    coarse.add(.reward, at: "13:00", "0.3 ETH")
    let asked = derived([fine, coarse])
    #expect(asked.kinds == [.sameOrTwo])
    #expect(asked.questions[0].waiting == [Fact.ID(file: "b", line: 2)])
    #expect(asked.summary == ["reward 0.2 ETH", "reward 0.1 ETH", "reward 0.3 ETH"])
    let two = derived([fine, coarse], answers: [asked.questions[0].key: .two])
    #expect(two.tally == ["counts": 4])
    let same = derived([fine, coarse], answers: [asked.questions[0].key: .same])
    #expect(same.tally == ["counts": 3, "enriches": 1])
  }

  // 4. Legs of one trade id.

  @Test func `legs of one trade id are one trade`() {
    var ledger = File(.ledger, "a")
    ledger.add(.trade, at: "19:02:58", "-315 EUR", ids: [Form.row: "1", Form.trade: "T1"])
    ledger.add(.trade, at: "19:02:58", "-200 EUR", ids: [Form.row: "2", Form.trade: "T2"])
    ledger.add(.trade, at: "19:02:58", "0.1 ETH", ids: [Form.row: "3", Form.trade: "T1"])
    ledger.add(.trade, at: "19:02:58", "2 SOL", ids: [Form.row: "4", Form.trade: "T2"])
    let derivation = derived([ledger])
    #expect(
      Set(derivation.summary) == ["trade 0.1 ETH for -315 EUR", "trade 2 SOL for -200 EUR"])
    #expect(derivation.tally == ["counts": 4])
  }

  // 5. Reports of different forms.

  @Test func `reports that meet within their clocks are one event and take what it lacks`() {
    var (report, moves) = (File(.report, "a"), File(.moves, "b"))
    report.add(.withdrawal, at: "12:00:00", "-0.5 BTC")
    moves.add(.withdrawal, at: "12:00:00", "-0.5 BTC", fee: "0.0002 BTC", ids: [.hash: "0xAB"])
    let derivation = derived([moves, report])
    #expect(derivation.summary == ["withdrawal -0.5 BTC fee 0.0002 BTC"])
    #expect(derivation.events[0].evidence == [Fact.ID(file: "b", line: 2)])
  }

  @Test(
    arguments: [
      ("0.1 BTC", "-4201 USDT", "1 USDT", "BTC-USDT", "1"),
      ("0.1 BTC", "-4200 EUR", "1 EUR", "BTC-EUR", "1"),
      ("0.1 BTC", "-4200 USDT", "2 USDT", "BTC-USDT", "1"),
      ("0.11 BTC", "-4200 USDT", "1 USDT", "BTC-USDT", "1"),
      ("0.1 BTC", "-4200 USDT", "1 USDT", "BTC-USDT", "2"),
    ])
  func `contradiction keeps two events apart`(
    _ coins: String, _ money: String, _ fee: String, _ pair: String, _ order: String
  ) {
    var (fills, report) = (File(.fills, "a"), File(.report, "b"))
    fills.add(
      .trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", fee: "1 USDT", pair: "BTC-USDT",
      ids: [Form.order: "1"])
    report.add(
      .trade, at: "12:00:00", coins, for: money, fee: fee, pair: pair, ids: [Form.order: order])
    #expect(derived([fills, report]).tally == ["counts": 2])
  }

  @Test func `late row is the same only where its report covers the other`() {
    var (report, statement) = (File(.report, "a"), File(.statement, "b"))
    report.add(.reward, at: "12:00:00", "0.1 ETH")
    statement.add(.reward, at: "12:00:02", "0.1 ETH")
    let asked = derived([report, statement])
    #expect(asked.kinds == [.sameOrTwo])
    #expect(asked.questions[0].waiting == [Fact.ID(file: "b", line: 2)])
    statement.add(.reward, at: "11:00:00", "0.3 SOL")
    let covered = derived([report, statement])
    #expect(covered.questions.isEmpty)
    #expect(covered.tally == ["counts": 2, "enriches": 1])
  }

  @Test func `late runs of equal rows shift together`() {
    var (report, statement) = (File(.report, "a"), File(.statement, "b"))
    for second in 0..<5 { report.add(.reward, at: "12:00:0\(second)", "0.1 ETH") }
    for second in 1..<6 { statement.add(.reward, at: "12:00:0\(second)", "0.1 ETH") }
    statement.add(.reward, at: "11:00:00", "0.3 SOL")
    let derivation = derived([report, statement])
    #expect(derivation.tally == ["counts": 6, "enriches": 5])
    #expect(derivation.questions.isEmpty)
  }

  // 8. Reports that contradict each other.

  @Test func `row that a complete report lacks counts and is noted`() {
    var (report, moves) = (File(.report, "a"), File(.moves, "b"))
    report.add(.deposit, at: "10:00:00", "1 ETH")
    report.add(.deposit, at: "14:00:00", "2 ETH")
    moves.add(.deposit, at: "12:00:00", "3 ETH")
    let derivation = derived([report, moves])
    #expect(derivation.tally == ["counts": 3])
    #expect(
      derivation.contradictions == [
        Contradiction(fact: Fact.ID(file: "b", line: 2), form: "report")
      ])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `movements inside a scope change nothing`() {
    var report = File(.report, "a")
    report.add(.inside, at: "12:00:00", "-1 ETH")
    report.add(.inside, at: "12:00:00", "1 ETH")
    let derivation = derived([report])
    #expect(derivation.events.isEmpty)
    #expect(derivation.tally == ["inside": 2])
  }

  @Test(arguments: [Choice.same, .two, .keep, .skip, .owner("111 222"), .owner("")])
  func `answers are read as they are stored`(_ choice: Choice) {
    #expect(Choice(text: choice.text) == choice)
    #expect(Choice(text: "ownerless") == nil)
  }

  @Test func `what a person changed precedes other reports of its hash`() {
    let facts = [("a", "08:00:00"), ("b", "08:20:00")].flatMap { account, time in
      var file = File(.moves, account, account: account)
      file.add(.deposit, at: time, "0.5 BTC", ids: [.hash: "1"])
      return file.facts
    }
    let list = FactList(facts)
    for (index, fact) in list.enumerated() {
      let row = RecordKeys.row(RecordKeys(list)[index], part: 0)
      let derivation = derive(facts, rules: Form.rules, changed: [row])
      #expect(derivation.events.map(\.scope.account) == [fact.scope.account])
      #expect(derivation.tally == ["counts": 1, "waits": 1])
    }
  }
}
