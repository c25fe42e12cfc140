import ConfigurationFile
public import ArgumentParser
import FoundationEssentials
import Glibc
import NcursesScreen

/// The command line of bitpal, and the only place where errors become sentences and exit codes.
public struct BitpalCommand: ParsableCommand {
  /// How the command is named and which verbs it has.
  public static let configuration = CommandConfiguration(
    commandName: "bitpal",
    abstract: "A crypto portfolio for the terminal.",
    discussion: """
      Without a command, bitpal opens the dashboard, or prints the medium widget where there is \
      no terminal. `bitpal --size small|medium|large|line` prints one widget at the last known \
      prices, and `bitpal --demo` shows a sample portfolio (see `bitpal help view`).


      """
        + examples(
          "bitpal buy bitcoin 0.1 --price 60000", "bitpal import ~/Downloads/trades.csv",
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
    let arguments = CommandLineCheck.withHelpFirst(arguments)
    var command: (any ParsableCommand)?
    do {
      try DescriptorReserve.require()
      let check = CommandLineCheck(arguments)
      try check.checkVerb()
      var parsed = try parse(arguments, check)
      command = parsed
      try parsed.run()
    } catch {
      end(with: error, after: arguments, isPrivate: isPrivate(command, arguments))
    }
    Glibc.exit(0)
  }

  private static func parse(
    _ arguments: [String], _ check: CommandLineCheck
  ) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(CommandLineCheck.shielded(arguments))
    } catch  where exitCode(for: error) == .validationFailure {
      if let refusal = check.typedSecret() { throw refusal }
      // A command that shows no amounts has nothing to mask: it takes the option and does the same.
      if let rest = CommandLineCheck.withoutPrivacy(arguments) {
        do { return try parseAsRoot(CommandLineCheck.shielded(rest)) } catch {}
      }
      if let same = try check.withKnownSpelling() {
        do { return try parseAsRoot(CommandLineCheck.shielded(same)) } catch {}
      }
      throw try check.unknownSubcommand() ?? check.unknownOption() ?? error
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
      if !failure.sentence.isEmpty { Console.writeError(failure.sentence) }
      Glibc.exit(failure.code.rawValue)
    }
    let code = exitCode(for: error)
    let message = fullMessage(for: error, columns: HelpScreen.unbroken)
    if code.isSuccess {
      Console.write((HelpScreen(message)?.text(columns: HelpScreen.columns) ?? message) + "\n")
    } else {
      Console.writeError(UsageMessage(message, arguments).sentence)
    }
    Glibc.exit(code.rawValue)
  }
}
