import CellGrid
import FoundationEssentials
import Testing

/// A grid becomes JSON that reads back as the same grid, including the target of its links.
struct JSONTextTests {
  private struct Picture: Decodable, Equatable {
    struct Run: Decodable, Equatable {
      let column: Int
      let width: Int
      let text: String
      let role: String
      let background: String?
      let reversed: Bool
      let linked: Bool
    }

    struct Link: Decodable, Equatable {
      let target: String
      let column: Int
      let row: Int
      let columns: Int
      let rows: Int
    }

    let columns: Int
    let rows: Int
    let cells: [[Run]]
    let links: [Link]
  }

  @Test func `runs and links are written`() {
    var grid = Grid(columns: 3, rows: 1)
    grid.linkTarget = "app://portfolio"
    grid.write("\"", column: 0, row: 0, style: Style(.gain, isReversed: true, isLinked: true))
    grid.write("币", column: 1, row: 0)
    let expected = """
      {
        "columns": 3,
        "rows": 1,
        "cells": [
          [
            {"column": 0, "width": 1, "text": "\\"", "role": "gain", \
      "reversed": true, "linked": true},
            {"column": 1, "width": 2, "text": "币", "role": "plain", \
      "reversed": false, "linked": false}
          ]
        ],
        "links": [
          {"target": "app://portfolio", "column": 0, "row": 0, "columns": 1, "rows": 1}
        ]
      }

      """
    #expect(JSONText.text(of: grid) == expected)
  }

  @Test(arguments: [(0, 0), (0, 2), (2, 0)])
  func `an empty grid is still JSON`(columns: Int, rows: Int) throws {
    let text = JSONText.text(of: Grid(columns: columns, rows: rows))
    let picture = try JSONDecoder().decode(Picture.self, from: Data(text.utf8))
    #expect(picture.columns == columns && picture.rows == rows)
    #expect(picture.cells.count == rows && picture.links.isEmpty)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `any grid is read back as it is`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let grid = random.grid(columns: 20, rows: 5, writes: 30)
    let text = JSONText.text(of: grid)
    #expect(text == JSONText.text(of: grid))
    let picture = try JSONDecoder().decode(Picture.self, from: Data(text.utf8))
    var copy = Grid(columns: picture.columns, rows: picture.rows)
    copy.linkTarget = grid.linkTarget
    for (row, runs) in picture.cells.enumerated() {
      #expect(runs.reduce(0) { $0 + $1.width } == grid.columns, "seed \(seed)")
      for run in runs {
        let role = try #require(Role.allCases.first { $0.name == run.role })
        let style = Style(
          role, background: run.background.map { Role($0) }, isReversed: run.reversed,
          isLinked: run.linked)
        copy.write(run.text, column: run.column, row: row, style: style)
      }
    }
    #expect(copy == grid, "seed \(seed)")
    let linked = grid.cells.count { $0.style.isLinked }
    #expect(picture.links.reduce(0) { $0 + $1.columns * $1.rows } == linked, "seed \(seed)")
  }
}
