public import ArgumentParser
import Glibc

/// The command line of bitpal, and the only place where errors become sentences and exit codes.
public struct BitpalCommand: ParsableCommand {
  /// How the command is named and which verbs it has.
  public static let configuration = CommandConfiguration(
    commandName: "bitpal",
    abstract: "A crypto portfolio for the terminal.",
    discussion: """
      Without a verb bitpal opens the dashboard; where there is no terminal it prints the medium \
      widget. `bitpal --size small|medium|large|line` prints one widget from the last figures \
      known, and `bitpal --demo` shows a sample portfolio (see `bitpal help view`). Figures are \
      exact, and never older than they say.
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Ledger",
        subcommands: [Buy.self, Sell.self, Edit.self, Delete.self, Undo.self, Redo.self]),
      CommandGroup(
        name: "Portfolio",
        subcommands: [
          Holdings.self, Closed.self, Summary.self, Transactions.self, Explain.self, Verify.self,
        ]),
      CommandGroup(name: "Prices", subcommands: [Refresh.self, Coins.self]),
      CommandGroup(
        name: "Files", subcommands: [Import.self, Export.self, Backup.self, Restore.self]),
      CommandGroup(name: "Widgets", subcommands: [View.self, Screenshot.self, Open.self]),
      CommandGroup(name: "Settings", subcommands: [Config.self, Doctor.self]),
      CommandGroup(name: "Documents", subcommands: [Man.self, Completions.self, Complete.self]),
    ],
    defaultSubcommand: View.self)

  static let version = "0.1.0"

  /// Makes the command for its parser.
  public init() {}

  /// Runs what the arguments ask for and ends the process with its exit code.
  ///
  /// - Parameter arguments: The words after the program's name.
  public static func run(_ arguments: [String]) -> Never {
    // A reader that went away, as `head` does, ends the program without a word.
    signal(SIGPIPE, SIG_DFL)
    do {
      try refuseUnknownVerb(arguments.first)
      var command = try parseAsRoot(CoinChoice.shielded(arguments))
      try command.run()
    } catch {
      end(with: error)
    }
    Glibc.exit(0)
  }

  /// The parser would take a mistyped verb for an argument of the default one.
  private static func refuseUnknownVerb(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help",
      !configuration.subcommands.contains(where: { $0._commandName == word })
    else { return }
    throw CommandFailure(
      "bitpal has no command '\(word)'; `bitpal --help` lists those it has.", .usage)
  }

  private static func end(with error: any Error) -> Never {
    if let ending = error as? EndedBySignal { ending.end() }
    if let failure = CommandFailure(error) {
      if !failure.sentence.isEmpty { Console.writeError(failure.sentence) }
      Glibc.exit(failure.code.rawValue)
    }
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      Console.print(message)
    } else {
      Console.writeError(message)
    }
    Glibc.exit(code.rawValue)
  }
}
