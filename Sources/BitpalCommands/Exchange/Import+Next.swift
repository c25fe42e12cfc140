import CellGrid
import Interchange
import Reports

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
