import AppGroup
import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import ConfigurationFile
import FoundationEssentials
import Import
import ImportForms
import ImportText
import LedgerStore
import Portfolio
import Reports

/// `bitpal import`.
struct Import: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "import",
    abstract: "Import exports of exchanges, or bitpal's own CSV.",
    discussion: """
      Rows that are clear count at once. The others wait in `bitpal inbox` until you answer, or \
      import the file that explains them. Importing a file again adds nothing. To read another \
      kind of file, name its columns with --map.


      """
        + formatNames
        + examples(
          "bitpal import coinbase.csv --dry-run",
          "bitpal import binance/*.csv kraken.csv --stable USDT,USDC",
          "bitpal import old.csv --map 'date=Day,side=Side,pair=Pair,amount=N,total=Sum'",
          "bitpal import kucoin.csv --daily-prices --dry-run"))

  @Argument(help: "The files; - reads standard input.") var files: [String] = []
  @Option(name: .long, help: "The kind of file, such as coinbase or kraken, or a map you saved.")
  var format = "auto"
  @Flag(name: .long, help: "List every kind of file that bitpal reads.") var formats = false
  @Flag(name: .long, help: "Only show what would be added.") var dryRun = false
  @Flag(name: [.long, .short], help: "Do not ask; questions wait in the inbox.") var yes = false
  @OptionGroup var evidence: ImportEvidence
  @OptionGroup var mapping: ImportMapping
  @Flag(name: .long, help: "Import nothing if a row would have to wait for an answer.")
  var strict = false
  /// An option of version 1.0: unreadable rows no longer prevent the import of others.
  @Flag(name: .long, help: .hidden) var skipRefused = false
  @Flag(name: .shortAndLong, help: "List every file, coin, transfer and question, however many.")
  var verbose = false
  @OptionGroup var pages: PagerOptions
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    // A format may also be the name of a saved map; whether it exists is checked later.
    guard !ImportFormat.named(format).isEmpty || SavedColumnMap.isName(format) else {
      throw ValidationError(Self.unknownFormat(format))
    }
    guard formats || !files.isEmpty else { throw ValidationError("Name a file to import.") }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input (-) can be read once only.")
    }
    guard !strict || !skipRefused else {
      throw ValidationError(
        "--strict refuses what --skip-refused imports.",
        help: "Give one of them.")
    }
  }

  func run() throws {
    let context = try AppContext()
    if formats { return Console.print(Self.formatList(ImportMapping.saved(context))) }
    let interruption = ImportInterruption()
    defer { interruption.end() }
    var progress = Progress()
    defer { progress.clear() }
    let form = try mapping.form(named: format, context)
    var unread = UnreadFiles()
    let inputs = try inputs(form, context, &unread)
    try noteUnusedOptions(inputs, context)
    guard try unread.count > 0 || !isBooked(inputs, form, context) else {
      return Self.printKnown(inputs.map(\.title))
    }
    let read = try readFiles(inputs, form, context, &progress, &unread)
    progress.clear()
    let failures = unread.failures
    if read.isEmpty, failures.count == 1 { throw failures[0] }
    for failure in failures {
      Console.writeFailure(
        failure.message,
        isColored: ErrorColor.isOn(context.configuration.color, context.environment))
    }
    guard !strict || failures.isEmpty else {
      throw CommandFailure("Nothing was imported, because of --strict.", .refused)
    }
    if !read.isEmpty { try importRead(read, context, &progress) }
    guard failures.isEmpty else {
      throw CommandFailure(
        "\(countOf(unread.count, "file")) \(unread.count == 1 ? "was" : "were") not imported, as said "
          + "above.", .refused)
    }
  }

  /// The named files, and those in archives.
  private func inputs(
    _ form: AskedForm, _ context: AppContext, _ unread: inout UnreadFiles
  ) throws -> [InputFile] {
    var inputs: [InputFile] = []
    for file in files {
      do {
        inputs += try InputFile.all(in: AppContext.readInput(file), named: file, &unread) {
          form.recognizes($0, known: ImportMapping.saved(context))
        }
      } catch let failure as CommandFailure {
        unread.refuse(failure)
      }
    }
    return inputs
  }

  /// Says which options have no effect on files that are in the ledger already.
  private func noteUnusedOptions(_ inputs: [InputFile], _ context: AppContext) throws {
    guard mapping.map != nil || evidence.account != nil else { return }
    let known = Dictionary(
      try context.ledger.imports.files().map { ($0.digestText, $0) },
      uniquingKeysWith: { first, _ in first })
    for input in inputs {
      guard let file = known[ReadFile.digest(of: input.bytes)] else { continue }
      let title = cleaned(input.title)
      if let map = mapping.map, try KeptReadingOptions(file.options).map != ColumnMap(map) {
        Console.writeError(
          "--map is not used for \(title), which is in the ledger. Read it again with the map: "
            + "bitpal files reread \(file.id) --map \(quotedForShell(map))")
      }
      if let account = evidence.account, account.lowercased() != file.account?.lowercased() {
        Console.writeError(
          "--account is not used for \(title), which is in the ledger. To import it again: bitpal "
            + "files remove \(file.id)")
      }
    }
  }

  private static func printKnown(_ names: [String]) {
    for line in ImportDescription.known(names) { Console.writeError(line) }
    Console.print("Nothing was added.")
  }

  /// Whether importing the files again cannot change anything.
  ///
  /// bitpal's own files are always read, because a row with an id may differ from the stored row by
  /// now.
  private func isBooked(
    _ inputs: [InputFile], _ form: AskedForm, _ context: AppContext
  ) throws -> Bool {
    guard !inputs.isEmpty, form.map == nil, format == "auto", !evidence.withDeleted,
      try evidence.answers(for: [], context).isEmpty
    else { return false }
    return try context.hasBooked(inputs.map { ReadFile.digest(of: $0.bytes) }) { file in
      let format = ImportFormat(rawValue: FormName(file.form).format)
      return format.map { ![.bitpal, .bitpalJSON].contains($0) } ?? false
    }
  }

  private func importRead(
    _ read: [ImportedInput], _ context: AppContext, _ progress: inout Progress
  ) throws {
    try applyEdits(of: read, context)
    let new = try read.filter { input in
      let isExport = try context.hasEveryRow(of: input.file)
      if isExport { Console.writeError("\(cleaned(input.file.name)): the ledger has every row.") }
      return !isExport
    }
    guard !new.isEmpty else { return Console.print("Nothing was added.") }
    var change = EvidenceChange.add(new.map(\.file))
    change.answers = try evidence.answers(for: change.files, context)
    change.bringsBackDeleted = evidence.withDeleted
    let isKnown = change.answers.isEmpty && !change.bringsBackDeleted
    guard try !isKnown || !context.hasBooked(change.files.map(\.digestText)) else {
      return Self.printKnown(change.files.map(\.name))
    }
    let seen = try context.ledger.newestChange()
    let rows = new.reduce(0) { $0 + $1.file.records.count }
    if rows > Self.manyRows { progress.say("Comparing \(rows) rows") }
    defer { progress.clear() }
    guard isPreviewed else { return try write(change, seen: nil, describes: true, context) }
    guard let decided = try decide(change, context, &progress) else { return }
    if rows > Self.manyRows { progress.say("Writing \(rows) rows") }
    try write(decided, seen: seen, describes: false, context)
  }

  /// Shows the effect of a change and asks the open questions.
  ///
  /// - Returns: The change with the answers; `nil` if nothing is to be written.
  private func decide(
    _ change: EvidenceChange, _ context: AppContext, _ progress: inout Progress
  ) throws -> EvidenceChange? {
    var service = try context.importService(evidence)
    var preview = try service.preview(change, withEffect: false)
    progress.clear()
    if evidence.dailyPrices, try fetchPrices(preview, change, context) {
      service = try context.importService(evidence)
      preview = try service.preview(change, withEffect: false)
    }
    let description = describe(preview, change.files, context)
    Console.printPaged(description.lines(isVerbose: verbose), isWanted: pages.pager)
    if strict, description.waitingRows > 0 {
      throw CommandFailure(
        "Nothing was imported: \(countOf(description.waitingRows, "row")) would wait.",
        help: "Import "
          + "without --strict and answer what `bitpal inbox` asks.", .refused)
    }
    guard !dryRun else {
      Console.print(
        description.changesRows ? "Would add \(description.size)." : "Nothing would be added.")
      return nil
    }
    guard preview.change != nil else {
      Console.print("Nothing was added.")
      return nil
    }
    guard mustAsk else { return change }
    var questions = ImportQuestions(service, change, preview, context, context.style(privacy))
    try questions.ask()
    let answered = describe(questions.preview, change.files, context)
    // If no ledger row changes, there is nothing to confirm.
    guard !answered.changesRows || Console.isConfirmed("Add \(answered.size)? [y/N]") else {
      // Answers are part of the change that is not made.
      let isAnswered = questions.change.answers.count > change.answers.count
      Console.print(
        isAnswered
          ? "Nothing was added, and your answers were not kept. The same command asks again."
          : "Nothing was added.")
      return nil
    }
    return questions.change
  }

  private func describe(
    _ outcome: EvidenceOutcome, _ files: [ReadFile], _ context: AppContext
  ) -> ImportDescription {
    ImportDescription(outcome, files, context.style(privacy), context.catalogue)
  }

  /// Fetches missing prices, after announcing the calls and asking for confirmation if needed.
  ///
  /// - Returns: Whether any were fetched.
  private func fetchPrices(
    _ preview: EvidenceOutcome, _ change: EvidenceChange, _ context: AppContext
  ) throws -> Bool {
    let missing = try context.missingPrices(of: preview.questions, change.answers)
    guard let fetch = DailyPriceFetch(missing, context) else { return false }
    Console.writeError(fetch.announcement)
    guard fetch.isUseful, !mustAsk || Console.isConfirmed("Fetch them? [y/N]") else {
      return false
    }
    let isFetched = try fetch.fetch()
    if let later = fetch.laterAdvice { Console.writeError(later) }
    return isFetched
  }

  /// - Parameters:
  ///   - seen: The newest change the user saw before confirming; `nil` if nothing is asked.
  ///   - describes: Whether to describe what is written, because it was not shown before.
  private func write(
    _ change: EvidenceChange, seen: ChangeMark?, describes: Bool, _ context: AppContext
  ) throws {
    let service = try context.importService(evidence)
    var added = 0
    try context.service.write(note: writeNote) {
      ImportInterruption.isSaving()
      return try service.apply(
        change, label: label, expecting: mustAsk ? [.newestChange(seen)] : [])
    } recorded: { outcome in
      ImportInterruption.isOver()
      let description = describe(outcome, change.files, context)
      if describes, !Console.isSilent {
        // Print immediately and without a pager, which would keep the ledger locked. If all files
        // were known, it is only a note.
        description.lines(isVerbose: verbose).forEach(
          outcome.change == nil ? Console.writeError : Console.print)
      }
      Console.print(
        description.changesRows ? "Added \(description.size)." : "Nothing was added.")
      if outcome.change != nil, let advice = description.advice { Console.print(advice) }
      added = outcome.changes.added
    }
    context.service.keepLots(afterAdding: added, as: context.configuration.taxCountry)
  }

  /// The label of the change in the journal.
  var label: String {
    let names = files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return clipped(cleaned("import \(names.joined(separator: ", "))"), to: 80)
  }

  /// The number of rows above which comparing is slow enough to show progress.
  private static let manyRows = 5_000

  /// On a terminal the preview asks; without one, or with --yes, it imports without asking.
  var mustAsk: Bool { Console.canAsk && !yes && !files.contains("-") }

  /// Whether the import can still be stopped after it is planned.
  private var isPreviewed: Bool { dryRun || mustAsk || strict || evidence.dailyPrices }

  /// Every file format, then the user's saved maps.
  private static func formatList(_ saved: [SavedColumnMap]) -> String {
    let known = ImportFormat.allCases.map { ($0.rawValue, "\($0.group): \($0.title)") }
    let own = saved.map { ($0.name, "your map: \(cleaned($0.map.text))") }
    let width = (known + own).map(\.0.count).max() ?? 0
    return (known + own).map { word, title in
      word + String(repeating: " ", count: width - word.count) + "  " + title
    }.joined(separator: "\n")
  }
}

/// Named files that were not read.
struct UnreadFiles {
  /// Unreadable files, as failures with their reasons.
  private var refused: [CommandFailure] = []
  /// Files whose columns the user didn't name when asked.
  private var left: [String] = []
  /// The columns that were not named, so that each set is asked for once.
  private var leftColumns: Set<[String]> = []

  /// The number of files.
  var count: Int { refused.count + left.count }

  /// The reasons; files without named columns share one.
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

  /// Whether the user declined to name these columns.
  func hasLeft(_ columns: [String]) -> Bool { leftColumns.contains(columns) }
}

extension Import {
  /// The size above which reading a file is slow enough to show progress; some thousand rows.
  private static let longFile = 200_000

  /// Reads files.
  ///
  /// A file that cannot be read as a whole does not block others: its relation to them is worked
  /// out when it is imported.
  ///
  /// - Parameter unread: Receives the files that cannot be read.
  func readFiles(
    _ inputs: [InputFile], _ form: AskedForm, _ context: AppContext, _ progress: inout Progress,
    _ unread: inout UnreadFiles
  ) throws -> [ImportedInput] {
    var read: [ImportedInput] = []
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
    return read
  }

  /// - Returns: `nil` if the user skips the file.
  private func read(
    _ input: InputFile, as form: AskedForm, _ context: AppContext, _ progress: inout Progress,
    _ unread: inout UnreadFiles
  ) throws -> ImportedInput? {
    var options = KeptReadingOptions()
    (options.format, options.map) = (form.formats.count == 1 ? format : "auto", form.map)
    options.zones =
      try context.answeredZone(ofFile: input.bytes) ?? context.configuration.zones ?? ""
    func read(_ options: KeptReadingOptions) throws -> ImportedInput {
      let accounts = try context.accountNames()
      var read = try context.records(
        of: input.bytes, name: input.name, account: evidence.account.map(accounts.spelling),
        options, forms: form.formats)
      read.file.name = input.title
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

/// A file to import.
struct ImportedInput {
  /// The parsed file.
  let file: ReadFile
  /// Its path, or its name in messages.
  let path: String
}

extension Import {
  /// Applies edits made in exports of this ledger, as one change.
  ///
  /// - Throws: A refusal of an edit that breaks a rule; nothing is changed then.
  func applyEdits(of read: [ImportedInput], _ context: AppContext) throws {
    let edits = try read.flatMap { try context.editedRows(of: $0) }
    guard !edits.isEmpty else { return }
    let style = context.style(privacy)
    let evidence = try context.evidence()
    func apply(_ ledger: SQLiteLedger) throws -> [EventChange] {
      try ledger.edit(
        events: edits.compactMap(\.id), expecting: edits.flatMap(\.expected), label: label,
        clock: context.clock
      ) { try edits[$0].apply(to: &$1, evidence) }
    }
    let lines = try apply(context.ledger.rehearsal).flatMap { $0.lines(style) }
    guard !lines.isEmpty else { return }
    Console.print("\(countOf(lines.count, "row")) changed since the export:")
    for line in lines.prefix(Self.shownEdits) { Console.print("  \(line)") }
    if lines.count > Self.shownEdits {
      Console.print("  and \(lines.count - Self.shownEdits) more")
    }
    guard !dryRun else { return }
    if mustAsk {
      guard Console.isConfirmed("Update \(countOf(lines.count, "row"))? [y/N]") else { return }
    }
    try context.service.write(note: writeNote) {
      try apply(context.ledger)
    } recorded: { changes in
      Console.print("Updated \(countOf(changes.flatMap { $0.lines(style) }.count, "row")).")
    }
  }

  private static let shownEdits = 20
}

extension AppContext {
  /// Whether the ledger has every row of an exported file, by id.
  ///
  /// The file then adds nothing, and its rows must not outlive the files that they were derived
  /// from.
  func hasEveryRow(of file: ReadFile) throws -> Bool {
    let ids = file.ownIDs
    guard ids.areAll,
      try ledger.transactions(ids: Array(ids.transactions)).count == ids.transactions.count
    else { return false }
    guard !ids.moves.isEmpty else { return true }
    return ids.moves.isSubset(of: Set(try ledger.moves.all().map(\.id)))
  }

  /// The differences between an export of this ledger and the ledger.
  fileprivate func editedRows(of input: ImportedInput) throws -> [EditedRow] {
    let ids = input.file.ownIDs
    let stored = try ledger.transactions(ids: Array(ids.transactions))
    // The other half of an edited transfer may be in the ledger only.
    let storedMoves = ids.moves.isEmpty ? [] : try ledger.moves.all()
    guard !stored.isEmpty || storedMoves.contains(where: { ids.moves.contains($0.id) }) else {
      return []
    }
    let moves = Dictionary(storedMoves.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    do throws(ImportError) {
      return try readImport(input.file.bytes, name: input.path).editedRows(stored, moves: moves)
    } catch {
      throw CommandFailure.refused(input.path, error.message)
    }
  }
}

extension ReadFile {
  /// The ids in bitpal's own files, and whether every row has one.
  fileprivate var ownIDs: (transactions: Set<UUID>, moves: Set<UUID>, areAll: Bool) {
    var ids = (transactions: Set<UUID>(), moves: Set<UUID>(), areAll: records.hasOwnIDs)
    guard records.hasOwnIDs else { return ids }
    for record in records {
      guard case .read = record.state, let own = record.facts.first?.own, own.hasID else {
        ids.areAll = false
        continue
      }
      switch own.content {
      case .transaction(let row): ids.transactions.insert(row.id)
      case .move(let row): ids.moves.insert(row.id)
      }
    }
    return ids
  }
}

extension EditedRow {
  /// The stored rows that the edit was based on.
  fileprivate var expected: [Expectation] {
    switch self {
    case .transaction(let before, _): [.transaction(before)]
    case .moves(let before, _): before.map(Expectation.move)
    }
  }
}

extension EventChange {
  /// One line per added, changed or removed row: `Buy 1 bitcoin: price 20000 → 21000`.
  fileprivate func lines(_ style: ReportStyle) -> [String] {
    let moves = zip(before.moves, after.moves).compactMap { old, new in
      line(new.words(style), old.changes(to: new, style))
    }
    let changed = before.transactions.compactMap { old -> String? in
      guard let new = after.transactions.first(where: { $0.id == old.id }) else {
        return "\(old.words(style)): gone"
      }
      return line(new.words(style), old.changes(to: new, style))
    }
    let added = after.transactions.filter { new in
      !before.transactions.contains { $0.id == new.id }
    }.map { "\($0.words(style)): added" }
    return moves + changed + added
  }

  private func line(_ words: String, _ changes: [String]) -> String? {
    changes.isEmpty ? nil : "\(words): \(changes.joined(separator: ", "))"
  }
}
