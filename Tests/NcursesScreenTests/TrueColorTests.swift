import CellGrid
import Testing

@testable import NcursesScreen

extension ScreenTests {
  /// The exact bytes sent to a terminal with many colors.
  struct TrueColorTests {
    private static let rose = TerminalColor.rgb(255, 127, 156)
    private static let dusk = TerminalColor.rgb(23, 20, 42)

    /// Shows a word and returns the bytes written for it.
    private func output(
      _ name: String, hasTrueColor: Bool, depth: ColorDepth, _ look: TextAttributes
    ) throws -> String {
      let window = try PseudoTerminal(columns: 20, rows: 3)
      var terminal = window.terminal(name)
      terminal.hasTrueColor = hasTrueColor
      let screen = try NcursesScreen(terminal: terminal) { $0 == Style(.plain) ? .plain : look }
      defer { screen.close() }
      #expect(screen.colorDepth == depth)
      var grid = Grid(columns: 20, rows: 3)
      grid.write("gain", column: 2, row: 1, style: Style(Role("gain")))
      screen.show(grid)
      let cell = screen.readBack(displayed: true)[22]
      #expect(cell.look.foreground == look.foreground || depth < .trueColor)
      return try window.output(upTo: "\u{1B}[?2026l")
    }

    @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color"])
    func `a terminal that shows them is sent colors of 24 bits`(name: String) throws {
      let look = TextAttributes(foreground: Self.rose, background: Self.dusk)
      let text = try output(name, hasTrueColor: true, depth: .trueColor, look)
      #expect(text.contains("\u{1B}[38;2;255;127;156m"))
      #expect(text.contains("\u{1B}[48;2;23;20;42m"))
      #expect(!text.contains("38;5;"))
      #expect(!text.contains("]4;"), "the user's palette is left alone")
    }

    @Test func `a description that names them is enough`() throws {
      let look = TextAttributes(foreground: Self.rose)
      let text = try output("xterm-direct", hasTrueColor: false, depth: .trueColor, look)
      #expect(text.contains("\u{1B}[38:2::255:127:156m"))
    }

    @Test func `the sixteen and the palette stay the terminal's own`() throws {
      let green = try output(
        "xterm-256color", hasTrueColor: true, depth: .trueColor,
        TextAttributes(foreground: .ansi(2)))
      #expect(green.contains("\u{1B}[32m"))
      let bar = TextAttributes(foreground: .ansi(12), background: .indexed(237))
      let text = try output("xterm-256color", hasTrueColor: true, depth: .trueColor, bar)
      #expect(text.contains("\u{1B}[94m"))
      #expect(text.contains("\u{1B}[48;5;237m"))
    }

    @Test func `a terminal of 256 colors is sent those`() throws {
      let text = try output(
        "xterm-256color", hasTrueColor: false, depth: .ansi256,
        TextAttributes(foreground: .indexed(204)))
      #expect(text.contains("\u{1B}[38;5;204m"))
      #expect(!text.contains("38;2;"))
    }

    @Test func `a terminal of 16 colors is never sent more`() throws {
      let text = try output(
        "xterm-16color", hasTrueColor: true, depth: .ansi16, TextAttributes(foreground: .ansi(12)))
      #expect(!text.contains("38;"))
    }

    @Test func `more colors than the palette has places are still shown`() throws {
      let window = try PseudoTerminal(columns: 100, rows: 4)
      var terminal = window.terminal()
      terminal.hasTrueColor = true
      let screen = try NcursesScreen(terminal: terminal) { style in
        let number = Int(style.role.name) ?? 0
        return TextAttributes(foreground: .rgb(UInt8(number % 256), UInt8(number / 256), 9))
      }
      defer { screen.close() }
      var grid = Grid(columns: 100, rows: 4)
      for number in 0..<400 {
        grid.write("x", column: number % 100, row: number / 100, style: Style(Role("\(number)")))
      }
      screen.show(grid)
      let shown = screen.readBack(displayed: true).map(\.look.foreground)
      #expect(shown.count(where: { if case .rgb = $0 { true } else { false } }) == 400)
      #expect(shown[7] == .rgb(7, 0, 9))
    }

    @Test func `frames of many colors read back as they were shown`() throws {
      let window = try PseudoTerminal(columns: 80, rows: 24)
      var terminal = window.terminal()
      terminal.hasTrueColor = true
      let screen = try NcursesScreen(terminal: terminal, look: colorfulLook)
      defer { screen.close() }
      var frames = RandomFrames(seed: 24)
      for _ in 0..<20 {
        let grid = frames.next(columns: 80, rows: 24)
        screen.show(grid)
        while screen.outputDescriptor != nil {
          _ = try window.taken()
          screen.show(grid)
        }
        _ = try window.outputSoFar()
        #expect(
          screen.readBack(displayed: true)
            == expectedCells(grid, columns: 80, rows: 24, colors: .trueColor))
      }
    }
  }
}
