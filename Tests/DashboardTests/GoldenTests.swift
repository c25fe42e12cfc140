import CellGrid
import Dashboard
import FoundationEssentials
import Testing

/// Screens as text with their styles, compared with files; `BITPAL_RECORD=1` records them.
@Suite struct Goldens {
  static let sizes = [(40, 12), (80, 24), (120, 40)]

  @Test(arguments: Driven.scenes.indices)
  func `screens look as recorded`(scene: Int) throws {
    for (columns, rows) in Self.sizes {
      var driven = Driven(columns, rows)
      Driven.scenes[scene].open(&driven)
      try Self.check(driven, name: "\(Driven.scenes[scene].name)-\(columns)x\(rows)")
    }
  }

  /// Compares a screen with its file.
  static func check(_ driven: Driven, name: String) throws {
    let folder = "\(#filePath)".split(separator: "/").dropLast()
    let path = "/" + folder.joined(separator: "/") + "/Goldens/\(name).txt"
    let drawn = text(of: driven.frame, name: name)
    let environment = ProcessInfo.processInfo.environment
    if environment["BITPAL_RECORD"] == "1", environment["CI"] == nil {
      try drawn.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    #expect(drawn == recorded, "\(name)")
  }

  /// The rows between bars, followed by the styles, the cursor position, and the mouse areas.
  static func text(of frame: DashboardFrame, name: String) -> String {
    let grid = frame.grid
    var lines = ["bitpal dashboard \(name)"]
    lines += (0..<grid.rows).map { "│\(grid.text(row: $0))│" }
    lines.append("styles:")
    for row in 0..<grid.rows {
      let runs = runs(grid, row: row)
      if !runs.isEmpty { lines.append("\(row): \(runs.joined(separator: "; "))") }
    }
    if let cursor = frame.cursor { lines.append("cursor: \(cursor.column),\(cursor.row)") }
    lines.append("hits:")
    for hit in frame.hits {
      let area = hit.area
      lines.append("\(area.column),\(area.row) \(area.columns)×\(area.rows) \(hit.target)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func runs(_ grid: Grid, row: Int) -> [String] {
    var runs: [String] = []
    var start = 0
    for column in 1...max(1, grid.columns) {
      let style = grid[start, row].style
      if column < grid.columns, look(grid[column, row].style) == look(style) { continue }
      if look(style) != "plain" { runs.append("\(start)-\(column - 1) \(look(style))") }
      start = column
    }
    return runs
  }

  private static func look(_ style: Style) -> String {
    "\(style.role)" + (style.isReversed ? " reversed" : "")
  }
}
