import BitpalTesting
import CellGrid
import Glibc
import NcursesScreen
import Testing

extension ScreenTests {
  /// A screen opens only on a terminal that can show it, and closing undoes all that opening did.
  ///
  /// - A terminal that is refused has not been written to.
  /// - Only one screen is open at a time, and a closed one draws nothing.
  /// - Nothing of the dashboard stays on the main screen.
  /// - Private modes are sent only to terminals that support them.
  struct OpeningTests {
    @Test(
      arguments: [
        ("dumb", ScreenError.dumbTerminal(name: "dumb")),
        ("unknown", .unknownTerminal(name: "unknown")),
        ("no-such-terminal", .unknownTerminal(name: "no-such-terminal")),
        ("", .missingTerminalName),
      ])
    func `a terminal that cannot show a grid is refused before anything is written`(
      name: String, error: ScreenError
    ) throws {
      let file = try FileTerminal()
      #expect(throws: error) {
        try NcursesScreen(terminal: file.terminal(name, columns: 80, rows: 24)) { _ in .plain }
      }
      #expect(file.bytes.isEmpty)
      #expect(NcursesScreen.refusal(of: name) == error)
    }

    @Test func `asking about a terminal leaves an open screen alone`() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(terminal: file.terminal("xterm", columns: 80, rows: 24)) {
        _ in .plain
      }
      let colours = screen.colorDepth
      #expect(NcursesScreen.refusal(of: "vt100") == nil)
      #expect(NcursesScreen.refusal(of: "dumb") != nil)
      var grid = Grid(columns: 80, rows: 24)
      grid.write("still here", column: 0, row: 0, style: .plain)
      screen.show(grid)
      #expect(screen.colorDepth == colours)
      #expect(String(decoding: file.bytes, as: UTF8.self).contains("still"))
      screen.close()
    }

    @Test func `a file without a size is no terminal`() throws {
      let file = try FileTerminal()
      #expect(throws: ScreenError.notATerminal) {
        try NcursesScreen(terminal: file.terminal("xterm", columns: 0, rows: 24)) { _ in .plain }
      }
      #expect(file.bytes.isEmpty)
    }

    @Test func `a second screen is refused until the first is closed`() throws {
      let file = try FileTerminal()
      let terminal = file.terminal("xterm", columns: 80, rows: 24)
      let first = try NcursesScreen(terminal: terminal) { _ in .plain }
      #expect(throws: ScreenError.alreadyOpen) {
        try NcursesScreen(terminal: terminal) { _ in .plain }
      }
      first.close()
      first.close()
      try NcursesScreen(terminal: terminal) { _ in .plain }.close()
    }

    @Test func `a closed screen draws nothing and says so`() throws {
      let file = try FileTerminal()
      let terminal = file.terminal("xterm", columns: 80, rows: 24)
      let screen = try NcursesScreen(terminal: terminal) { _ in .plain }
      screen.close()
      let length = file.bytes.count
      screen.show(Grid(columns: 80, rows: 24))
      screen.setMouse(true)
      #expect(file.bytes.count == length)
      #expect(screen.nextEvent() == .closed)
      #expect(screen.descriptors.isEmpty)
    }

    @Test func `closing undoes all that opening did`() throws {
      let window = try PseudoTerminal()
      let before = window.settings
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      screen.setMouse(true)
      var grid = Grid(columns: 80, rows: 24)
      grid.write("Portfolio", column: 3, row: 2)
      screen.show(grid)
      #expect(window.settings != before)
      let opened = try window.outputSoFar()
      screen.close()
      let closed = try window.outputSoFar()
      #expect(window.settings == before)
      // alternate screen, cursor, keypad, mouse, paste, focus, light and dark
      for (on, off) in [
        ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?25l", "\u{1B}[?25h"),
        ("\u{1B}[?1h\u{1B}=", "\u{1B}[?1l\u{1B}>"),
        ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l"),
        ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1004h", "\u{1B}[?1004l"),
        ("\u{1B}[?2031h", "\u{1B}[?2031l"),
      ] {
        #expect(opened.contains(on), "\(on.debugDescription)")
        #expect(closed.contains(off), "\(off.debugDescription)")
        #expect(!closed.contains(on), "\(on.debugDescription)")
      }
    }

    @Test func `nothing is left on the alternate screen that could remain on the main one`() throws
    {
      let window = try PseudoTerminal(columns: 20, rows: 5)
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      try window.resize(columns: 80, rows: 24)
      _ = try screen.events(1)
      var grid = Grid(columns: 80, rows: 24)
      grid.write("$98,432.10", column: 0, row: 20)
      screen.show(grid)
      _ = try window.outputSoFar()
      screen.close()
      let closed = try window.outputSoFar()
      let clear = try #require(closed.firstRange(of: "\u{1B}[H\u{1B}[2J"))
      let leave = try #require(closed.firstRange(of: "\u{1B}[?1049l"))
      #expect(clear.lowerBound < leave.lowerBound)
    }

    @Test(arguments: ["linux", "vt100"])
    func `without an alternate screen nothing stays either`(name: String) throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      var grid = Grid(columns: 80, rows: 24)
      for row in 0..<24 { grid.write("$98,432.10 q quit", column: 0, row: row) }
      screen.show(grid)
      var terminal = VirtualTerminal(columns: 80, rows: 24)
      terminal.play(try window.outputSoFar().utf8)
      #expect(terminal.text(row: 23).contains("q quit"))
      screen.close()
      terminal.play(try window.outputSoFar().utf8)
      #expect((0..<24).allSatisfy { terminal.text(row: $0).isEmpty })
      #expect(terminal.row == 0 && terminal.column == 0, "the prompt comes at the top")
      #expect(terminal.strangers == [])
    }

    @Test(arguments: ScreenTests.terminals)
    func `only terminals that take them are sent private modes`(name: String) throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      screen.show(Grid(columns: 80, rows: 24))
      screen.close()
      let output = try window.outputSoFar()
      #expect(output.contains("\u{1B}[?2004h") == (name != "vt100"))
      #expect(output.contains("\u{1B}[?2026h") == (name != "vt100"))
    }

    @Test(
      arguments: zip(ScreenTests.terminals, [ColorDepth.ansi256, .ansi8, .ansi8, .none, .ansi256]))
    func `the Colours are those of the terminal's description`(name: String, depth: ColorDepth)
      throws
    {
      let file = try FileTerminal()
      let terminal = file.terminal(name, columns: 80, rows: 24)
      let screen = try NcursesScreen(terminal: terminal) { _ in .plain }
      defer { screen.close() }
      #expect(screen.colorDepth == depth)
    }

    @Test func `the character set is the locales`() {
      #expect(NcursesScreen.codeset(locale: "C") == "ANSI_X3.4-1968")
      #expect(NcursesScreen.codeset(locale: "C.UTF-8") == "UTF-8")
      #expect(NcursesScreen.codeset(locale: "no such locale").isEmpty)
    }
  }
}
