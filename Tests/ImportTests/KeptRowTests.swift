import Testing
import Import

/// Rows that a person counts although others report the same.
struct KeptRowTests {
  @Test func `legs of a ledger are a trade of their own`() {
    var (fills, ledger) = (File(.fills, "a"), File(.ledger, "b"))
    fills.add(.trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT")
    let once = ["trade 0.1 BTC for -4200 USDT"]
    #expect(derived([fills, ledger]).summary == once)
    let kept = Question.Key.keptRows([2, 3], of: "b")
    let derivation = derived([fills, ledger], answers: [kept: .two])
    #expect(derivation.summary == once + once)
    #expect(derivation.tally == ["counts": 3])
    #expect(derived([fills, ledger], answers: [kept: .same]).summary == once)
  }

  @Test func `further reports may report the kept row too`() {
    var (fills, report, ledger) = (File(.fills, "a"), File(.report, "b"), File(.ledger, "c"))
    fills.add(.trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    report.add(.trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT")
    for _ in 1...2 { ledger.addLegs(at: "12:00:00", "0.1 BTC", for: "-4200 USDT") }
    let kept = [Question.Key.keptRows([2], of: "b"): Choice.two]
    let derivation = derived([fills, report, ledger], answers: kept)
    #expect(derivation.summary.count == 2)
    #expect(derivation.tally == ["counts": 2, "enriches": 4])
  }

  @Test func `an order counts in addition to its fills`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    fills.add(
      .trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT",
      ids: [Form.order: "7"])
    orders.add(
      .trade, at: "12:00:00", "0.1 BTC", for: "-4200 USDT", pair: "BTC-USDT",
      ids: [Form.order: "7"])
    #expect(derived([fills, orders]).summary.count == 1)
    let kept = [Question.Key.keptRows([2], of: "b"): Choice.two]
    #expect(derived([fills, orders], answers: kept).summary.count == 2)
  }

  @Test func `the key names file and lines`() {
    let key = Question.Key.keptRows([12, 3], of: "f")
    #expect(key.keptRows?.file == "f" && key.keptRows?.lines == [3, 12])
    #expect(Question.Key.stablecoin("USDT").keptRows == nil)
    #expect(key.kind == nil)
  }
}
