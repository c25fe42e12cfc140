import CellGrid
import Testing

@testable import NcursesScreen

/// Everything that opens a screen: ncurses allows one at a time.
@Suite(.serialized)
struct ScreenTests {}

extension ScreenTests {
  @Suite struct Opening {
    @Test func theBytesAfterClosingEndWithTheTerminalRestored() throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal("xterm-256color", columns: 40, rows: 10)
      ) { _ in ScreenLook() }
      var grid = Grid(columns: 40, rows: 10)
      grid.write("hello", column: 2, row: 3)
      screen.show(grid)
      print(file.bytes.count)
      screen.close()
      print(file.text.debugDescription)
      #expect(file.text.contains("hello"))
    }
  }
}
