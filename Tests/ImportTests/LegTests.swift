import Exact
import Testing

@testable import Import

/// Rule 6: legs of ledgers.
struct LegTests {
  @Test func `trade takes its legs and its fee`() {
    var (fills, ledger) = (File(.fills, "a"), File(.ledger, "b"))
    fills.add(
      .trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", fee: "0.01 BNB", pair: "BTC-USDT")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT")
    ledger.add(.fee, at: "12:00:00", "-0.01 BNB")
    let derivation = derived([fills, ledger])
    #expect(derivation.summary == ["trade 0.1 BTC for -4200 USDT fee 0.01 BNB"])
    #expect(derivation.tally == ["counts": 1, "enriches": 3])
  }

  @Test func `legs that are left are trades by instant`() {
    var ledger = File(.ledger, "a")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT")
    ledger.add(.fee, at: "12:00:00", "-4.2 USDT")
    ledger.addLegs(at: "12:00:01", "-0.1 BTC", for: "4100 USDT")
    ledger.addLegs(.convert, at: "12:00:01", "2 ETH", for: "-0.1 BTC")
    let derivation = derived([ledger])
    #expect(
      Set(derivation.summary) == [
        "trade 0.1 BTC for -4200 USDT fee 4.2 USDT", "trade -0.1 BTC for 4100 USDT",
        "convert -0.1 BTC for 2 ETH",
      ])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `two coins of one second are joined where each is next to its money`() {
    var ledger = File(.ledger, "a")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT")
    ledger.addLegs(at: "12:00:00", "1 ETH", for: "-2000 USDT")
    let derivation = derived([ledger])
    #expect(
      Set(derivation.summary) == ["trade 0.1 BTC for -4200 USDT", "trade 1 ETH for -2000 USDT"])
  }

  @Test func `two coins of one second in another order are asked about`() {
    var ledger = File(.ledger, "a")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "1 ETH")
    ledger.addLegs(at: "12:00:00", "-2000 USDT", for: "-4200 USDT")
    let asked = derived([ledger])
    #expect(asked.events.isEmpty)
    #expect(asked.kinds == [.whichLegs])
    #expect(asked.questions[0].waiting.count == 4)
    let kept = derived([ledger], answers: [asked.questions[0].key: .keep])
    #expect(
      Set(kept.summary) == ["trade 0.1 BTC for -2000 USDT", "trade 1 ETH for -4200 USDT"])
    let skipped = derived([ledger], answers: [asked.questions[0].key: .skip])
    #expect(skipped.tally == ["skipped": 4])
  }

  @Test(arguments: [("a", "b"), ("b", "a")])
  func `rows of a second that two files cut are joined as the file has them that has all`(
    names: (String, String)
  ) {
    var (whole, rest) = (File(.statement, names.0), File(.statement, names.1))
    whole.add(.trade, at: "12:00:00", "10 XLM")
    for file in [0, 1] {
      for leg in ["20 XLM", "-4 USDT", "-8 USDT"] {
        if file == 0 {
          whole.add(.trade, at: "12:00:00", leg)
        } else {
          rest.add(.trade, at: "12:00:00", leg)
        }
      }
    }
    let trades: Set = ["trade 10 XLM for -4 USDT", "trade 20 XLM for -8 USDT"]
    #expect(Set(derived([whole, rest]).summary) == trades)
    // If no file has all legs of one side, it is unclear which belong together.
    var first = File(.statement, names.0)
    first.add(.trade, at: "12:00:00", "10 XLM")
    let asked = derived([first, rest])
    #expect(asked.events.isEmpty)
    #expect(asked.kinds == [.whichLegs])
  }

  @Test func `half of a trade waits`() {
    var ledger = File(.ledger, "a")
    ledger.add(.trade, at: "12:00:00", "-0.17 SOL")
    let asked = derived([ledger])
    #expect(asked.kinds == [.halfOfTrade])
    #expect(asked.tally == ["waits": 1])
    let kept = derived([ledger], answers: [asked.questions[0].key: .keep])
    #expect(kept.summary == ["trade -0.17 SOL"])
    #expect(kept.questions.isEmpty)
  }

  @Test func `money of another second is not counted with part of the coins`() {
    // One sale of 0.75 SOL spread over two seconds.
    var statement = File(.statement, "a")
    statement.add(.trade, at: "12:00:00", "-0.17 SOL")
    for leg in ["-0.5 SOL", "-0.08 SOL", "65 USDT", "10.4 USDT", "22.1 USDT"] {
      statement.add(.trade, at: "12:00:01", leg)
    }
    let derivation = derived([statement])
    #expect(derivation.events.isEmpty)
    #expect(derivation.tally == ["waits": 6])
  }

  @Test func `halves of files with different clocks are joined`() {
    var (fine, coarse) = (File(.ledger, "a"), File(.ledger, "b"))
    fine.add(.trade, at: "12:00:07", "0.1 BTC")
    coarse.add(.trade, at: "12:00", "-4200 USDT")
    let derivation = derived([fine, coarse])
    #expect(derivation.summary == ["trade 0.1 BTC for -4200 USDT"])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `lone fee goes to a trade without one within the coarser clock`() {
    var (fine, coarse) = (File(.ledger, "a"), File(.ledger, "b"))
    fine.addLegs(at: "12:00:07", "0.1 BTC", for: "-4200 USDT")
    coarse.add(.fee, at: "12:00", "-4.2 USDT")
    let derivation = derived([fine, coarse])
    #expect(derivation.summary == ["trade 0.1 BTC for -4200 USDT fee 4.2 USDT"])
  }

  @Test func `five fills of a statement stay five with the one fill of a cut report`() {
    var (fills, statement) = (File(.fills, "a"), File(.statement, "b"))
    fills.add(.trade, at: "12:00:02", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    for second in 0..<5 {
      statement.addLegs(at: "12:00:0\(second)", "0.1 BTC", for: "-4200 USDT")
    }
    let derivation = derived([fills, statement])
    #expect(derivation.summary == Array(repeating: "trade 0.1 BTC for -4200 USDT", count: 5))
    #expect(derivation.tally == ["counts": 9, "enriches": 2])
    #expect(derivation.questions.isEmpty)
  }

  @Test(arguments: [nil, "-0.3 USDT", "-0.42 USDT"])
  func `fee of the ledger replaces an estimate`(_ fee: String?) {
    var (fills, ledger) = (File(.estimates, "a"), File(.ledger, "b"))
    fills.add(
      .trade, at: "12:00:00", "0.01 BTC", for: "-420 USDT", fee: "0.42 USDT", pair: "BTC-USDT")
    ledger.addLegs(at: "12:00:00", "0.01 BTC", for: "-420 USDT")
    if let fee { ledger.add(.fee, at: "12:00:00", fee) }
    let derivation = derived([fills, ledger])
    #expect(derivation.events.map { $0.fee?.negated } == [fee.map(amount)])
    #expect(derivation.questions.isEmpty)
  }
}
