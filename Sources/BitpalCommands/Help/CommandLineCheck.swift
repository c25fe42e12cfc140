import ArgumentParser
import CoinCatalogue
import ConfigurationFile

/// Checks a command line and suggests the nearest valid one.
///
/// The parser reports missing words before mistyped ones; these checks run first.
struct CommandLineCheck {
  let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Refuses an unknown verb, which the parser would treat as an argument of the default command.
  func checkVerb() throws {
    guard let word = arguments.first, !word.hasPrefix("-") else { return }
    if word == "help" { return try checkHelp() }
    let known = Self.commands
    guard !known.contains(word) else { return }
    throw typedSecret() ?? Self.unknown(command: word, among: known, of: "bitpal")
  }

  /// The command with a name or an alias.
  static func command(named word: String) -> (any ParsableCommand.Type)? {
    BitpalCommand.configuration.subcommands.first {
      $0._commandName == word || $0.configuration.aliases.contains(word)
    }
  }

  /// The command names and aliases.
  private static var commands: [String] {
    BitpalCommand.configuration.subcommands.flatMap {
      [$0._commandName] + $0.configuration.aliases
    }
  }

  /// The refusal of a secret on the command line, without repeating it.
  static let secretTyped = CommandFailure(
    "A key on the command line can be read by everyone on this machine.",
    help: "Say "
      + "`bitpal config set \(Setting.key.rawValue)` and type it, or pipe it in.", .usage)

  /// Finds a likely secret in the wrong position, before a parse error message repeats it.
  ///
  /// - Returns: The refusal, or `nil` if there is none.
  func typedSecret() -> CommandFailure? {
    let isAboutSettings = arguments.first == "config"
    let words = arguments.map { $0.lowercased().drop { "- ".contains($0) } }
    let isThere = words.indices.contains { index in
      let word = words[index]
      if word.hasPrefix("cg-") { return true }
      guard
        isAboutSettings
          ? word.contains("key") && word != "keys" && !word.hasPrefix("keys.")
          : word.hasPrefix(Setting.key.rawValue)
      else { return false }
      return index + 1 < words.count || word.contains { !Self.isNameLetter($0) && $0 != "." }
    }
    return isThere ? Self.secretTyped : nil
  }

  /// Finds an unknown option after a parse error; it matters more than missing words.
  ///
  /// - Returns: The refusal, or `nil` if every option is known.
  /// - Throws: If the commands could not be listed.
  func unknownOption() throws -> CommandFailure? {
    let words = Self.withoutAliases(arguments)
    let tree = try CommandTree.all()
    let (named, depth) = tree.command(words)
    let command = depth == 0 ? tree.command(["view"]).command : named
    let known = command.allArguments.flatMap(\.names) + Self.always + CommonOptions.names
    let options =
      command.allArguments.filter { $0.kind == .option }.flatMap(\.names) + ["--color"]
    var before = ""
    for word in words.dropFirst(depth) {
      if word == "--" { return nil }
      defer { before = word }
      let name = String(word.prefix { $0 != "=" })
      guard isOption(name, after: before, options), !known.contains(name) else { continue }
      let nearest = nearestWord(
        to: String(name.drop { $0 == "-" }),
        among: command.arguments.flatMap(\.names).filter { $0.hasPrefix("--") }.map {
          String($0.dropFirst(2))
        })
      let path = depth == 0 ? "bitpal" : "bitpal \(words.prefix(depth).joined(separator: " "))"
      return CommandFailure(
        "Unknown option \(name) for `\(path)`.",
        help: nearest.map { "Did you mean --\($0)?" } ?? "`\(path) --help` lists the options.",
        .usage)
    }
    return nil
  }

  /// Whether a word is an option rather than a number or the preceding option's value.
  private func isOption(_ word: String, after before: String, _ options: [String]) -> Bool {
    if word.hasPrefix("--") { return true }
    guard word.hasPrefix("-"), word.dropFirst().first?.isLetter == true else { return false }
    return !options.contains(before)
  }

  /// Finds a mistyped subcommand, as in `bitpal config gett`, after a parse error.
  func unknownSubcommand() throws -> CommandFailure? {
    let words = Self.withoutAliases(arguments)
    let (command, depth) = try CommandTree.all().command(words)
    guard depth > 0, depth < words.count, !command.subcommands.isEmpty,
      !words[depth].hasPrefix("-"), words[depth] != "help"
    else { return nil }
    return Self.unknown(
      command: words[depth], among: command.subcommands.map(\.name),
      of: (["bitpal"] + words.prefix(depth)).joined(separator: " "))
  }

  /// Rewrites `--help buy` as the equivalent `help buy`; `help help` becomes bitpal's own help,
  /// which lists the topics.
  static func withHelpFirst(_ typed: [String]) -> [String] {
    let asked = CommonOptions.removed(from: typed)
    let isHelp = ["help", "--help", "-h"].contains(asked.first)
    let words = isHelp ? asked : typed
    if words.count > 1, words.allSatisfy({ ["help", "--help", "-h"].contains($0) }) {
      return ["--help"]
    }
    guard ["--help", "-h"].contains(words.first), words.count > 1, !words[1].hasPrefix("-") else {
      return words
    }
    return ["help"] + words.dropFirst()
  }

  private static func isNameLetter(_ letter: Character) -> Bool {
    letter == "-" || letter.isASCII && letter.isLetter
  }

  /// Shields values such as `-1` and `-0.5` from the parser, which would read them as options.
  ///
  /// They get a leading space; our own checks use the original words.
  static func shielded(_ arguments: [String]) -> [String] {
    arguments.flatMap { word in
      // An empty value: the parser would report it as missing.
      if word.hasPrefix("--"), word.last == "=",
        word.dropLast().dropFirst(2).allSatisfy(isNameLetter)
      {
        return [String(word.dropLast()), ""]
      }
      guard word.first == "-", let next = word.dropFirst().first, "0123456789.".contains(next)
      else { return [word] }
      return [" \(word)"]
    }
  }

  /// The word as typed.
  static func unshielded(_ word: String) -> String {
    word.hasPrefix(" -") ? String(word.dropFirst()) : word
  }

  private static let always = [
    "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help",
  ]

  private func checkHelp() throws {
    var command = try CommandTree.all()
    var path = "bitpal"
    for word in Self.withoutAliases(Array(arguments.dropFirst())) where !word.hasPrefix("-") {
      let isRoot = path == "bitpal"
      let known = command.subcommands.map(\.name) + (isRoot ? HelpTopic.names : [])
      guard let next = command.subcommands.first(where: { $0.name == word }) else {
        guard !known.isEmpty else {
          throw CommandFailure(
            "`\(path)` has no commands of its own.",
            help: "`bitpal help \(path.dropFirst(7))` is its help.",
            .usage)
        }
        throw Self.unknown(command: word, among: known, of: path)
      }
      path += " \(word)"
      command = next
    }
  }

  private static func unknown(
    command word: String, among known: [String], of path: String
  ) -> CommandFailure {
    let hint =
      (nearestWord(to: word, among: known) ?? shortened(word, among: known)).map {
        "Did you mean `\(path) \($0)`?"
      }
      ?? "`\(path) --help` lists the commands."
    return CommandFailure("\(path) has no command \"\(word)\".", help: hint, .usage)
  }

  /// The command that a prefix abbreviates, such as `st` for `set`.
  private static func shortened(_ word: String, among known: [String]) -> String? {
    guard word.count == 2 else { return nil }
    return known.filter { name in
      guard name.count <= 4, let first = name.firstIndex(of: word.first ?? " ") else {
        return false
      }
      return name[name.index(after: first)...].contains(word.last ?? " ")
    }.min { $0.count < $1.count }
  }

  /// Replaces command aliases with the primary names.
  static func withoutAliases(_ words: [String]) -> [String] {
    guard let first = words.first,
      let command = BitpalCommand.configuration.subcommands.first(where: {
        $0.configuration.aliases.contains(first)
      })
    else { return words }
    return [command._commandName] + words.dropFirst()
  }
}

extension CommandLineCheck {
  /// The words with values in the parser's spelling, such as `fifo` for `FIFO`; `nil` if nothing
  /// differs.
  ///
  /// - Throws: If the commands could not be listed.
  func withKnownSpelling() throws -> [String]? {
    var words = arguments
    let tree = try CommandTree.all()
    let (named, depth) = tree.command(Self.withoutAliases(words))
    let command = depth == 0 ? tree.command(["view"]).command : named
    let positional = command.allArguments.filter { $0.kind == .positional }
    var position = 0
    var index = depth
    while index < words.count, words[index] != "--" {
      let (name, value) = Self.parts(of: words[index])
      let option = command.allArguments.first { $0.kind == .option && $0.names.contains(name) }
      if let option, let value {
        words[index] = "\(name)=\(Self.known(value, to: option))"
      } else if let option, index + 1 < words.count {
        index += 1
        words[index] = Self.known(words[index], to: option)
      } else if !name.hasPrefix("-"), position < positional.count {
        words[index] = Self.known(words[index], to: positional[position])
        position += 1
      }
      index += 1
    }
    return words == arguments ? nil : words
  }

  /// Splits `--size=small` into `--size` and `small`.
  private static func parts(of word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func known(_ value: String, to argument: CommandTree.Argument) -> String {
    argument.values.first { $0.lowercased() == value.lowercased() } ?? value
  }
}
