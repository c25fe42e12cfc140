import BitpalTesting
import Foundation
import GRDB
import LedgerStore
import Portfolio
import Synchronization
import Testing

/// Backups of the ledger, and restoring them.
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

  @Test func `a backup is one private file that holds everything`() throws {
    let rows = [try buy(1), try buy(2)]
    try ledger.apply(.add(rows), now: now)
    try ledger.backups.copy(to: copy)
    #expect(try mode(of: copy) == 0o600)
    let beside = try folder.names().filter { !$0.hasPrefix("BitpalShared") }
    #expect(beside == ["copy.sqlite"])
    let read = SQLiteLedger(path: copy)
    #expect(try read.transactions() == rows)
    #expect(try read.undo(now: now)?.rows.count == 2)
  }

  @Test func `a backup copied by hand is a ledger that shares again`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backups.copy(to: copy)
    #expect(try DatabaseQueue(path: copy).pragma("journal_mode") == "delete")
    try SQLiteLedger(path: copy).apply(.add([try buy(2)]), now: now)
    #expect(try DatabaseQueue(path: copy).pragma("journal_mode") == "wal")
    #expect(try SQLiteLedger(path: copy).transactions().count == 2)
  }

  @Test func `a backup replaces an older one`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backups.copy(to: copy)
    try ledger.apply(.add([try buy(2)]), now: now)
    try ledger.backups.copy(to: copy)
    #expect(try SQLiteLedger(path: copy).transactions().count == 2)
  }

  @Test func `a backup needs a ledger a folder and another name`() throws {
    #expect(throws: LedgerStoreError.missing(folder.ledgerPath)) {
      try ledger.backups.copy(to: copy)
    }
    try ledger.apply(.add([try buy(1)]), now: now)
    #expect(throws: LedgerStoreError.folderMissing(folder.path + "/none")) {
      try ledger.backups.copy(to: folder.path + "/none/copy.sqlite")
    }
    #expect(throws: LedgerStoreError.isTheLedger(ledger.path)) {
      try ledger.backups.copy(to: folder.path + "/./BitpalShared.sqlite")
    }
    #expect(throws: LedgerStoreError.isTheLedger(ledger.path)) {
      try ledger.backups.restore(from: folder.path + "/./BitpalShared.sqlite")
    }
  }

  @Test func `a backup among writers holds whole batches`() throws {
    let (path, now) = (folder.ledgerPath, now)
    try ledger.apply(.add([try buy(1), try buy(1)]), now: now)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        for _ in 0..<10 {
          let own = SQLiteLedger(path: path)
          if worker == 0 {
            try own.backups.copy(to: copy)
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

  @Test func `restoring brings back what was saved for everybody`() throws {
    let rows = [try buy(1), try buy(2)]
    try ledger.apply(.add(rows), now: now)
    try ledger.backups.copy(to: copy)
    try ledger.apply(.delete(rows[0].id), now: now)
    let other = SQLiteLedger(path: folder.ledgerPath)
    #expect(try other.transactions() == [rows[1]])
    let versions = (try ledger.dataVersion(), try other.dataVersion())

    try ledger.backups.restore(from: copy)
    #expect(try other.transactions() == rows)
    #expect(try ledger.transactions() == rows)
    #expect(try ledger.dataVersion() > versions.0)
    #expect(try other.dataVersion() > versions.1)
    #expect(try ledger.redo(now: now) == nil)
    #expect(try mode(of: ledger.path) == 0o600)
    #expect(try DatabaseQueue(path: ledger.path).pragma("journal_mode") == "wal")
  }

  @Test func `restoring makes a ledger where there is none`() throws {
    let row = try buy(1)
    let source = SQLiteLedger(path: folder.path + "/source.sqlite")
    try source.apply(.add([row]), now: now)
    try source.backups.copy(to: copy)
    try ledger.backups.restore(from: copy)
    #expect(try ledger.transactions() == [row])
  }

  @Test func `a damaged ledger is moved aside by restoring`() throws {
    let row = try buy(1)
    try SQLiteLedger(path: ledger.path).apply(.add([row]), now: now)
    try SQLiteLedger(path: ledger.path).backups.copy(to: copy)
    for number in 1...2 {
      let damaged = Data("damaged \(number)".utf8)
      try #require(unlink(ledger.path) == 0)
      try put(damaged, at: ledger.path)
      try put(Data("journal \(number)".utf8), at: ledger.path + "-wal")
      try SQLiteLedger(path: ledger.path).backups.restore(from: copy)
      #expect(try SQLiteLedger(path: ledger.path).transactions() == [row])
      let aside = "\(ledger.path).damaged-\(number)"
      #expect(try bytes(aside) == damaged)
      #expect(try bytes(aside + "-wal") == Data("journal \(number)".utf8))
    }
  }

  @Test func `a file that is no sound ledger is not restored`() throws {
    let row = try buy(1)
    try ledger.apply(.add([row]), now: now)
    try ledger.backups.copy(to: copy)
    try DatabaseQueue(path: copy).write {
      try $0.execute(sql: "UPDATE change SET label = 'much'")
    }
    let text = folder.path + "/text"
    try put(Data("no ledger".utf8), at: text)
    let foreign = folder.path + "/foreign"
    try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE song (title)") }

    #expect(throws: LedgerStoreError.missing(folder.path + "/none")) {
      try ledger.backups.restore(from: folder.path + "/none")
    }
    #expect(throws: LedgerStoreError.notALedger(foreign)) {
      try ledger.backups.restore(from: foreign)
    }
    for path in [copy, text] {
      let error = #expect(throws: LedgerStoreError.self) { try ledger.backups.restore(from: path) }
      guard case .damaged(path, _) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
    }
    #expect(try ledger.transactions() == [row])
  }

  @Test func `the first write of a day is preceded by a backup and seven are kept`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try put(Data(), at: folder.path + "/BitpalShared-of-mine.sqlite")
    for day in 1...9 {
      try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-0\(day)")
    }
    let ninth = folder.path + "/BitpalShared-2026-01-09.sqlite"
    let before = try bytes(ninth)
    try ledger.apply(.add([try buy(2)]), now: now)
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-09")
    #expect(try bytes(ninth) == before)
    #expect(try SQLiteLedger(path: ninth).transactions().count == 1)
    #expect(
      try folder.names().filter { $0.hasPrefix("BitpalShared-") }
        == (3...9).map { "BitpalShared-2026-01-0\($0).sqlite" } + ["BitpalShared-of-mine.sqlite"])
  }

  @Test func `a day's backup that another process makes is not made twice`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(other, LOCK_EX) == 0)
    #expect(try !ledger.backups.cloneOncePerDay(into: folder.path, day: "2026-01-01"))
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    #expect(try dailyBackups() == [])
    close(other)
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    #expect(try dailyBackups() == ["2026-01-01"])
  }

  @Test func `a wrong clock costs no real day its backup`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    let days = (2040...2047).map { "\($0)-01-01" } + (1...5).map { "2026-05-0\($0)" }
    for day in days { try ledger.backups.copyOncePerDay(into: folder.path, day: day) }
    #expect(try dailyBackups() == days.suffix(7).sorted())
    // A single clock jump no longer matters after seven days.
    for day in 6...7 {
      try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-05-0\(day)")
    }
    #expect(try dailyBackups() == (1...7).map { "2026-05-0\($0)" })
  }

  @Test func `only daily backups of this ledger are removed`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    // A user's file with the name of a daily backup; a daily backup under another day; an
    // unreadable one; and one of the ledger that was here before.
    try ledger.backups.copy(to: daily("2020-01-01"))
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    try put(try bytes(daily("2026-01-01")), at: daily("2020-01-02"))
    try put(try bytes(daily("2026-01-01")).prefix(5000), at: daily("2020-01-03"))
    let former = SQLiteLedger(path: folder.path + "/former.sqlite")
    try former.apply(.add([try buy(1)]), now: now)
    try former.backups.copyOncePerDay(into: folder.path, day: "2020-01-04")
    for day in 2...9 {
      try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-0\(day)")
    }
    #expect(
      try dailyBackups()
        == (1...4).map { "2020-01-0\($0)" } + (3...9).map { "2026-01-0\($0)" })
  }

  @Test func `a restored daily backup is a ledger like any other`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    let backup = daily("2026-01-01")
    #expect(BackupReport(reading: backup).day == "2026-01-01")
    #expect(try SQLiteLedger(path: backup).checkIntegrity() == [])
    try ledger.backups.restore(from: backup)
    try ledger.backups.copy(to: copy)
    #expect(BackupReport(reading: copy).day == nil)
    // A manual copy is not a daily backup either, nor is a copy of it.
    let byHand = SQLiteLedger(path: folder.path + "/hand.sqlite")
    try put(try bytes(backup), at: byHand.path)
    try byHand.apply(.add([try buy(2)]), now: now)
    #expect(try byHand.verifyStorage(now: now).faults == [])
    try byHand.backups.copy(to: copy)
    #expect(BackupReport(reading: copy).day == nil)
  }

  @Test(arguments: [
    (5000, "malformed"), (4096, "malformed"), (100, "malformed"), (0, "the file is empty"),
  ])
  func `a backup that could not be restored is named`(size: Int, fault: String) throws {
    try ledger.apply(.add([try buy(1), try buy(2)]), now: now)
    try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    let backup = daily("2026-01-01")
    let whole = try bytes(backup)
    #expect(BackupReport(reading: backup).fault == nil)
    try put(whole.prefix(size), at: backup)
    let found = BackupReport(reading: backup).fault
    #expect(found?.contains(fault) == true, "\(found ?? "nothing")")
  }

  @Test func `a page that was scribbled on is found`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backups.copy(to: copy)
    // The root page of an index, which only the check of the whole file reads.
    let page = try #require(
      try DatabaseQueue(path: copy).read {
        try Int.fetchOne(
          $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'ledgerTransactionById'")
      })
    var whole = try bytes(copy)
    let start = (page - 1) * 4096
    whole.replaceSubrange(start..<start + 64, with: Data(repeating: 7, count: 64))
    try put(whole, at: copy)
    #expect(BackupReport(reading: copy).fault?.contains("\(page)") == true)
  }

  @Test func `a backup whose journal lost its end is named and nothing is made next to it`() throws
  {
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.apply(.add([try buy(2)]), now: now)
    try ledger.backups.copy(to: copy)
    let queue = try DatabaseQueue(path: copy)
    try queue.write { try $0.execute(sql: "UPDATE change SET label = 'x' WHERE sequence = 2") }
    try queue.close()
    let names = try folder.names()
    #expect(
      BackupReport(reading: copy).fault == "the journal does not end where it was last written")
    #expect(try folder.names() == names)
  }

  @Test func `a copy is made where there is room and leaves nothing`() throws {
    try ledger.apply(.add([try buy(1)]), now: now)
    let other = try TemporaryFolder()
    let file = try ledger.backups.openCopy(in: [folder.path + "/none", "/proc", other.path])
    let content = try FileHandle(fileDescriptor: file, closeOnDealloc: true).readToEnd()
    try put(try #require(content), at: copy)
    #expect(BackupReport(reading: copy).fault == nil)
    #expect(try SQLiteLedger(path: copy).transactions().count == 1)
    #expect(try other.names() == [])
    #expect(throws: LedgerStoreError.folderMissing(folder.path + "/none")) {
      try ledger.backups.openCopy(in: [folder.path + "/none", "/proc"])
    }
  }

  private func daily(_ day: String) -> String { "\(folder.path)/BitpalShared-\(day).sqlite" }

  /// The days in the names of daily backups.
  private func dailyBackups() throws -> [String] {
    try folder.names().filter { $0.hasPrefix("BitpalShared-") && $0.hasSuffix(".sqlite") }
      .map { String($0.dropFirst(13).dropLast(7)) }
  }

  private func buy(_ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(day))
  }
}
