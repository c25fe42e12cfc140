import Portfolio
import CoinCatalogue
import ImportForms

/// The help section that lists the file formats; ``HelpScreen`` arranges it in columns.
let formatNames =
  "\(formatsTitle)\n  "
  + (ImportFormat.allCases.map(\.rawValue)).sorted().joined(separator: " ")
  + "\n\n"

/// The title of that section.
let formatsTitle = "FORMATS:"

/// Arranges words in as many columns as fit, filled top to bottom.
///
/// - Parameters:
///   - words: The words.
///   - columns: The width of the terminal.
/// - Returns: The lines, indented by two spaces.
func inColumns(_ words: [String], within columns: Int) -> [String] {
  for rows in 1...max(1, words.count) {
    let starts = stride(from: 0, to: words.count, by: rows)
    let widths = starts.map { words[$0..<min($0 + rows, words.count)].map(\.count).max() ?? 0 }
    guard rows == words.count || widths.reduce(2 * widths.count, +) <= columns else { continue }
    return (0..<rows).map { row in
      let cells = zip(starts, widths).compactMap { start, width in
        let index = start + row
        guard index < words.count else { return nil as String? }
        let isLast = index + rows >= words.count
        let blanks = isLast ? 0 : width - words[index].count
        return words[index] + String(repeating: " ", count: blanks)
      }
      return "  " + cells.joined(separator: "  ")
    }
  }
  return []
}

extension Import {
  /// The message for an unknown format, with the nearest known one.
  static func unknownFormat(_ typed: String) -> ErrorMessage {
    let names = ImportFormat.allCases.map(\.rawValue)
    // An exchange's name covers all of its formats.
    let exchanges = names.compactMap { $0.split(separator: "-").first.map(String.init) }
    let nearest = nearestWord(to: typed, among: exchanges + names)
    return ErrorMessage(
      "\"\(typed)\" is not a format that bitpal reads.",
      help: nearest.map { "Did you mean \($0)?" }
        ?? "`bitpal import --formats` lists them.")
  }
}
