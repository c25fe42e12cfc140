/// A grid as JSON for programs: rows of runs with their meaning and their place.
public enum GridJSON {
  /// Encodes a grid: `columns`, `rows`, and `cells`, a list of rows of runs, each with `column`,
  /// `width`, `text` and `role`, and with `reversed` and `link` where they apply.
  public static func text(of grid: Grid) -> String {
    let rows = (0..<grid.rows).map { row in
      let runs = grid.runs(row: row).map { "      " + object(of: $0) }
      return "    [\n\(runs.joined(separator: ",\n"))\n    ]"
    }
    return """
      {
        "columns": \(grid.columns),
        "rows": \(grid.rows),
        "cells": [
      \(rows.joined(separator: ",\n"))
        ]
      }

      """
  }

  private static func object(of run: Run) -> String {
    var members = [
      "\"column\": \(run.column)", "\"width\": \(run.width)", "\"text\": \(quoted(run.text))",
      "\"role\": \"\(run.style.role)\"",
    ]
    if run.style.isReversed { members.append("\"reversed\": true") }
    if run.style.isLinked { members.append("\"link\": \"\(Link.portfolio)\"") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
