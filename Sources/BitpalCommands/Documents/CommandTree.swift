import ArgumentParser
import Exact
import Portfolio

/// The command line as data: commands with options and values, read from the parser.
///
/// Man pages and completions are generated from it, so that they can't disagree with the parser.
struct CommandTree: Equatable {
  /// An option, a flag or an argument.
  struct Argument: Equatable {
    enum Kind: String { case positional, option, flag }

    let kind: Kind
    /// The names as typed, such as `--size`; empty for a positional argument.
    let names: [String]
    let valueName: String
    let abstract: String
    let values: [String]
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
    /// Whether it is a superseded spelling that still works.
    let isHidden: Bool
  }

  let name: String
  /// Other names of the command, such as `ls`.
  let aliases: [String]
  let abstract: String
  let discussion: String
  /// All arguments, including hidden ones.
  let allArguments: [Argument]
  let subcommands: [CommandTree]

  /// Every command of bitpal.
  static func all() throws -> CommandTree { try known.get() }

  private static let known = Result { try read() }

  private static func read() throws -> CommandTree {
    guard let root = try JSONValue(parsing: Array(BitpalCommand._dumpHelp().utf8))["command"],
      let tree = CommandTree(root)
    else { throw CommandFailure("The commands could not be listed.", .refused) }
    return tree
  }

  private init?(_ json: JSONValue) {
    guard let name = json["commandName"]?.string else { return nil }
    self.name = name
    aliases = (json["aliases"]?.array ?? []).compactMap(\.string)
    let isHelp = name == "help"
    abstract = isHelp ? "Show the help of a command." : json["abstract"]?.string ?? ""
    discussion =
      isHelp
      ? examples("bitpal help buy", "bitpal help config set")
      : json["discussion"]?.string ?? ""
    allArguments = (json["arguments"]?.array ?? []).compactMap(Argument.init)
    subcommands = (json["subcommands"]?.array ?? [])
      .filter { $0["shouldDisplay"] != .bool(false) }.compactMap(CommandTree.init)
  }

  /// The arguments that are completed and documented.
  var arguments: [Argument] { allArguments.filter { !$0.isHidden } }

  /// The command that the first words name, and the number of those words.
  func command(_ words: [String]) -> (command: CommandTree, depth: Int) {
    guard let word = words.first, let next = subcommands.first(where: { $0.name == word }) else {
      return (self, 0)
    }
    let found = next.command(Array(words.dropFirst()))
    return (found.command, found.depth + 1)
  }
}

extension CommandTree.Argument {
  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init) else { return nil }
    self.kind = kind
    isHidden = json["shouldDisplay"] != .bool(true)
    names = (json["names"]?.array ?? []).compactMap { name in
      guard let text = name["name"]?.string else { return nil }
      return name["kind"]?.string == "long" ? "--\(text)" : "-\(text)"
    }
    valueName = json["valueName"]?.string ?? ""
    let said = json["abstract"]?.string ?? ""
    abstract = said.isEmpty && valueName == "subcommands" ? Self.ofHelp : said
    values = (json["allValues"]?.array ?? []).compactMap(\.string)
    defaultValue = json["defaultValue"]?.string
    isOptional = json["isOptional"] == .bool(true)
    isRepeating = json["isRepeating"] == .bool(true)
  }

  /// The parser's own help command doesn't describe its argument.
  private static let ofHelp = "The command, word by word (default: bitpal itself)."
}
