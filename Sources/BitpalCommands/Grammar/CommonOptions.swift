import ArgumentParser
import ConfigurationFile

/// What every command takes, whether it has a use for it or not, before its name or after it.
///
/// A command that shows no amounts has nothing to mask, and one that draws nothing has no colors:
/// it takes the options all the same, so that a script can give them to each.
enum CommonOptions {
  /// Their names; `--color` has a value.
  static let names = [
    "--private", "--no-private", "--color", "-q", "--quiet", "-v", "--verbose",
  ]

  /// Words without these options, for help, which has no use for them.
  static func removed(from words: [String]) -> [String] {
    var rest: [String] = []
    var isValue = false
    for word in words {
      if !isValue, word != "--color", !names.contains(word), !word.hasPrefix("--color=") {
        rest.append(word)
      }
      isValue = word == "--color"
    }
    return rest
  }

  /// When the command line wants colors; `nil` where it does not say, or not in words that are
  /// known.
  static func color(in words: [String]) -> ColorChoice? {
    let options = words.prefix { $0 != "--" }
    guard let index = options.lastIndex(where: { $0.hasPrefix("--color") }) else { return nil }
    let word = options[index]
    let value = word.contains("=") ? String(word.dropFirst("--color=".count)) : nil
    return (value ?? (index + 1 < options.endIndex ? options[index + 1] : nil)).flatMap {
      ColorChoice(argument: $0.lowercased())
    }
  }
}

extension CommandLineCheck {
  /// The words with the command first and the options that were before it after its name; `nil`
  /// where no command is named, or nothing stands before it.
  func commandFirst() -> [String]? {
    guard arguments.first?.hasPrefix("-") == true else { return nil }
    let words = arguments.prefix { $0 != "--" }
    var commands = BitpalCommand.configuration.subcommands
    func named(_ word: String) -> (any ParsableCommand.Type)? {
      commands.first { $0._commandName == word || $0.configuration.aliases.contains(word) }
    }
    // The first word that is a command is one, unless it is the value of the option before it.
    guard
      let start = words.indices.first(where: { index in
        named(words[index]) != nil && !Self.takesValue(words[max(0, index - 1)])
      })
    else { return nil }
    var end = start
    while end < words.endIndex, let next = named(words[end]) {
      commands = next.configuration.subcommands
      end += 1
    }
    return Array(arguments[start..<end]) + arguments[..<start] + arguments[end...]
  }

  /// Whether an option that may stand before a command has a value, which may read as a command's
  /// name does.
  private static func takesValue(_ word: String) -> Bool {
    ["-a", "--account", "-o", "--output", "--notes"].contains(word)
  }

  /// The words without those of ``CommonOptions`` that the command does not have; `nil` where there
  /// are none.
  ///
  /// - Throws: Where the commands could not be listed.
  func withoutCommonOptions() throws -> [String]? {
    let tree = try CommandTree.all()
    let (named, depth) = tree.command(Self.withoutAliases(arguments))
    let command = depth == 0 ? tree.command(["view"]).command : named
    let own = Set(command.allArguments.flatMap(\.names))
    let foreign = CommonOptions.names.filter { !own.contains($0) }
    var rest: [String] = []
    var words = arguments[...]
    while let word = words.popFirst(), word != "--" {
      let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
      guard foreign.contains(name), name == word || name == "--color" else {
        rest.append(word)
        continue
      }
      guard name == "--color" else { continue }
      let value = name == word ? Array(words.prefix(1)) : []
      words = words.dropFirst(value.count)
      if CommonOptions.color(in: [word] + value) == nil {
        throw CommandFailure(
          "--color has no such value.", help: "Use auto, always or never.", .usage)
      }
    }
    let end = arguments.prefix { $0 != "--" }.count
    return rest.count < end ? rest + arguments[end...] : nil
  }
}
