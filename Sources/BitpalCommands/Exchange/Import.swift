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
    for file in files {
      let inputs = try InputFile.all(in: context.readInput(file), named: file)
      let long = files.count == 1 && inputs.count == 1 ? [LongFile(inputs[0])] : []
      guard try !importStreamed(long.compactMap(\.self), as: form, policy, context, &progress)
      else { return }
      for input in inputs {
        do {
          read.append(try rows(of: input, as: form, context, &progress))
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
    try write(read, plan, madeOf: seen, policy, context, &progress)
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
    _ read: [ImportFile], _ preview: ImportPlan, madeOf seen: ChangeMark?,
    _ policy: ImportPolicy, _ context: AppContext, _ progress: inout Progress
  ) throws {
    var plan = preview
    let prices = try context.evidence()
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
          transactions: plan.additions.map { row in
            row.label == .transfer ? prices.transferFees.counted(row, prices) : row
          }, moves: plan.moves, changedMoves: plan.changedMoves,
          removed: plan.replaced, removedMoves: plan.replacedMoves)
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
