import CellGrid
import Testing

@testable import NcursesScreen

extension ScreenTests {
  /// Keys, mouse, pastes and notices of the terminal arrive as events, in order and without loss.
  ///
  /// - Every known form of a key is read, and bytes that are not text are ignored.
  /// - Keys pressed before the screen opens come first.
  /// - A new size and a closed window are events.
  /// - Copied text is sent in base64, and only to terminals with a clipboard.
  struct InputTests {
    @Test(arguments: [
      ("a", [ScreenEvent.text("a")]), ("₿", [.text("₿")]), (" ", [.text(" ")]),
      ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]),
      ("\u{1B}[Z", [.key(.backTab)]), ("\u{7F}", [.key(.backspace)]),
      ("\u{08}", [.key(.backspace)]), ("\u{12}", [.key(.ctrl("r"))]), ("\u{1B}", [.key(.escape)]),
      ("\u{1B}OA", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}OC", [.key(.right)]),
      ("\u{1B}OD", [.key(.left)]), ("\u{1B}[A", [.key(.up)]), ("\u{1B}[1;5D", [.key(.left)]),
      ("\u{1B}OH", [.key(.home)]), ("\u{1B}OF", [.key(.end)]), ("\u{1B}[5~", [.key(.pageUp)]),
      ("\u{1B}[6~", [.key(.pageDown)]), ("\u{1B}[3~", [.key(.delete)]),
      ("\u{1B}[2~", [.key(.insert)]), ("\u{1B}OP", [.key(.function(1))]),
      ("\u{1B}[24~", [.key(.function(12))]),
      ("\u{1B}[200~12\r3\u{1B}[201~", [.paste("12\n3")]),
      ("\u{1B}[I", [.focus(true)]), ("\u{1B}[O", [.focus(false)]),
      ("\u{1B}[?997;1n", [.appearance(.dark)]), ("\u{1B}[?997;2n", [.appearance(.light)]),
      ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m", [.mouse(MouseEvent(.left, column: 9, row: 4))]),
      ("\u{1B}[<2;80;24M", [.mouse(MouseEvent(.right, column: 79, row: 23))]),
      (
        "\u{1B}[<64;1;1M\u{1B}[<65;1;1M",
        [
          .mouse(MouseEvent(.wheelUp, column: 0, row: 0)),
          .mouse(MouseEvent(.wheelDown, column: 0, row: 0)),
        ]
      ),
      ("\u{1B}[<0;300;20M", [.mouse(MouseEvent(.left, column: 299, row: 19))]),
      (
        "\u{1B}[<16;5;5M\u{1B}[<35;6;6M\u{1B}[<0;0;1M",
        [
          .mouse(MouseEvent(.left, column: 4, row: 4))
        ]
      ),
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c", [.appearance(.light)]),
    ])
    func `what is typed comes as events`(typed: String, events: [ScreenEvent]) throws {
      let window = try PseudoTerminal(columns: 320)
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      screen.setMouse(true)
      try window.type(typed)
      // Type a second key, to detect one event too few or too many.
      try window.type("\u{1B}[20~")
      #expect(try screen.events(events.count + 1) == events + [.key(.function(9))])
      #expect(screen.nextEvent() == nil)
    }

    @Test(arguments: ScreenTests.terminals)
    func `home and end are read in every form on every terminal`(name: String) throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      defer { screen.close() }
      let home = ["[1~", "[7~", "[H", "OH"]
      let end = ["[4~", "[8~", "[F", "OF"]
      for sequence in home + end { try window.type("\u{1B}" + sequence) }
      let expected = home.map { _ in ScreenEvent.key(.home) } + end.map { _ in .key(.end) }
      #expect(try screen.events(8) == expected)
      #expect(screen.nextEvent() == nil)
    }

    @Test func `a mouse that knows no numbers is read too`() throws {
      let window = try PseudoTerminal(columns: 200)
      let screen = try NcursesScreen(terminal: window.terminal("tmux-256color")) { _ in .plain }
      defer { screen.close() }
      screen.setMouse(true)
      try window.type([0x1B, 0x5B, 0x4D, 32, 33 + 149, 33 + 20])
      try window.type([0x1B, 0x5B, 0x4D, 32 + 64, 33, 33])
      #expect(
        try screen.events(2) == [
          .mouse(MouseEvent(.left, column: 149, row: 20)),
          .mouse(MouseEvent(.wheelUp, column: 0, row: 0)),
        ])
    }

    @Test(arguments: ["xterm-256color", "tmux-256color", "screen"])
    func `many turns of the wheel are all counted`(name: String) throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      defer { screen.close() }
      screen.setMouse(true)
      try window.type(String(repeating: "\u{1B}[<65;3;4M", count: 20))
      let turn = ScreenEvent.mouse(MouseEvent(.wheelDown, column: 2, row: 3))
      #expect(try screen.events(20) == Array(repeating: turn, count: 20))
      #expect(screen.nextEvent() == nil)
    }

    @Test func `a character may come in pieces`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      let bytes = Array("€".utf8)
      try window.type([bytes[0]])
      try window.waitUntilRead(by: screen)
      try window.type([bytes[1], bytes[2]])
      #expect(try screen.events(1) == [.text("€")])
    }

    @Test func `bytes that are no text are ignored`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      try window.type([0xFF, 0xC3, 0x28, UInt8(ascii: "q")])
      #expect(try screen.events(1).last == .text("q"))
    }

    @Test func `keys pressed before the screen opened come first`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(
        terminal: window.terminal(), typedAhead: Array("a\u{1B}[Bé".utf8)
      ) { _ in .plain }
      defer { screen.close() }
      try window.type("z")
      #expect(try screen.events(4) == [.text("a"), .key(.down), .text("é"), .text("z")])
    }

    @Test func `a new size is told and the next frame fills it`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      screen.show(Grid(columns: 80, rows: 24))
      for (columns, rows) in [(60, 20), (120, 40), (1, 1), (80, 24)] as [(UInt16, UInt16)] {
        try window.resize(columns: columns, rows: rows)
        let size = ScreenTerminal.Size(columns: Int(columns), rows: Int(rows))
        #expect(
          try screen.events(1) == [.resize(columns: size.columns, rows: size.rows)])
        #expect(screen.size == size)
        var grid = Grid(columns: size.columns, rows: size.rows)
        grid.write("x", column: size.columns - 1, row: size.rows - 1)
        screen.show(grid)
        #expect(screen.readBack(displayed: true).last?.scalar == "x")
        _ = try window.outputSoFar()
      }
    }

    @Test func `a resize is told even if frames are drawn before its event is read`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      screen.show(Grid(columns: 80, rows: 24))
      try window.resize(columns: 60, rows: 20)
      try window.type("a")
      try screen.waitForAll()
      var grid = Grid(columns: 80, rows: 24)
      grid.write("a", column: 0, row: 0)
      screen.show(grid)
      #expect(try screen.events(2) == [.resize(columns: 60, rows: 20), .text("a")])
      #expect(screen.nextEvent() == nil)
    }

    @Test func `a closed window is told again and again`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      window.hangUp()
      #expect(try screen.events(2) == [.closed, .closed])
    }

    @Test func `the end of the input is a closed terminal`() throws {
      let file = try FileTerminal()
      let terminal = file.terminal("xterm", columns: 80, rows: 24)
      let screen = try NcursesScreen(terminal: terminal) { _ in .plain }
      defer { screen.close() }
      #expect(screen.nextEvent() == .closed)
    }

    @Test func `copied text travels in base 64`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      _ = try window.outputSoFar()
      #expect(screen.copyToClipboard("BTC\u{1B}\u{07}"))
      #expect(try window.outputSoFar() == "\u{1B}]52;c;QlRDGwc=\u{07}")
    }

    @Test(arguments: ["linux", "vt100"])
    func `a console without a clipboard is sent nothing`(name: String) throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      defer { screen.close() }
      _ = try window.outputSoFar()
      #expect(!screen.copyToClipboard("BTC"))
      #expect(try window.outputSoFar().isEmpty)
    }
  }
}
