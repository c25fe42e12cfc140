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
