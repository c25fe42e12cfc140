import BitpalTesting
import CellGrid
import Dashboard
import Testing

/// Every page is drawn whole at every size, down to one cell.
///
/// - Nothing acts while its question or form cannot be seen.
/// - Small windows show fewer panels, then a line, then a word.
/// - Resizing keeps page, selection and form, and no size traps the user.
@Suite struct Sizes {
  private func check(_ driven: Driven, _ name: String) {
    let size = "\(name) at \(driven.state.columns)×\(driven.state.rows)"
    let frame = driven.frame
    #expect(frame.grid.columns == driven.state.columns, "\(size)")
    #expect(frame.grid.rows == driven.state.rows, "\(size)")
    let isClean = frame.grid.cells.allSatisfy { cell in
      cell.isContinuation || columnWidth(of: cell.scalar) > 0
    }
    #expect(isClean, "\(size)")
    let areInside = frame.hits.allSatisfy { hit in
      hit.area.column >= 0 && hit.area.row >= 0 && hit.area.endColumn <= frame.grid.columns
        && hit.area.endRow <= frame.grid.rows && hit.area.columns > 0 && hit.area.rows > 0
    }
    #expect(areInside, "\(size)")
  }

  /// Every page at every size where the layout changes, and at some random sizes.
  @Test(arguments: 1...26)
  func `every small size is drawn whole`(columns: Int) {
    for rows in 1...8 {
      for scene in Driven.scenes {
        var driven = Driven(columns, rows)
        scene.open(&driven)
        check(driven, scene.name)
      }
    }
  }

  @Test(arguments: Driven.scenes.indices)
  func `sizes up to 400×120 are drawn whole`(number: Int) {
    let seed = UInt64(number) &* 7919 &+ 20_260_428
    var lot = SeededGenerator(seed: seed)
    var driven = Driven(80, 24)
    Driven.scenes[number].open(&driven)
    for index in 0..<(Repetition.isLong ? 120 : 36) {
      let isLarge = index.isMultiple(of: 12)
      let columns = Int.random(in: 1...(isLarge ? 400 : 130), using: &lot)
      let rows = Int.random(in: 1...(isLarge ? 120 : 45), using: &lot)
      driven.send(.resize(columns: columns, rows: rows))
      check(driven, "\(Driven.scenes[number].name), seed \(seed)")
    }
  }

  @Test(arguments: [(12, 4), (80, 3), (19, 24), (20, 2), (1, 1)])
  func `nothing acts while its question or form cannot be seen`(columns: Int, rows: Int) {
    var driven = Driven(80, 24, tab: .transactions)
    driven.send(.resize(columns: columns, rows: rows))
    driven.type("dy")
    #expect(driven.effects == [], "no question is asked that cannot be read")
    driven = Driven(80, 24, tab: .transactions)
    driven.type("d")
    driven.send(.resize(columns: columns, rows: rows))
    driven.type("y")
    #expect(driven.effects == [], "a question that is out of sight is not answered")
    driven.send(.resize(columns: 80, rows: 24))
    #expect(driven.text.contains("Delete the purchase"), "and stands again when there is room")
    driven = Driven(80, 24, tab: .transactions)
    driven.type("e")
    driven.send(.resize(columns: columns, rows: rows))
    driven.type("7")
    driven.press(.ctrl("s"))
    #expect(driven.effects == [])
    driven.press(.escape)
    driven.send(.resize(columns: 80, rows: 24))
    #expect(driven.state.context == .transactions)
    driven.send(.resize(columns: columns, rows: rows))
    driven.type("au")
    driven.press(.ctrl("r"), .enter)
    #expect(driven.effects == [])
  }

  @Test func `a question without room for a frame is still whole`() {
    var driven = Driven(40, 5, tab: .transactions)
    driven.type("d")
    #expect(driven.text.contains("Delete the purchase"))
    #expect(driven.text.contains("y "))
    #expect(driven.type("y").count == 1)
  }

  /// Home's panels are complete rectangles at every size.
  @Test func `no panel of home is torn`() {
    var driven = Driven()
    for (columns, rows) in stride(from: 20, through: 400, by: Repetition.isLong ? 7 : 21).flatMap({
      columns in
      stride(from: 4, through: 120, by: 9).map { (columns, $0) }
    }) {
      driven.send(.resize(columns: columns, rows: rows))
      let grid = driven.frame.grid
      for hit in driven.frame.hits {
        guard case .tile = hit.target else { continue }
        let area = hit.area
        let corners = [
          (area.column, area.row, "╭"), (area.endColumn - 1, area.row, "╮"),
          (area.column, area.endRow - 1, "╰"), (area.endColumn - 1, area.endRow - 1, "╯"),
        ]
        let isWhole =
          corners.allSatisfy { "\(grid[$0.0, $0.1].scalar)" == $0.2 }
          && (area.column + 1..<area.endColumn - 1).allSatisfy { column in
            [area.row, area.endRow - 1].allSatisfy { grid[column, $0].scalar == "─" }
          }
          && (area.row + 1..<area.endRow - 1).allSatisfy { row in
            [area.column, area.endColumn - 1].allSatisfy { grid[$0, row].scalar == "│" }
          }
        #expect(isWhole, "\(columns)×\(rows)")
      }
    }
  }

  @Test(arguments: [(0, 0), (200, 60), (400, 120), (400, 3), (3, 120), (154, 24), (103, 37)])
  func `odd sizes are drawn whole`(columns: Int, rows: Int) {
    for scene in Driven.scenes {
      var driven = Driven(columns, rows)
      scene.open(&driven)
      check(driven, scene.name)
    }
  }

  @Test func `a storm of sizes keeps page, selection and form`() {
    var driven = Driven(tab: .portfolio)
    driven.type("ja")
    driven.press(.tab)
    driven.type("3")
    let before = driven.text
    for size in [(1, 1), (200, 60), (7, 3), (0, 0), (80, 1), (1, 80), (80, 24)] {
      driven.send(.resize(columns: size.0, rows: size.1))
      check(driven, "storm")
    }
    #expect(driven.text == before)
  }

  @Test(arguments: [
    (80, 24, 3), (80, 36, 5), (102, 24, 3), (120, 40, 5), (154, 24, 3), (120, 48, 5), (160, 40, 5),
    (400, 120, 5), (50, 24, 3), (50, 36, 3), (60, 20, 0), (80, 12, 2), (30, 12, 0), (23, 12, 0),
    (80, 11, 0),
  ])
  func `home shows as many panels as have room`(columns: Int, rows: Int, panels: Int) {
    let driven = Driven(columns, rows)
    let tiles = driven.frame.hits.filter { if case .tile = $0.target { true } else { false } }
    #expect(tiles.count == panels)
    let left = tiles.map(\.area.column).min() ?? 0
    let right = columns - (tiles.map(\.area.endColumn).max() ?? columns)
    #expect(abs(left - right) <= 1, "margins are even")
  }

  @Test(arguments: [(40, 5), (24, 3), (12, 1), (3, 1), (1, 1)])
  func `below a panel there is a line, below a line a word`(columns: Int, rows: Int) {
    let driven = Driven(columns, rows)
    #expect(driven.text.contains { !$0.isWhitespace })
  }

  @Test(arguments: [(14, 4, "No holdings"), (8, 2, "No hold…"), (20, 5, "No holdings yet.")])
  func `an empty ledger says so in the least room`(columns: Int, rows: Int, text: String) {
    #expect(Driven(columns, rows, data: Sample.empty).text.contains(text))
    let reading = Driven(columns, rows, data: nil).text
    #expect(reading.contains { $0.isLetter || $0 == "…" } && !reading.contains("░"))
  }

  @Test(arguments: 4...7)
  func `in the lowest windows the year has a line of its own`(rows: Int) {
    var driven = Driven(40, rows)
    driven.type("6")
    #expect(!driven.row(0).contains("Coin") && driven.row(0).contains("Gain"), "\(driven.text)")
  }

  @Test func `no size traps the user`() {
    for size in [(1, 1), (5, 2), (19, 3)] {
      for scene in Driven.scenes {
        var driven = Driven(size.0, size.1)
        scene.open(&driven)
        driven.press(.escape, .escape, .escape)
        if driven.state.context == .question { driven.type("y") }
        #expect(driven.press(.ctrl("c")) == [.quit])
      }
    }
  }
}
