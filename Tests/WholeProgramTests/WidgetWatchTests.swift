import Foundation
import Testing

/// `--watch` keeps a widget up to date in place and restores the terminal when it ends.
///
/// - It follows changes of the data and of the window's size, and sends only what changed.
/// - Every signal, suspending, or closing the window gives the terminal back.
/// - It needs a terminal, and fetches prices only with `--refresh`.
@Suite(.serialized)
struct WidgetWatchTests {
  @Test func `a watched widget follows the container and the window`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home)
      try terminal.start("--size medium --watch")
      try terminal.wait(for: "No prices yet")
      #expect(try terminal.modes == "0 0 0", "no alternate screen, no mouse, no cursor")
      try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
      let medium = try terminal.wait(for: "Updated just now")
      let text = try home.bitpal("--size", "medium").output
      #expect(medium.contains(text), "what a pipe is given")
      try terminal.resize(columns: 40, rows: 24)
      try terminal.wait("the small widget") { $0.contains("Total P&L") && !$0.contains("BTC") }
      try terminal.resize(columns: 20, rows: 24)
      try terminal.wait("one line") { $0.contains("$55,000.00") && !$0.contains("Total P&L") }
      try terminal.resize(columns: 80, rows: 24)
      let wide = try terminal.wait(for: "BTC")
      #expect(wide.components(separatedBy: "╭").count == 2, "one widget, wherever it was before")
      try terminal.leave()
      #expect(try terminal.modes == "0 0 1")
      try terminal.type("echo typed is seen", "Enter")
      try terminal.wait("an echo of keys") {
        $0.components(separatedBy: "typed is seen").count == 3
      }
    }
  }

  @Test func `only what changed is sent`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      home.environment["BITPAL_NOW"] = "2026-01-01T00:00:00Z"
      let terminal = try Tmux(home)
      try terminal.start("--size large --watch")
      try terminal.wait(for: "No prices yet")
      let record = try terminal.record("sent")
      try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
      let screen = try terminal.wait(for: "Updated just now")
      #expect(screen.contains("$55,000.00"))
      // A refresh with the same prices writes nothing to the terminal.
      try home.bitpal("refresh", "--prices", "\(home.path)/p.json")
      try home.bitpal("buy", "ethereum", "3", "--price", "2000", "--date", "2025-03-01")
      try terminal.wait(for: "1 of 2 priced")
      let sent = try String(contentsOfFile: record, encoding: .utf8)
      #expect(!sent.contains("Portfolio") && !sent.contains("╭"), "the frame stands already")
      // The total and the coin's value are in two rows, each sent once per change.
      #expect(sent.components(separatedBy: "$55,000.00").count <= 5, "the rows of each change")
      try terminal.leave()
    }
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGPIPE, SIGPWR, 34, 64, SIGSEGV, SIGABRT,
  ])
  func `a signal ends it, and the terminal has its cursor and echo again`(_ number: Int32)
    async throws
  {
    try await onThread {
      let terminal = try PseudoTerminal(
        bitpal: "--size", "small", "--watch", at: try TestHome())
      let before = terminal.firstSettings
      try terminal.wait(for: "╰")
      #expect(terminal.settings != before)
      kill(terminal.process, number)
      #expect(try terminal.end() == 128 + number)
      #expect(terminal.settings == before)
      let text = String(decoding: terminal.output, as: UTF8.self)
      let shown = try #require(text.range(of: "\u{1B}[?25h", options: .backwards))
      #expect(!text[shown.upperBound...].contains("\u{1B}[?25l"))
    }
  }

  @Test func `the demo leaves nothing behind when it is stopped`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.start("--demo --size small --watch; echo left with $?")
      try terminal.wait(for: "Total P&L")
      try terminal.signal("TERM")
      try terminal.wait(for: "left with 143")
      let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
      #expect(!left.contains { $0.hasPrefix("bitpal-demo") })
    }
  }

  @Test func `stopped and continued it is there again`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.type("set -m", "Enter")
      try terminal.start("--demo --size small --watch")
      try terminal.wait(for: "Total P&L")
      try terminal.type("C-z")
      try terminal.wait("the cursor") { _ in try terminal.modes == "0 0 1" }
      try terminal.waitForPrompt()
      try terminal.type("clear; fg", "Enter")
      try terminal.wait(for: "Total P&L")
      try terminal.wait("no cursor") { _ in try terminal.modes == "0 0 0" }
      try terminal.leave()
    }
  }

  @Test func `what changed while it was stopped is drawn once and whole`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      let terminal = try Tmux(home)
      try terminal.type("set -m", "Enter")
      try terminal.start("--size small --watch")
      try terminal.wait(for: "No prices yet")
      try terminal.type("C-z")
      try terminal.wait("the cursor") { _ in try terminal.modes == "0 0 1" }
      try terminal.waitForPrompt()
      try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
      try terminal.type("clear; fg", "Enter")
      let screen = try terminal.wait(for: "Updated just now")
      let text = try home.bitpal("--size", "small").output
      #expect(screen.contains(text))
      #expect(screen.components(separatedBy: "│").count == text.components(separatedBy: "│").count)
      try terminal.leave()
    }
  }

  @Test func `a closed window ends it`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      // A shell that outlives the window records the exit status; its child also ignores the
      // signal, so that only the missing window ends it.
      let command =
        "\(try TestHome.program) --demo --size small --watch; echo $? > \(home.path)/ended"
      try terminal.type("sh -c 'trap \"\" HUP; \(command)'", "Enter")
      try terminal.wait(for: "Total P&L")
      try terminal.close()
      let deadline = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < deadline {
        if FileManager.default.fileExists(atPath: "\(home.path)/ended") { return }
      }
      Issue.record("it goes on without a window")
    }
  }

  @Test func `without a terminal it is refused`() throws {
    let home = try TestHome()
    let ended = try home.bitpal("--watch")
    #expect(ended.status == 64 && ended.output == "")
    #expect(ended.standardError.contains("--watch rewrites the widget in its place"))
    #expect(try home.bitpal("--watch", "--format", "json").status == 64)
  }

  @Test func `prices are fetched when it is asked`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try home.recordExample()
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let terminal = try Tmux(home)
      try terminal.start("--size small --watch --refresh")
      try terminal.wait(for: "$55,000.00")
      try terminal.leave()
    }
  }
}

extension Tmux {
  /// Exits a watched widget and waits until it has ended.
  fileprivate func leave() throws {
    try type("C-c")
    try wait("the cursor") { _ in try modes == "0 0 1" }
    try type("clear; echo le''ft", "Enter")
    try wait(for: "left")
  }
}
