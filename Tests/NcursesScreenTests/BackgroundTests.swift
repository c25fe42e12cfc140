import CellGrid
import Testing

@testable import NcursesScreen

extension ScreenTests {
  /// The terminal is asked for its background color while it shows a picture.
  struct BackgroundTests {
    private let light = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
    private let kind = "\u{1B}[?62;22c"

    @Test func `a picture is shown before the answer`() throws {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      screen.askBackground()
      var grid = Grid(columns: 80, rows: 24)
      grid.write("Portfolio", column: 3, row: 2)
      screen.show(grid)
      let output = try window.outputSoFar()
      #expect(output.contains(TerminalReply.question) && output.contains("Portfolio"))
      try window.type(light + kind + "q")
      #expect(try screen.events(2) == [.appearance(.light), .text("q")])
      screen.close()
    }

    @Test func `leaving reads an answer that is still to come`() throws {
      let window = try PseudoTerminal()
      try window.setEcho(true)
      let before = window.settings
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      screen.askBackground()
      try window.type(light)
      #expect(try screen.events(1) == [.appearance(.light)])
      _ = try window.outputSoFar()
      // The response is still unread when the screen is closed.
      try window.type("jj" + kind + "ls\n")
      screen.close()
      #expect(window.settings == before)
      #expect(try !window.outputSoFar().contains("62;22c"), "no echo")
      #expect(try window.input() == "ls\n", "what follows is the shell's")
    }

    @Test func `an answer about pictures is an event, and Alt with its key types as before`() throws
    {
      let window = try PseudoTerminal()
      let screen = try NcursesScreen(terminal: window.terminal()) { _ in .plain }
      screen.askBackground(andPictures: true)
      screen.show(Grid(columns: 80, rows: 24))
      #expect(try window.outputSoFar().contains(TerminalReply.pictureQuestion))
      try window.type("\u{1B}_Gi=31;OK\u{1B}\\" + light + kind + "q")
      #expect(try screen.events(3) == [.pictures, .appearance(.light), .text("q")])
      try window.type("\u{1B}_x")
      #expect(try screen.events(3) == [.key(.escape), .text("_"), .text("x")])
      screen.close()
    }

    @Test func `an answer in pieces never becomes keys`() {
      var decoder = EventDecoder()
      decoder.awaitsAnswer = true
      let answer = Array((light + kind).unicodeScalars)
      for cut in 2..<answer.count where answer[cut - 1] != "\u{1B}" {
        decoder.awaitsAnswer = true
        let pieces = [answer[..<cut], answer[cut...]].map { $0.map(RawEvent.character) }
        for event in pieces[0] + [.nothing] + pieces[1] + [.nothing] {
          decoder.decode(event, size: ScreenTerminal.Size(columns: 80, rows: 24))
        }
        #expect(decoder.next() == .appearance(.light), "cut at \(cut)")
        #expect(decoder.next() == nil && !decoder.awaitsAnswer, "cut at \(cut)")
      }
    }
  }
}
