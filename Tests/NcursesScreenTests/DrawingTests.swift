import CellGrid
import Testing
import Widgets

@testable import NcursesScreen

extension ScreenTests {
  /// The terminal shows exactly the cells of each grid, and is sent only what changed.
  ///
  /// - After a resize, a new theme or a repaint, everything is drawn again.
  /// - The last cell is drawn without scrolling.
  /// - A frame is one synchronized update, and an equal frame sends nothing.
  struct DrawingTests {
    @Test(arguments: ScreenTests.terminals)
    func `what ncurses holds is what was shown`(name: String) throws {
      let seed: UInt64 = 20_250_102
      var frames = RandomFrames(seed: seed)
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal(name, columns: 100, rows: 30), look: colorfulLook)
      defer { screen.close() }
      for frame in 0..<200 {
        if frames.chance(10) {
          let size = frames.nextSize()
          screen.resize(columns: size.columns, rows: size.rows)
          while screen.nextEvent() != .closed {}
          #expect(screen.size == ScreenTerminal.Size(columns: size.columns, rows: size.rows))
        }
        let size = screen.size
        let excess = frames.excess()
        let grid = frames.next(
          columns: max(1, size.columns + excess), rows: max(1, size.rows - excess))
        screen.show(grid)
        let expected = expectedCells(
          grid, columns: size.columns, rows: size.rows, colors: screen.colorDepth)
        let picture = screen.readBack(displayed: false)
        let glass = screen.readBack(displayed: true)
        try #require(picture == expected, "seed \(seed), frame \(frame), \(size)")
        try #require(glass == expected, "seed \(seed), frame \(frame), \(size)")
        let length = file.bytes.count
        screen.show(grid)
        try #require(file.bytes.count == length, "seed \(seed), frame \(frame)")
      }
    }

    @Test(arguments: ScreenTests.terminals)
    func `the last cell is drawn without scrolling`(name: String) throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal(name, columns: 10, rows: 4)
      ) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 10, rows: 4)
      for row in 0..<4 { grid.write("abcdefghi\(row)", column: 0, row: row) }
      screen.show(grid)
      let text = screen.readBack(displayed: true).map { String($0.scalar) }.joined()
      #expect(text == "abcdefghi0abcdefghi1abcdefghi2abcdefghi3")
    }

    @Test func `a place of a picture is a placeholder in the picture's color, with two marks`()
      throws
    {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 10, rows: 4)
      ) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 10, rows: 4)
      grid.write("⠤⠤⠤", column: 3, row: 1)
      grid.lines = [
        GridLine(.plain, [GridPoint(x: 3_200, y: 1_500), GridPoint(x: 5_800, y: 1_500)])
      ]
      var cells = PictureCells()
      let cell = CellSize(width: 8, height: 16)
      screen.show(cells.shown(grid, glyphs: .unicode, theme: Theme(), cell: cell).grid)
      let shown = screen.readBack(displayed: true)[14]
      #expect(shown.scalar == PicturePlace.placeholder)
      #expect(shown.look.foreground == .indexed(UInt8(PicturePlace.picture)))
      let output = String(decoding: file.bytes, as: UTF8.self)
      #expect(output.unicodeScalars.contains { $0 == PicturePlace.placeholder })
      for marks in ["\u{305}\u{305}", "\u{305}\u{30D}", "\u{305}\u{30E}"] {
        let text = Array("\u{10EEEE}\(marks)".utf8)
        #expect(file.bytes.firstRange(of: text) != nil, "\(marks.unicodeScalars.map(\.value))")
      }
      #expect(output.contains("38;5;201m"))
      // The picture is erased together with the line.
      let length = file.bytes.count
      screen.show(Grid(columns: 10, rows: 4))
      #expect(screen.readBack(displayed: true).allSatisfy { $0.scalar == " " })
      #expect(file.bytes.count > length)
    }

    @Test func `one changed figure costs a few bytes`() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 80, rows: 24), look: colorfulLook)
      defer { screen.close() }
      var frames = RandomFrames(seed: 7)
      var grid = frames.next(columns: 80, rows: 24)
      grid.write("$98,432.10", column: 30, row: 12, style: Style(.prominent))
      screen.show(grid)
      let before = file.bytes.count
      grid.write("7", column: 39, row: 12, style: Style(.prominent))
      screen.show(grid)
      #expect(file.bytes.count > before)
      #expect(file.bytes.count - before < 60)
    }

    @Test func `a new look repaints an equal grid`() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 20, rows: 2)
      ) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 20, rows: 2)
      grid.write("up", column: 0, row: 0, style: Style(.gain))
      screen.show(grid)
      screen.look = { $0.role == .gain ? TextAttributes(foreground: .ansi(2)) : .plain }
      screen.show(grid)
      #expect(screen.readBack(displayed: true).first?.look.foreground == .ansi(2))
    }

    @Test func `an equal grid is drawn again after the terminal shrank and grew`() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 20, rows: 4)
      ) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 20, rows: 4)
      for row in 0..<4 { grid.write("01234567890123456789", column: 0, row: row) }
      screen.show(grid)
      for (columns, rows) in [(7, 2), (20, 4)] {
        screen.resize(columns: columns, rows: rows)
        #expect(screen.nextEvent() == .resize(columns: columns, rows: rows))
      }
      screen.show(grid)
      #expect(screen.readBack(displayed: true).map(\.scalar) == grid.cells.map(\.scalar))
    }

    @Test func `a repaint sends everything again`() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 20, rows: 2)
      ) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 20, rows: 2)
      grid.write("portfolio", column: 0, row: 0)
      screen.show(grid)
      screen.repaint()
      screen.show(grid)
      #expect(file.text.components(separatedBy: "portfolio") == 3)
    }

    @Test func `a frame is one synchronised update and an equal look none`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      var grid = Grid(columns: 80, rows: 24)
      grid.write("one", column: 0, row: 0)
      screen.show(grid)
      _ = try window.outputSoFar()
      grid.write("two", column: 0, row: 0)
      screen.show(grid)
      let frame = try window.outputSoFar()
      #expect(frame.hasPrefix("\u{1B}[?2026h"))
      #expect(frame.hasSuffix("\u{1B}[?2026l"))
      #expect(frame.contains("two"))
      // Another role with the same look changes the grid but none of the terminal's cells.
      grid.write("two", column: 0, row: 0, style: Style(.title))
      screen.show(grid)
      #expect(try window.outputSoFar().isEmpty)
    }
  }
}

extension String {
  /// The number of parts when split at a separator.
  fileprivate func components(separatedBy separator: String) -> Int {
    ranges(of: separator).count + 1
  }
}
