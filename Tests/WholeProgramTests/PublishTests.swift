import Foundation
import Glibc
import Testing

/// What a user sees if a change is recorded but the widget files cannot be written.
struct PublishTests {
  @Test func `a change that is recorded is never reported as failed`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    try home.blockWidgetFiles()
    let bought = try home.bitpal("buy", "bitcoin", "2", "--price", "41000", "--date", "2025-01-03")
    #expect(bought.status == 0)
    #expect(bought.output.hasPrefix("Bought 2 bitcoin"))
    #expect(bought.standardError.contains("The change is recorded, but the widgets do not show it"))
    #expect(try home.bitpal("undo").status == 0)
    #expect(try home.bitpal("redo").status == 0)
    #expect(try home.bitpal("export").output.split(separator: "\n").count == 3)
  }

  /// Another writer of the widget files may be slow or never finish.
  @Test(arguments: [
    ["buy", "solana", "1", "--price", "5", "--date", "2025-03-01"], ["undo"],
    ["import", "trades.csv"], ["restore", "backup.sqlite"],
  ])
  func `a change is said before the widget files are waited for`(command: [String]) throws {
    let home = try TestHome()
    try home.recordExample()
    _ = try home.file(
      "trades.csv", "coin_id,type,amount,price,date\nsui,buy,1,2,2025-01-03\n")
    try home.bitpal("backup", "\(home.path)/backup.sqlite")
    let words = command.map { $0.contains(".") ? "\(home.path)/\($0)" : $0 }
    // A restore first locks its folder.
    let lock = command[0] == "restore" ? "2" : "1"
    let said = "\(home.path)/said"
    let process = try start(
      try home.stopper(), ["flock", lock, home.path, try TestHome.program] + words,
      environment: home.environment, output: said)
    #expect(exitStatus(of: process, WUNTRACED) == nil)
    let early = try String(contentsOfFile: said, encoding: .utf8)
    #expect(["Bought", "Undone", "Added", "Restored"].contains { early.contains($0) })
    kill(process, SIGCONT)
    #expect(exitStatus(of: process) == 0)
    #expect(try String(contentsOfFile: said, encoding: .utf8) == early)
  }

  @Test func `a lock that is kept is named within seconds and keeps no change`() async throws {
    let home = try TestHome()
    try home.recordExample()
    let prices = try home.file("prices.json", #"{"bitcoin": "60000"}"#)
    let lock = open("\(home.container)/.lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    let commands = [
      "buy": ["buy", "solana", "1", "--price", "5", "--date", "2025-03-01"],
      "refresh": ["refresh", "--prices", prices], "verify": ["verify"],
    ]
    let ended = try await withThrowingTaskGroup(of: (String, Ended).self) { group in
      for (name, words) in commands {
        group.addTask { (name, try await onThread { try home.run(words) }) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let reason = "Kept locked by another bitpal: could not lock \(home.container)/.lock. "
    #expect(ended["buy"]?.status == 0 && ended["buy"]?.output.hasPrefix("Bought 1 solana") == true)
    #expect(
      ended["buy"]?.standardError
        == "The change is recorded, but the widgets do not show it yet: \(reason)"
        + "End the one that hangs. `bitpal refresh` updates them.\n")
    #expect(ended["refresh"]?.status == 74)
    #expect(ended["refresh"]?.standardError == reason + "End the one that hangs.\n")
    // Reading needs no lock.
    #expect(ended["verify"]?.status == 0)
    let summary = try await onThread { try home.bitpal("summary") }
    #expect(summary.status == 0 && summary.output.contains("0 of 2 priced"))
    #expect(summary.standardError.hasPrefix("The widgets do not show the newest change yet: "))
    flock(lock, LOCK_UN)
    #expect(try home.bitpal("summary").standardError == "")
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `files of the first version are behind and not called wrong`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try home.rewrite(name) { text in
        text.replacing(#/,\s*"ledgerVersion": "1"/#, with: "")
      }
    }
    let verified = try home.bitpal("verify")
    #expect(verified.status == 0, "\(verified.standardError)")
    #expect(verified.output.contains("refresh_data.json is behind the ledger"))
    try home.bitpal("summary")
    #expect(try home.bitpal("verify").output.contains("refresh_data.json equals a fresh"))
  }

  @Test func `a ledger that lost its newest changes is named`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try home.rewrite(name) {
        $0.replacing("\"ledgerVersion\": \"1\"", with: "\"ledgerVersion\": \"4\"")
      }
    }
    let verified = try home.bitpal("verify")
    #expect(verified.status == 1)
    #expect(verified.standardError.contains("show 3 changes that the ledger does not hold"))
    #expect(try home.bitpal("summary").standardError.contains("show 3 changes"))
    #expect(try home.bitpal("summary").standardError.isEmpty)
  }
}

extension TestHome {
  fileprivate func rewrite(_ name: String, _ change: (String) -> String) throws {
    let file = URL(fileURLWithPath: "\(widgetData)/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = change(text)
    try #require(changed != text)
    try Data(changed.utf8).write(to: file)
  }

  /// Puts folders in place of the widget files, so that not even root can write them.
  fileprivate func blockWidgetFiles() throws {
    for name in ["portfolio.json", "refresh_data.json"] {
      try FileManager.default.removeItem(atPath: "\(widgetData)/\(name)")
      try FileManager.default.createDirectory(
        atPath: "\(widgetData)/\(name)/full", withIntermediateDirectories: true)
    }
  }
}
