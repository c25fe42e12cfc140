import BitpalTesting
import CellGrid
import Testing

/// A region of the terminal is redrawn in place, and nothing around it moves.
///
/// - Only changed parts of rows are sent, and an unchanged grid sends nothing.
/// - Rows that a narrower terminal wrapped are cleared first.
/// - A forgotten region is drawn in full.
struct RegionTextTests {
  @Test(arguments: [false, true])
  func `a region always shows its grid and nothing else moves`(isAtTheBottom: Bool) {
    for seed in UInt64(1)...60 {
      var random = SeededRandom(seed)
      let encoder = ANSIText(theme: random.theme(), depth: .ansi256, hasLinks: seed % 2 == 0)
      var region = RegionText(encoder)
      var terminal = VirtualTerminal(columns: 30, rows: 16)
      terminal.play(lines: isAtTheBottom ? String(repeating: "x\n", count: 20) : "above\n")
      var top: Int?
      for frame in 0..<8 {
        // The widest grid fills all columns; a change of rows is a change of the widget's size.
        let grid = random.grid(columns: frame < 5 ? 30 : 24, rows: frame < 5 ? 6 : 3, writes: 12)
        terminal.play(region.text(showing: grid, columns: 30).utf8)
        #expect(terminal.strangers.isEmpty && terminal.column == 0, "seed \(seed) frame \(frame)")
        let first = terminal.row - grid.rows + 1
        #expect(top == nil || top == first, "seed \(seed) frame \(frame)")
        top = first
        #expect(terminal.shows(grid, as: encoder, from: first), "seed \(seed) frame \(frame)")
        #expect(terminal.text(row: first - 1) == (isAtTheBottom ? "x" : "above"))
        for row in (terminal.row + 1)..<max(terminal.row + 1, 16) {
          #expect(terminal.text(row: row).isEmpty, "seed \(seed) frame \(frame)")
        }
        #expect(region.text(showing: grid, columns: 30).isEmpty)
      }
    }
  }

  @Test func `a changed figure costs its row`() {
    var region = RegionText(ANSIText(theme: Theme(), depth: .none))
    var grid = Grid(columns: 20, rows: 3)
    for row in 0..<3 { grid.write("row \(row)", column: 0, row: row) }
    #expect(region.text(showing: grid, columns: 80) == "row 0\r\nrow 1\r\nrow 2\r")
    grid.write("new", column: 0, row: 1)
    #expect(region.text(showing: grid, columns: 80) == "\u{1B}[2A\n\u{1B}[Knew 1\r\n")
  }

  @Test func `rows that the terminal broke are cleared`() {
    var region = RegionText(ANSIText(theme: Theme(), depth: .none))
    _ = region.text(showing: Grid(columns: 50, rows: 11), columns: 80)
    // Each of the ten rows above the last now wraps to three.
    let text = region.text(showing: Grid(columns: 5, rows: 1), columns: 20)
    #expect(text.hasPrefix("\u{1B}[30A\u{1B}[J"))
  }

  @Test func `a forgotten region begins again`() {
    var region = RegionText(ANSIText(theme: Theme(), depth: .none))
    let grid = Grid(columns: 4, rows: 2)
    let first = region.text(showing: grid, columns: 80)
    region.forget()
    #expect(region.text(showing: grid, columns: 80) == first)
  }
}
