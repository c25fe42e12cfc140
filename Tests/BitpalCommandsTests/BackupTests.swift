import Application
import AppGroup
import BitpalTesting
import FoundationEssentials
import LedgerStore
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands
import ConfigurationFile

/// Backups on real files.
struct BackupTests {
  @Test func `the first write of a day keeps what the day began with`() throws {
    try withFolder { folder in
      let trades = ledger("buy 3 at 40000", "sell 1 at 50000", "buy 1 at 10")
      for (trade, time) in zip(trades, ["2026-04-27", "2026-04-28", "2026-04-28T12:00:00Z"]) {
        try context(folder, at: time).service.apply(.add([trade]), note: writeNote) {}
      }
      let backups = try context(folder, at: "2026-04-28").container.backups
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: backups)
          == ["BitpalShared-2026-04-28.sqlite"])
      let backup = SQLiteLedger(path: "\(backups)/BitpalShared-2026-04-28.sqlite")
      #expect(try backup.transactions() == [trades[0]])
    }
  }

  @Test
  func `a backup that fails is told and stops no write`() throws {
    try withFolder { folder in
      let trades = ledger("buy 3 at 40000", "sell 1 at 50000")
      try context(folder, at: "2026-04-27").service.apply(.add([trades[0]]), note: writeNote) {}
      let context = try context(folder, at: "2026-04-28")
      // A folder occupies the backup's name.
      try FileManager.default.createDirectory(
        atPath: "\(context.container.backups)/BitpalShared-2026-04-28.sqlite",
        withIntermediateDirectories: false)
      var notes: [String] = []
      try context.service.write(note: { notes.append($0.sentence) }) {
        try context.ledger.undo(now: context.now)
      } recorded: { step in
        #expect(step?.rows.count == 1 && notes.isEmpty)
      }
      #expect(notes.count == 1)
      #expect(
        notes.first?.hasPrefix("The change is recorded, but today's backup could not be made.")
          == true)
    }
  }

  @Test func `backups of one second replace no other`() throws {
    try withFolder { folder in
      let context = try context(folder, at: "2026-04-28")
      #expect(try context.backUp(to: nil) == nil)
      try context.service.apply(.add(ledger("buy 3 at 40000")), note: writeNote) {}
      let first = try #require(try context.backUp(to: folder))
      let second = try #require(try context.backUp(to: folder))
      #expect(first == "\(folder)/BitpalShared-2026-04-28-000000.sqlite")
      #expect(second == "\(folder)/BitpalShared-2026-04-28-000000-2.sqlite")
      #expect(try context.backUp(to: first) == first)
    }
  }

  @Test func `what is no file is never replaced`() {
    #expect(throws: CommandFailure.self) { try destination("/dev/null", named: "x") }
  }

  private func context(_ folder: String, at time: String) throws -> AppContext {
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    return AppContext(
      container: container, environment: [:], configuration: Configuration()
    ) { utc(time) }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-backup-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try body(folder)
  }
}
