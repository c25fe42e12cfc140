import CellGrid
import Widgets

extension Report {
  /// Titles that are spoken differently from how they are written.
  private static let spokenTitles = [
    "Avg cost": "average cost", "P&L": "result", "P&L %": "result", "Gain": "result",
    "Days": "days held",
  ]

  /// Writes the report as sentences for a screen reader: rows, total and notes, or why it is empty.
  ///
  /// The subject of each row comes first, without its title; signed gains and losses need no title.
  public func writeSpeech(_ style: ReportStyle, _ write: (String) -> Void) {
    guard !rows.isEmpty else {
      return emptyNote.split(separator: "\n").forEach { write(sentence(String($0), style)) }
    }
    for row in rows { write(sentence(words(of: row, style), style)) }
    if let total { write(sentence(words(of: total, style), style)) }
    for note in notes { write(sentence(note, style)) }
  }

  private func sentence(_ text: String, _ style: ReportStyle) -> String {
    let words = spoken(text, style.format)
    return (words.hasSuffix(".") ? words : "\(words).") + "\n"
  }

  private func words(of row: [FormattedValue], _ style: ReportStyle) -> String {
    let titled = zip(columns, row).compactMap { column, value in
      column.title.map { (column: column, title: $0, text: value.text(isPrivate: style.isPrivate)) }
    }.filter { !$0.text.isEmpty }
    // The name identifies the coin, so skip its symbol and id.
    let named = titled.first { $0.column.key == "name" } ?? titled.first
    let rest = titled.filter { part in
      part.column.key != named?.column.key
        && (named?.column.key != "name" || !["id", "symbol"].contains(part.column.key))
    }
    let all = rest.map { part in
      let isSigned = part.text.drop { $0 == "~" }.first.map { "+-".contains($0) } ?? false
      if part.text == "no price" { return part.text }
      let title = Self.spokenTitles[part.title] ?? Self.hours(part.title)
      return isSigned && title == "result" ? part.text : "\(title) \(part.text)"
    }
    // Drop duplicates, such as two unknown results.
    let parts = all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
    let subject = named?.text ?? ""
    return parts.isEmpty ? subject : "\(subject): \(parts.joined(separator: ", "))"
  }

  /// `in 24 hours to Apr 28` for the title `24 h to Apr 28`; other titles are lowercased.
  private static func hours(_ title: String) -> String {
    title.hasPrefix("24 h")
      ? "in 24 hours\(title.dropFirst(4))" : title.prefix(1).lowercased() + title.dropFirst()
  }
}
