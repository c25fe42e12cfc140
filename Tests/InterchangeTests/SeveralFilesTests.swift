import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

private let header = "coin_id,type,amount,price,date,notes"

struct SeveralFilesTests {
  @Test func `a coin bought in one file is sold in another, however they are named`() throws {
    let buy = "\(header)\nbitcoin,buy,1,2,2024-01-01,\n"
    let sell = "\(header)\nbitcoin,sell,1,3,2024-01-02,\n"
    for texts in [[buy, sell], [sell, buy]] {
      let plan = try plan(texts, policy())
      #expect(plan.refusedSummary == [])
      #expect(plan.additions.map(\.type) == [.buy, .sell])
    }
  }

  @Test(
    "any order, split or merged, gives the same ledger", arguments: 1...12 as ClosedRange<UInt64>)
  func anyOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rows = randomLedger(seed: seed, count: 60, withDust: false).map { row in
      "\(row.coinId),\(row.type.rawValue),\(row.amount.canonicalText),"
        + "\(row.pricePerCoin.canonicalText),\(row.date.utcText),"
    }
    let whole = try plan([([header] + rows).joined(separator: "\n")], policy())
    #expect(whole.refusedSummary == [], "seed \(seed)")
    let cut = Int.random(in: 1..<rows.count, using: &generator)
    // Equal rows count within their file, so that both parts must not hold one of them.
    try #require(Set(rows[..<cut]).isDisjoint(with: rows[cut...]))
    var parts = [Array(rows[..<cut]), Array(rows[cut...])]
    parts.shuffle(using: &generator)
    let texts = parts.map { ([header] + $0).joined(separator: "\n") }
    let split = try plan(texts, policy())
    #expect(split.added == whole.added, "seed \(seed)")
    // The whole file on top of the first part adds what the part lacks.
    let early = try plan([([header] + rows[..<cut]).joined(separator: "\n")], policy())
    let rest = try plan(
      [([header] + rows).joined(separator: "\n")], policy(),
      into: ImportLedger(transactions: early.additions))
    #expect(rest.added == Array(whole.added[cut...]), "seed \(seed)")
  }

  @Test("a second import adds nothing whatever was edited", arguments: 1...8 as ClosedRange<UInt64>)
  func edited(seed: UInt64) throws {
    let text =
      header + "\n"
      + randomLedger(seed: seed, count: 40, withDust: false).map { row in
        "\(row.coinId),\(row.type.rawValue),\(row.amount.canonicalText),"
          + "\(row.pricePerCoin.canonicalText),\(row.date.utcText),"
      }.joined(separator: "\n")
    var ledger = try plan([text], policy()).additions
    for index in ledger.indices {
      switch index % 5 {
      case 0: ledger[index].notes = "mine"
      case 1: ledger[index].amount += 1
      case 2: ledger[index].pricePerCoin += 1
      case 3: ledger[index].date = instant("2020-01-01")
      default: ledger[index].coinId = "other"
      }
    }
    let again = try plan([text], policy(), into: ImportLedger(transactions: ledger))
    #expect(again.additions.isEmpty, "seed \(seed)")
    #expect(again.refusedSummary == [])
  }

  @Test func `rows that look like trades of another source are shown, and stay`() throws {
    let first = plan(facts: [
      trade(1, "2024-01-01T10:00:00Z", get: quantity("1", "BTC"), give: quantity("2", "USD"))
    ])
    let second = try plan(
      ["\(header)\nbitcoin,buy,1,2.5,2024-01-01T10:30:00Z,\n"], policy(),
      into: ImportLedger(transactions: first.additions))
    #expect(second.additions.count == 1)
    #expect(second.lookalikes.map(\.other) == first.additions)
  }

  @Test func `refused rows are left behind where that is wanted, and can be imported once mended`()
    throws
  {
    let text = """
      \(header)
      bitcoin,buy,1,2,2024-01-01,
      bitcoin,buy,x,2,2024-01-02,"a, b"
      bitcoin,sell,5,2,2024-01-03,
      """
    var skipping = policy()
    skipping.skipsRefused = true
    let file = try read(text)
    let plan = planImport(
      [file], into: ImportLedger(transactions: []), policy: skipping,
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    #expect(plan.isAcceptable)
    #expect(plan.additions.count == 1)
    #expect(plan.incompleteCoins == ["bitcoin"])
    let refused = try #require(plan.refusedRows(of: file))
    #expect(refused.hasPrefix("\(header),bitpal reason\nbitcoin,buy,x,2,2024-01-02,\"a, b\","))
    let mended = refused.replacing("buy,x", with: "buy,9")
    let second = try additions(of: mended, into: plan.additions)
    #expect(
      second.map(\.summary) == [
        "2024-01-02T00:00:00Z buy 9 bitcoin 2 | a, b", "2024-01-03T00:00:00Z sell 5 bitcoin 2",
      ])
  }

  private func additions(
    of text: String, into existing: [Transaction]
  ) throws -> [Transaction] {
    let plan = try plan([text], policy(), into: ImportLedger(transactions: existing))
    #expect(plan.refusedSummary == [])
    return plan.additions
  }

  @Test func `exports carry every field and the moves, and read back to the same bytes`() throws {
    let first = plan(
      facts: [
        trade(1, "2024-01-01", get: quantity("2", "BTC"), give: quantity("100", "EUR")) {
          $0.fees = [quantity("1", "EUR")]
          $0.notes = "comma, \"quote\""
        },
        move(2, "2024-01-02T10:00:00Z", "-1", account: "kraken") { $0.hash = "h" },
        move(3, "2024-01-02T11:00:00Z", "0.99", account: "ledger"),
      ], policy(["EUR 2024-01-01": "1.0813"]))
    #expect(first.refusedSummary == [])
    for text in [
      bitpalCSV(first.additions, moves: first.moves),
      portfolioJSON(first.additions, moves: first.moves),
    ] {
      let again = try plan([text], policy())
      #expect(again.refusedSummary == [])
      #expect(again.additions == first.additions)
      #expect(Set(again.moves) == Set(first.moves))
      let third = try plan(
        [text], policy(),
        into: ImportLedger(transactions: first.additions, moves: first.moves))
      #expect(third.isEmpty)
    }
  }
}
