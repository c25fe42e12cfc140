import Portfolio
import ConfigurationFile
public import ArgumentParser
import CellGrid
import FoundationEssentials
import Glibc
import NcursesScreen

private let programName = "bitpal"

/// The command line of bitpal, and the only place that turns errors into messages and exit codes.
public struct BitpalCommand: ParsableCommand {
  /// The command's name and its verbs.
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

  /// Makes the command for the parser.
  public init() {}

  /// Runs the command that the arguments name, and exits with its code.
  ///
  /// - Parameter arguments: The words after the program's name.
  public static func run(_ arguments: [String]) -> Never {
    StandardDescriptors.secure()
    // If the reader closes the pipe, as `head` does, the program exits silently.
    signal(SIGPIPE, SIG_DFL)
    // Exceeding the file size limit is an error to report rather than a silent exit.
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

  /// Runs the command that the words are parsed as.
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

  /// The command that the words name, with its options.
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

  /// Parses valid words as a single command: parsing them with all other commands takes as long as
  /// the rest of a widget's work.
  ///
  /// - Returns: `nil` if all commands are needed to parse or refuse the words.
  private static func parseAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let first = arguments.first else { return nil }
    let isDefault = first.hasPrefix("-")
    let named = isDefault ? View.self : CommandLineCheck.command(named: first)
    let words = isDefault ? arguments[...] : arguments.dropFirst()
    do {
      let command = try named?.parseAsRoot(CommandLineCheck.shielded(Array(words)))
      // The parser's own help command would omit the program's name.
      return command.flatMap { type(of: $0).configuration.commandName == "help" ? nil : $0 }
    } catch {
      return nil
    }
  }

  /// Whether to mask amounts in a command's errors; true if the configuration is unreadable.
  private static func isPrivate(
    _ command: (any ParsableCommand)?, _ arguments: [String]
  ) -> Bool {
    if let asked = (command as? any PrivateCommand)?.privacy.asked { return asked }
    if !(command is any PrivateCommand), arguments.contains("--private") { return true }
    do {
      let file = SettingsFile(ProcessInfo.processInfo.environment)
      return try file?.configuration().isPrivate ?? false
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

  /// Writes why a command failed, in the requested colors.
  private static func write(_ message: ErrorMessage, after arguments: [String]) {
    let environment = ProcessInfo.processInfo.environment
    var choice = CommonOptions.color(in: arguments)
    if choice == nil {
      // An unreadable configuration has no color setting, and may be the error itself.
      do { choice = try SettingsFile(environment)?.configuration().color } catch {}
    }
    Console.writeFailure(message, isColored: ErrorColor.isOn(choice, environment))
  }
}

extension CommandConfiguration {
  /// A verb's name, description and subcommands.
  ///
  /// A verb that is parsed alone has no completion script. Otherwise the parser would first look
  /// for a request for one, which takes a third as long as parsing the words.
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
