import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

struct RoundTripTests {
  static let seeds: [UInt64] = Array(1...40)

  @Test(arguments: seeds)
  func `CSV, imported into an empty ledger and exported again, is the same text`(
    seed: UInt64
  ) throws {
    let text = bitpalCSV(randomLedger(seed: seed, count: 120))
    let plan = try plan(text)
    #expect(plan.refusedSummary == [], "seed \(seed)")
    #expect(bitpalCSV(ledger([], adding: plan.additions)) == text, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `CSV for a spreadsheet gives the same ledger and runs nothing`(seed: UInt64) throws {
    let texts = ["=cmd|' /C calc'!A0", "'=1", "'", "+1", "-5", "@a", "\t=1", "\r", "＝1", "a=1"]
    var original = randomLedger(seed: seed, count: 120)
    for index in original.indices where index % 2 == 0 {
      original[index].notes = texts[index / 2 % texts.count]
      original[index].account = texts[index / 4 % texts.count]
      original[index].reference = Reference(source: "=x", id: "-\(index)-")
    }
    let text = bitpalCSV(original, .spreadsheet)
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
    while let row = try reader.next() {
      for cell in row.cells {
        #expect(cell == "-5" || !"=+-@\t\r＝".contains { cell.hasPrefix(String($0)) }, "\(cell)")
      }
    }
    let additions = try plan(text).additions
    #expect(additions == original, "seed \(seed)")
    #expect(bitpalCSV(ledger([], adding: additions)) == bitpalCSV(original), "seed \(seed)")
    #expect(try plan(text, existing: original).alreadyThere == 120, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `JSON, imported into an empty ledger and exported again, is the same text`(
    seed: UInt64
  ) throws {
    let original = randomLedger(seed: seed, count: 120)
    let text = portfolioJSON(original)
    let plan = try plan(text)
    #expect(plan.additions == original, "seed \(seed)")
    #expect(portfolioJSON(ledger([], adding: plan.additions)) == text, "seed \(seed)")
  }

  @Test(arguments: [0, 1, 120], [0, 1, 7])
  func `an export that is written record by record is the text of the whole`(
    count: Int, moveCount: Int
  ) throws {
    let transactions = randomLedger(seed: 7, count: count)
    let moves = (0..<moveCount).map { number in
      Move(
        account: "Kraken, \"main\"", coinId: "bitcoin", amount: Decimal(number - 3) * 2 + 1,
        date: Date(timeIntervalSince1970: Double(number) * 3600), hash: "\(number)")
    }
    let records = RecordsInMemory(transactions: transactions, moves: moves)
    var pieces: [String] = []
    try writeBitpalCSV(records) { pieces.append($0) }
    #expect(pieces.joined() == bitpalCSV(transactions, moves: moves))
    #expect(pieces.count == 1 + count + moveCount)
    pieces = []
    try writePortfolioJSON(records) { pieces.append($0) }
    #expect(pieces.joined() == portfolioJSON(transactions, moves: moves))
    #expect(pieces.count > count + moveCount)
    pieces = []
    try writeHledgerJournal(records, coins: []) { pieces.append($0) }
    #expect(pieces.joined() == hledgerJournal(transactions, moves: moves, coins: []))
    #expect(pieces.count > count)
  }

  @Test(arguments: seeds)
  func `importing an export into its own ledger adds nothing`(seed: UInt64) throws {
    let original = randomLedger(seed: seed, count: 120)
    for text in [bitpalCSV(original), portfolioJSON(original)] {
      let plan = try plan(text, existing: original)
      #expect(plan.additions.isEmpty, "seed \(seed)")
      #expect(plan.alreadyThere == original.count, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `two overlapping exports come to the whole ledger, row for row`(seed: UInt64) throws {
    let original = randomLedger(seed: seed, count: 120)
    let first = try plan(bitpalCSV(Array(original.prefix(80))))
    let kept = ledger([], adding: first.additions)
    let second = try plan(
      bitpalCSV(Array(original.prefix(40) + original.suffix(60))), existing: kept)
    let whole = ledger(kept, adding: second.additions)
    #expect(second.alreadyThere == 60, "seed \(seed)")
    #expect(bitpalCSV(whole) == bitpalCSV(original), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `an order that covers every sale is found in a file of days, however it lies`(
    seed: UInt64
  ) throws {
    // All rows of a day on one instant, shuffled within it: some order covers them, so one is
    // found.
    var generator = SeededGenerator(seed: seed &+ 1000)
    var rows = randomLedger(seed: seed, count: 120)
    for index in rows.indices {
      guard let day = Date(utcText: rows[index].date.utcDayText) else { continue }
      rows[index].date = day
    }
    let days = Dictionary(grouping: rows, by: \.date).sorted { $0.key < $1.key }
    var shuffled: [Transaction] = []
    for day in days { shuffled += day.value.shuffled(using: &generator) }
    let plan = try plan(bitpalCSV(shuffled))
    guard plan.refused.isEmpty else {
      // Dust forgotten by one order may be missing in another; nothing larger may be refused.
      #expect(plan.refused.allSatisfy { isDust($0) }, "seed \(seed): \(plan.refusedSummary)")
      return
    }
    for (_, history) in Dictionary(grouping: plan.additions, by: \.coinId) {
      #expect(throws: Never.self, "seed \(seed)") { try validate(history, now: testNow) }
    }
  }

  private func isDust(_ row: RefusedRow) -> Bool {
    guard case .breaksRule(.insufficientBalance(_, let owned, let attempted, _, _)) = row.reason
    else {
      return false
    }
    return attempted - owned < closingTolerance * 100
  }
}
