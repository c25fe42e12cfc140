/// Encodes a grid as JSON, for programs that review or redraw it.
///
/// `cells` has one array per row, of contiguous runs: `column`, `width`, `text`, `role`,
/// `background` (only if set), `reversed`, `linked`. A run is either one wide character (`width` 2)
/// or `width` narrow ones. `links` has the rectangles that link to `target`.
public enum JSONText {
  /// Encodes a grid deterministically.
  public static func text(of grid: Grid) -> String {
    let rows = (0..<grid.rows).map { row in
      let runs = grid.runs(row: row).map { "      \(object(of: $0))" }
      return runs.isEmpty ? "    []" : "    [\n\(runs.joined(separator: ",\n"))\n    ]"
    }
    let target = grid.linkTarget ?? ""
    let links = grid.linkAreas.map { "    \(object(of: $0, target))" }
    return """
      {
        "columns": \(grid.columns),
        "rows": \(grid.rows),
        "cells": \(list(rows)),
        "links": \(list(links))
      }

      """
  }

  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "[]" : "[\n\(items.joined(separator: ",\n"))\n  ]"
  }

  private static func object(of run: Run) -> String {
    "{\"column\": \(run.column), \"width\": \(run.width), \"text\": \(quoted(run.text)), "
      + "\"role\": \"\(run.style.role.name)\", "
      + (run.style.background.map { "\"background\": \"\($0.name)\", " } ?? "")
      + "\"reversed\": \(run.style.isReversed), "
      + "\"linked\": \(run.style.isLinked)}"
  }

  private static func object(of area: LinkArea, _ target: String) -> String {
    "{\"target\": \(quoted(cleaned(target))), \"column\": \(area.columns.lowerBound), "
      + "\"row\": \(area.rows.lowerBound), \"columns\": \(area.columns.count), "
      + "\"rows\": \(area.rows.count)}"
  }

  /// Grids contain no control characters, so only quotes and backslashes need escaping.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
