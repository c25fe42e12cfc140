import ConfigurationFile
import Glibc
import NcursesScreen

/// The colors of the labels `error` and `help`.
enum ErrorColor {
  /// Whether the labels are colored on standard error.
  ///
  /// - Parameters:
  ///   - choice: What the user said; `nil` where nothing was.
  ///   - environment: The environment of the process.
  static func isOn(_ choice: ColorChoice?, _ environment: [String: String]) -> Bool {
    switch choice ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      let name = environment["TERM"] ?? ""
      // What the system does not know is given no sequence it may not understand.
      return !isRefused && isatty(STDERR_FILENO) == 1
        && (NcursesScreen.refusal(of: name) == nil || NcursesScreen.knownName(for: name) != nil)
    }
  }
}

extension String {
  /// The text as the beginning of a sentence: a plain word gets its capital, a command, a setting,
  /// a file or a host stays as it is typed.
  var sentenceCased: String {
    let word = prefix { $0 != " " }
    let plain = word.last.map { ",:;.".contains($0) } ?? false ? word.dropLast() : word
    guard plain != "bitpal", plain.allSatisfy(\.isLetter) else { return self }
    return prefix(1).uppercased() + dropFirst()
  }
}
