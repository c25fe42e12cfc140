import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Synchronization
import Testing

/// Copies of the ledger and the way back.
@Suite struct LedgerBackupTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let copy: String
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    copy = folder.path + "/copy.sqlite"
  }

  @Test func aBackupIsOnePrivateFileThatHoldsEverything() throws {
    let rows = [try buy(1), try buy(2)]
    try ledger.apply(.add(rows), now: now)
    try ledger.backUp(to: copy)
    #expect(try mode(of: copy) == 0o600)
    let beside = try folder.names().filter { !$0.hasPrefix("BitpalShared") }
    #expect(beside == ["copy.sqlite"])
    let read = SQLiteLedger(path: copy)
    #expect(try read.transactions() == rows)
    #expect(try read.undo(now: now)?.rows.count == 2)
  }

  @Test func aBackupCopiedByHandIsALedgerThatSharesAgain() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backUp(to: copy)
    #expect(try DatabaseQueue(path: copy).pragma("journal_mode") == "delete")
    try SQLiteLedger(path: copy).apply(.add([try buy(2)]), now: now)
    #expect(try DatabaseQueue(path: copy).pragma("journal_mode") == "wal")
    #expect(try SQLiteLedger(path: copy).transactions().count == 2)
  }

  @Test func aBackupReplacesAnOlderOne() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backUp(to: copy)
    try ledger.apply(.add([try buy(2)]), now: now)
    try ledger.backUp(to: copy)
    #expect(try SQLiteLedger(path: copy).transactions().count == 2)
  }

  @Test func aBackupNeedsALedgerAFolderAndAnotherName() throws {
    #expect(throws: LedgerStoreError.missing(folder.ledgerPath)) { try ledger.backUp(to: copy) }
    try ledger.apply(.add([try buy(1)]), now: now)
    #expect(throws: LedgerStoreError.folderMissing(folder.path + "/none")) {
      try ledger.backUp(to: folder.path + "/none/copy.sqlite")
    }
    #expect(throws: LedgerStoreError.isTheLedger(ledger.path)) {
      try ledger.backUp(to: folder.path + "/./BitpalShared.sqlite")
    }
    #expect(throws: LedgerStoreError.isTheLedger(ledger.path)) {
      try ledger.restore(from: folder.path + "/./BitpalShared.sqlite")
    }
  }

  @Test func aBackupAmongWritersHoldsWholeBatches() throws {
    let (path, now) = (folder.ledgerPath, now)
    try ledger.apply(.add([try buy(1), try buy(1)]), now: now)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        for _ in 0..<10 {
          let own = SQLiteLedger(path: path)
          if worker == 0 {
            try own.backUp(to: copy)
            let count = try SQLiteLedger(path: copy).transactions().count
            if count % 2 != 0 { failures.withLock { $0.append("half a batch was copied") } }
          } else {
            try own.apply(.add([try buy(1), try buy(1)]), now: now)
          }
        }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try ledger.transactions().count == 42)
  }

  @Test func restoringBringsBackWhatWasSavedForEverybody() throws {
    let rows = [try buy(1), try buy(2)]
    try ledger.apply(.add(rows), now: now)
    try ledger.backUp(to: copy)
    try ledger.apply(.delete(rows[0].id), now: now)
    let other = SQLiteLedger(path: folder.ledgerPath)
    #expect(try other.transactions() == [rows[1]])
    let versions = (try ledger.dataVersion(), try other.dataVersion())

    try ledger.restore(from: copy)
    #expect(try other.transactions() == rows)
    #expect(try ledger.transactions() == rows)
    #expect(try ledger.dataVersion() > versions.0)
    #expect(try other.dataVersion() > versions.1)
    #expect(try ledger.redo(now: now) == nil)
    #expect(try mode(of: ledger.path) == 0o600)
    #expect(try DatabaseQueue(path: ledger.path).pragma("journal_mode") == "wal")
  }

  @Test func restoringMakesALedgerWhereThereIsNone() throws {
    let row = try buy(1)
    let source = SQLiteLedger(path: folder.path + "/source.sqlite")
    try source.apply(.add([row]), now: now)
    try source.backUp(to: copy)
    try ledger.restore(from: copy)
    #expect(try ledger.transactions() == [row])
  }

  @Test func aDamagedLedgerIsMovedAsideByRestoring() throws {
    let row = try buy(1)
    try SQLiteLedger(path: ledger.path).apply(.add([row]), now: now)
    try SQLiteLedger(path: ledger.path).backUp(to: copy)
    for number in 1...2 {
      let damaged = Data("damaged \(number)".utf8)
      try #require(unlink(ledger.path) == 0)
      try put(damaged, at: ledger.path)
      try put(Data("journal \(number)".utf8), at: ledger.path + "-wal")
      try SQLiteLedger(path: ledger.path).restore(from: copy)
      #expect(try SQLiteLedger(path: ledger.path).transactions() == [row])
      let aside = "\(ledger.path).damaged-\(number)"
      #expect(try bytes(aside) == damaged)
      #expect(try bytes(aside + "-wal") == Data("journal \(number)".utf8))
    }
  }

  @Test func aFileThatIsNoSoundLedgerIsNotRestored() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    try ledger.backUp(to: copy)
    try DatabaseQueue(path: copy).write {
      try $0.execute(sql: "UPDATE change SET label = 'much'")
    }
    let text = folder.path + "/text"
    try put(Data("no ledger".utf8), at: text)
    let foreign = folder.path + "/foreign"
    try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE song (title)") }

    #expect(throws: LedgerStoreError.missing(folder.path + "/none")) {
      try ledger.restore(from: folder.path + "/none")
    }
    #expect(throws: LedgerStoreError.notALedger(foreign)) { try ledger.restore(from: foreign) }
    for path in [copy, text] {
      let error = #expect(throws: LedgerStoreError.self) { try ledger.restore(from: path) }
      guard case .damaged(path, _) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
    }
    #expect(try ledger.transactions() == [row])
  }

  @Test func theFirstWriteOfADayIsPrecededByABackupAndSevenAreKept() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try put(Data(), at: folder.path + "/BitpalShared-of-mine.sqlite")
    for day in 1...9 { try ledger.backUpOncePerDay(into: folder.path, day: "2026-01-0\(day)") }
    let ninth = folder.path + "/BitpalShared-2026-01-09.sqlite"
    let before = try bytes(ninth)
    try ledger.apply(.add([try buy(2)]), now: now)
    try ledger.backUpOncePerDay(into: folder.path, day: "2026-01-09")
    #expect(try bytes(ninth) == before)
    #expect(try SQLiteLedger(path: ninth).transactions().count == 1)
    #expect(
      try folder.names().filter { $0.hasPrefix("BitpalShared-") }
        == (3...9).map { "BitpalShared-2026-01-0\($0).sqlite" } + ["BitpalShared-of-mine.sqlite"])
  }

  private func buy(_ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(day))
  }
}
