/// The possible completions of a word on the command line.
struct Completion: Equatable {
  /// A word that can be typed, with its meaning.
  struct Candidate: Equatable {
    let word: String
    var note: String = ""
  }

  /// Candidates that only the portfolio or the catalog knows.
  enum Source: Equatable {
    case coins, ledgerCoins, heldCoins, watchedCoins, transactions, accounts, formats, currencies,
      settings, moves, alerts, commands, files
    case figures
    /// The values of the preceding setting.
    case values(of: String)
  }

  private(set) var candidates: [Candidate] = []
  /// Where to find further candidates.
  private(set) var source: Source?

  /// Finds completions of the last word.
  ///
  /// If there are none, the shell completes file names, and that cannot be turned off.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name; the last is incomplete and may be empty.
  ///   - tree: The commands.
  init(_ words: [String], in tree: CommandTree) {
    let typed = words.last ?? ""
    let before = CommandLineCheck.withoutAliases(Array(words.dropLast()))
    let (named, depth) = tree.command(before)
    // Options before a command belong to the default command.
    let isDefault = depth == 0 && (typed.hasPrefix("-") || before.first?.hasPrefix("-") == true)
    let command = isDefault ? tree.command(["view"]).command : named
    let rest = Array(before.dropFirst(depth))
    if before.first == "help" {
      let inner = tree.command(Array(before.dropFirst())).command
      candidates = inner.subcommands.map { Candidate(word: $0.name, note: $0.abstract) }
      if before.count == 1 { candidates += HelpTopic.names.map { Candidate(word: $0) } }
      candidates.removeAll { !$0.word.hasPrefix(typed) }
      return
    }
    if let option = Self.openOption(rest, of: command) {
      fill(with: option)
    } else if typed.hasPrefix("-") {
      let given = Set(rest)
      for argument in command.arguments where argument.kind != .positional {
        guard argument.isRepeating || given.isDisjoint(with: argument.names) else { continue }
        candidates += argument.names.filter { $0.hasPrefix("--") }
          .map { Candidate(word: $0, note: argument.abstract) }
      }
    } else {
      let index = Self.positionals(rest, of: command)
      if index == 0 {
        candidates = command.subcommands.map { Candidate(word: $0.name, note: $0.abstract) }
      }
      let positional = command.arguments.filter { $0.kind == .positional }
      if let argument = index < positional.count ? positional[index] : positional.last,
        index < positional.count || argument.isRepeating
      {
        fill(with: argument)
        refine(argument, of: Array(before.prefix(depth)), after: rest)
      }
    }
    candidates.removeAll { !$0.word.hasPrefix(typed) }
  }

  /// Refines an argument whose meaning depends on its command.
  private mutating func refine(
    _ argument: CommandTree.Argument, of command: [String], after rest: [String]
  ) {
    switch command {
    case _ where command.first == "moves":
      if ["id", "withdrawal", "deposit"].contains(argument.valueName) { source = .moves }
    case _ where command.first == "files":
      if argument.valueName == "number" { source = .files }
    case ["alert", "remove"]: source = .alerts
    case ["man"]: source = .commands
    case ["explain"]: source = .figures
    case ["sell"], ["spend"], ["give"], ["lose"], ["transfer"], ["withdraw"], ["migrate"], ["swap"]:
      if source == .coins, argument.valueName == "coin" { source = .heldCoins }
    case ["transactions"], ["ls"], ["list"], ["holdings"], ["closed"], ["summary"], ["lots"],
      ["gains"]:
      if source == .coins { source = .ledgerCoins }
    case ["watch", "remove"]: source = .watchedCoins
    case ["alert", "add"]:
      if argument.valueName == "condition" { fillCondition(Array(rest.dropFirst())) }
    case ["config", "set"]:
      if argument.valueName == "value", let setting = rest.first { source = .values(of: setting) }
    default: break
    }
  }

  /// Completes the condition of an alert.
  private mutating func fillCondition(_ words: [String]) {
    switch words {
    case []: candidates += ["above", "below", "change"].map { Candidate(word: $0) }
    case let words where words.first == "change" && words.count == 2:
      candidates.append(Candidate(word: "in"))
    default: break
    }
  }

  private mutating func fill(with argument: CommandTree.Argument) {
    candidates += argument.values.map { Candidate(word: $0) }
    // If the parser lists the values, the list is complete.
    guard argument.values.isEmpty else { return }
    source = (argument.names + [argument.valueName]).lazy.compactMap { Self.sources[$0] }.first
  }

  private static let sources: [String: Source] = [
    "coin": .coins, "received-coin": .coins, "new-coin": .coins,
    "from": .accounts, "to": .accounts, "account": .accounts, "id": .transactions,
    "--account": .accounts, "--currency": .currencies, "format": .formats, "setting": .settings,
  ]

  /// The option that expects a value next.
  private static func openOption(
    _ words: [String], of command: CommandTree
  ) -> CommandTree.Argument? {
    guard let last = words.last else { return nil }
    return command.arguments.first { $0.kind == .option && $0.names.contains(last) }
  }

  /// The number of positional arguments already typed.
  private static func positionals(_ words: [String], of command: CommandTree) -> Int {
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word.hasPrefix("-"), word.count > 1 {
        isValue = command.arguments.contains { $0.kind == .option && $0.names.contains(word) }
      } else {
        count += 1
      }
    }
    return count
  }
}
