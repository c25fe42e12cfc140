import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// A coin with thousands of rows: after any change its position, lots and checkpoints match its
/// rows, and stored lots that a change does not affect are not rewritten.
@Suite struct LongHistoryTests {
  let now = LedgerContract.now
  let folder: TemporaryFolder
  let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  /// How a coin is traded: the share of sales, and whether they sell everything.
  enum Habit: CaseIterable { case saving, trading, closing }

  @Test(arguments: Habit.allCases, Repetition.seeds(37...39 as ClosedRange<UInt64>, few: 1))
  func `positions are those of their rows after any change`(
    _ habit: Habit, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var rows = history(2_600, habit, &random)
    try ledger.apply(.add(rows), now: now)
    for step in 0..<60 {
      let comment: Comment = "\(habit), seed \(seed), step \(step)"
      // Most changes affect the newest rows.
      let reach = Int.random(in: 0..<4, using: &random) == 0 ? rows.count : 30
      let index = rows.count - 1 - Int.random(in: 0..<min(reach, rows.count), using: &random)
      var change: LedgerChange
      switch Int.random(in: 0..<8, using: &random) {
      case 0: change = .delete(rows[index].id)
      case 1:
        change = .add([row(.buy, "2", at: "7.5", second: index + 1, &random)])
      case 2:
        change = .add([row(.sell, "0.25", at: "8", second: index + 1, &random)])
      case 3:
        change = .add(
          (0..<5).map { row($0 == 3 ? .sell : .buy, "1", at: "6", second: 3_000 + $0, &random) })
      default:
        var edited = rows[index]
        if Bool.random(using: &random) { edited.pricePerCoin += 1 } else { edited.amount += 1 }
        if Int.random(in: 0..<5, using: &random) == 0 {
          edited.date = LedgerContract.day(1).addingTimeInterval(Double(index / 2))
        }
        change = .edit(edited)
      }
      do {
        try ledger.apply(change, now: now)
        rows = try ledger.transactions()
        if step % 6 == 5 {
          _ = try ledger.undo(now: now)
          try check(comment)
          _ = try ledger.redo(now: now)
        }
      } catch is PortfolioError {}
      try check(comment)
    }
  }

  private func check(_ comment: Comment) throws {
    var expected = CoinPosition(coinId: "bitcoin")
    for row in try ledger.history(of: "bitcoin") { try expected.apply(row) }
    #expect(try ledger.position(of: "bitcoin") == expected, comment)
    try #require(try ledger.verifyStorage(now: now).faults == [], comment)
  }

  @Test func `a sale changes what is left of a few pieces, and none of what was bought`() throws {
    var random = SeededGenerator(seed: 7)
    try ledger.apply(.add(history(6_000, .saving, &random)), now: now)
    let (lots, books) = (try table("lotPiece", "lots"), try table("lotBook", "books"))
    #expect(lots.count > 10)
    try ledger.apply(.add([row(.sell, "3", at: "9", second: 7_000, &random)]), now: now)
    #expect(try table("lotPiece", "lots") == lots)
    let after = try table("lotBook", "books")
    #expect(after != books && zip(after, books).count { $0 != $1 } <= 6)
    _ = try ledger.undo(now: now)
    #expect(try table("lotBook", "books") == books)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `a cycle that begins in the write that ended a long one has its own lots`() throws {
    var random = SeededGenerator(seed: 10)
    let purchases = (0..<3_000).map { row(.buy, "1", at: "\($0 + 1)", second: $0, &random) }
    try ledger.apply(.add(purchases), now: now)
    try ledger.apply(
      .add([
        row(.sell, "5", at: "9", second: 4_000, &random),
        row(.sell, "2995", at: "9", second: 4_001, &random),
        row(.buy, "3", at: "20", second: 4_002, &random),
        row(.buy, "3", at: "30", second: 4_003, &random),
        row(.sell, "4", at: "40", second: 4_004, &random),
      ]), now: now)
    try check("a new cycle")
    #expect(try ledger.position(of: "bitcoin")?.lots(.fifo).map(\.cost) == [60])
    _ = try ledger.undo(now: now)
    try check("the old one")
  }

  @Test func `the oldest purchase changes in its own piece where nothing was sold since`() throws {
    var random = SeededGenerator(seed: 8)
    let rows = (0..<4_000).map { row(.buy, "1.5", at: "\($0 % 90 + 1)", second: $0, &random) }
    try ledger.apply(.add(rows), now: now)
    let lots = try table("lotPiece", "lots")
    var oldest = rows[3]
    oldest.pricePerCoin = 77
    try ledger.apply(.edit(oldest), now: now)
    let after = try table("lotPiece", "lots")
    #expect(after[0] != lots[0] && after.dropFirst() == lots.dropFirst())
    try ledger.apply(.delete(rows[9].id), now: now)
    #expect(try table("lotPiece", "lots").dropFirst() == lots.dropFirst())
    try check("oldest purchase")
  }

  @Test(arguments: [
    "UPDATE checkpoint SET rowCount = rowCount + 1", "UPDATE checkpoint SET lots = x'0102'",
    "UPDATE checkpoint SET hash = randomblob(32)", "DELETE FROM checkpoint",
    "UPDATE checkpoint SET summary = '0 0 0 0'",
    "UPDATE position SET unloggedDate = unloggedDate - 1000000",
    "UPDATE lotBook SET books = (SELECT books FROM lotBook WHERE number = 1)",
  ])
  func `what is kept is proved, and its damage changes no figure`(_ damage: String) throws {
    var random = SeededGenerator(seed: 9)
    let rows = history(3_000, .trading, &random)
    try ledger.apply(.add(rows), now: now)
    try DatabaseQueue(path: folder.ledgerPath).write { try $0.execute(sql: damage) }
    #expect(try ledger.verifyStorage(now: now).faults != [])
    var newest = try #require(rows.last { $0.type == .sell })
    newest.pricePerCoin += 2
    try ledger.apply(.edit(newest), now: now)
    var expected = CoinPosition(coinId: "bitcoin")
    for row in try ledger.history(of: "bitcoin") { try expected.apply(row) }
    #expect(try ledger.positions().summaries.first == expected.summary)
  }

  private func table(_ name: String, _ column: String) throws -> [Data] {
    try DatabaseQueue(path: folder.ledgerPath).read {
      try Data.fetchAll($0, sql: "SELECT \(column) FROM \(name) ORDER BY number")
    }
  }

  private func history(
    _ count: Int, _ habit: Habit, _ random: inout SeededGenerator
  ) -> [Transaction] {
    var held = ExactDecimal(0)
    return (0..<count).map { second in
      let share =
        switch habit {
        case .saving: 2
        case .trading: 45
        case .closing: 40
        }
      let price = "\(Int.random(in: 1...900, using: &random)).25"
      if held > 4, Int.random(in: 0..<100, using: &random) < share {
        let amount = habit == .closing ? held : ExactDecimal(Int.random(in: 1...3, using: &random))
        held -= amount
        return row(.sell, amount.description, at: price, second: second, &random)
      }
      let amount = Int.random(in: 1...3, using: &random)
      held += ExactDecimal(amount) + ExactDecimal(5, exponent: -1)
      return row(.buy, "\(amount).5", at: price, second: second, &random)
    }
  }

  private func row(
    _ type: TransactionType, _ amount: String, at price: String, second: Int,
    _ random: inout SeededGenerator
  ) -> Transaction {
    Transaction(
      coinId: "bitcoin", type: type, amount: Quantity(amount) ?? 1,
      pricePerCoin: Price(price) ?? 1,
      date: LedgerContract.day(1).addingTimeInterval(Double(second)))
  }
}
