import BitpalTesting
import Exact
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Testing

/// Databases written by the first release, opened by the current version.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let now = Date(timeIntervalSince1970: 1_900_000_000)

  init() throws { folder = try TemporaryFolder() }

  static let fixtures = [
    "v1-empty", "v1-sample", "v1-imports", "v1-edited", "v1-many", "ledger-v1",
  ]

  @Test(arguments: fixtures)
  func `every row keeps its figures and its place`(fixture: String) throws {
    let ledger = try opened(fixture)
    let old = try oldRows(fixture)
    let rows = try ledger.transactions()
    #expect(rows.count == old.count)
    for (row, old) in zip(rows, old) {
      #expect(row.id.uuidString == old["id"])
      #expect(row.coinId == old["coinId"])
      #expect(row.type.rawValue == old["type"])
      #expect(row.amount.description == old["amount"])
      #expect(row.pricePerCoin.description == old["pricePerCoin"])
      #expect("\(row.date.millisecondsSince1970)" == old["date"])
    }
  }

  @Test(arguments: fixtures)
  func `the migrated ledger is sound`(fixture: String) throws {
    let ledger = try opened(fixture)
    let count = try ledger.transactions().count
    try ledger.apply(
      .add([
        Transaction(coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 1, date: now)
      ]), now: now)
    let report = try ledger.verifyStorage(now: now)
    #expect(report.faults == [])
    #expect(report.transactions == count + 1)
  }

  @Test(arguments: fixtures)
  func `the ledger as it was is kept next to it`(fixture: String) throws {
    let old = try oldRows(fixture)
    _ = try opened(fixture).transactions()
    let kept = folder.path + "/BitpalShared-before-schema-9.sqlite"
    #expect(try DatabaseQueue(path: kept).pragma("user_version") == "1")
    #expect(try rows(of: kept) == old)
    #expect(try mode(of: kept) == 0o600)
  }

  @Test func `the copy goes to the folder of backups where there is one`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Backups", withIntermediateDirectories: false)
    _ = try opened("v1-sample").transactions()
    #expect(try folder.names().contains("BitpalShared-before-schema-9.sqlite") == false)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Backups")
        == ["BitpalShared-before-schema-9.sqlite"])
  }

  @Test func `references totals and fees move from the notes of imports`() throws {
    let rows = try opened("v1-imports").transactions()
    let kraken = try #require(rows.first { $0.reference?.id == "TAAAA3-AAAAA-AAAAAA" })
    #expect(kraken.reference?.source == "kraken")
    #expect(kraken.notes == nil)
    #expect(kraken.payment == MoneyAmount(amount: exact("766.66"), currency: "USD"))
    #expect(kraken.fee == TransactionFee(amount: exact("1.23"), currency: "USD"))
    #expect(kraken.total == exact("765.43"))

    let coinbase = try #require(rows.first { $0.reference?.id == "cb1" })
    #expect(coinbase.notes == "Bought 0.03 BTC for 1300.55 USD")
    #expect(coinbase.payment?.amount == 1290)
    #expect(coinbase.total == exact("1300.55"))

    let withoutId = try #require(
      rows.first { $0.pricePerCoin == exact("43043.043043043043043043043043043043043") })
    #expect(withoutId.reference == nil)
    #expect(withoutId.payment?.amount == 12900)
    // A fee in coins changed the amount; it has no column, so it is in the notes.
    #expect(withoutId.notes == "fee 0.0003 BTC")
  }

  @Test func `both halves of a swap keep its reference`() throws {
    let halves = try opened("v1-imports").transactions().filter { $0.reference?.id == "cb2" }
    #expect(halves.map(\.type) == [.sell, .buy])
    #expect(
      halves.map(\.notes) == [
        "Converted 0.01 BTC to 0.19 ETH; for 0.19 ETH",
        "Converted 0.01 BTC to 0.19 ETH; for 0.01 BTC",
      ])
  }

  @Test func `the user's own notes stay byte for byte`() throws {
    let notes = try opened("v1-sample").transactions().map(\.notes)
    #expect(
      notes.compactMap { $0 } == [
        "first 🪙", "", "line one\nline two", "fee 1 USD", "[not kraken] total 5 USD",
        "see [kraken] and [kraken TX1] there",
      ])
  }

  @Test func `what was edited keeps its reference and all words of the user`() throws {
    let rows = try opened("v1-edited").transactions()
    let renamed = try #require(rows.first { $0.reference?.id == "TAAAA4-AAAAA-AAAAAA" })
    #expect(renamed.notes == "my own words")
    let repriced = try #require(rows.first { $0.reference?.id == "TAAAA1-AAAAA-AAAAAA" })
    #expect(repriced.pricePerCoin == 43001)
    #expect(repriced.total == exact("4300.1"))
  }

  @Test func `what could be undone and redone still can`() throws {
    let ledger = try opened("v1-edited")
    let before = try ledger.transactions()
    let redone = try #require(try ledger.redo(now: now))
    #expect(redone.rows.map(\.after?.coinId) == ["bitcoin"])
    _ = try #require(try ledger.redo(now: now))
    #expect(try ledger.redo(now: now) == nil)
    var undone = 0
    while try ledger.undo(now: now) != nil { undone += 1 }
    #expect(undone == 8)
    #expect(try ledger.transactions() == [])
    #expect(try ledger.verifyStorage(now: now).faults == [])
    for _ in 0..<6 { _ = try ledger.redo(now: now) }
    #expect(try ledger.transactions() == before)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test func `33: an older schema is called damage`() throws {
    let ledger = try opened("v1-sample")
    #expect(try ledger.checkIntegrity() == [])
  }

  @Test func `an older backup is restored and stays as it is`() throws {
    let backup = folder.path + "/old.sqlite"
    try put(try bytes(Self.path("v1-imports")), at: backup)
    let before = try bytes(backup)
    let ledger = SQLiteLedger(path: folder.ledgerPath)
    try ledger.backups.restore(from: backup)
    #expect(try ledger.transactions().count == 14)
    #expect(try bytes(backup) == before)
  }

  @Test func `many that open an old ledger at once migrate it once`() throws {
    try copy("v1-many")
    let path = folder.ledgerPath
    let counts = try concurrently(8) { try SQLiteLedger(path: path).transactions().count }
    #expect(counts == Array(repeating: 1_500, count: 8))
    let ledger = SQLiteLedger(path: path)
    try ledger.apply(.delete(try #require(try ledger.transactions().last?.id)), now: now)
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  private func opened(_ fixture: String) throws -> SQLiteLedger {
    try copy(fixture)
    return SQLiteLedger(path: folder.ledgerPath)
  }

  private func copy(_ fixture: String) throws {
    try put(try bytes(Self.path(fixture)), at: folder.ledgerPath)
  }

  private static func path(_ fixture: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(fixture).sqlite").path
  }

  /// The rows as stored in schema 1, in ledger order.
  private func oldRows(_ fixture: String) throws -> [[String: String]] {
    let copy = folder.path + "/original.sqlite"
    try put(try bytes(Self.path(fixture)), at: copy)
    return try rows(of: copy)
  }

  private func rows(of path: String) throws -> [[String: String]] {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, coinId, type, amount, pricePerCoin, CAST(date AS TEXT) AS date
          FROM ledgerTransaction ORDER BY ledgerTransaction.date, sequence
          """
      ).map { row in
        Dictionary(uniqueKeysWithValues: row.map { ($0, String.fromDatabaseValue($1) ?? "") })
      }
    }
  }
}
