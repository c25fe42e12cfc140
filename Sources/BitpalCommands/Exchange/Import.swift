import AppGroup
import Application
import ArgumentParser
import CellGrid
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio
import Reports

/// `bitpal import`.
struct Import: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import transactions from bitpal's own CSV or exports of exchanges.",
    discussion: """
      Several files are read as one history. If a row cannot be read, nothing is imported, \
      unless you give --skip-refused. Importing a file again adds nothing. To read another kind \
      of file, name its columns with --map.


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
  @OptionGroup var evidence: ImportEvidence
  @OptionGroup var mapping: ImportMapping
  @Flag(
    name: .long, help: "Import the rest if rows are refused, and write those to FILE.refused.csv.")
  var skipRefused = false
  @Flag(name: .long, help: "List every row that was left out or refused.") var verbose = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    // Maps that are kept have names, too; whether there is such a one is seen later.
    guard !ImportFormat.named(format).isEmpty || SavedColumnMap.isName(format) else {
      throw ValidationError(Self.unknownFormat(format))
    }
    guard formats || !files.isEmpty else { throw ValidationError("Name a file to import.") }
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input (-) can be read once only.")
    }
  }

  func run() throws {
    let context = try AppContext()
    if formats { return Console.print(Self.formatList(ImportMapping.saved(context))) }
    let interruption = ImportInterruption()
    defer { interruption.end() }
    let form = try mapping.form(named: format, context)
    var policy = try evidence.policy(context, skipsRefused: skipRefused)
    var progress = Progress()
    defer { progress.clear() }
    guard try !importLongFile(form, policy, context, &progress) else { return }
    var read: [ImportFile] = []
    var kept = KeptFiles(account: evidence.account, map: mapping.map)
    for file in files {
      let inputs = try InputFile.all(in: context.readInput(file), named: file)
      let long = files.count == 1 && inputs.count == 1 ? [LongFile(inputs[0])] : []
      guard try !importStreamed(long.compactMap(\.self), as: form, policy, context, &progress)
      else { return }
      for input in inputs {
        do {
          read.append(try rows(of: input, as: form, context, &progress))
          kept.add(input.bytes, read[read.count - 1])
        } catch let failure as CommandFailure {
          guard inputs.count > 1 else { throw self.failure(failure, at: file) }
          let advice = InputFile.advice(without: input, of: file)
          throw CommandFailure("\(failure.sentence)\n\(advice)", failure.code)
        }
      }
    }
    progress.clear()
    try applyEdits(of: read, context)
    let seen = try context.ledger.newestChange()
    let ledger = try KnownLedger(context).whole(for: read, &progress)
    let count = read.reduce(0) { $0 + $1.rowCount }
    let plan = try asked(&policy, context) { policy in
      defer { progress.clear() }
      return context.plan(read, into: ledger, policy, coins: evidence.coins) { done in
        if count > Self.manyRows { progress.count(done, of: count, "Comparing") }
      }
    }
    guard try isWanted(plan, read, context) else { return }
    try write(read, kept, plan, madeOf: seen, policy, context, &progress)
  }

  /// The plan after everything that a person could be asked.
  func asked(
    _ policy: inout ImportPolicy, _ context: AppContext,
    _ planned: (ImportPolicy) throws -> ImportPlan
  ) throws -> ImportPlan {
    var plan = try planned(policy)
    if mustAsk, let tickers = try evidence.askAboutStablecoins(plan, context, keeps: !dryRun) {
      policy.stablecoins.formUnion(tickers)
      plan = try planned(policy)
    }
    if evidence.dailyPrices, let fetch = DailyPriceFetch(plan, context) {
      Console.writeError(fetch.announcement)
      if fetch.isUseful, mayFetch, try fetch.fetch() {
        policy.prices = try evidence.knownPrices(context)
        plan = try planned(policy)
      }
    }
    while mustAsk, let answered = evidence.askAboutGaps(plan, policy) {
      policy = answered
      plan = try planned(policy)
    }
    return plan
  }

  /// Says what a plan would do, and whether that is to be done.
  func isWanted(_ plan: ImportPlan, _ read: [ImportFile], _ context: AppContext) throws -> Bool {
    plan.describe(
      isPreview: dryRun || mustAsk, isVerbose: verbose, hasFetched: evidence.dailyPrices,
      context.style(privacy))
    if !mustAsk { evidence.nameStablecoins(plan, isWritten: !dryRun && plan.isAcceptable, context) }
    if dryRun { Console.print("Would add \(plan.size).") }
    try accept(plan, context)
    guard !dryRun else { return false }
    guard !plan.isEmpty, isConfirmed(plan) else {
      // After "no" nothing is written, the file of refused rows included.
      if plan.isEmpty {
        try writeRefused(plan, read)
        try keepIncomplete(plan, ofFiles: read, change: nil, context)
      }
      Console.print("Nothing was added.")
      return false
    }
    return true
  }

  /// Says what was written, and keeps what was not.
  ///
  /// - Parameter change: The change's place in the journal; `nil` where nothing was written.
  func finish(
    _ written: ImportPlan, _ read: [ImportFile], change: Int?, _ context: AppContext,
    _ progress: inout Progress
  ) throws {
    progress.clear()
    ImportInterruption.isOver()
    Console.print(written.isEmpty ? "Nothing was added." : "Added \(written.size).")
    try writeRefused(written, read)
    try keepIncomplete(written, ofFiles: read, change: change, context)
  }

  /// What a person has seen of the ledger when they say yes; empty where no question is asked.
  func expected(_ seen: ChangeMark?) -> [Expectation] { mustAsk ? [.newestChange(seen)] : [] }

  /// Writes what the plan adds, worked out again if another process wrote since the preview; where
  /// the preview was a question, nothing is written then.
  private func write(
    _ read: [ImportFile], _ kept: KeptFiles, _ preview: ImportPlan, madeOf seen: ChangeMark?,
    _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws {
    var plan = preview
    try record(context) {
      try context.ledger.add(
        label: label, expecting: expected(seen), clock: context.clock,
        progress: { count in
          progress.count(count, of: plan.additions.count, "Writing")
          if count == plan.additions.count { ImportInterruption.rowsAreWritten() }
        }
      ) { ledger in
        if try ledger.newestChange() != seen {
          plan = context.plan(
            read,
            into: try KnownLedger(ledger, context).whole(for: read, &progress), policy,
            coins: evidence.coins)
          try accept(plan, context)
        }
        if plan.additions.isEmpty { ImportInterruption.rowsAreWritten() }
        return LedgerBatch(
          transactions: plan.additions, moves: plan.moves, changedMoves: plan.changedMoves,
          removed: plan.replaced, removedMoves: plan.replacedMoves,
          evidence: try kept.batch(for: plan, in: ledger))
      }
    } finish: {
      try finish(plan, read, change: $0, context, &progress)
    }
  }

  /// Writes an import and finishes it, where there was nothing to write as well.
  ///
  /// - Parameters:
  ///   - change: Writes, and returns the change's place in the journal.
  ///   - finish: Says what was written; once there is a change, what it throws is only a note.
  func record(
    _ context: AppContext, _ change: () throws -> Int?, finish: (Int?) throws -> Void
  ) throws {
    var isRecorded = false
    try context.service.write(note: writeNote, change) { change in
      isRecorded = change != nil
      if isRecorded { try finish(change) }
    }
    if !isRecorded { try finish(nil) }
  }

  /// What the journal calls the change.
  var label: String {
    let names = files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return clipped(cleaned("import \(names.joined(separator: ", "))"), to: 80)
  }

  /// Refuses a plan with a refused row, unless such rows are to be skipped.
  func accept(_ plan: ImportPlan, _ context: AppContext) throws {
    guard !plan.isAcceptable else { return }
    let later = evidence.dailyPrices ? DailyPriceFetch(plan, context)?.laterAdvice : nil
    throw refusal(of: plan, later: later)
  }

  private func rows(
    of input: InputFile, as form: AskedForm, _ context: AppContext, _ progress: inout Progress
  ) throws -> ImportFile {
    let isLong = input.bytes.count > Self.longFile
    if isLong { progress.say("Reading \(input.name == "-" ? "the file" : cleaned(input.name))") }
    return try mapping.read(
      input.bytes, as: form, name: input.name, context, canAsk: mustAsk, isTrial: dryRun
    ) { done in
      if isLong { progress.count(done, of: input.bytes.count, "Reading byte") }
    }
  }

  /// Bytes that take longer to read than to see; some thousand rows.
  private static let longFile = 200_000
  private static let manyRows = 5_000

  /// The option is the consent; a terminal may still say no to the calls.
  private var mayFetch: Bool {
    guard mustAsk else { return true }
    return ["y", "yes"].contains(Console.ask("Fetch them? [y/N]")?.lowercased() ?? "")
  }

  /// On a terminal the preview asks; without one it imports without asking.
  var mustAsk: Bool { Console.canAsk && !files.contains("-") }

  func isConfirmed(_ plan: ImportPlan) -> Bool {
    guard mustAsk else { return true }
    let answer = Console.ask("Add \(plan.size)? [y/N]")
    return ["y", "yes"].contains(answer?.lowercased() ?? "")
  }

  /// Every kind of file, then the maps that the user keeps.
  private static func formatList(_ saved: [SavedColumnMap]) -> String {
    let known = ImportFormat.allCases.map { ($0.rawValue, "\($0.group): \($0.title)") }
    let own = saved.map { ($0.name, "your map: \(cleaned($0.map.text))") }
    let width = (known + own).map(\.0.count).max() ?? 0
    return (known + own).map { word, title in
      word + String(repeating: " ", count: width - word.count) + "  " + title
    }.joined(separator: "\n")
  }
}

extension Import {
  /// Applies what was changed in exports of this ledger since they were written, as one change.
  ///
  /// - Throws: A refusal of an edit that breaks a rule; nothing is changed then.
  func applyEdits(of read: [ImportFile], _ context: AppContext) throws {
    let stored = try context.ledger.transactions(ids: read.flatMap(\.ownIds))
    let moves = read.contains(where: \.namesMoves) ? try context.ledger.moves() : []
    let storedMoves = Dictionary(moves.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let edits = read.flatMap { $0.editedRows(stored, moves: storedMoves) }
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
      let answer = Console.ask("Update \(countOf(lines.count, "row"))? [y/N]")
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else { return }
    }
    try context.service.write(note: writeNote) {
      try apply(context.ledger)
    } recorded: { changes in
      Console.print("Updated \(countOf(changes.flatMap { $0.lines(style) }.count, "row")).")
    }
  }

  private static let shownEdits = 20

  /// Whether a long file is an export of this ledger, whose rows may have been changed since.
  func isExport(_ bytes: RowBytes, _ context: AppContext) throws -> Bool {
    let lines = try bytes.prefix(8_192).split(separator: UInt8(ascii: "\n")).prefix(2)
    guard let header = lines.first, let row = lines.dropFirst().first else { return false }
    let columns = header.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard let place = columns.firstIndex(where: { $0.elementsEqual("id".utf8) }) else {
      return false
    }
    let cells = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard cells.indices.contains(place),
      let id = UUID(uuidString: String(decoding: cells[place], as: UTF8.self))
    else { return false }
    return try context.ledger.transaction(id) != nil
  }
}

extension Import {
  /// Writes the refused rows of each file next to it, to be mended and imported.
  func writeRefused(_ plan: ImportPlan, _ files: [ImportFile]) throws {
    guard skipRefused, !plan.refused.isEmpty else { return }
    var paths: [String] = []
    var filesOfPath: [String: [ImportFile]] = [:]
    for file in files {
      // What is left of refused rows takes their place.
      let path = IncompleteHistory.refusedRows(of: file.name == "-" ? "import" : file.name)
      if filesOfPath[path] == nil { paths.append(path) }
      filesOfPath[path, default: []].append(file)
    }
    for path in paths {
      let files = filesOfPath[path] ?? []
      let together = plan.refusedRows(of: files).map { [$0] }
      // Only where their columns differ they cannot stand in one file.
      for text in together ?? files.compactMap(plan.refusedRows(of:)) {
        let wasRead = together != nil && plan.readsAllOf(path, among: files)
        if !wasRead { try keepMended(path, unlessItIs: Array(text.utf8)) }
        try AtomicFile.write(Array(text.utf8), to: path)
        Console.writeError("The refused rows are in \(path), each with its reason.")
      }
    }
    for coinId in plan.incompleteCoins {
      Console.writeError("\(coinId): history incomplete until they are imported.")
    }
  }

  /// Puts a file of the same name aside, which the user may have mended already.
  private func keepMended(_ path: String, unlessItIs text: [UInt8]) throws {
    guard let there = try AtomicFile.read(path), there != text else { return }
    var number = 1
    while true {
      let aside = String(path.dropLast(4)) + (number == 1 ? ".old.csv" : ".old-\(number).csv")
      let older = try AtomicFile.read(aside)
      if older == nil {
        try AtomicFile.write(there, to: aside)
        Console.writeError(cleaned("What \(path) held is in \(aside) now."))
      }
      if older == nil || older == there { return }
      number += 1
    }
  }

  /// Remembers which coins lack rows of these files, and forgets those that came in.
  ///
  /// - Parameter change: The change that the import made; `nil` where it wrote nothing.
  func keepIncomplete(
    _ plan: ImportPlan, ofFiles files: [ImportFile], change: Int?, _ context: AppContext
  ) throws {
    var incomplete = try IncompleteHistory(context.container)
    try incomplete.record(plan, ofFiles: files, change: change, in: context.ledger)
    try incomplete.write(context)
    try MendedRowsFile(context).add(plan.mended)
  }
}

extension ImportPlan {
  /// Whether a file is one of those imported, and every row of it is in the ledger or refused: then
  /// what is refused may take its place.
  fileprivate func readsAllOf(_ path: String, among files: [ImportFile]) -> Bool {
    files.contains { $0.name == path } && !leftOut.contains { $0.source.file == path && $0.isLost }
  }
}

extension LeftOutRow {
  /// Whether nothing else has the row: neither the ledger, with others of its trade, nor another
  /// file.
  fileprivate var isLost: Bool {
    switch reason {
    case .partOfTrade, .partOfTradeElsewhere, .amongRefused: false
    default: true
    }
  }
}

extension Import {
  /// Why nothing was imported, and the command that goes on.
  ///
  /// - Parameter later: When prices that are missing can be fetched.
  func refusal(of plan: ImportPlan, later: String? = nil) -> CommandFailure {
    let count = plan.refusedRowCount
    let uncovered = sales(of: plan) { $0.option == .missingCoinsAreGifts }
    let waiting = sales(of: plan, where: \.waitsForOthers)
    let kinds = [
      uncovered > 0
        ? "\(salesOf(uncovered, uncovered == plan.refused.count)) that no row brings" : nil,
      waiting > 0 ? "\(salesOf(waiting)) that other refused rows may bring" : nil,
    ].compactMap(\.self)
    var sentence =
      "Nothing was imported: \(countOf(count, "row")) \(count == 1 ? "was" : "were") refused"
    if !kinds.isEmpty {
      sentence +=
        (uncovered == plan.refused.count ? ", " : ", among them ")
        + kinds.joined(separator: " and ")
    }
    let cures = options(for: plan)
    let fixed = waiting > 0 ? "those others first" : count == 1 ? "it" : "them"
    sentence +=
      ". " + (later.map { $0 + " " } ?? "")
      + (cures.isEmpty ? mendAdvice(fixed, of: plan) : advice(cures, uncovered > 0))
    // Who has just said that nothing was a gift wants another way.
    if mustAsk, cures.contains("gift") {
      sentence +=
        "\nWithout gifts, --skip-refused imports the rest and writes these rows beside it."
    }
    return CommandFailure(sentence, .refused)
  }

  private func sales(of plan: ImportPlan, where isMeant: (RefusalGroup) -> Bool) -> Int {
    plan.refusalGroups.filter(isMeant).reduce(0) { $0 + $1.eventCount }
  }

  private func salesOf(_ count: Int, _ areAll: Bool = false) -> String {
    (count == 1 ? "a sale" : areAll ? "sales" : "\(count) sales") + " of coins"
  }

  private func mendAdvice(_ rows: String, of plan: ImportPlan) -> String {
    let isShown = plan.refusalGroups.contains { $0.cure != nil }
    let mend = isShown ? "Fix \(rows) as shown above" : "Correct \(rows) in the file"
    return plan.isEmpty
      ? "\(mend); --skip-refused writes the refused rows to a separate file."
      : "\(mend), or add --skip-refused to import the rest."
  }

  private func advice(_ cures: [String], _ isMissing: Bool) -> String {
    let command = shell(typed(files, withoutStable: cures.contains("--stable")) + cures)
    guard isMissing else { return "To go on, type:\n  \(command)" }
    return "Import the files that bring them together with "
      + (files.count == 1 ? "this one" : "these")
      + ". If there are none, count the missing coins as gifts: they cost nothing, so everything they brought is "
      + "gain. To do that, type:\n  \(command)"
  }

  /// The options that would mend the refusals, those of rows to be mended one by one among them.
  private func options(for plan: ImportPlan) -> [String] {
    let groups = plan.refusalGroups
    let wanted = Set(groups.compactMap(\.option))
    let tickers = wanted.compactMap { if case .stable(let ticker) = $0 { ticker } else { nil } }
    var options: [String] = []
    if !tickers.isEmpty {
      let known = StablecoinList(evidence.stable).dollars.filter { !tickers.contains($0) }
      options += ["--stable", (known + tickers.sorted()).joined(separator: ",")]
    }
    if wanted.contains(.dailyPrices), !evidence.dailyPrices { options.append("--daily-prices") }
    if wanted.contains(.depositsAreGifts), evidence.deposits == nil {
      options += ["--deposits", "gift"]
    }
    if wanted.contains(.missingCoinsAreGifts) { options += ["--missing", "gift"] }
    // Sales of coins that the other rows bring need nothing once those are in.
    let isRest = groups.contains {
      $0.option == nil && !$0.waitsForOthers || $0.option == .dailyPrices && isFetched
    }
    return options.isEmpty || !isRest ? options : options + ["--skip-refused"]
  }

  private var isFetched: Bool { evidence.dailyPrices }

  /// Why nothing was imported where one of several files cannot be read, and the command that leaves
  /// it out: whether its rows are needed only the user knows.
  func failure(_ failure: CommandFailure, at file: String) -> CommandFailure {
    let others = files.filter { $0 != file }
    guard !others.isEmpty else { return failure }
    let isOne = others.count == 1
    let words =
      typed(others) + (skipRefused ? ["--skip-refused"] : []) + (dryRun ? ["--dry-run"] : [])
    return CommandFailure(
      "\(failure.sentence)\nNothing was imported from the other "
        + "\(isOne ? "file" : "\(others.count) files") either. To import \(isOne ? "it" : "them") "
        + "without \(cleaned(file)), type:\n  \(shell(words))", failure.code)
  }

  private func shell(_ words: [String]) -> String {
    cleaned(words.map(quotedForShell).joined(separator: " "))
  }

  /// The command as it was typed, without what an option that follows replaces.
  private func typed(_ files: [String], withoutStable isReplaced: Bool = false) -> [String] {
    var words = ["bitpal", "import"] + files
    func add(_ name: String, _ value: String?) {
      if let value { words += [name, value] }
    }
    add("--format", format == "auto" ? nil : format)
    add("--account", evidence.account)
    add("--stable", isReplaced ? nil : evidence.stable)
    for rate in evidence.rate { add("--rate", rate) }
    add("--rates", evidence.rates)
    add("--prices", evidence.prices)
    if evidence.dailyPrices { words.append("--daily-prices") }
    for coin in evidence.coin { add("--coin", coin) }
    add("--deposits", evidence.deposits)
    add("--missing", evidence.missing)
    if evidence.withDeleted { words.append("--with-deleted") }
    add("--map", mapping.map)
    add("--save-map", mapping.saveMap)
    return words
  }
}

extension EditedRow {
  /// The rows that the edit was made of.
  fileprivate var expected: [Expectation] {
    switch self {
    case .transaction(let before, _): [.transaction(before)]
    case .moves(let before, _): before.map(Expectation.move)
    }
  }
}

extension EventChange {
  /// A line for each row that changed, came or went: `Buy 1 bitcoin: price 20000 → 21000`.
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
