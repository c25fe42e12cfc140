import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Values that the schema itself refuses, and its compatibility with the first release.
@Suite struct LedgerSchemaTests {
  let folder: TemporaryFolder
  let now = LedgerContract.now

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["1", "0.1", "10", "0.000000000000000001", "100.01", "9999999999"])
  func `canonical decimals are accepted`(text: String) throws {
    try insert(amount: text, price: text)
  }

  @Test(arguments: [
    "0", "0.0", "-1", "+1", "", ".5", "5.", "1.50", "01", "00.1", "1,5", "1e3", "1.2.3", " 1",
    "1abc", "NaN", "123456789012345678901234567890123456789",
  ])
  func `everything else is refused`(text: String) throws {
    #expect(throws: DatabaseError.self) { try insert(amount: text) }
    #expect(throws: DatabaseError.self) { try insert(price: text) }
  }

  @Test func `a gift costs nothing and nothing else does`() throws {
    try insert(type: "gift", price: "0")
    #expect(throws: DatabaseError.self) { try insert(type: "gift", price: "1") }
    #expect(throws: DatabaseError.self) { try insert(type: "sell", price: "0") }
    #expect(throws: DatabaseError.self) { try insert(type: "swap") }
    try insert(type: "sell", kind: "lost", price: "0")
    #expect(throws: DatabaseError.self) { try insert(type: "sell", kind: "lost") }
    #expect(throws: DatabaseError.self) { try insert(type: "buy", kind: "spend") }
    #expect(throws: DatabaseError.self) { try insert(coinId: "") }
  }

  @Test func `a number is no text`() throws {
    #expect(throws: DatabaseError.self) {
      try raw().write {
        try $0.execute(
          sql: """
            INSERT INTO ledgerTransaction (id, coinId, type, amount, pricePerCoin, date)
            VALUES (randomblob(16), 'bitcoin', 'buy', x'31', '1', 0)
            """)
      }
    }
  }

  @Test func `the file says what it is`() throws {
    let file = try raw()
    #expect(try file.pragma("journal_mode") == "wal")
    #expect(try file.pragma("application_id") == "\(0x6270_616C)")
    #expect(try file.pragma("user_version") == "9")
  }

  @Test func `a ledger of the first schema opens`() throws {
    let ledger = try folder.ledger(copying: "ledger-v1")
    #expect(try ledger.checkIntegrity() == [])
    #expect(try ledger.transactions() == (try FirstSchema.transactions()))
    #expect(
      try ledger.redo(now: now)?.rows == [
        LedgerStep.Row(before: nil, after: try FirstSchema.undone())
      ])
    try ledger.apply(.add([try FirstSchema.undone(id: UUID())]), now: now)
    #expect(try ledger.transactions().count == 6)
  }

  private func randomId() -> Data { Data((0..<16).map { _ in UInt8.random(in: 0...255) }) }

  /// A new ledger, opened without the ledger's own safeguards.
  private func raw() throws -> DatabaseQueue {
    try SQLiteLedger(path: folder.ledgerPath).apply(.add([]), now: now)
    return try DatabaseQueue(path: folder.ledgerPath)
  }

  private func insert(
    coinId: String = "bitcoin", type: String = "buy", kind: String? = nil, amount: String = "1",
    price: String = "1"
  ) throws {
    try raw().write {
      try $0.execute(
        sql: """
          INSERT INTO ledgerTransaction (id, coinId, type, kind, amount, pricePerCoin, date)
          VALUES (?, ?, ?, ?, ?, ?, 0)
          """, arguments: [randomId(), coinId, type, kind ?? type, amount, price])
    }
  }
}

extension DatabaseQueue {
  /// A pragma of the file, as text.
  func pragma(_ name: String) throws -> String? {
    try read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }
}

/// The contents of `Fixtures/ledger-v1.sqlite`.
enum FirstSchema {
  static func transactions() throws -> [Transaction] {
    [
      try row(1, .buy, "1.234567890123456789", "43210.5", day: 1, notes: "first 🪙"),
      try row(2, .gift, "0.000000000000000001", "0", day: 1, notes: nil),
      try row(4, .buy, "100", "0.000000000001", day: 2, notes: "", coin: "shiba-inu"),
      try row(3, .sell, "0.5", "50000", day: 3, notes: "line one\nline two"),
    ]
  }

  static func undone(id: UUID? = nil) throws -> Transaction {
    try row(5, .buy, "7", "8", day: 4, notes: nil, id: id)
  }

  private static func row(
    _ number: Int, _ type: TransactionType, _ amount: String, _ price: String, day: Int,
    notes: String?, coin: String = "bitcoin", id: UUID? = nil
  ) throws -> Transaction {
    Transaction(
      id: try id ?? #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)")),
      coinId: coin, type: type, amount: Quantity(try ExactDecimal(exact: amount)),
      pricePerCoin: Price(try ExactDecimal(exact: price)),
      date: LedgerContract.day(day, milliseconds: 123), notes: notes)
  }
}
