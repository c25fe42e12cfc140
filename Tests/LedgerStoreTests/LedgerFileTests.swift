import BitpalTesting
import Foundation
import LedgerStore
import Portfolio
import Testing

/// How the ledger treats its file and folder.
@Suite struct LedgerFileTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `reading a missing file creates nothing`() throws {
    #expect(try ledger.transactions() == [])
    #expect(try ledger.undo(now: now) == nil)
    #expect(try ledger.redo(now: now) == nil)
    #expect(try ledger.checkIntegrity() == [])
    _ = try ledger.dataVersion()
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    #expect(try folder.names() == [])
  }

  @Test func `a missing folder reads as empty and is named on writing`() throws {
    let gone = SQLiteLedger(path: folder.path + "/none/BitpalShared.sqlite")
    #expect(try gone.transactions() == [])
    #expect(throws: LedgerStoreError.folderMissing(folder.path + "/none")) {
      try gone.apply(.add([try buy()]), now: now)
    }
  }

  @Test func `the file is private from the start`() throws {
    try ledger.apply(.add([try buy()]), now: now)
    let names = try folder.names()
    #expect(names.contains("BitpalShared.sqlite"))
    #expect(names.contains("BitpalShared.sqlite-wal"))
    for name in names { #expect(try mode(of: folder.path + "/" + name) == 0o600, "\(name)") }
  }

  @Test func `a closed ledger is one file`() throws {
    try SQLiteLedger(path: folder.ledgerPath).apply(.add([try buy()]), now: now)
    #expect(try folder.names() == ["BitpalShared.sqlite"])
  }

  @Test func `a refused first change leaves an empty ledger`() throws {
    let sale = try LedgerContract.transaction(.sell, "1", on: LedgerContract.day(1))
    #expect(throws: PortfolioError.self) { try ledger.apply(.add([sale]), now: now) }
    #expect(try ledger.transactions() == [])
    #expect(try ledger.checkIntegrity() == [])
  }

  @Test func `a file removed under the ledger reads as empty and is made again`() throws {
    try ledger.apply(.add([try buy()]), now: now)
    let version = try ledger.dataVersion()
    for name in try folder.names() {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
    #expect(try ledger.transactions() == [])
    #expect(try ledger.dataVersion() > version)
    let row = try buy()
    try ledger.apply(.add([row]), now: now)
    #expect(try SQLiteLedger(path: folder.ledgerPath).transactions() == [row])
  }

  @Test func `a file replaced under the ledger is read again`() throws {
    let other = SQLiteLedger(path: folder.path + "/other.sqlite")
    let row = try buy()
    try other.apply(.add([row]), now: now)
    try other.backups.copy(to: folder.path + "/copy.sqlite")
    try SQLiteLedger(path: folder.ledgerPath).apply(.add([try buy()]), now: now)
    #expect(try ledger.transactions().count == 1)
    try #require(rename(folder.path + "/copy.sqlite", folder.ledgerPath) == 0)
    #expect(try ledger.transactions() == [row])
  }

  private func buy() throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1))
  }
}
