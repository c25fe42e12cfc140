import Foundation
import Glibc
import Testing

/// The dashboard leaves the terminal and the system as they were, whatever happens.
@Suite(.serialized)
struct GuestTests {
  private static let restored = ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?1000l", "\u{1B}[?2004l"]

  @Test(arguments: [
    (SIGTERM, "bitpal: ended by SIGTERM"), (SIGHUP, "bitpal: ended by SIGHUP"),
    (SIGQUIT, "bitpal: ended by SIGQUIT"), (SIGINT, ""),
    (SIGUSR1, "bitpal: ended by SIGUSR1"), (SIGALRM, "bitpal: ended by SIGALRM"),
    (SIGPIPE, "bitpal: ended by SIGPIPE"), (SIGXCPU, "bitpal: ended by SIGXCPU"),
    (SIGVTALRM, "bitpal: ended by SIGVTALRM"),
    (SIGPWR, "bitpal: ended by SIGPWR"), (SIGSTKFLT, "bitpal: ended by SIGSTKFLT"),
    (34, "bitpal: ended by a real-time signal"), (64, "bitpal: ended by a real-time signal"),
    (SIGSEGV, "bitpal: crashed (SIGSEGV)"), (SIGABRT, "bitpal: crashed (SIGABRT)"),
    (SIGBUS, "bitpal: crashed (SIGBUS)"), (SIGILL, "bitpal: crashed (SIGILL)"),
    (SIGTRAP, "bitpal: crashed (SIGTRAP)"),
  ])
  func `a signal ends it, the terminal is given back, and then it says why`(
    _ number: Int32, message: String
  ) async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try PseudoTerminal(bitpal: "--demo", at: home)
      let before = terminal.firstSettings
      try terminal.wait(for: "41,576.22")
      #expect(terminal.settings != before)
      kill(terminal.process, number)
      #expect(try terminal.end() == 128 + number)
      #expect(terminal.settings == before)
      let text = String(decoding: terminal.output, as: UTF8.self)
      let left = try #require(text.range(of: "\u{1B}[?1049l"))
      for sequence in Self.restored { #expect(text.contains(sequence), "\(sequence.dropFirst())") }
      let after = text[left.upperBound...]
      #expect(message.isEmpty ? !after.contains("bitpal") : after.contains(message))
      #expect(!after.contains("\u{1B}[?1049h"), "nothing is drawn after that")
    }
  }

  @Test func `a signal in the middle of a change leaves no demo behind`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try PseudoTerminal(bitpal: "--demo", at: home)
      try terminal.wait(for: "41,576.22")
      #expect(try home.demoFolders.count == 1)
      try terminal.type("3d")
      try terminal.wait(for: "Delete")
      try terminal.type("y")
      kill(terminal.process, SIGTERM)
      #expect(try terminal.end() == 128 + SIGTERM)
      #expect(try home.demoFolders.isEmpty)
    }
  }

  @Test func `a killed demo is swept up by the next and a running one is not`() async throws {
    try await onThread {
      let home = try TestHome()
      let killed = try PseudoTerminal(bitpal: "--demo", at: home)
      let running = try PseudoTerminal(bitpal: "--demo", at: home)
      for terminal in [killed, running] { try terminal.wait(for: "41,576.22") }
      kill(killed.process, SIGKILL)
      #expect(try killed.end() == 128 + SIGKILL)
      #expect(try home.demoFolders.count == 2)
      #expect(try home.bitpal("--demo").status == 0)
      #expect(try home.demoFolders.count == 1)
      try running.type("3d")
      try running.wait(for: "Delete")
      try running.type("y")
      try running.wait(for: "Deleted")
      try running.type("q")
      #expect(try running.end() == 0)
    }
  }

  @Test(arguments: [false, true])
  func `a closed terminal ends it`(isHangUpIgnored: Bool) async throws {
    try await onThread {
      let home = try TestHome()
      let program = try TestHome.program
      let trap = isHangUpIgnored ? "trap '' HUP; " : ""
      let terminal = try PseudoTerminal(home, ["/bin/sh", "-c", "\(trap)exec \(program) --demo"])
      try terminal.wait(for: "41,576.22")
      terminal.hangUp()
      let status = try terminal.end()
      #expect(isHangUpIgnored ? status != 128 + SIGKILL : status == 128 + SIGHUP)
      #expect(try home.demoFolders.isEmpty)
    }
  }

  @Test func `a damaged ledger is named on the terminal as it was`() async throws {
    try await onThread {
      let home = try TestHome()
      try home.recordExample()
      try Data(repeating: 0x5A, count: 4096)
        .write(to: URL(fileURLWithPath: "\(home.container)/BitpalShared.sqlite"))
      let terminal = try PseudoTerminal(home, [try TestHome.program])
      let before = terminal.firstSettings
      #expect(try terminal.end() == 2)
      #expect(terminal.settings == before)
      let text = String(decoding: terminal.output, as: UTF8.self)
      let left = try #require(text.range(of: "\u{1B}[?1049l"))
      #expect(text[left.upperBound...].contains("BitpalShared.sqlite"))
    }
  }

  @Test func `every frame is one synchronised update`() async throws {
    try await onThread {
      let terminal = try PseudoTerminal(bitpal: "--demo", at: try TestHome())
      let (begin, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
      // The first frame lacks the history, which is drawn in the second.
      let first = try terminal.wait(for: "High $42,658.30")
      // A terminal may deliver a long frame in pieces.
      if !first.hasSuffix(end) { try terminal.wait(for: end) }
      _ = try terminal.rest()
      for key in ["2", "3", "j", "1"] {
        try terminal.type(key)
        let frame = try terminal.wait(for: end)
        #expect(frame.hasPrefix(begin) && frame.hasSuffix(end))
        #expect(frame.components(separatedBy: begin).count == 2)
      }
    }
  }

  @Test func `a terminal that takes nothing more still takes keys`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try PseudoTerminal(bitpal: "--demo", at: home, columns: 200, rows: 60)
      try terminal.wait(for: "41,576.22")
      // The terminal's output is not read from here on; each key changes the whole screen.
      for _ in 0..<300 { try terminal.type("23") }
      try terminal.type("q")
      // Not even the few bytes sent on exit fit.
      var rounds = 0
      while rounds < 10_000, try !awaitEnd(of: terminal.process, milliseconds: 1) {
        try terminal.fill()
        rounds += 1
      }
      #expect(try terminal.end(isRead: false) == 0)
      #expect(try home.demoFolders.isEmpty)
    }
  }

  @Test func `a moved selection writes only the cells that change`() async throws {
    try await onThread {
      let terminal = try PseudoTerminal(
        bitpal: "--demo", at: try TestHome(), columns: 200, rows: 60)
      try terminal.wait(for: "41,576.22")
      let (down, up, frameEnd) = ("\u{1B}OB", "\u{1B}OA", "\u{1B}[?2026l")
      try terminal.type("6")
      try terminal.wait(for: "+120.39%")
      try terminal.wait(for: frameEnd)
      for key in [down, up, down] {
        try terminal.type(key)
        let frame = try terminal.wait(for: frameEnd)
        #expect(frame.contains("›"))
        #expect(frame.utf8.count <= 1000, "\(frame.debugDescription)")
      }
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }

  @Test func `idle it neither writes nor wakes`() async throws {
    try await onThread {
      let home = try TestHome()
      home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
      try home.recordExample()
      let terminal = try PseudoTerminal(home, [try TestHome.program])
      try terminal.wait(for: "Offline")
      let other = try TestHome()
      try other.recordExample()
      _ = try terminal.rest()
      let switches = try terminal.voluntarySwitches
      // Other programs run meanwhile.
      for _ in 0..<20 { try other.bitpal("--size", "large") }
      #expect(try terminal.rest() == "")
      #expect(try terminal.voluntarySwitches == switches)
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }
}

extension TestHome {
  /// The folders that demos left in the folder for temporary files.
  var demoFolders: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasPrefix("bitpal-demo") }
    }
  }
}
