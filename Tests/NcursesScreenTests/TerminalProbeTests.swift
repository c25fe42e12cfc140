import CellGrid
import NcursesScreen
import Testing

extension ScreenTests {
  struct TerminalProbeTests {
    @Test(arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c", Appearance.light),
      ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}\u{1B}[?62;4c", .dark), ("\u{1B}[?1;2c", .unknown),
    ])
    func aTerminalIsAskedAndAnswers(answer: String, appearance: Appearance) throws {
      let window = try PseudoTerminal()
      let before = window.settings
      // The answer is there before the question: what matters is that nothing of it stays.
      try window.type("k" + answer + "z")
      let reply = TerminalProbe.ask(window.terminal(), patience: .seconds(10))
      #expect(reply.appearance == appearance)
      #expect(reply.isComplete)
      #expect(reply.typedAhead == Array("kz".utf8))
      #expect(window.settings == before)
      #expect(try window.outputSoFar() == TerminalReply.question)
    }

    @Test func aSilentTerminalIsUnknownAndItsKeysAreKept() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      try window.type("q")
      let reply = TerminalProbe.ask(window.terminal(), patience: .milliseconds(20))
      #expect(reply.appearance == .unknown)
      #expect(!reply.isComplete)
      #expect(window.settings == before)
    }

    @Test(arguments: ["linux", "vt100", "dumb", "", "ansi", "no-such-terminal"])
    func aTerminalThatWouldPrintTheQuestionIsNotAsked(name: String) throws {
      let window = try PseudoTerminal()
      _ = TerminalProbe.ask(window.terminal(name), patience: .seconds(10))
      #expect(try window.outputSoFar().isEmpty)
    }

    @Test func anUnknownTerminalThatAnswersIsOpenedAsXterm() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      try window.type("k\u{1B}[?62;c")
      let terminal = window.terminal("xterm-no-such-kitty")
      let answer = TerminalProbe.fallbackName(for: terminal, patience: .seconds(10))
      #expect(answer.name == "xterm-256color")
      #expect(answer.typedAhead == Array("k".utf8))
      #expect(window.settings == before)
      #expect(try window.outputSoFar() == "\u{1B}[c")
    }

    @Test func anUnknownTerminalThatIsSilentStaysUnknownAndAKnownOneIsNotAsked() throws {
      let window = try PseudoTerminal()
      let silent = TerminalProbe.fallbackName(
        for: window.terminal("xterm-no-such-kitty"), patience: .milliseconds(20))
      #expect(silent.name == nil)
      _ = try window.outputSoFar()
      for name in ["xterm-256color", "dumb", "unknown", ""] {
        let answer = TerminalProbe.fallbackName(for: window.terminal(name))
        #expect(answer.name == nil)
      }
      #expect(try window.outputSoFar().isEmpty)
    }

    @Test func aFileIsNotAsked() throws {
      let file = try FileTerminal()
      _ = TerminalProbe.ask(file.terminal("xterm", columns: 80, rows: 24), patience: .seconds(10))
      #expect(file.bytes.isEmpty)
    }
  }
}
