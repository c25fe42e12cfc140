import Application
import ArgumentParser
import Exact
import LedgerStore
import Portfolio
import Reports

/// `bitpal log`.
struct Log: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "log",
    abstract: "Show every change of the ledger, newest first.",
    discussion: """
      Each entry carries a hash over its rows and the entry before it; `bitpal verify` replays the \
      chain. `bitpal undo` reverses the newest change that is not undone.


      """
        + collapseOrder("Hash, State, Rows")
        + examples("bitpal log", "bitpal log -n 5", "bitpal log --json"))

  @Option(name: [.customShort("n"), .long], help: "Show at most this many.") var limit = 50
  @OptionGroup var period: PeriodOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    let context = try AppContext()
    let isInPeriod = try period.contains(context)
    let entries = try context.ledger.log(limit: limit) { date in
      period.period == nil || date.map(isInPeriod) ?? false
    }
    let emptyNote =
      try context.ledger.newestChange() == nil
      ? "The journal is empty." : "No change in that period."
    try Report.log(entries, context.style(privacy), emptyNote: emptyNote)
      .orFirstSteps(context).write(report, context)
  }
}

extension Report {
  /// Journal entries as a report.
  static func log(
    _ entries: [LoggedChange], _ style: ReportStyle, emptyNote: String
  ) -> Report {
    Report(
      columns: [
        Column("number", "No.", isNumber: true), Column("date", "When"),
        Column("change", "Change", minimumWidth: 24), Column("kind", nil),
        Column("state", "State", collapseOrder: 2), Column("added", nil), Column("edited", nil),
        Column("deleted", nil), Column("moves", nil),
        Column("files", nil), Column("answers", nil), Column("rows", "Rows", collapseOrder: 3),
        Column("hash", "Hash", collapseOrder: 1), Column("coinIds", nil),
      ],
      rows: entries.map { row($0, style) },
      emptyNote: emptyNote)
  }

  private static func row(_ entry: LoggedChange, _ style: ReportStyle) -> [FormattedValue] {
    let step = entry.step
    return [
      .number(step.mark.number),
      FormattedValue(
        data: .instant(step.date), text: step.date.map { style.calendar.minuteText($0) } ?? ""),
      FormattedValue(
        data: .string(entry.words),
        text: named(entry.words, entry.step.coins)),
      .text(entry.kind.word), .text(entry.isUndone ? "undone" : nil),
      .number(step.added), .number(step.edited), .number(step.deleted), .number(step.moves),
      .number(step.files), .number(step.answers),
      FormattedValue(data: .number("\(step.rows)"), text: step.counts),
      FormattedValue(data: .string(step.mark.hash), text: String(step.mark.hash.prefix(12))),
      FormattedValue(data: .array(step.coins.map { .string($0) }), text: ""),
    ]
  }
}

/// A change with its coins: `buy bitcoin`, `import trades.csv: cardano, dogecoin`.
private func named(_ change: String, _ coins: [String]) -> String {
  let change = change == "import -" ? "import standard input" : change
  guard !coins.isEmpty else { return change }
  let isPhrase = coins.count == 1 && !change.contains(" ")
  return "\(change)\(isPhrase ? " " : ": ")\(coins.joined(separator: ", "))"
}

extension LoggedChange {
  /// A description of the change: `buy`, `import trades.csv`, `undo of 12`.
  fileprivate var words: String {
    switch kind {
    case .start: "start of the journal"
    case .change: step.label.isEmpty ? "change" : step.label
    case .undo(let number): "undo of \(number)"
    case .redo(let number): "redo of \(number)"
    }
  }
}

extension LoggedChange.Kind {
  fileprivate var word: String {
    switch self {
    case .start: "start"
    case .change: "change"
    case .undo: "undo"
    case .redo: "redo"
    }
  }
}

extension PendingStep {
  /// The change and the coins it affected.
  var words: String { named(label.isEmpty ? "change" : label, coins) }

  /// The number of rows by kind of change: `500 added`, `1 edited`, `2 moves`.
  var counts: String {
    [
      added > 0 ? "\(added) added" : nil, edited > 0 ? "\(edited) edited" : nil,
      deleted > 0 ? "\(deleted) deleted" : nil, moves > 0 ? countOf(moves, "move") : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
