import ConfigurationFile
import Glibc
import NcursesScreen

/// The colors of the labels `error` and `help`.
enum ErrorColor {
  /// Whether to color labels on standard error.
  ///
  /// - Parameters:
  ///   - choice: The user's choice; `nil` if there is none.
  ///   - environment: The environment of the process.
  static func isOn(_ choice: ColorChoice?, _ environment: [String: String]) -> Bool {
    switch choice ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      let name = environment["TERM"] ?? ""
      // Send no escape sequences to a terminal unknown to the system.
      return !isRefused && isatty(STDERR_FILENO) == 1
        && (NcursesScreen.refusal(of: name) == nil || NcursesScreen.knownName(for: name) != nil)
    }
  }
}

extension String {
  /// The text with a capitalized first word, unless that is a command, a setting, a file or a host.
  var sentenceCased: String {
    let word = prefix { $0 != " " }
    let plain = word.last.map { ",:;.".contains($0) } ?? false ? word.dropLast() : word
    guard plain != "bitpal", plain.allSatisfy(\.isLetter) else { return self }
    return prefix(1).uppercased() + dropFirst()
  }
}
