import ConfigurationFile
import Glibc
import NcursesScreen

/// An error as it is written: the reason in one line, and in another the way on where its sentence
/// names one.
struct ErrorText: Equatable {
  let reason: String
  let help: String?

  /// Takes a sentence apart: the way on begins with the first part of it that is advice.
  init(_ sentence: String) {
    var place = sentence.startIndex
    while place < sentence.endIndex {
      guard let separator = Self.separators.first(where: { sentence[place...].hasPrefix($0) })
      else {
        place = sentence.index(after: place)
        continue
      }
      let start = sentence.index(place, offsetBy: separator.count)
      let rest = sentence[start...]
      if Self.isAdvice(rest), !sentence[..<place].hasSuffix("Usage") {
        let reason = sentence[..<place]
        self.reason = reason.last == "." || reason.contains("\n") ? String(reason) : reason + "."
        help = String(rest).sentenceCased
        return
      }
      place = start
    }
    (reason, help) = (sentence, nil)
  }

  private static let separators = [". ", "; ", ": ", "\n"]

  /// The words that advice begins with; a command in backticks is advice, too.
  private static let verbs: Set<String> = [
    "add", "answer", "check", "choose", "close", "copy", "cut", "delete", "did", "draw", "explain",
    "export", "fix", "follow", "give", "import", "keep", "leave", "make", "move", "name", "raise",
    "read", "record", "remove", "repair", "restore", "run", "say", "see", "set", "sort", "try",
    "use", "write",
  ]

  private static func isAdvice(_ text: Substring) -> Bool {
    let words = text.drop { $0 == "`" }.split(separator: " ", maxSplits: 2)
    if words.count > 1, words[0] == "bitpal" {
      return words[1].hasPrefix("-") || CommandLineCheck.isCommand(words[1])
    }
    return verbs.contains(text.prefix { $0.isLetter }.lowercased())
  }

  /// Whether the labels are colored on standard error.
  ///
  /// - Parameters:
  ///   - choice: What the user said; `nil` where nothing was.
  ///   - environment: The environment of the process.
  static func isColored(_ choice: ColorChoice?, _ environment: [String: String]) -> Bool {
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
