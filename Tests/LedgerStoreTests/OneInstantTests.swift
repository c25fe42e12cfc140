import BitpalTesting
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Testing

/// Several reads that belong to one snapshot.
@Suite struct OneInstantTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let rival: SQLiteLedger
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    rival = SQLiteLedger(path: folder.ledgerPath)
  }

  @Test func `what is written meanwhile is seen afterwards`() throws {
    try buy(rival)
    try ledger.atOneInstant {
      for _ in 1...3 {
        try buy(rival)
        #expect(try ledger.version() == 1)
        #expect(try ledger.transactions().count == 1)
        let count = try ledger.atOneInstant { try ledger.count() }
        #expect(count == 1)
        #expect(try ledger.verifyStorage(now: now).transactions == 1)
      }
    }
    #expect(try ledger.version() == 4)
    #expect(try ledger.verifyStorage(now: now).transactions == 4)
  }

  @Test func `a ledger that is moved away meanwhile is still the one that was`() throws {
    try buy(rival)
    let count = try ledger.atOneInstant {
      for tail in ["", "-wal", "-shm"] { rename(ledger.path + tail, ledger.path + ".old" + tail) }
      return try ledger.transactions().count
    }
    #expect(count == 1)
    #expect(try ledger.transactions() == [])
  }

  @Test func `a ledger that is founded meanwhile is not there`() throws {
    try ledger.atOneInstant {
      try buy(rival)
      #expect(try ledger.transactions() == [])
      #expect(try ledger.verifyStorage(now: now).transactions == 0)
    }
    #expect(try ledger.transactions().count == 1)
  }

  @Test func `what is thrown ends the instant`() throws {
    try buy(rival)
    #expect(throws: CancellationError.self) {
      try ledger.atOneInstant { throw CancellationError() }
    }
    try buy(rival)
    #expect(try ledger.transactions().count == 2)
  }

  private func buy(_ ledger: SQLiteLedger) throws {
    try ledger.apply(
      .add([try LedgerContract.transaction(.buy, "1", on: LedgerContract.day(1))]), now: now)
  }
}
