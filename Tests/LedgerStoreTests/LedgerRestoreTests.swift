import BitpalTesting
import Foundation
import GRDB
@testable import LedgerStore
import Portfolio
import Testing

/// Restoring loses nothing that was confirmed, whatever happens meanwhile.
@Suite struct LedgerRestoreTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let copy: String
  let kept: String
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    copy = folder.path + "/copy.sqlite"
    kept = folder.path + "/kept.sqlite"
    try ledger.apply(.add([try buy(1)]), now: now)
    try ledger.backups.copy(to: copy)
  }

  @Test
  func `2: what others write between copy and swap is kept`() throws {
    let (path, copy, kept, now) = (folder.ledgerPath, copy, kept, now)
    let turn = Turn()
    let results = try concurrently(4) { () -> [UUID] in
      var confirmed: [UUID] = []
      let isRestorer = turn.next() == 0
      for _ in 0..<8 {
        let own = SQLiteLedger(path: path)
        if isRestorer {
          _ = try own.backups.restore(from: copy, keepingReplacedAt: kept)
        } else {
          let row = try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(2))
          try own.apply(.add([row]), now: now)
          confirmed.append(row.id)
        }
      }
      return confirmed
    }
    var found = Set(try ledger.transactions().map(\.id))
    for name in try folder.names() where name.hasPrefix("kept") && name.hasSuffix(".sqlite") {
      found.formUnion(try SQLiteLedger(path: folder.path + "/" + name).transactions().map(\.id))
    }
    #expect(Set(results.flatMap { $0 }).subtracting(found) == [])
    #expect(try ledger.verifyStorage(now: now).faults == [])
  }

  @Test
  func `2: two within a second keep both copies`() throws {
    try ledger.apply(.add([try buy(2)]), now: now)
    #expect(try ledger.backups.restore(from: copy, keepingReplacedAt: kept).replaced == kept)
    let second = try #require(
      try ledger.backups.restore(from: copy, keepingReplacedAt: kept).replaced)
    #expect(second == folder.path + "/kept-2.sqlite")
    #expect(try SQLiteLedger(path: kept).transactions().count == 2)
    #expect(try SQLiteLedger(path: second).transactions().count == 1)
  }

  @Test
  func `2: a failed restore over a damaged ledger leaves it as it was`() throws {
    let damaged = SQLiteLedger(path: folder.path + "/damaged.sqlite")
    let bytesBefore = Data("not a ledger any more".utf8)
    try put(bytesBefore, at: damaged.path)
    try DatabaseQueue(path: copy).write { try $0.execute(sql: "DELETE FROM change") }
    #expect(throws: LedgerStoreError.self) { try damaged.backups.restore(from: copy) }
    #expect(try bytes(damaged.path) == bytesBefore)
    #expect(throws: LedgerStoreError.self) { try damaged.transactions() }
    #expect(try folder.names().filter { $0.contains(".new-") || $0.contains(".damaged-") } == [])
  }

  @Test func `restoring through a link reads the log of the file that it leads to`() throws {
    let other = SQLiteLedger(path: folder.path + "/other.sqlite")
    let link = folder.path + "/link.sqlite"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path + "/other.sqlite")
    // A reader keeps the log from being merged.
    try other.apply(.add([try buy(1)]), now: now)
    try other.atOneInstant {
      let writer = SQLiteLedger(path: folder.path + "/other.sqlite")
      try writer.apply(.add([try buy(2)]), now: now)
      #expect(try ledger.backups.restore(from: link).transactions == 2)
    }
  }

  @Test func `restoring a ledger's file leaves nothing next to it`() throws {
    let taken = folder.path + "/taken.sqlite"
    try FileManager.default.copyItem(atPath: folder.ledgerPath, toPath: taken)
    let before = try folder.names()
    #expect(try ledger.backups.restore(from: taken).transactions == 1)
    #expect(try folder.names().filter { $0.hasPrefix("taken") } == ["taken.sqlite"], "\(before)")
  }

  @Test func `a restored ledger is sound and its version is higher`() throws {
    for day in 2..<6 { try ledger.apply(.add([try buy(day)]), now: now) }
    let version = try ledger.version()
    try ledger.backups.restore(from: copy)
    #expect(try ledger.version() > version)
    #expect(try ledger.count() == 1)
    #expect(try ledger.verifyStorage(now: now).faults == [])
    #expect(try ledger.undo(now: now)?.rows.count == 1)
  }

  @Test(arguments: ["gone", "damaged"])
  func `what is restored where there is no sound ledger is sound at once`(_ state: String) throws {
    if state == "damaged" {
      try Data("scribbled".utf8).write(to: URL(fileURLWithPath: folder.ledgerPath))
    } else {
      try FileManager.default.removeItem(atPath: folder.ledgerPath)
    }
    for ending in ["-wal", "-shm"] {
      let tail = folder.ledgerPath + ending
      if FileManager.default.fileExists(atPath: tail) {
        try FileManager.default.removeItem(atPath: tail)
      }
    }
    let fresh = SQLiteLedger(path: folder.ledgerPath)
    try fresh.backups.restore(from: copy)
    #expect(try fresh.verifyStorage(now: now).faults == [])
    #expect(try fresh.transactions().count == 1)
  }

  @Test
  func `3: the first write on a nearly full disk`() throws {
    let fresh = SQLiteLedger(path: folder.path + "/fresh.sqlite")
    let sale = try LedgerContract.transaction(.sell, "1", on: LedgerContract.day(1))
    #expect(throws: PortfolioError.self) { try fresh.apply(.add([sale]), now: now) }
    let alone = folder.path + "/alone.sqlite"
    try put(try bytes(fresh.path), at: alone)
    #expect(try SQLiteLedger(path: alone).transactions() == [])
  }

  @Test func `18: a database that is a FIFO`() throws {
    let pipe = folder.path + "/pipe.sqlite"
    try #require(mkfifo(pipe, 0o600) == 0)
    let error = LedgerStoreError.notAFile(pipe)
    #expect(throws: error) { try SQLiteLedger(path: pipe).transactions() }
    #expect(throws: error) { try SQLiteLedger(path: pipe).apply(.add([try buy(1)]), now: now) }
    #expect(throws: error) { try ledger.backups.restore(from: pipe) }
    #expect(throws: error) { try ledger.backups.copy(to: pipe) }
    #expect(throws: LedgerStoreError.notAFile(folder.path)) {
      try SQLiteLedger(path: folder.path).transactions()
    }
  }

  @Test func `19: killed writes leave unfinished files`() throws {
    let names = ["copy.sqlite.new-oldone", "copy.sqlite.new-newone", "copy.sqlite.mine"]
    for name in names { try put(Data("x".utf8), at: folder.path + "/" + name) }
    var times = [
      timeval(tv_sec: time(nil) - 120, tv_usec: 0), timeval(tv_sec: time(nil) - 120, tv_usec: 0),
    ]
    for name in [names[0], names[2]] {
      try #require(utimes(folder.path + "/" + name, &times) == 0)
    }
    try ledger.backups.copy(to: copy)
    let left = try folder.names()
    #expect(!left.contains(names[0]))
    #expect(left.contains(names[1]))
    #expect(left.contains(names[2]))
  }

  @Test func `a day's backup is made before the write where it takes no time`() throws {
    #expect(try ledger.backups.cloneOncePerDay(into: folder.path, day: "2026-01-01"))
    #expect(try ledger.backups.cloneOncePerDay(into: folder.path, day: "2026-01-01"))
    let made = folder.path + "/BitpalShared-2026-01-01.sqlite"
    #expect(try SQLiteLedger(path: made).transactions().count == 1)
  }

  @Test func `a large ledger is cloned where the file system can and else left for later`() throws {
    let made = folder.path + "/BitpalShared-2026-01-01.sqlite"
    let before = Set(try folder.names())
    let isCloned = try ledger.backups.cloneOncePerDay(
      into: folder.path, day: "2026-01-01", copyingUpTo: 0)
    #expect(isCloned == LedgerFile.canClone(in: folder.path))
    if !isCloned {
      // Nothing is started that would need waiting or cleanup.
      #expect(Set(try folder.names()) == before)
      try ledger.backups.copyOncePerDay(into: folder.path, day: "2026-01-01")
    }
    let copy = SQLiteLedger(path: made)
    #expect(try copy.transactions() == ledger.transactions())
    #expect(try copy.version() == ledger.version())
    #expect(try !folder.names().contains { $0.contains(".new-") })
    try ledger.apply(.add([try buy(2)]), now: now)
    #expect(try SQLiteLedger(path: made).transactions().count == 1)
  }

  @Test func `a ledger that is gone says so`() throws {
    #expect(try !ledger.isGone())
    for name in try folder.names() where name.hasPrefix("BitpalShared") {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
    #expect(try ledger.isGone())
    #expect(try !SQLiteLedger(path: folder.ledgerPath).isGone())
  }

  private func buy(_ day: Int) throws -> Transaction {
    try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(day))
  }
}
