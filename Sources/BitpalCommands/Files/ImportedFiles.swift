import AppGroup
import Application
import ArgumentParser
import CellGrid
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import Import
import ImportForms
import ImportText
import LedgerStore
import Portfolio
import Reports

/// `bitpal files`.
struct Files: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "files",
    abstract: "List imported files, and what became of each row.",
    discussion: """
      The ledger keeps a packed copy of every imported file and what became of each row. \
      `bitpal explain` names the file and the line of each transaction.


      """
        + examples(
          "bitpal files", "bitpal files show 1", "bitpal files show 1 --line 2",
          "bitpal files export 1 --output ~/Downloads"),
    subcommands: [
      FilesList.self, FilesShow.self, FilesCoverage.self, FilesRemove.self, FilesReread.self,
      FilesExport.self, FilesForget.self,
    ],
    defaultSubcommand: FilesList.self)
}

/// `bitpal files list`, which is also `bitpal files`.
struct FilesList: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "list", abstract: "List the files, the first import first.",
    discussion: collapseOrder("Size, Account, Imported, Form")
      + examples("bitpal files list", "bitpal files list --json"))

  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let files = try context.ledger.imports.summaries()
    try Report.files(files, context.style(privacy)).write(report, context)
  }
}

/// `bitpal files show`.
struct FilesShow: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "show", abstract: "Show the rows of a file and what became of them.",
    discussion: """
      A trade on several rows is listed at the first one. For files over 4 MB, bitpal keeps only \
      the bytes.


      """
        + collapseOrder("Text")
        + examples("bitpal files show 1", "bitpal files show 1 --line 2 --json"))

  @Argument(help: "The file's number in `bitpal files`.") var number: Int
  @Option(name: .long, help: "Only the row on that line.") var line: Int?
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let file = try context.importedFile(number)
    let records =
      try line.map { [try context.record(of: file.file, line: $0)] }
      ?? context.ledger.imports.records(of: number)
    let rows = try context.ledger.imports.rows(madeOf: records.map(\.id))
    let texts = LineTexts(try context.ledger.imports.content(of: file.file) ?? [])
    let repeated = try context.importService().repeatedRows(of: number, line: line)
    try Report.records(records, rows: rows, repeated, texts: texts, isFull: report.isData)
      .write(report, context)
  }
}

/// `bitpal files remove`.
struct FilesRemove: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "remove",
    abstract: "Remove a file and everything it added from the ledger.",
    discussion: """
      If another file has the same rows, they count from there. `bitpal undo` restores the file.


      """ + examples("bitpal files remove 1 --dry-run", "bitpal files remove 1"))

  @Argument(help: "The file's number in `bitpal files`.") var number: Int
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let summary = try context.importedFile(number)
    let file = summary.file
    guard try summary.states.isEmpty || context.ledger.imports.hasFacts(ofFile: number) else {
      throw Self.keptWithoutFacts(file)
    }
    try context.change(.remove([number]), label: "remove \(file.name)", dryRun, privacy) {
      "\(dryRun ? "Would remove" : "Removed") \(file.name): \($0)."
    }
  }

  /// The refusal for a file whose row contents were not kept.
  fileprivate static func keptWithoutFacts(_ file: ImportedFile) -> CommandFailure {
    CommandFailure(
      "The ledger keeps what became of each row of \(file.name), not the rows.",
      help: "Delete its "
        + "transactions one by one, or undo the import.", .refused)
  }
}

/// `bitpal files reread`.
struct FilesReread: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "reread",
    abstract: "Read kept files again, as this version of bitpal reads them.",
    discussion: """
      A newer version may understand rows that an older one did not. What you answered and changed \
      stays. The setting import.stable applies, and import.zone to files that were read without a \
      zone.


      """
        + examples(
          "bitpal files reread --dry-run", "bitpal files reread 1",
          "bitpal files reread 1 --map reward=lost"))

  @Argument(help: "The file's number in `bitpal files` (default: every file).") var number: Int?
  @Option(name: .long, help: "What the columns or words mean, as in `bitpal import`.")
  var map: String?
  @Flag(name: .long, help: "Only show what would change.") var dryRun = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard map == nil || number != nil else {
      throw ValidationError(
        "--map applies to one file.",
        help: "Name its number.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let files =
      try number.map { [try context.importedFile($0)] } ?? context.ledger.imports.summaries()
    var read: [Int: ReadFile] = [:]
    for summary in files {
      let file = summary.file
      guard try context.ledger.imports.hasFacts(ofFile: file.id) else {
        guard number == nil else { throw FilesRemove.keptWithoutFacts(file) }
        continue
      }
      guard let bytes = try context.ledger.imports.content(of: file) else {
        guard number == nil else {
          throw CommandFailure("The bytes of \(file.name) were forgotten.", .refused)
        }
        Console.writeError("\(file.name) is not read again: its bytes were forgotten.")
        continue
      }
      read[file.id] = try context.reread(file, bytes, map: map)
    }
    guard !read.isEmpty else { return Console.print("There is no file to read.") }
    var change = EvidenceChange.reread(read)
    change.answers = try context.stablecoinAnswers()
    try context.change(change, label: "read files again", dryRun, privacy) {
      "\(dryRun ? "Would read" : "Read") \(countOf(read.count, "file")) again: \($0)."
    }
  }
}

/// `bitpal files export`.
struct FilesExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "export", abstract: "Write a file as it was imported.",
    discussion: examples(
      "bitpal files export 1 --output ~/Downloads", "bitpal files export 1 > coinbase.csv"))

  @Argument(help: "The file's number in `bitpal files`.") var number: Int
  @Option(
    name: .shortAndLong,
    help: "A file, or a folder for a file of the same name (default: - for standard output).")
  var output: String?
  @Flag(name: .long, help: "Replace the file if it exists.") var force = false

  func run() throws {
    let context = try AppContext()
    let file = try context.importedFile(number).file
    guard let bytes = try context.ledger.imports.content(of: file) else {
      throw CommandFailure("The bytes of \(file.name) were forgotten.", .refused)
    }
    guard let output, output != "-" else {
      guard !Console.isTerminal else {
        throw CommandFailure(
          "bitpal does not write an imported file to a terminal.",
          help: "Name a file with --output, or see "
            + "its rows with `bitpal files show \(number)`.", .usage)
      }
      return Console.write(bytes)
    }
    // The name is from the file; it must not lead to another folder.
    let name = file.name.replacing("/", with: "_")
    let path = try destination(output, named: name)
    try context.container.refuseOwnFile(path)
    try confirmReplacing(path, force: force)
    try AtomicFile.write(bytes, to: path)
    Console.writeError("Wrote \(file.name) to \(path).")
  }
}

/// `bitpal files forget`.
struct FilesForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "forget",
    abstract: "Remove the bytes of a file from the ledger, but not what was recorded of it.",
    discussion: """
      This cannot be undone. Its transactions stay, and so does what became of each row. Backups \
      that you made before still have the bytes.


      """ + examples("bitpal files forget 1 --yes", "bitpal files list"))

  @Argument(help: "The file's number in `bitpal files`.") var number: Int
  @Flag(name: [.long, .short], help: "Do not ask.") var yes = false

  func run() throws {
    let context = try AppContext()
    let file = try context.importedFile(number)
    guard file.hasBytes else { return Console.print("\(file.file.name) was forgotten before.") }
    if !yes {
      guard Console.canAsk else {
        throw CommandFailure(
          "Forgetting cannot be undone.",
          help: "Add --yes.", .refused)
      }
      let answer = Console.ask("Forget the bytes of \(file.file.name) for good? [y/N]")
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
        return Console.print("Nothing was forgotten.")
      }
    }
    _ = try context.ledger.imports.forgetContent(of: file.file)
    Console.print("Forgot the bytes of \(file.file.name).")
  }
}

extension AppContext {
  /// Reads a kept file again with its previous options; one without a zone, with the one that is set
  /// by now.
  ///
  /// - Parameters:
  ///   - map: Another map, or `nil` to keep the previous one.
  ///   - zone: The zone of local times, or `nil` to keep the previous one.
  fileprivate func reread(
    _ file: ImportedFile, _ bytes: [UInt8], map: String? = nil, zone: String? = nil
  ) throws -> ReadFile {
    do {
      var options = try KeptReadingOptions(file.options)
      if let map { options.map = try ColumnMap(map) }
      if let zone { options.zones = zone }
      let asked = ImportFormat.named(options.format)
      let forms = asked.isEmpty ? ImportFormat.allCases : asked
      func read() throws -> (file: ReadFile, hasUnknownZone: Bool) {
        try records(of: bytes, name: file.name, account: file.account, options, forms: forms)
      }
      var found = try read()
      if found.hasUnknownZone, zone == nil, let zones = configuration.zones {
        options.zones = zones
        let again = try read()
        if !again.hasUnknownZone { found = again }
      }
      found.file.name = file.name
      return found.file
    } catch let error as ColumnMapError {
      throw CommandFailure(error.message.about("--map"), .usage)
    } catch let error as ImportError {
      throw CommandFailure.refused(file.name, error.message)
    }
  }

  /// Rereads the file of a question about time zones in a zone, and keeps the answer.
  func answer(
    _ question: InboxQuestion, zone: String, _ isTrial: Bool, _ privacy: PrivacyOptions
  ) throws {
    try ImportMapping.checkZone(zone)
    let key = question.question.key
    var change = EvidenceChange.reread(try reread(filesOf: key, zone: zone))
    change.answers[key] = .zone(zone)
    let count = change.reread.count
    try self.change(change, label: "answer zone \(zone)", isTrial, privacy) {
      "\(isTrial ? "Would read" : "Read") \(countOf(count, "file")) in \(cleaned(zone)): \($0)."
    }
  }

  /// The change that revokes an answer; the file of a zone is read again without it.
  func revoking(_ key: Question.Key) throws -> EvidenceChange {
    var change = EvidenceChange.revoke([key])
    let answer = try ledger.imports.answers().first { $0.question == key.text }
    switch answer.flatMap({ Choice(text: $0.choice) }) {
    case .zone: change.reread = try reread(filesOf: key, zone: "")
    case .giftBelowDollar:
      throw CommandFailure(
        "Coins worth less than a dollar are a gift without an answer.",
        help: "Record how you got them before the sale, with `bitpal buy` or `bitpal gift`.",
        .refused)
    default: break
    }
    return change
  }

  /// The zone that the user named for the times of a file, in answer to a question about it.
  func answeredZone(ofFile bytes: [UInt8]) throws -> String? {
    let answers = try ledger.imports.answers().filter {
      Question.Key($0.question).kind == .whichZone
    }
    guard !answers.isEmpty else { return nil }
    let key = Question.Key.zone(ofFile: ReadFile.digest(of: bytes))
    let answer = answers.first { $0.question == key.text }.flatMap { Choice(text: $0.choice) }
    return if case .zone(let zone)? = answer { zone } else { nil }
  }

  /// Reads the files of a question about time zones again.
  ///
  /// - Parameter zone: The zone of their times; empty for that in the file's name.
  private func reread(filesOf key: Question.Key, zone: String) throws -> [Int: ReadFile] {
    var read: [Int: ReadFile] = [:]
    for file in try ledger.imports.files() where key == .zone(ofFile: file.digestText) {
      guard let bytes = try ledger.imports.content(of: file) else {
        throw CommandFailure(
          "The bytes of \(cleaned(file.name)) were forgotten. Import the file again.", .refused)
      }
      read[file.id] = try reread(file, bytes, zone: zone)
    }
    return read
  }

  /// Changes the evidence and reports the result.
  func change(
    _ change: EvidenceChange, label: String, _ isTrial: Bool, _ privacy: PrivacyOptions,
    expecting expected: [Expectation] = [], _ sentence: (String) -> String
  ) throws {
    let (service, style) = (try importService(), style(privacy))
    let waiting = try ledger.imports.inboxCounts().waiting
    let preview = try service.preview(change)
    func report(_ outcome: EvidenceOutcome) {
      let words = ImportDescription(outcome, [], style, catalogue)
      let effect = preview.effect.words(style, catalogue)
      Console.print(sentence(words.changes(since: waiting) + effect))
      if let advice = words.advice { Console.print(advice) }
    }
    guard !isTrial else { return report(preview) }
    try self.service.write(note: writeNote) {
      try service.apply(change, label: clipped(cleaned(label), to: 80), expecting: expected)
    } recorded: {
      report($0)
    }
  }

  /// The names of imported files by digest.
  func importedFileNames() throws -> [String: String] {
    Dictionary(
      try ledger.imports.files().map { ($0.digestText, $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The file with a number.
  ///
  /// - Throws: A refusal if there is none.
  func importedFile(_ number: Int) throws -> FileSummary {
    guard let file = try ledger.imports.file(number) else {
      throw CommandFailure(
        "There is no file \(number).",
        help: "`bitpal files` lists them.", .refused)
    }
    return file
  }

  /// The row of a file that begins on a line.
  ///
  /// - Throws: A refusal if there is none.
  func record(of file: ImportedFile, line: Int) throws -> StoredRecord {
    guard let record = try ledger.imports.records(of: file.id, line: line).first else {
      throw CommandFailure(
        "No row of \(cleaned(file.name)) that was read begins on line \(line).",
        help: "`bitpal files show \(file.id)` lists those that do.", .refused)
    }
    return record
  }
}

/// The lines of a file as text.
private struct LineTexts {
  private let lines: [ArraySlice<UInt8>]

  /// - Parameter bytes: A file of rows; rows of JSON and UTF-16 files are not its lines.
  init(_ bytes: [UInt8]) {
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard let first, ![0x7B, 0x5B, 0xFF, 0xFE].contains(first) else {
      lines = []
      return
    }
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  subscript(line: Int) -> String? {
    guard lines.indices.contains(line - 1) else { return nil }
    let text = String(decoding: lines[line - 1], as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }
}

extension Report {
  /// The ledger's files as a report.
  fileprivate static func files(_ files: [FileSummary], _ style: ReportStyle) -> Report {
    let hasDeleted = files.contains { $0.deleted + $0.uncounted > 0 }
    return Report(
      columns: [
        Column("number", "No.", isNumber: true), Column("name", "File", minimumWidth: 16),
        Column("form", "Form", collapseOrder: 4), Column("account", "Account", collapseOrder: 2),
        Column("imported", "Imported", collapseOrder: 3),
        Column("rows", "Rows", isNumber: true),
        Column("recorded", "Recorded", isNumber: true),
        Column("known", "Known", isNumber: true),
        Column("leftOut", "Left out", isNumber: true),
        Column("refused", "Waiting", isNumber: true),
        Column("size", "Size", isNumber: true, collapseOrder: 1), Column("hasBytes", nil),
        Column("deleted", hasDeleted ? "Deleted" : nil, isNumber: true),
      ],
      rows: files.map { row($0, style) },
      emptyNote: "No file was imported. Import one: bitpal import FILE")
  }

  private static func row(_ summary: FileSummary, _ style: ReportStyle) -> [FormattedValue] {
    let (file, states) = (summary.file, summary.states)
    func count(_ kinds: RecordState.Kind..., less other: Int = 0) -> FormattedValue {
      .number(kinds.reduce(-other) { $0 + (states[$1] ?? 0) })
    }
    return [
      .number(file.id), .text(file.name), .text(FormName(file.form).format), .text(file.account),
      FormattedValue(data: .instant(file.date), text: style.calendar.dayText(file.date)),
      .number(states.values.reduce(0, +)),
      count(.counts, less: summary.deleted), count(.elsewhere),
      count(.leftOut, .inside, .skipped, less: summary.uncounted), count(.asks, .waits),
      FormattedValue(
        data: .number("\(file.size)"), text: summary.hasBytes ? sizeText(file.size) : "forgotten"),
      FormattedValue(data: .bool(summary.hasBytes), text: ""),
      .number(summary.deleted + summary.uncounted),
    ]
  }

  /// A file's rows as a report.
  fileprivate static func records(
    _ records: [StoredRecord], rows: [Int: [UUID]], _ repeated: RepeatedRows, texts: LineTexts,
    isFull: Bool
  ) -> Report {
    Report(
      columns: [
        Column("line", "Line", isNumber: true), Column("state", "State"),
        Column("transactions", "Recorded as"),
        Column("reason", "Why", minimumWidth: 16),
        Column("text", "Text", collapseOrder: 1, minimumWidth: 16),
      ],
      rows: records.map { stored in
        let (record, ids) = (stored.record, rows[stored.id] ?? [])
        let names = ids.map { isFull ? $0.uuidString.lowercased() : $0.shortText }
        return [
          .number(record.line),
          .text(record.state.word(hasRows: !ids.isEmpty)),
          FormattedValue(
            data: .array(names.map { .string($0) }), text: names.joined(separator: " ")),
          .text(repeated.words(for: stored) ?? record.state.words(hasRows: !ids.isEmpty)),
          .notes(texts[record.line]),
        ]
      },
      emptyNote: "The rows of this file are not kept one by one.")
  }
}

extension RepeatedRows {
  /// Why a record that repeats others does not count; `nil` if it repeats none.
  fileprivate func words(for stored: StoredRecord) -> String? {
    names(of: stored).map { names in
      "the same as \(names)\(isDeleted(stored.record.line) ? ", which you deleted" : "")"
    }
  }

  /// The rows that count in place of a record, as in `a.csv lines 2, 3`; `nil` if there are none.
  func names(of stored: StoredRecord) -> String? {
    let rows = counting(for: stored.record.line)
    guard !rows.isEmpty else { return nil }
    return rows.map { file, lines in
      (file.id == stored.file ? "" : "\(cleaned(file.name)) ") + lines.lineWords
    }.joined(separator: " and ")
  }
}

extension RecordState {
  /// Whether the user deleted the rows that the record became.
  ///
  /// The state itself says so only after the next derivation.
  ///
  /// - Parameter hasRows: Whether the record has a row in the ledger.
  func isDeleted(hasRows: Bool) -> Bool {
    self == .deleted || kind == .counts && reason == nil && !hasRows
  }

  /// The state, in the words of reports.
  fileprivate func word(hasRows: Bool) -> String {
    switch kind {
    case _ where isDeleted(hasRows: hasRows): "deleted"
    case .counts: "recorded"
    case .elsewhere: "known"
    case .waits: "waits"
    case .asks: "refused"
    case .inside, .skipped, .leftOut: "left out"
    }
  }

  /// Why the record has no row in the ledger, or which record it counts with.
  func words(hasRows: Bool) -> String? {
    switch kind {
    case _ where isDeleted(hasRows: hasRows): "you deleted it from the ledger"
    case .waits: reason.map { "asked: bitpal inbox show \(Question.Key($0).id)" }
    case .skipped: reason.map { "you answered skip: bitpal inbox answers (\(Question.Key($0).id))" }
    case .inside: reason ?? "moved inside the account"
    case .elsewhere: reason ?? "another row reports the same"
    case .asks, .leftOut, .counts: reason
    }
  }
}

/// A size in bytes, in the largest unit that leaves up to three digits.
private func sizeText(_ bytes: Int) -> String {
  var (size, unit) = (bytes, 0)
  while size >= 1000, unit < 3 {
    size = (size + 500) / 1000
    unit += 1
  }
  return "\(size) \(["B", "kB", "MB", "GB"][unit])"
}
