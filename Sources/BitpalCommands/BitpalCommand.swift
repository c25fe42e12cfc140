import Portfolio
import ConfigurationFile
public import ArgumentParser
import CellGrid
import FoundationEssentials
import Glibc
import NcursesScreen

private let programName = "bitpal"

/// The command line of bitpal, and the only place where errors become sentences and exit codes.
public struct BitpalCommand: ParsableCommand {
  /// How the command is named and which verbs it has.
  public static let configuration = CommandConfiguration(
    commandName: programName,
    abstract: "A crypto portfolio for the terminal.",
    discussion: """
      Without a command, bitpal opens the dashboard, or prints the medium widget if there is no \
      terminal. To begin, import your exchange's export, or look around with `bitpal --demo`. \
      `bitpal --size small|medium|large|line` prints one widget.

      Topics: `bitpal help dates|environment|exit-codes|formats|inbox|options|tax`.


      """
        + examples(
          "bitpal import ~/Downloads/trades.csv", "bitpal buy bitcoin 0.1 --price 60000",
          "bitpal holdings", "bitpal --size small"),
    version: fullVersion,
    groupedSubcommands: [
      CommandGroup(
        name: "Ledger",
        subcommands: [
          Buy.self, Sell.self, Swap.self, Reward.self, Gift.self, Give.self, Spend.self, Lose.self,
          Transfer.self, Deposit.self, Withdraw.self, Migrate.self, Edit.self, Delete.self,
          Undo.self, Redo.self, Log.self,
        ]),
      CommandGroup(
        name: "Portfolio",
        subcommands: [
          Holdings.self, Closed.self, Summary.self, Transactions.self, Accounts.self, Moves.self,
          LotsCommand.self, History.self, Chart.self, GainsCommand.self, Tax.self, Explain.self,
          Verify.self,
        ]),
      CommandGroup(
        name: "Prices",
        subcommands: [
          Refresh.self, Watch.self, Alert.self, Coins.self, Prices.self, Rates.self,
        ]),
      CommandGroup(
        name: "Files",
        subcommands: [
          Import.self, Inbox.self, Files.self, Export.self, Backup.self, Restore.self,
        ]),
      CommandGroup(
        name: "Widgets", subcommands: [View.self, Share.self, Screenshot.self, Open.self]),
      CommandGroup(name: "Settings", subcommands: [Config.self, Doctor.self, Version.self]),
      CommandGroup(name: "Documents", subcommands: [Man.self, Completions.self, Complete.self]),
    ],
    defaultSubcommand: View.self)

  /// Makes the command for its parser.
  public init() {}

  /// Runs what the arguments ask for and ends the process with its exit code.
  ///
  /// - Parameter arguments: The words after the program's name.
  public static func run(_ arguments: [String]) -> Never {
    StandardDescriptors.secure()
    // A reader that went away, as `head` does, ends the program without a word.
    signal(SIGPIPE, SIG_DFL)
    // A file that may not grow further is an error to report, not an end without a word.
    signal(SIGXFSZ, SIG_IGN)
    if let widget = View.widget(arguments) { run(arguments, as: { widget }) }
    let words = CommandLineCheck.withHelpFirst(arguments)
    let arguments = CommandLineCheck(words).commandFirst() ?? words
    if arguments.count == 2, arguments[0] == "help", let topic = HelpTopic.text(arguments[1]) {
      let lines = topic.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { wrappedLine(String($0), to: HelpScreen.columns) }
      Console.write(lines.joined(separator: "\n") + "\n")
      Glibc.exit(0)
    }
    run(arguments) {
      let check = CommandLineCheck(arguments)
      try check.checkVerb()
      return try parse(arguments, check)
    }
  }

  /// Runs the command that some words are read as.
  private static func run(
    _ arguments: [String], as read: () throws -> any ParsableCommand
  ) -> Never {
    var command: (any ParsableCommand)?
    do {
      try DescriptorReserve.require()
      var parsed = try read()
      command = parsed
      try parsed.run()
    } catch {
      end(with: error, after: arguments, isPrivate: isPrivate(command, arguments))
    }
    Glibc.exit(0)
  }

  /// The command that some words name, with its options.
  static func parse(
    _ arguments: [String], _ check: CommandLineCheck
  ) throws -> any ParsableCommand {
    if let command = parseAlone(arguments) { return command }
    do {
      return try parseAsRoot(CommandLineCheck.shielded(arguments))
    } catch  where exitCode(for: error) == .validationFailure {
      if let refusal = check.typedSecret() { throw refusal }
      let own = CommandLineCheck(try check.withoutCommonOptions() ?? arguments)
      var failure = error
      for words in [own.arguments, try own.withKnownSpelling()].compactMap(\.self) {
        do {
          let command = try parseAsRoot(CommandLineCheck.shielded(words))
          if !Set(arguments).subtracting(words).isDisjoint(with: ["-q", "--quiet"]) {
            Console.silenceNotes()
          }
          return command
        } catch {
          if words == own.arguments { failure = error }
        }
      }
      throw try own.unknownSubcommand() ?? own.unknownOption() ?? failure
    }
  }

  /// The command of words that are right, parsed as if there were no other command: the parser takes
  /// as long for the others as for all else a widget needs.
  ///
  /// - Returns: `nil` where the words are to be parsed, or refused, by all commands.
  private static func parseAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let first = arguments.first else { return nil }
    let isDefault = first.hasPrefix("-")
    let named = isDefault ? View.self : CommandLineCheck.command(named: first)
    let words = isDefault ? arguments[...] : arguments.dropFirst()
    do {
      let command = try named?.parseAsRoot(CommandLineCheck.shielded(Array(words)))
      // Help is a command of the parser's, and would leave out the name of the program.
      return command.flatMap { type(of: $0).configuration.commandName == "help" ? nil : $0 }
    } catch {
      return nil
    }
  }

  /// Whether the errors of a command are masked; an unreadable configuration masks them.
  private static func isPrivate(
    _ command: (any ParsableCommand)?, _ arguments: [String]
  ) -> Bool {
    if let asked = (command as? any PrivateCommand)?.privacy.asked { return asked }
    if !(command is any PrivateCommand), arguments.contains("--private") { return true }
    do {
      let place = ConfigurationPlace(ProcessInfo.processInfo.environment)
      return try place?.configuration().isPrivate ?? false
    } catch {
      return true
    }
  }

  private static func end(
    with error: any Error, after arguments: [String], isPrivate: Bool
  ) -> Never {
    if let ending = error as? EndedBySignal { ending.end() }
    if let failure = CommandFailure(error, isPrivate: isPrivate) {
      if !failure.message.reason.isEmpty { write(failure.message, after: arguments) }
      Glibc.exit(failure.code.rawValue)
    }
    let code = exitCode(for: error)
    let message = fullMessage(for: error, columns: HelpScreen.unbroken)
    if code.isSuccess {
      Console.write((HelpScreen(message)?.text(columns: HelpScreen.columns) ?? message) + "\n")
    } else {
      write(UsageMessage(message, arguments).message, after: arguments)
    }
    Glibc.exit(code.rawValue)
  }

  /// Writes why a command failed, in the colors asked for.
  private static func write(_ message: ErrorMessage, after arguments: [String]) {
    let environment = ProcessInfo.processInfo.environment
    var choice = CommonOptions.color(in: arguments)
    if choice == nil {
      // An unreadable configuration says nothing of colors, and may be what is reported here.
      do { choice = try ConfigurationPlace(environment)?.configuration().color } catch {}
    }
    Console.writeFailure(message, isColored: ErrorColor.isOn(choice, environment))
  }
}

extension CommandConfiguration {
  /// How a verb of bitpal is named, what it does and which subcommands it has.
  ///
  /// A verb that is parsed alone has no completion script of its own. The parser would look for the
  /// request of one first, which takes it a third as long as the words themselves.
  init(
    verb name: String, abstract: String, discussion: String = "", shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
  ) {
    self.init(
      commandName: name, abstract: abstract, discussion: discussion, shouldDisplay: shouldDisplay,
      subcommands: subcommands, defaultSubcommand: defaultSubcommand, aliases: aliases)
    _superCommandName = programName
  }
}
