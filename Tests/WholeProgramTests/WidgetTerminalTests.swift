import BitpalTesting
import Foundation
import Testing

/// Two independent terminals, tmux and the tests' own, display the same bytes equally.
@Suite(.serialized)
struct WidgetTerminalTests {
  @Test func `tmux shows every state as the text says and the styles too`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home, columns: 60, rows: 30)
      let states = try home.bitpal("screenshot", "--list").output.split(separator: "\n")
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      try #require(states.count >= 32)
      for state in states {
        let command = "screenshot --state \(state) --size large --format"
        // The typed command must not match the text that is waited for.
        try terminal.type(
          "clear; \(try TestHome.program) \(command) ansi; echo end''-\(state)", "Enter")
        let screen = try terminal.wait(for: "end-\(state)")
        let text = try home.run(command.split(separator: " ").map(String.init) + ["text"]).output
        #expect(screen.hasPrefix(text), "\(state)\n\(screen)")

        var own = VirtualTerminal(columns: 60, rows: 30)
        own.play(
          lines: try home.run(command.split(separator: " ").map(String.init) + ["ansi"]).output)
        var captured = VirtualTerminal(columns: 60, rows: 30)
        let rows = try terminal.styledScreen.split(
          separator: "\n", omittingEmptySubsequences: false)
        captured.play(lines: rows.prefix(23).joined(separator: "\n"))
        #expect(own.strangers == [] && captured.strangers == [], "\(state)")
        for row in 0..<23 {
          #expect(own.looks(row) == captured.looks(row), "\(state), row \(row)")
        }
      }
    }
  }

  @Test(arguments: ["xterm-256color", "vt100", "dumb", "no-such-terminal"])
  func `a terminal is given what it can show`(_ name: String) async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home, columns: 80, rows: 30)
      let sizes = ["small", "medium", "large", "line"]
      for size in sizes {
        let command = "TERM=\(name) \(try TestHome.program) --demo --size \(size)"
        try terminal.type("clear; \(command); echo end''-\(size)", "Enter")
        let screen = try terminal.wait(for: "end-\(size)")
        let text = try home.bitpal("--demo", "--size", size, "--format", "text").output
        #expect(screen.hasPrefix(text), "\(screen)")
      }
    }
  }

  @Test(arguments: ["no-such-terminal", "unknown", "dumb"])
  func `a terminal that the system does not know is sent text and nothing else`(_ name: String)
    throws
  {
    let home = try TestHome()
    home.environment["TERM"] = name
    home.environment["COLORTERM"] = "truecolor"
    let widget = try PseudoTerminal(bitpal: "--demo", "--size", "small", at: home)
    #expect(try widget.end() == 0)
    let text = String(decoding: widget.output, as: UTF8.self)
    #expect(text.contains("Total P&L") && !text.contains("\u{1B}"))
    #expect(try home.bitpal("doctor").output.contains("TERM=\(name)"))
    for verb in ["--demo", "--watch"] {
      let refused = try PseudoTerminal(bitpal: verb, at: home)
      #expect(try refused.end() == 64)
      // An unknown name may be a new one: the terminal is asked whether it is like xterm, and this
      // one does not respond.
      let sentence = String(decoding: refused.output, as: UTF8.self)
        .replacingOccurrences(of: "\u{1B}[c", with: "")
      #expect(sentence.contains("terminal") && !sentence.contains("\u{1B}"), "\(sentence)")
    }
  }

  @Test func `a narrow terminal has a smaller widget`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome(), columns: 30, rows: 24)
      try terminal.clear()
      try terminal.start("--demo --size large; echo end''-here")
      let screen = try terminal.wait(for: "end-here")
      #expect(screen.contains("│ Total P&L    +36.74% │") && !screen.contains("BTC"))
    }
  }

  @Test func `the dashboard takes the palette`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo --palette colour-blind; echo le''ft")
      // The first frame may lack the figures, which have the colors.
      try terminal.wait(for: "$41,576.22")
      let (green, blue) = ("\u{1B}[32m", "\u{1B}[38;5;32m")
      let styled = try terminal.styledScreen
      #expect(styled.contains(blue) && !styled.contains(green))
      try terminal.type("q")
      try terminal.wait(for: "left")
    }
  }

  @Test func `without Unicode there is ASCII`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.clear()
      try terminal.type(
        "LC_ALL=C \(try TestHome.program) --demo --size medium; "
          + "LC_ALL=C \(try TestHome.program) --demo --size small --format text; echo end''-here",
        "Enter")
      let screen = try terminal.wait(for: "end-here")
      #expect(screen.unicodeScalars.allSatisfy { $0.isASCII })
      #expect(screen.contains("+----") && screen.contains("$41,576.22"))
    }
  }
}

extension VirtualTerminal {
  /// The appearance of a row's cells, without links, which tmux does not report.
  fileprivate func looks(_ row: Int) -> [Spot] {
    screen[row].map { spot in
      var spot = spot
      spot.pen.link = ""
      return spot.seen
    }
  }
}
