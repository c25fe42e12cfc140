import Application
import CellGrid
import ConfigurationFile
import FoundationEssentials
import ImportForms
import ImportText
import Portfolio

/// Files that were named and not read.
struct UnreadFiles {
  /// Those that cannot be read, each with its reason.
  private var refused: [CommandFailure] = []
  /// Those whose columns the user was asked for and did not name.
  private var left: [String] = []
  /// The columns that were not named: they are asked for once.
  private var leftColumns: Set<[String]> = []

  /// How many files there are.
  var count: Int { refused.count + left.count }

  /// The reasons; what was left is one of them.
  var failures: [CommandFailure] {
    guard !left.isEmpty else { return refused }
    return refused + [
      CommandFailure(
        clipped("Not imported: \(left.joined(separator: ", ")).", to: 300),
        help: "Name the columns with --map.", .refused)
    ]
  }

  mutating func refuse(_ failure: CommandFailure) { refused.append(failure) }

  mutating func leave(_ name: String, _ columns: [String]) {
    left.append(cleaned(name))
    leftColumns.insert(columns)
  }

  /// Whether the user did not want to name such columns.
  func hasLeft(_ columns: [String]) -> Bool { leftColumns.contains(columns) }
}

extension Import {
  /// Bytes that take longer to read than to see; some thousand rows.
  private static let longFile = 200_000

  /// Reads every file, and every file in an archive.
  ///
  /// One that cannot be read as a whole keeps no other from coming in: what it has to do with them
  /// is worked out when it comes.
  ///
  /// - Returns: The files, and those that were not read.
  /// - Throws: Why one cannot be opened.
  func readFiles(
    _ context: AppContext, _ progress: inout Progress
  ) throws -> (read: [ImportedInput], unread: UnreadFiles) {
    let form = try mapping.form(named: format, context)
    var read: [ImportedInput] = []
    var unread = UnreadFiles()
    for file in files {
      let inputs = try InputFile.all(in: context.readInput(file), named: file) {
        form.recognizes($0, known: ImportMapping.saved(context))
      }
      for input in inputs {
        if input.bytes.count > Self.longFile {
          progress.say("Reading \(input.name == "-" ? "the file" : cleaned(input.name))")
        }
        do {
          if let file = try self.read(input, as: form, context, &progress, &unread) {
            read.append(file)
          }
        } catch let failure as CommandFailure where failure.code == .refused {
          unread.refuse(failure)
        }
      }
    }
    return (read, unread)
  }

  /// - Returns: `nil` where the user leaves the file out.
  private func read(
    _ input: InputFile, as form: AskedForm, _ context: AppContext, _ progress: inout Progress,
    _ unread: inout UnreadFiles
  ) throws -> ImportedInput? {
    var options = KeptReadingOptions()
    (options.format, options.map) = (form.formats.count == 1 ? format : "auto", form.map)
    options.zones = context.configuration.zones ?? ""
    func read(_ options: KeptReadingOptions) throws -> ImportedInput {
      let accounts = try context.accountNames()
      let read = try context.records(
        of: input.bytes, name: input.name, account: evidence.account.map(accounts.spelling),
        options, forms: form.formats)
      if read.hasUnknownZone {
        progress.clear()
        Console.writeError(
          "The times of \(cleaned(read.file.name)) are local and name no zone; they are taken as "
            + "UTC. Set your zone once: bitpal config set import.zone Europe/Paris. For this import "
            + "alone: --map zone=Europe/Paris.")
      }
      return ImportedInput(file: read.file, path: input.name)
    }
    do {
      let file = try read(options)
      if !dryRun { try mapping.keepGiven(input.bytes, as: form, name: input.name, context) }
      return file
    } catch ImportError.unknownFormat(let line) {
      progress.clear()
      guard let proposal = mapProposal(for: input.bytes) else {
        throw CommandFailure.refused(input.name, ImportError.unknownFormat(firstLine: line).message)
      }
      if !unread.hasLeft(proposal.header) {
        options.map = try mapping.ask(
          proposal, input.bytes, name: input.name, context, canAsk: mustAsk, isTrial: dryRun)
        if options.map != nil { return try read(options) }
      }
      unread.leave(input.name, proposal.header)
      return nil
    } catch let error as ImportError {
      throw CommandFailure.refused(input.name, error.message)
    }
  }
}
