import CellGrid
import Testing

@testable import NcursesScreen

extension ScreenTests {
  /// A terminal that is slow or stopped delays no key, and gets the last frame in the end.
  struct SlowTerminalTests {
    @Test func `a terminal that takes nothing holds up no key and gets the last frame`() throws {
      let window = try PseudoTerminal(columns: 120, rows: 40)
      let screen = try NcursesScreen(terminal: window.terminal(), look: colorfulLook)
      defer { screen.close() }
      var frames = RandomFrames(seed: 12)
      var shown = 0
      while screen.outputDescriptor == nil {
        screen.show(frames.next(columns: 120, rows: 40))
        shown += 1
      }
      for _ in 0..<100 { screen.show(frames.next(columns: 120, rows: 40)) }
      screen.setMouse(true)
      try window.type("k")
      #expect(try screen.events(1) == [.text("k")])

      let last = frames.next(columns: 120, rows: 40)
      var output: [UInt8] = []
      while screen.outputDescriptor != nil {
        output += try window.taken()
        screen.show(last)
      }
      let text = String(decoding: output, as: UTF8.self) + (try window.outputSoFar())
      // The kernel may buffer a few more frames meanwhile, but never a hundred.
      #expect(text.count(of: "\u{1B}[?2026l") < shown + 50, "frames in between were left out")
      #expect(text.contains("\u{1B}[?1000h"), "what is not a frame was not")
      #expect(
        screen.readBack(displayed: true)
          == expectedCells(last, columns: 120, rows: 40, colors: .ansi256))
    }

    @Test func `keys typed during a frame do not cut it short`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal(), look: colorfulLook)
      defer { screen.close() }
      var frames = RandomFrames(seed: 13)
      let grid = frames.next(columns: 80, rows: 24)
      try window.type("kk")
      screen.show(grid)
      #expect(
        screen.readBack(displayed: true)
          == expectedCells(grid, columns: 80, rows: 24, colors: .ansi256))
    }
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
