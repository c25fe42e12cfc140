import Application
import CellGrid
import ConfigurationFile
import FoundationEssentials
import ImportForms
import ImportText
import Portfolio

extension Import {
  /// Bytes that take longer to read than to see; some thousand rows.
  private static let longFile = 200_000

  /// Reads every file, and every file in an archive.
  ///
  /// One that cannot be read as a whole keeps no other from coming in: what it has to do with them
  /// is worked out when it comes.
  ///
  /// - Returns: The files, and why others cannot be read.
  /// - Throws: Why no file can be read, or why one cannot be opened.
  func readFiles(
    _ context: AppContext, _ progress: inout Progress
  ) throws -> (read: [ImportedInput], failures: [CommandFailure]) {
    let form = try mapping.form(named: format, context)
    var read: [ImportedInput] = []
    var failures: [CommandFailure] = []
    for file in files {
      let inputs = try InputFile.all(in: context.readInput(file), named: file) {
        form.recognizes($0, known: ImportMapping.saved(context))
      }
      for input in inputs {
        if input.bytes.count > Self.longFile {
          progress.say("Reading \(input.name == "-" ? "the file" : cleaned(input.name))")
        }
        do {
          read.append(try self.read(input, as: form, context, &progress))
        } catch let failure as CommandFailure where failure.code == .refused {
          failures.append(failure)
        }
      }
    }
    if read.isEmpty, let failure = failures.first { throw failure }
    return (read, failures)
  }

  private func read(
    _ input: InputFile, as form: AskedForm, _ context: AppContext, _ progress: inout Progress
  ) throws -> ImportedInput {
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
        let message = ImportError.unknownFormat(firstLine: line).message.about(input.name)
        throw CommandFailure(
          "\(clipped(cleaned(message.reason), to: 300)). A file that bitpal can read has a line that "
            + "names its columns.", .refused)
      }
      options.map = try mapping.ask(
        proposal, input.bytes, name: input.name, context, canAsk: mustAsk, isTrial: dryRun)
      return try read(options)
    } catch let error as ImportError {
      throw CommandFailure.refused(input.name, error.message)
    }
  }
}
