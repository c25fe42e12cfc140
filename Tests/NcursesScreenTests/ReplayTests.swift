import BitpalTesting
import CellGrid
import FoundationEssentials
import Testing
import Widgets

@testable import NcursesScreen

extension ScreenTests {
  /// Replays ncurses output in an independent terminal.
  struct ReplayTests {
    @Test(arguments: ScreenTests.terminals)
    func `another terminal shows random frames`(name: String) throws {
      let seed: UInt64 = 42
      var frames = RandomFrames(seed: seed)
      let grids = (0..<80).map { _ in frames.next(columns: 72, rows: 20) }
      try replay(grids, on: name, columns: 72, rows: 20, look: { _ in colorfulLook }) {
        "seed \(seed), frame \($0)"
      }
    }

    @Test(arguments: ScreenTests.terminals)
    func `another terminal shows the recorded pictures`(name: String) throws {
      let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Goldens"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".snapshot") }.sorted()
      try #require(names.count >= 96)
      let grids = try names.map {
        try Snapshot(text: String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)).grid
      }
      try replay(
        grids, on: name, columns: 80, rows: 24,
        look: { depth in { Theme().look(of: $0, depth: depth) } }
      ) { names[$0] }
    }

    /// Shows grids one after another and compares each with ncurses' contents and with the effect
    /// of its bytes on another terminal.
    private func replay(
      _ grids: [Grid], on name: String, columns: Int, rows: Int,
      look: (ColorDepth) -> (Style) -> TextAttributes, describe: (Int) -> String
    ) throws {
      let file = try FileTerminal()
      let screen = try NcursesScreen(
        terminal: file.terminal(name, columns: columns, rows: rows)
      ) { _ in .plain }
      defer { screen.close() }
      let look = look(screen.colorDepth)
      screen.look = look
      var terminal = VirtualTerminal(columns: columns, rows: rows)
      var played = 0
      for (index, grid) in grids.enumerated() {
        screen.show(grid)
        let bytes = file.bytes
        terminal.play(bytes[played...])
        played = bytes.count
        try #require(terminal.strangers == [], "\(describe(index))")
        let cells = expectedCells(
          grid, columns: columns, rows: rows, colors: screen.colorDepth, look: look)
        try #require(screen.readBack(displayed: true) == cells, "\(describe(index))")
        let expected = cells.map { spot($0, on: name) }
        let differs = zip(terminal.screen.joined(), expected).enumerated().first {
          $1.0.seen != $1.1.seen
        }
        if let (index, (shown, wanted)) = differs {
          let spot = "row \(index / columns), column \(index % columns)"
          Issue.record("\(describe(index)), \(spot): \(shown) for \(wanted)")
          return
        }
      }
      screen.close()
      terminal.play(file.bytes[played...])
      #expect(terminal.strangers == [] && terminal.pen == VirtualTerminal.Pen())
      #expect(terminal.modes == ["?7", "?25"] || terminal.modes == ["?7", "?25", "34"])
    }
  }
}

/// A cell as a given terminal can show it.
private func spot(_ cell: ShownCell, on name: String) -> VirtualTerminal.Spot {
  var spot = VirtualTerminal.Spot()
  spot.scalar = cell.scalar
  spot.pen.isBold = cell.look.isBold
  // vt100 has no faint text, and the Linux console none in combination with color (terminfo's ncv).
  spot.pen.isDim =
    cell.look.isDim && name != "vt100"
    && (name != "linux" || cell.look.foreground == nil && cell.look.background == nil)
  spot.pen.isReversed = cell.look.isReversed
  spot.pen.ink = cell.look.foreground.map(ink)
  spot.pen.background = cell.look.background.map(ink)
  return spot
}

private func ink(_ color: TerminalColor) -> VirtualTerminal.Ink {
  switch color {
  case .ansi(let number), .indexed(let number): .palette(Int(number))
  case .rgb(let red, let green, let blue): .rgb(Int(red), Int(green), Int(blue))
  }
}
