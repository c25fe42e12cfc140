import Foundation
import Testing

/// The demo's command line affects only the demo.
@Suite(.serialized)
struct DemoJobTests {
  @Test(
    arguments: [
      ("import TRADES", "Press Enter to go back"), ("export OUT", "transactions to"),
      ("backup", "Copied the ledger"), ("verify", "Verified: the ledger is sound"),
    ])
  func `jobs of the demo leave the user's own ledger as it is`(
    job: String, answer: String
  ) async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let trades = try home.file(
        "trades.csv", "coin_id,type,amount,price,date,notes\nbitcoin,buy,7,100,2025-03-01,\n")
      let before = try Self.files(of: home)
      let own = try home.bitpal("export").output
      let terminal = try Tmux(home, columns: 120, rows: 40)
      try terminal.start("--demo; echo left with $?")
      try terminal.waitForDemo()
      let words = job.replacingOccurrences(of: "TRADES", with: trades)
        .replacingOccurrences(of: "OUT", with: "\(home.path)/out.csv")
      try terminal.type(":")
      try terminal.wait(for: "Enter run")
      try terminal.tmux(["send-keys", "-l", words])
      try terminal.wait(for: ":\(job.split(separator: " ")[0])")
      try terminal.type("Enter")
      if job.hasPrefix("import") {
        let screen = try terminal.wait("the question") {
          $0.contains("? [") || $0.contains(answer)
        }
        if !screen.contains(answer) { try terminal.type("y", "Enter") }
        try terminal.wait(for: answer)
        try terminal.type("Enter")
      } else {
        let screen = try terminal.wait(for: answer)
        #expect(!screen.contains("Press Enter"), "the dashboard keeps the screen")
        try terminal.type("1")
      }
      try terminal.wait(for: "›1 Home")
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
      #expect(try home.bitpal("export").output == own)
      #expect(try Self.files(of: home) == before)
      guard job.hasPrefix("export") else { return }
      let exported = try String(contentsOfFile: "\(home.path)/out.csv", encoding: .utf8)
      #expect(exported.contains("dogecoin"), "the demo's rows, not the user's")
    }
  }

  /// The names of the user's files, except for those that SQLite creates while reading.
  private static func files(of home: TestHome) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: "\(home.path)/home")?.allObjects ?? []
    return all.compactMap { $0 as? String }
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }
}
