import CellGrid
import Testing

/// Writing to a grid never breaks its geometry, whatever is written where.
///
/// - Text and placed grids are clipped at the edges and at a limit; rows outside are ignored.
/// - Overwriting half of a wide character blanks its other half.
/// - A style covers both halves of a wide character.
/// - Drawn in ASCII, a grid keeps its columns and styles.
struct GridTests {
  private func grid(_ columns: Int, _ texts: (String, Int)...) -> Grid {
    var grid = Grid(columns: columns, rows: 1)
    for (text, column) in texts { grid.write(text, column: column, row: 0) }
    return grid
  }

  @Test(
    arguments: [
      ("abc", 0, "abc   "), ("abc", 4, "    ab"), ("abc", -1, "bc    "), ("abc", -3, "      "),
      ("币安", 0, "币安  "), ("币安", 3, "   币 "), ("币安", -1, " 安   "), ("币", -2, "      "),
      ("a\u{301}b\u{1B}", 0, "ab    "), ("abc", 6, "      "), ("abc", .max, "      "),
      ("abc", .min, "      "),
    ] as [(String, Int, String)])
  func `writing is clipped at the edges`(text: String, column: Int, row: String) {
    #expect(grid(6, (text, column)).text(row: 0) == row)
  }

  @Test(arguments: [(0, "      "), (2, " a    "), (3, " ab   "), (9, " abc  "), (-5, "      ")])
  func `writing stops before its limit`(limit: Int, row: String) {
    var grid = Grid(columns: 6, rows: 1)
    grid.write("abc", column: 1, row: 0, limit: limit)
    #expect(grid.text(row: 0) == row)
  }

  @Test func `a wide character cut by the limit becomes a blank`() {
    var grid = grid(6, ("xxxxxx", 0))
    grid.write("a币b", column: 0, row: 0, limit: 2)
    #expect(grid.text(row: 0) == "a xxxx")
  }

  @Test(arguments: [("x", 1, " x安  "), ("x", 2, "币x   "), ("人", 1, " 人   "), ("x", 0, "x 安  ")])
  func `halving a wide character blanks the other half`(text: String, column: Int, row: String) {
    #expect(grid(6, ("币安", 0), (text, column)).text(row: 0) == row)
  }

  @Test func `rows outside are ignored`() {
    var grid = Grid(columns: 3, rows: 1)
    for row in [-1, 1, .max, .min] { grid.write("abc", column: 0, row: row) }
    grid.restyle(columns: 0..<3, row: 5) { $0.role = .gain }
    #expect(grid == Grid(columns: 3, rows: 1))
    #expect(Grid(columns: -1, rows: -1).cells.isEmpty)
  }

  @Test(
    arguments: [
      (0, "ab币   "), (4, "    ab "), (-1, "b币    "), (-3, "       "), (2, "  ab币 "), (6, "      a"),
      (.max, "       "), (.min, "       "),
    ] as [(Int, String)])
  func `placing clips at the edges`(column: Int, row: String) {
    var target = Grid(columns: 7, rows: 1)
    target.place(grid(4, ("ab币", 0)), column: column, row: 0)
    #expect(target.text(row: 0) == row)
  }

  @Test func `placing halves nothing next to it`() {
    var target = grid(6, ("币安人", 0))
    target.place(grid(2, ("xy", 0)), column: 1, row: 0)
    #expect(target.text(row: 0) == " xy 人")
    target.place(grid(2, ("xy", 0)), column: 0, row: .max)
    #expect(target.text(row: 0) == " xy 人")
  }

  @Test func `restyling covers both halves of a wide character`() {
    var grid = grid(6, ("a币安b", 0))
    grid.restyle(columns: 2..<4, row: 0) { $0.role = .gain }
    #expect((0..<6).filter { grid[$0, 0].style.role == .gain } == [1, 2, 3, 4])
    grid.restyle(columns: -5..<1, row: 0) { $0.role = .loss }
    grid.restyle(columns: 9..<12, row: 0) { $0.role = .error }
    #expect((0..<6).filter { grid[$0, 0].style.role == .loss } == [0])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `nothing written breaks the geometry`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<20 {
      let grid = random.grid(columns: Int.random(in: 0...30, using: &random), rows: 4, writes: 20)
      #expect(grid.cells.count == grid.columns * grid.rows)
      #expect(faults(of: grid).isEmpty, "seed \(seed)")
      let ascii = grid.drawn(with: .ascii)
      #expect(faults(of: ascii).isEmpty, "seed \(seed)")
      #expect(ascii.cells.map(\.style) == grid.cells.map(\.style), "seed \(seed)")
      #expect(ascii.cells.allSatisfy { (0x20..<0x7F).contains($0.scalar.value) }, "seed \(seed)")
    }
  }

  private func faults(of grid: Grid) -> [String] {
    var faults: [String] = []
    for row in 0..<grid.rows {
      if columnWidth(of: grid.text(row: row)) != grid.columns { faults.append("row \(row) width") }
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        let isLead = column + 1 < grid.columns && grid[column + 1, row].isContinuation
        let width = cell.isContinuation ? 0 : isLead ? 2 : 1
        if columnWidth(of: cell.scalar) != width { faults.append("cell \(column),\(row)") }
        if isLead, grid[column + 1, row].style != cell.style { faults.append("style of \(column)") }
      }
    }
    return faults
  }
}
