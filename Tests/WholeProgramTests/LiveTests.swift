import FlyingFox
import Foundation
import Testing

/// The dashboard while other programs change its data.
@Suite(.serialized)
struct LiveTests {
  /// Another writer that keeps a transaction open on the ledger.
  private struct Rival {
    let shell: PseudoTerminal

    init(_ home: TestHome) throws {
      shell = try PseudoTerminal(
        home, ["/usr/bin/sqlite3", "\(home.container)/BitpalShared.sqlite"])
      try shell.wait(for: "sqlite>")
      try shell.type("BEGIN IMMEDIATE; SELECT 40 + 2;\n")
      try shell.wait(for: "42")
    }

    func end() throws {
      try shell.type("COMMIT;\n.quit\n")
      #expect(try shell.end() == 0)
    }
  }

  /// Records a purchase whose write waits for the returned rival.
  private func saveWhileTheDiskIsBusy(_ terminal: Tmux, _ home: TestHome) throws -> Rival {
    try terminal.wait(for: "0 of 1 priced")
    let rival = try Rival(home)
    try terminal.type("3", "a")
    try terminal.wait(for: "Add a transaction")
    try terminal.type("ethereum", "Enter", "Tab", "3", "Tab", "2000", "C-s")
    try terminal.wait(for: "Saving…")
    return rival
  }

  @Test func `keys are taken while a change waits for the disk`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("")
      let rival = try saveWhileTheDiskIsBusy(terminal, home)
      try terminal.type("Escape", "2")
      try terminal.wait(for: "Avg cost")
      try terminal.type("1")
      try terminal.wait("nothing to be written yet") {
        $0.contains("0 of 1 priced") && $0.contains("›1 Home")
      }
      try rival.end()
      try terminal.wait(for: "Added: Buy 3 ETH")
      try terminal.wait(for: "0 of 2 priced")
    }
  }

  @Test func `leaving waits for what is being written`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("; echo left with $?")
      let rival = try saveWhileTheDiskIsBusy(terminal, home)
      try terminal.type("Escape", "q")
      try terminal.wait(for: "The ledger is still being written")
      #expect(try terminal.modes == "0 0 1")
      try rival.end()
      try terminal.wait(for: "left with 0")
      #expect(try home.bitpal("export").output.contains("ethereum,buy,3,2000,"))
    }
  }

  @Test func `a refused change comes back to its form`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home, columns: 100, rows: 30)
      try terminal.start("")
      try terminal.wait(for: "0 of 1 priced")
      let rival = try Rival(home)
      try terminal.type("3", "a")
      try terminal.wait(for: "Add a transaction")
      // The bitcoin left to sell is gone by the time the form is saved.
      try terminal.type("bitcoin", "Enter", "Right", "Tab", "max", "Tab", "1", "C-s")
      try terminal.wait(for: "Saving…")
      try rival.shell.type("DELETE FROM ledgerTransaction; DELETE FROM position;\n")
      try rival.end()
      try terminal.wait(for: "You only own 0 bitcoin")
      try terminal.wait("the form to stay") {
        $0.contains("Add a transaction") && !$0.contains("Saving…")
      }
    }
  }

  @Test func `the price server dies and comes back`() async throws {
    let home = try TestHome()
    try home.recordExample()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    let terminal = try await onThread { try Tmux(home) }
    let port = try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      try terminal.type("export BITPAL_API_BASE_URL=\(url)", "Enter")
      try terminal.start("")
      try terminal.wait(for: "$55,000.00")
    }
    try await onThread {
      try terminal.type("r")
      let lost = try terminal.wait(for: "Offline")
      #expect(lost.contains("$55,000.00"), "the last figures stay")
    }
    prices.set(["bitcoin": "57000"])
    try await prices.serve(port: port) { _ in
      // End the pause after the failure.
      try FileManager.default.removeItem(atPath: "\(home.widgetData)/refresh_status.json")
      try terminal.wait("the badge to go") { !$0.contains("Offline") }
      try terminal.type("r")
      try terminal.wait(for: "$57,000.00")
      try terminal.type("q")
      try terminal.wait("the terminal's own modes") { _ in try terminal.modes == "0 0 1" }
    }
  }

  @Test func `widgets that missed a change are mended`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let files = ["portfolio", "refresh_data"].map { "\(home.widgetData)/\($0).json" }
      let old = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      try home.bitpal("buy", "ethereum", "3", "--price", "2000", "--date", "2025-03-01")
      // This is the state left by a program killed after it wrote the ledger.
      for (path, bytes) in zip(files, old) { try bytes.write(to: URL(fileURLWithPath: path)) }
      #expect(try home.bitpal("verify").output.contains("portfolio.json is behind the ledger"))
      let terminal = try Tmux(home)
      try terminal.start("")
      try terminal.wait(for: "0 of 2 priced")
      try terminal.type("q")
      try terminal.wait("the terminal's own modes") { _ in try terminal.modes == "0 0 1" }
      #expect(try home.bitpal("verify").output.contains("portfolio.json equals a fresh"))
    }
  }

  @Test func `the ground changes while it runs`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo")
      try terminal.waitForDemo()
      let first = try terminal.styledScreen
      try terminal.sendBytes("\u{1B}[?997;2n")
      try terminal.wait("the light picture") { _ in try terminal.styledScreen != first }
      let light = try terminal.styledScreen
      try terminal.sendBytes("\u{1B}[?997;1n")
      try terminal.wait("the dark picture") { _ in try terminal.styledScreen != light }
      #expect(try terminal.screen.contains("$41,576.22"))
    }
  }

  @Test func `a storm of sizes ends in the same picture`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo; echo left with $?")
      // The age of the prices may change meanwhile; all else must be unchanged.
      func picture(_ screen: String) -> [Substring] {
        screen.split(separator: "\n").filter { !$0.contains("Updated") }
      }
      try terminal.waitForDemo()
      // Home is redrawn once everything read at startup is there.
      try terminal.type("2")
      try terminal.wait(for: "›2Portfolio")
      try terminal.type("1")
      let before = picture(
        try terminal.wait("Home as a whole") {
          $0.contains("›1Home") && $0.contains("High $42,658.30") && $0.contains("q quit")
        })
      var random = SystemRandomNumberGenerator()
      for _ in 0..<40 {
        try terminal.resize(
          columns: .random(in: 1...200, using: &random), rows: .random(in: 1...60, using: &random))
      }
      for (columns, rows) in [(200, 60), (1, 1), (80, 24)] {
        try terminal.resize(columns: columns, rows: rows)
      }
      try terminal.wait("this picture:\n\(before.joined(separator: "\n"))\n") {
        picture($0) == before
      }
      try terminal.type("q")
      try terminal.wait(for: "left with 0")
    }
  }

  @Test(arguments: [
    ("linux", 8), ("vt100", 0), ("screen", 8), ("xterm", 8), ("xterm-256color", 256),
  ])
  func `works in terminals of every kind`(_ name: String, colours: Int) async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.type("export TERM=\(name)", "Enter")
      try terminal.start("--demo; echo left with $?")
      let page = try terminal.waitForDemo()
      #expect(page.contains("╭"))
      let coloured = try terminal.styledScreen
      #expect(coloured.contains("\u{1B}[32m") || coloured.contains("\u{1B}[92m") || colours == 0)
      #expect(!coloured.contains("38;5;") || colours == 256)
      try terminal.type("2", "Down", "Enter")
      try terminal.wait(for: "Average")
      try terminal.type("Escape", "q")
      try terminal.wait(for: "left with 0")
      #expect(try terminal.modes == "0 0 1")
    }
  }
}
