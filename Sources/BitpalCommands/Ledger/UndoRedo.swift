import Application
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal undo`.
struct Undo: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Reverse the last change to the ledger, or the last N.",
    discussion: examples("bitpal undo", "bitpal undo 3 --yes", "bitpal redo"))

  @OptionGroup var steps: StepOptions
  @OptionGroup var privacy: PrivacyOptions

  func run() throws { try AppContext().applySteps(.undo, steps, privacy) }
}

/// `bitpal redo`.
struct Redo: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the last undone change, or the last N.",
    discussion: examples("bitpal redo", "bitpal redo 2", "bitpal redo --yes"))

  @OptionGroup var steps: StepOptions
  @OptionGroup var privacy: PrivacyOptions

  func run() throws { try AppContext().applySteps(.redo, steps, privacy) }
}

/// How many changes to undo or redo, and whether to ask.
struct StepOptions: ParsableArguments {
  @Argument(help: "How many changes.") var count = 1
  @Flag(name: [.long, .short], help: "Do not ask before changing several transactions.")
  var yes = false

  func validate() throws {
    guard (1...1000).contains(count) else {
      throw ValidationError("The number of changes must be from 1 to 1000.")
    }
  }
}

/// A direction through the journal.
private enum StepDirection: String {
  case undo, redo

  var done: String { self == .undo ? "Undone" : "Redone" }

  func peek(_ ledger: SQLiteLedger) throws -> PendingStep? {
    try self == .undo ? ledger.peekUndo() : ledger.peekRedo()
  }

  func apply(_ ledger: SQLiteLedger, now: Date) throws -> LedgerStep? {
    try self == .undo ? ledger.undo(now: now) : ledger.redo(now: now)
  }
}

extension AppContext {
  /// Takes steps through the journal until there is none left; one of several rows asks first.
  fileprivate func applySteps(
    _ direction: StepDirection, _ steps: StepOptions, _ privacy: PrivacyOptions
  ) throws {
    let style = style(privacy)
    for index in 0..<steps.count {
      guard let pending = try direction.peek(ledger) else {
        guard index > 0 else { throw CommandFailure("Nothing to \(direction.rawValue).", .refused) }
        Console.writeError("Nothing more to \(direction.rawValue).")
        return
      }
      if !steps.yes, pending.isOfSeveral { try confirm(pending, direction) }
      let made = try service.step({ try direction.apply(ledger, now: $0) }, note: writeNote)
      guard let made else { return }
      Console.print("\(direction.done): \(made.description(of: pending, style))")
    }
  }

  private func confirm(_ pending: PendingStep, _ direction: StepDirection) throws {
    let what = pending.label.isEmpty ? "the last change" : "\(pending.label)"
    let question = "\(direction.rawValue) \(what) (\(pending.counts))"
    guard Console.canAsk else {
      throw CommandFailure(
        "That would \(question). Add --yes to do it without being asked.", .refused)
    }
    let answer = Console.ask("\(question.prefix(1).uppercased())\(question.dropFirst())? [y/N]")
    guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
      throw CommandFailure("Nothing was changed.", .refused)
    }
  }

  /// Says that what was undone cannot be redone after another change.
  ///
  /// - Parameter change: The change, made to a rehearsal: one that is refused loses nothing.
  func warnOfLostRedo(before change: (SQLiteLedger) throws -> Void) throws {
    guard let pending = try ledger.peekRedo() else { return }
    try change(ledger.rehearsal)
    let what = pending.label.isEmpty ? "the undone change" : "the undone \(pending.label)"
    Console.writeError("After this change, \(what) (\(pending.counts)) cannot be redone.")
  }
}

extension PendingStep {
  /// Whether it is about more than one transaction or transfer.
  fileprivate var isOfSeveral: Bool { added + edited + deleted > 1 || moves > 2 }
}

extension LedgerStep {
  /// One line on what a step did, moves included.
  fileprivate func description(of pending: PendingStep, _ style: ReportStyle) -> String {
    let moves = pending.moves > 0 ? countOf(pending.moves, "move") : ""
    guard !rows.isEmpty else {
      return "\(pending.label.isEmpty ? "change" : pending.label): \(moves)."
    }
    return description(style) + (moves.isEmpty ? "" : " \(moves) with it.")
  }
}
