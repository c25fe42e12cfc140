import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Lots are stored when a sale needs them; what is read never depends on that.
@Suite struct StoredParcelTests {
  let now = LedgerContract.now

  @Test func `a purchase leaves the parcels that are stored alone`() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    try ledger.apply(.add([try buy("2", 1), try buy("3", 2)]), now: now)
    let stored = try parcels(folder)
    #expect(stored.rows == 2)
    for day in 3...5 { try ledger.apply(.add([try buy("1", day)]), now: now) }
    #expect(try parcels(folder) == stored)
    #expect(try ledger.position(of: "bitcoin")?.lots(.fifo).count == 5)
    let sale = try LedgerContract.transaction(.sell, "4", on: LedgerContract.day(6))
    try ledger.apply(.add([sale]), now: now)
    #expect(try parcels(folder).rows == 6)
    #expect(try ledger.position(of: "bitcoin")?.lots(.fifo).map(\.amount) == [1, 1, 1, 1])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `parcels that are damaged are computed again by the next sale`() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    try ledger.apply(.add([try buy("2", 1), try buy("3", 2)]), now: now)
    try ledger.apply(.add([try buy("4", 3)]), now: now)
    try DatabaseQueue(path: folder.ledgerPath).write {
      try $0.execute(sql: "UPDATE lotPiece SET lots = x'01'")
    }
    let sale = try LedgerContract.transaction(.sell, "4", on: LedgerContract.day(6))
    try ledger.apply(.add([sale]), now: now)
    #expect(try ledger.position(of: "bitcoin")?.lots(.fifo).map(\.amount) == [1, 4])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test(arguments: Repetition.seeds(1...4 as ClosedRange<UInt64>, few: 1))
  func `positions are those of their rows at every moment`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    var random = SeededGenerator(seed: seed)
    var stepsBehind = 0
    for step in 0..<80 {
      let rows = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
        try transaction(step, &random)
      }
      do { try ledger.apply(.add(rows), now: now) } catch PortfolioError.insufficientBalance {
        continue
      }
      for coin in try ledger.coinIds() {
        var expected = CoinPosition(coinId: coin)
        for row in try ledger.history(of: coin) { try expected.apply(row) }
        #expect(try ledger.position(of: coin) == expected, "seed \(seed), step \(step)")
      }
      #expect(try ledger.verifyStorage(now: now).faults == [], "seed \(seed), step \(step)")
      if try isBehind(folder) { stepsBehind += 1 }
    }
    #expect(stepsBehind > 10, "seed \(seed)")
  }

  private func buy(_ amount: String, _ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, amount, at: "\(day).07", on: LedgerContract.day(day))
  }

  /// A random transaction, usually a purchase and usually the newest of its coin.
  private func transaction(
    _ step: Int, _ random: inout SeededGenerator
  ) throws -> Transaction {
    let type =
      [TransactionType.buy, .buy, .buy, .gift, .sell].randomElement(using: &random) ?? .buy
    let isLate = Int.random(in: 0..<10, using: &random) == 0
    let amount = Int.random(in: 1...5, using: &random)
    let price = type == .gift ? "0" : "\(Int.random(in: 1...9, using: &random)).03"
    var row = try LedgerContract.transaction(
      type, "\(amount).5", at: price, on: LedgerContract.day(isLate ? step / 2 : step),
      coin: ["bitcoin", "ethereum"].randomElement(using: &random) ?? "")
    if type == .buy, Bool.random(using: &random) {
      row.fee = TransactionFee(amount: try ExactDecimal(exact: "0.77"), currency: nil)
    }
    return row
  }

  private func parcels(_ folder: TemporaryFolder) throws -> Parcels {
    try DatabaseQueue(path: folder.ledgerPath).read { db in
      let row = try #require(
        try Row.fetchOne(
          db,
          sql: """
            SELECT lotRows, (SELECT group_concat(hex(lots) || hex(books))
              FROM lotPiece JOIN lotBook USING (coinId, number)) FROM position
            """))
      return Parcels(rows: row[0], lots: row[1])
    }
  }

  private struct Parcels: Equatable {
    let rows: Int
    let lots: String?
  }

  /// Whether the stored lots of any coin lack purchases.
  private func isBehind(_ folder: TemporaryFolder) throws -> Bool {
    try DatabaseQueue(path: folder.ledgerPath).read {
      try Bool.fetchOne(
        $0,
        sql: """
          SELECT EXISTS (SELECT 1 FROM position WHERE lotRows < rowCount)
          """) ?? false
    }
  }
}
