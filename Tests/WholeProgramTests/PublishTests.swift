import Foundation
import Glibc
import Testing

/// What a user sees when a change is recorded and the widget files cannot be written.
struct PublishTests {
  @Test func aChangeThatIsRecordedIsNeverReportedAsFailed() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    try desk.blockWidgetFiles()
    let bought = try desk.bitpal("buy", "bitcoin", "2", "--price", "41000", "--date", "2025-01-03")
    #expect(bought.status == 0)
    #expect(bought.output.hasPrefix("Bought 2 bitcoin"))
    #expect(bought.complaints.contains("The change is recorded, but the widgets do not show it"))
    #expect(try desk.bitpal("undo").status == 0)
    #expect(try desk.bitpal("redo").status == 0)
    #expect(try desk.bitpal("export").output.split(separator: "\n").count == 3)
  }

  /// Whatever writes the widget files at the time may be slow, or stand still for ever.
  @Test(arguments: [
    ["buy", "solana", "1", "--price", "5", "--date", "2025-03-01"], ["undo"],
    ["import", "trades.csv"], ["restore", "backup.sqlite"],
  ])
  func aChangeIsSaidBeforeTheWidgetFilesAreWaitedFor(command: [String]) throws {
    let desk = try Desk()
    try desk.recordExample()
    _ = try desk.file(
      "trades.csv", "coin_id,type,amount,price,date\nsui,buy,1,2,2025-01-03\n")
    try desk.bitpal("backup", "\(desk.home)/backup.sqlite")
    let words = command.map { $0.contains(".") ? "\(desk.home)/\($0)" : $0 }
    // A restore takes the lock of its folder first.
    let lock = command[0] == "restore" ? "2" : "1"
    let said = "\(desk.home)/said"
    let process = try start(
      try desk.stopper(), ["flock", lock, desk.home, try Desk.program] + words,
      environment: desk.environment, output: said)
    #expect(exitStatus(of: process, WUNTRACED) == nil)
    let early = try String(contentsOfFile: said, encoding: .utf8)
    #expect(["Bought", "Undone", "Added", "Restored"].contains { early.contains($0) })
    kill(process, SIGCONT)
    #expect(exitStatus(of: process) == 0)
    #expect(try String(contentsOfFile: said, encoding: .utf8) == early)
  }

  @Test func aLockThatIsKeptIsNamedWithinSecondsAndKeepsNoChange() async throws {
    let desk = try Desk()
    try desk.recordExample()
    let prices = try desk.file("prices.json", #"{"bitcoin": "60000"}"#)
    let lock = open("\(desk.container)/.lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    let commands = [
      "buy": ["buy", "solana", "1", "--price", "5", "--date", "2025-03-01"],
      "refresh": ["refresh", "--prices", prices], "verify": ["verify"],
    ]
    let ended = try await withThrowingTaskGroup(of: (String, Ended).self) { group in
      for (name, words) in commands {
        group.addTask { (name, try await onThread { try desk.run(words) }) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let reason = "Kept locked by another bitpal: could not lock \(desk.container)/.lock. "
    #expect(ended["buy"]?.status == 0 && ended["buy"]?.output.hasPrefix("Bought 1 solana") == true)
    #expect(
      ended["buy"]?.complaints
        == "The change is recorded, but the widgets do not show it yet: \(reason)"
        + "End the one that hangs. `bitpal refresh` updates them.\n")
    #expect(ended["refresh"]?.status == 74)
    #expect(ended["refresh"]?.complaints == reason + "End the one that hangs.\n")
    // Reading takes no lock.
    #expect(ended["verify"]?.status == 0)
    let summary = try await onThread { try desk.bitpal("summary") }
    #expect(summary.status == 0 && summary.output.contains("0 of 2 priced"))
    #expect(summary.complaints.hasPrefix("The widgets do not show the newest change yet: "))
    flock(lock, LOCK_UN)
    #expect(try desk.bitpal("summary").complaints == "")
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func filesOfTheFirstVersionAreBehindAndNotCalledWrong() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try desk.rewrite(name) { text in
        text.replacing(#/,\s*"ledgerVersion": "1"/#, with: "")
      }
    }
    let verified = try desk.bitpal("verify")
    #expect(verified.status == 0, "\(verified.complaints)")
    #expect(verified.output.contains("refresh_data.json is behind the ledger"))
    try desk.bitpal("summary")
    #expect(try desk.bitpal("verify").output.contains("refresh_data.json equals a fresh"))
  }

  @Test func aLedgerThatLostItsNewestChangesIsNamed() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try desk.rewrite(name) {
        $0.replacing("\"ledgerVersion\": \"1\"", with: "\"ledgerVersion\": \"4\"")
      }
    }
    let verified = try desk.bitpal("verify")
    #expect(verified.status == 1)
    #expect(verified.complaints.contains("show 3 changes that the ledger does not hold"))
    #expect(try desk.bitpal("summary").complaints.contains("show 3 changes"))
    #expect(try desk.bitpal("summary").complaints.isEmpty)
  }
}

extension Desk {
  fileprivate func rewrite(_ name: String, _ change: (String) -> String) throws {
    let file = URL(fileURLWithPath: "\(widgetData)/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = change(text)
    try #require(changed != text)
    try Data(changed.utf8).write(to: file)
  }

  /// Puts folders where the widget files belong, so that no one, not even root, can write them.
  fileprivate func blockWidgetFiles() throws {
    for name in ["portfolio.json", "refresh_data.json"] {
      try FileManager.default.removeItem(atPath: "\(widgetData)/\(name)")
      try FileManager.default.createDirectory(
        atPath: "\(widgetData)/\(name)/full", withIntermediateDirectories: true)
    }
  }
}
