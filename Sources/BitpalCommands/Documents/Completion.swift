/// What can be typed at one place of a command line.
struct Completion: Equatable {
  /// A word that can be typed, and what it means.
  struct Candidate: Equatable {
    let word: String
    var note: String = ""
  }

  /// What only the portfolio or the catalogue knows.
  enum Source: Equatable {
    case coins, transactions, accounts, formats, currencies, settings
  }

  private(set) var candidates: [Candidate] = []
  /// Where further candidates are found.
  private(set) var source: Source?

  /// Works out what may replace the last word.
  ///
  /// Where nothing is offered the shell completes file names, so that this can never be turned off.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name; the last is being typed and may be empty.
  ///   - tree: The commands.
  init(_ words: [String], in tree: CommandTree) {
    let typed = words.last ?? ""
    let before = Array(words.dropLast())
    let (command, depth) = tree.command(before)
    let rest = Array(before.dropFirst(depth))
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
      let place = Self.positionals(rest, of: command)
      if place == 0 {
        candidates = command.subcommands.map { Candidate(word: $0.name, note: $0.abstract) }
      }
      let positional = command.arguments.filter { $0.kind == .positional }
      if let argument = place < positional.count ? positional[place] : positional.last,
        place < positional.count || argument.isRepeating
      {
        fill(with: argument)
      }
    }
    candidates.removeAll { !$0.word.hasPrefix(typed) }
  }

  private mutating func fill(with argument: CommandTree.Argument) {
    candidates += argument.values.map { Candidate(word: $0) }
    let name = argument.names.first ?? argument.valueName
    source = Self.sources[name] ?? Self.sources[argument.valueName]
  }

  private static let sources: [String: Source] = [
    "coin": .coins, "--coin": .coins, "id": .transactions, "--account": .accounts,
    "--currency": .currencies, "format": .formats, "setting": .settings,
  ]

  /// The option whose value comes next.
  private static func openOption(
    _ words: [String], of command: CommandTree
  ) -> CommandTree.Argument? {
    guard let last = words.last else { return nil }
    return command.arguments.first { $0.kind == .option && $0.names.contains(last) }
  }

  /// How many positional arguments there are already.
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
