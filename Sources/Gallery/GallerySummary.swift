import CellGrid

extension GalleryCheck {
  /// The differences as Markdown, for a CI job summary.
  package var markdown: String {
    guard !differences.isEmpty else { return "### Pictures\n\n\(escaped(summary))\n" }
    let rows = differences.map { difference in
      let facts = difference.facts
      let more = facts.count > 3 ? "<br>and \(facts.count - 3) more" : ""
      let shown = facts.prefix(3).map(escaped).joined(separator: "<br>")
      return "| \(escaped(difference.name)) "
        + "| \(difference.kind.rawValue) | \(shown)\(more) |\n"
    }
    return """
      ### Pictures

      \(escaped(summary))

      | picture | | what differs |
      |---|---|---|
      \(rows.joined())
      Accept with `--accept NAME…` or `--accept all` beside `--check`.

      """
  }

  /// Escapes everything that is special in Markdown or HTML.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in markupEscaped(cleaned(text)).unicodeScalars {
      if "\\`*_[]|#~".unicodeScalars.contains(scalar), scalar != "#" || result.last != "&" {
        result += "\\"
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
