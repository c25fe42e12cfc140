import BitpalTesting
import CellGrid
import Testing
import NcursesScreen

extension ScreenTests {
  /// Screen readers and input methods follow the terminal's cursor.
  struct CursorTests {
    private func grid(_ text: String) -> Grid {
      var grid = Grid(columns: 40, rows: 6)
      for row in 0..<6 { grid.write("\(text) row \(row)", column: 2, row: row) }
      return grid
    }

    @Test(arguments: ScreenTests.terminals)
    func `the cursor stands where it is put`(name: String) throws {
      let window = try PseudoTerminal(columns: 40, rows: 6)
      let screen = try NcursesScreen(terminal: window.terminal(name)) { _ in .plain }
      defer { screen.close() }
      var terminal = VirtualTerminal(columns: 40, rows: 6)
      for (text, cursor) in [
        ("first", CellPlace(column: 2, row: 3)), ("first", CellPlace(column: 2, row: 4)),
        ("second", CellPlace(column: 2, row: 4)), ("second", CellPlace(column: 39, row: 5)),
        ("third", CellPlace(column: 0, row: 0)),
      ] {
        screen.show(grid(text), cursor: cursor)
        terminal.play(try window.outputSoFar().utf8)
        #expect(terminal.column == cursor.column && terminal.row == cursor.row, "\(text) \(cursor)")
        // vt100 cannot hide its cursor.
        #expect(terminal.modes.contains("?25"))
        #expect(terminal.text(row: 2) == "  \(text) row 2")
      }
      screen.show(grid("third"), cursor: nil)
      terminal.play(try window.outputSoFar().utf8)
      #expect(terminal.modes.contains("?25") == (name == "vt100"))
    }

    @Test func `a cursor that stands costs nothing and a move a few bytes`() throws {
      let window = try PseudoTerminal(columns: 40, rows: 6)
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      screen.show(grid("first"), cursor: CellPlace(column: 2, row: 3))
      _ = try window.outputSoFar()
      screen.show(grid("first"), cursor: CellPlace(column: 2, row: 3))
      #expect(try window.outputSoFar().isEmpty)
      screen.show(grid("first"), cursor: CellPlace(column: 2, row: 4))
      let move = try window.outputSoFar()
      #expect(!move.isEmpty && move.utf8.count < 12 && !move.contains("?25"), "\(move)")
    }

    @Test func `cells change while the cursor is hidden`() throws {
      let window = try PseudoTerminal(columns: 40, rows: 6)
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      let cursor = CellPlace(column: 2, row: 3)
      screen.show(grid("first"), cursor: cursor)
      _ = try window.outputSoFar()
      screen.show(grid("other"), cursor: cursor)
      let frame = try window.outputSoFar()
      let hidden = try #require(frame.firstRange(of: "\u{1B}[?25l"))
      let shown = try #require(frame.firstRange(of: "\u{1B}[?25h"))
      let text = try #require(frame.firstRange(of: "other"))
      #expect(hidden.upperBound <= text.lowerBound && text.upperBound <= shown.lowerBound)
      #expect(frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
    }

    @Test func `a place outside the terminal hides the cursor`() throws {
      let window = try PseudoTerminal(columns: 40, rows: 6)
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      defer { screen.close() }
      var terminal = VirtualTerminal(columns: 40, rows: 6)
      for index in [CellPlace(column: 40, row: 0), CellPlace(column: 0, row: 6)] {
        screen.show(grid("first"), cursor: index)
        terminal.play(try window.outputSoFar().utf8)
        #expect(!terminal.modes.contains("?25"))
      }
    }
  }
}
