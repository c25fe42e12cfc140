import CoinCatalogue
import ArgumentParser
import ConfigurationFile
import Portfolio

/// The message for an invalid value or a missing word, with the allowed values.
///
/// It is derived from the parser's text, which lists every value.
struct UsageMessage {
  /// The maximum number of values listed in one sentence.
  private static let fewValues = 12

  let message: ErrorMessage

  /// Parses the parser's text; other texts are unchanged.
  ///
  /// - Parameters:
  ///   - text: The parser's message.
  ///   - arguments: The typed words.
  init(_ text: String, _ arguments: [String] = []) {
    var lines = text.split(separator: "\n").map(String.init)
    var path = "bitpal"
    if let see = lines.last, let command = Self.between("  See '", " --help'", in: see) {
      path = command
      lines.removeLast()
    }
    let usage = lines.first { $0.hasPrefix("Usage: ") }
    let own = lines.first { $0.hasPrefix(Self.helpLabel) }?.dropFirst(Self.helpLabel.count)
    let said = lines.prefix {
      !$0.hasPrefix("Usage: ") && !$0.hasPrefix("Help: ") && !$0.hasPrefix(Self.helpLabel)
    }
    let first = said.first.map { $0.hasPrefix("Error: ") ? String($0.dropFirst(7)) : $0 } ?? ""
    if let found = Self.wrongValue(first, Array(said.dropFirst()), path: path) {
      message = own.map { ErrorMessage(found.reason, help: String($0)) } ?? found
    } else if let missing = Self.between("Missing expected argument '", "'", in: first) {
      let line = usage.map { "\nUsage: \(HelpScreen.shortened($0.dropFirst("Usage: ".count)))" }
      message = ErrorMessage("\(missing) is missing.\(line ?? "")", help: Self.help(path))
    } else if let option = Self.between("Missing value for '", "'", in: first) {
      let name = Self.name(option)
      message = ErrorMessage(
        "\(name) needs a value.", help: Self.dashed(name, arguments) ?? Self.help(path))
    } else if let option = Self.between("The option '", "' does not take any value", in: first) {
      message = ErrorMessage("\(option) takes no value.", help: Self.help(path))
    } else if let words = Self.between(" unexpected arguments: '", "'", in: first + "'") {
      message = ErrorMessage("`\(path)` does not take \"\(words)\".", help: Self.help(path))
    } else if let words = Self.between("Unexpected argument '", "'", in: first) {
      message = ErrorMessage("`\(path)` does not take \"\(words)\".", help: Self.help(path))
    } else {
      message = ErrorMessage(
        ([first] + said.dropFirst()).joined(separator: "\n"), help: own.map(String.init))
    }
  }

  /// The prefix of the help line: the parser keeps an error as a single text.
  fileprivate static let helpLabel = "help: "

  /// How to write a value that begins like an option.
  private static func dashed(_ option: String, _ arguments: [String]) -> String? {
    guard let index = arguments.lastIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    let value = arguments[index + 1]
    guard value.hasPrefix("-"), !value.hasPrefix("--"), value.count > 2 else { return nil }
    let written = value.contains(" ") ? "\"\(value)\"" : value
    return "Write a value that begins with a dash as \(option)=\(written)."
  }

  private static func help(_ path: String) -> String { "`\(path) --help` has examples." }

  /// The message for a value that isn't allowed or has the wrong form.
  private static func wrongValue(_ message: String, _ list: [String], path: String)
    -> ErrorMessage?
  {
    guard let value = between("The value '", "' is invalid for '", in: message),
      let option = between("' is invalid for '", "'", in: message)
    else { return nil }
    let typed = CommandLineCheck.unshielded(value)
    let rest = message.firstRange(of: "'\(option)'").map { message[$0.upperBound...] } ?? ""
    if rest.hasPrefix(": ") { return ErrorMessage(String(rest.dropFirst(2))) }
    let bullets = list.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    let quoted = rest.split(separator: "'", omittingEmptySubsequences: false)
    let values =
      bullets.isEmpty
      ? quoted.indices.filter { !$0.isMultiple(of: 2) }.map { String(quoted[$0]) } : bullets
    let reason = "\"\(typed)\" is not valid for \(name(option))."
    guard values.count > fewValues else {
      return ErrorMessage(
        reason, help: values.isEmpty ? form(of: option) : "Use \(either(values)).")
    }
    let nearest = nearestWord(to: typed, among: values).map { "Did you mean \($0)?" }
    guard option != "<setting>" else {
      return ErrorMessage(
        "\"\(Setting.shown(name: typed))\" is not a setting.",
        help: typed.hasPrefix("keys.")
          ? "Keys are set in the file that `bitpal config path` names."
          : nearest ?? "`bitpal config` lists them all.")
    }
    return ErrorMessage(reason, help: nearest ?? "`\(path) --help` lists the values.")
  }

  /// The form of a value that is not from a list.
  private static func form(of option: String) -> String {
    switch name(option) {
    case "--size": "Write a size such as 80x24."
    case "--max-age": "Write a number with s, m, h or d, such as 90m."
    case "--year": "Write a year such as 2025."
    default: "Write a whole number such as 3."
    }
  }

  /// `a, b or c`.
  private static func either(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
  }

  /// `--limit` of `--limit <limit>`.
  private static func name(_ option: String) -> String {
    option.hasPrefix("-") ? String(option.prefix { $0 != " " }) : option
  }

  private static func between(_ start: String, _ end: String, in text: String) -> String? {
    guard let head = text.firstRange(of: start),
      let tail = text[head.upperBound...].firstRange(of: end)
    else { return nil }
    return String(text[head.upperBound..<tail.lowerBound])
  }
}

extension ValidationError {
  /// Refuses a command line, with a suggested fix.
  init(_ reason: String, help: String?) {
    self.init(help.map { "\(reason)\n\(UsageMessage.helpLabel)\($0)" } ?? reason)
  }

  /// Refuses a command line with a message.
  init(_ message: ErrorMessage) { self.init(message.reason, help: message.help) }
}
