import CellGrid
import NcursesScreen
import Testing

extension ScreenTests {
  /// Asking the terminal for its background and kind loses no keys and prints nothing.
  ///
  /// - Late answers are read, and silent terminals are unknown.
  /// - The terminal's line settings are restored.
  /// - A terminal that would print the question is not asked.
  /// - A terminal that the system does not know is opened as a related one or xterm.
  struct TerminalProbeTests {
    @Test(arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c", Appearance.light),
      ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}\u{1B}[?62;4c", .dark), ("\u{1B}[?1;2c", .unknown),
    ])
    func `a terminal is asked and answers`(answer: String, appearance: Appearance) throws {
      let window = try PseudoTerminal()
      let before = window.settings
      let probe = try #require(TerminalProbe.askBackground(window.terminal()))
      #expect(try window.outputSoFar() == TerminalReply.question)
      try window.type("k" + answer + "z")
      let reply = probe.listen(for: .seconds(10))
      #expect(reply.appearance == appearance)
      #expect(reply.isComplete)
      #expect(reply.typedAhead == Array("k".utf8))
      probe.close()
      #expect(window.settings == before)
      #expect(try window.input() == "z", "what follows is the next program's")
    }

    @Test func `a late answer is read when the probe is closed`() throws {
      let window = try PseudoTerminal()
      let probe = try #require(TerminalProbe.askBackground(window.terminal()))
      #expect(!probe.listen(for: .zero).isComplete)
      try window.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}\u{1B}[?62;22cls\n")
      let reply = probe.close()
      #expect(reply.isComplete && reply.appearance == .light)
      #expect(try window.input() == "ls\n")
    }

    @Test func `the line neither echoes nor waits meanwhile`() throws {
      let window = try PseudoTerminal()
      try window.setEcho(true)
      let before = window.settings
      let probe = try #require(TerminalProbe.askBackground(window.terminal()))
      _ = try window.outputSoFar()
      try window.type("\u{1B}]11;rgb:0/0/0\u{07}\u{1B}[?62c")
      probe.close()
      #expect(try window.outputSoFar().isEmpty)
      #expect(window.settings == before)
    }

    @Test func `a silent terminal is unknown`() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      let probe = try #require(TerminalProbe.askBackground(window.terminal()))
      #expect(probe.listen(for: .milliseconds(1)) == TerminalReply([]))
      #expect(!probe.close().isComplete)
      #expect(window.settings == before)
    }

    @Test func `a released probe gives the line back`() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      do {
        let probe = try #require(TerminalProbe.askBackground(window.terminal()))
        #expect(!probe.reply.isComplete && window.settings != before)
      }
      #expect(window.settings == before)
    }

    @Test func `keys that wait are left alone`() throws {
      let window = try PseudoTerminal()
      try window.type("l")
      #expect(TerminalProbe.askBackground(window.terminal()) == nil)
      #expect(try window.outputSoFar().isEmpty)
      try window.type("s\n")
      #expect(try window.input() == "ls\n")
    }

    @Test(arguments: ["linux", "vt100", "dumb", "", "ansi", "no-such-terminal"])
    func `a terminal that would print the question is not asked`(name: String) throws {
      let window = try PseudoTerminal()
      #expect(TerminalProbe.askBackground(window.terminal(name)) == nil)
      if NcursesScreen.refusal(of: name) == nil {
        let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
        screen.askBackground()
        screen.close()
      }
      #expect(try !window.outputSoFar().contains("]11;"))
    }

    @Test(arguments: [
      ("xterm-ghostty", "xterm-256color"), ("ghostty", "xterm-256color"),
      ("foot-of-tomorrow", "xterm-256color"), ("alacritty-of-tomorrow", "xterm-256color"),
      ("rio", "xterm-256color"), ("wezterm", "xterm-256color"),
      ("xterm-of-tomorrow", "xterm-256color"), ("tmux-of-tomorrow", "tmux-256color"),
      ("screen.of-tomorrow", "tmux-256color"),
    ])
    func `a known family is opened by another name without a question`(name: String, other: String)
      throws
    {
      let window = try PseudoTerminal()
      let answer = TerminalProbe.fallbackName(for: window.terminal(name))
      if NcursesScreen.refusal(of: name) == nil {
        #expect(answer.name == nil)
      } else {
        #expect(answer.name == other)
      }
      #expect(try window.outputSoFar().isEmpty)
    }

    @Test func `an unknown terminal that answers is opened as xterm`() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      // The response is already there before the query; what matters is that it is read.
      try window.type("k\u{1B}[?62;c")
      let terminal = window.terminal("no-such-terminal")
      let answer = TerminalProbe.fallbackName(for: terminal, patience: .seconds(10))
      #expect(answer.name == "xterm-256color")
      #expect(answer.typedAhead == Array("k".utf8))
      #expect(window.settings == before)
      #expect(try window.outputSoFar() == "\u{1B}[c")
    }

    @Test func `an unknown terminal that is silent stays unknown and a known one is not asked`()
      throws
    {
      let window = try PseudoTerminal()
      let silent = TerminalProbe.fallbackName(
        for: window.terminal("no-such-terminal"), patience: .milliseconds(20))
      #expect(silent.name == nil)
      _ = try window.outputSoFar()
      for name in ["xterm-256color", "dumb", "unknown", ""] {
        let answer = TerminalProbe.fallbackName(for: window.terminal(name))
        #expect(answer.name == nil)
      }
      #expect(try window.outputSoFar().isEmpty)
    }

    @Test func `a file is not asked`() throws {
      let file = try FileTerminal()
      let terminal = file.terminal("xterm", columns: 80, rows: 24)
      #expect(TerminalProbe.askBackground(terminal) == nil)
      #expect(file.bytes.isEmpty)
    }
  }
}
