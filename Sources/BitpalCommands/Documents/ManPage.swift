import ConfigurationFile

/// A manual page in roff format.
struct ManPage {
  private(set) var text: String

  /// The page of a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - path: The parent commands, such as `["bitpal"]`.
  init(of command: CommandTree, path: [String]) {
    let words = path + [command.name]
    let name = words.joined(separator: "-")
    text = Self.head(name, section: 1)
    section("NAME", "\(name) \\- \(Self.escaped(Self.withoutStop(command.abstract)))")
    section("SYNOPSIS", Self.synopsis(of: command, words: words))
    let (description, examples) = Self.parts(of: command.discussion, at: "EXAMPLES:")
    let (discussion, formats) = Self.parts(of: description, at: formatsTitle)
    if !discussion.isEmpty { describe(discussion) }
    if !command.arguments.isEmpty {
      section("OPTIONS", command.arguments.map(Self.entry).joined())
    }
    if !command.subcommands.isEmpty {
      let list = command.subcommands.map { sub in
        ".TP\n.BR \((words + [sub.name]).joined(separator: "\\-")) (1)\n"
          + Self.escaped(sub.abstract) + "\n"
      }
      section("COMMANDS", list.joined())
    }
    if !formats.isEmpty {
      let names = formats.split { " \n".contains($0) }.joined(separator: ", ")
      section("FORMATS", Self.escaped(names))
    }
    if !examples.isEmpty { section("EXAMPLES", ".nf\n\(Self.escaped(examples))\n.fi") }
    if !command.aliases.isEmpty {
      let names = command.aliases.map {
        "\\fB\(Self.escaped((path + [$0]).joined(separator: " ")))\\fR"
      }
      let verb = names.count == 1 ? "means" : "mean"
      section("ALIASES", "\(names.joined(separator: ", ")) \(verb) the same.")
    }
    if path.isEmpty { end() } else { seeAlso(words) }
  }

  /// The description of a command, and the section with a given title in it.
  private static func parts(
    of discussion: String, at heading: String
  ) -> (text: String, rest: String) {
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
    guard let title = lines.firstIndex(of: heading[...]) else { return (discussion, "") }
    let text = lines[..<title].joined(separator: "\n")
    let isEmpty = text.allSatisfy(\.isWhitespace)
    return (isEmpty ? "" : text, lines[(title + 1)...].joined(separator: "\n"))
  }

  /// The page of the configuration file.
  static func configuration() -> ManPage {
    var page = ManPage(text: head("bitpal-config", section: 5))
    page.section("NAME", "bitpal\\-config \\- settings of bitpal")
    page.section(
      "DESCRIPTION",
      """
      Settings are kept in a TOML file:
      .BR $BITPAL_CONFIG ,
      else
      .BR $XDG_CONFIG_HOME/bitpal/config.toml ,
      else
      .BR ~/.config/bitpal/config.toml .
      The file is optional. A wrong name or value ends every command with one sentence and exit code 2.
      """)
    let entries = Setting.allCases.map { setting in
      ".TP\n.B \(escaped(setting.rawValue))\n\(escaped(setting.meaning)) "
        + "The value is \(escaped(setting.kind.words)).\n"
    }
    page.section("SETTINGS", entries.joined())
    page.section(
      "KEYS",
      """
      The table
      .B [keys]
      gives an action of the dashboard other keys, one or a list of them.
      .B bitpal config keys
      lists the names of the actions.
      """)
    page.section(
      "EXAMPLES",
      ".nf\n"
        + escaped(
          """
          cost-basis = "fifo"
          currency = "EUR"
          private = true

          [prices]
          tier = "demo"
          key = "CG-..."

          [import]
          stable = "USDT,USDC"

          [keys]
          refresh = ["r", "F5"]
          """) + "\n.fi")
    page.section("SEE ALSO", ".BR bitpal\\-config (1)")
    return page
  }

  private init(text: String) { self.text = text }

  private mutating func section(_ title: String, _ body: String) {
    text += ".SH \(title)\n\(body)\(body.hasSuffix("\n") ? "" : "\n")"
  }

  /// Appends paragraphs; indented lines, such as examples, keep their line breaks.
  private mutating func describe(_ discussion: String) {
    let paragraphs = discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map { lines in
        let isVerbatim = lines.allSatisfy { $0.hasPrefix(" ") }
        let body = lines.map { Self.escaped(String($0)) }.joined(separator: "\n")
        return isVerbatim ? ".nf\n\(body)\n.fi\n" : "\(body)\n"
      }
    section("DESCRIPTION", paragraphs.joined(separator: ".PP\n"))
  }

  private mutating func end() {
    section(
      "EXIT STATUS",
      ExitStatus.manual.map { ".TP\n.B \($0.code)\n\(Self.escaped($0.meaning))\n" }.joined())
    section(
      "ENVIRONMENT",
      HelpTopic.variables.map { ".TP\n.B \($0.0)\n\(Self.escaped($0.1))\n" }.joined())
    section("SEE ALSO", ".BR bitpal\\-config (5)")
  }

  private mutating func seeAlso(_ words: [String]) {
    let above = words.dropLast().joined(separator: "-")
    let related = words.count == 2 ? Self.related[words[1]] ?? [] : []
    var pages = ([above] + related.map { "bitpal-\($0)" }).map { ($0, 1) }
    if related.contains("config") || words.dropFirst().first == "config" {
      pages.append(("bitpal-config", 5))
    }
    let lines = pages.enumerated().map { index, page in
      ".BR \(Self.escaped(page.0)) (\(page.1))\(index < pages.count - 1 ? "," : "")"
    }
    section("SEE ALSO", lines.joined(separator: "\n"))
  }

  /// Related commands for SEE ALSO.
  private static let related: [String: [String]] = [
    "buy": ["sell", "edit", "import", "coins"], "sell": ["buy", "edit", "gains", "explain"],
    "edit": ["transactions", "delete", "undo"], "delete": ["transactions", "edit", "undo"],
    "undo": ["redo", "log"], "redo": ["undo", "log"], "log": ["undo", "verify"],
    "holdings": ["summary", "closed", "explain", "refresh"], "closed": ["holdings", "gains"],
    "summary": ["holdings", "history", "explain"], "transactions": ["edit", "delete", "export"],
    "accounts": ["moves", "holdings"], "moves": ["accounts", "import"],
    "history": ["chart", "prices", "summary"], "chart": ["history", "prices", "share"],
    "gains": ["closed", "explain", "summary"], "explain": ["verify", "gains"],
    "verify": ["explain", "log", "restore"], "refresh": ["doctor", "alert", "watch", "config"],
    "watch": ["alert", "refresh"], "alert": ["watch", "refresh"], "coins": ["buy", "refresh"],
    "prices": ["history", "rates"], "rates": ["prices", "config"],
    "import": ["inbox", "files", "moves", "undo", "prices"], "inbox": ["import", "files"],
    "files": ["import", "inbox", "explain"], "lots": ["gains", "tax"], "tax": ["gains", "lots"],
    "export": ["import", "backup"],
    "backup": ["restore", "export"], "restore": ["backup", "verify"],
    "view": ["share", "refresh", "config"], "share": ["view", "screenshot"],
    "screenshot": ["share", "view"], "open": ["view"], "doctor": ["verify", "refresh", "config"],
    "completions": ["man"], "man": ["completions", "help"], "help": ["man"],
  ]

  private static func head(_ name: String, section: Int) -> String {
    ".TH \(name.uppercased().replacing("-", with: "\\-")) \(section) \"\(BitpalCommand.date)\""
      + " \"bitpal \(BitpalCommand.version)\" \"bitpal manual\"\n.nh\n.ad l\n"
  }

  private static func synopsis(of command: CommandTree, words: [String]) -> String {
    var line = ".B \(escaped(words.joined(separator: " ")))\n"
    if command.arguments.contains(where: { $0.kind != .positional }) {
      line += "[\\fIoptions\\fR]\n"
    }
    for argument in command.arguments where argument.kind == .positional {
      let name = "\\fI\(escaped(argument.valueName))\\fR\(argument.isRepeating ? " ..." : "")"
      line += argument.isOptional ? "[\(name)]\n" : "\(name)\n"
    }
    if !command.subcommands.isEmpty { line += "\\fIcommand\\fR\n" }
    return line
  }

  private static func entry(_ argument: CommandTree.Argument) -> String {
    let names = argument.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value = "\\fI\(escaped(argument.valueName))\\fR"
    let head =
      switch argument.kind {
      case .positional: value
      case .flag: names
      case .option: "\(names) \(value)"
      }
    var body = escaped(argument.abstract)
    // The parser has one description for both directions of a flag.
    if let name = argument.names.first, name.hasPrefix("--no-") {
      body = "The opposite of \\fB\(escaped("--\(name.dropFirst(5))"))\\fR."
    }
    if !argument.values.isEmpty {
      body += "\nOne of \(escaped(argument.values.joined(separator: ", ")))."
    }
    return ".TP\n\(head)\n\(body)\n"
  }

  private static func withoutStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Escapes characters that are special in roff.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
    }.joined(separator: "\n")
  }
}
