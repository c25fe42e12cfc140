import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Rows of unknown value are stored, and with them what their coin's figures omit.
@Suite struct UnknownWorthTests {
  private let now = LedgerContract.now

  private func row(_ type: TransactionType, _ amount: String, _ day: Int) throws -> Transaction {
    var row = try LedgerContract.transaction(
      type, amount, at: "0", on: LedgerContract.day(day))
    row.valuation = Valuation(kind: .unknown)
    return row
  }

  @Test func `they are kept with what is unknown of their coin`() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    let steps = try [
      [row(.buy, "2", 1)], [LedgerContract.transaction(.buy, "1", on: LedgerContract.day(2))],
      [row(.buy, "1", 3)], [row(.sell, "3", 4)],
      [LedgerContract.transaction(.sell, "1", on: LedgerContract.day(5))], [row(.buy, "5", 6)],
    ]
    for rows in steps {
      try ledger.apply(.add(rows), now: now)
      var expected = CoinPosition(coinId: "bitcoin")
      for row in try ledger.history(of: "bitcoin") { try expected.apply(row) }
      #expect(try ledger.position(of: "bitcoin") == expected)
      #expect(try ledger.verifyStorage(now: now).faults == [])
    }
    let (summaries, closed) = try ledger.positions(closed: .all)
    #expect(closed.map { $0.cycle.exact.unvalued[.fifo]?.sold } == [4])
    #expect(summaries.map { $0.closed.unvalued[.fifo]?.sold } == [4])
    #expect(try ledger.countOfUnknownWorth() == 4)
    #expect(try ledger.countOfUnknownWorth(coinIds: ["ethereum"]) == 0)
  }

  @Test func `a price of zero needs them`() throws {
    let folder = try TemporaryFolder()
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    let free = try LedgerContract.transaction(.buy, "1", at: "0", on: LedgerContract.day(1))
    #expect(throws: PortfolioError.self) { try ledger.apply(.add([free]), now: now) }
  }

  @Test func `a ledger of schema 4 takes them`() throws {
    let folder = try TemporaryFolder()
    let first = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1))
    try SQLiteLedger(path: folder.ledgerPath).apply(.add([first]), now: now)
    try DatabaseQueue(path: folder.ledgerPath).write { db in
      try EarlierSchema.replaceSchema(db)
      try db.execute(
        sql: """
          DROP INDEX ledgerMoveByCoin;
          DROP TABLE moveDigest;
          DROP INDEX ledgerTransactionUnknown;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(
            sql, '(kind IN (''gift'', ''give'', ''fee'') OR valuationKind = ''unknown'')',
            'kind IN (''gift'', ''give'', ''fee'')') WHERE name = 'ledgerTransaction';
          PRAGMA writable_schema = RESET;
          ALTER TABLE ledgerTransaction DROP COLUMN cashRate;
          ALTER TABLE ledgerTransaction DROP COLUMN cashCurrency;
          ALTER TABLE ledgerTransaction DROP COLUMN cashAmount;
          PRAGMA user_version = 4;
          """)
    }
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    try ledger.apply(.add([row(.buy, "2", 2)]), now: now)
    #expect(try ledger.transactions().count == 2)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    #expect(try folder.names().contains("BitpalShared-before-schema-9.sqlite"))
  }
}
