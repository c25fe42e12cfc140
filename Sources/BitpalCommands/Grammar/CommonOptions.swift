import ArgumentParser
import ConfigurationFile

/// Options that every command accepts, before or after its name.
///
/// Commands without amounts or colors accept them too, so that a script can pass them to any
/// command.
enum CommonOptions {
  /// The option names; `--color` has a value.
  static let names = [
    "--private", "--no-private", "--color", "-q", "--quiet", "-v", "--verbose",
  ]

  /// Removes these options, which help doesn't need.
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

  /// The color choice on the command line; `nil` if missing or unknown.
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
  /// The words with the command moved to the front of its options; `nil` if the command is missing
  /// or already first.
  func commandFirst() -> [String]? {
    guard arguments.first?.hasPrefix("-") == true else { return nil }
    let words = arguments.prefix { $0 != "--" }
    var commands = BitpalCommand.configuration.subcommands
    func named(_ word: String) -> (any ParsableCommand.Type)? {
      commands.first { $0._commandName == word || $0.configuration.aliases.contains(word) }
    }
    // The first command name is the command, unless it is the value of the option before it.
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

  /// Whether an option allowed before a command has a value, which could look like a command name.
  private static func takesValue(_ word: String) -> Bool {
    ["-a", "--account", "-o", "--output", "--notes"].contains(word)
  }

  /// The words without common options that the command doesn't declare; `nil` if there are none.
  ///
  /// - Throws: If the commands could not be listed.
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
