import Application
import ArgumentParser
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// `bitpal undo`.
struct Undo: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "undo",
    abstract: "Reverse the last change to the ledger, or the last N.",
    discussion: examples("bitpal undo", "bitpal undo 3 --yes", "bitpal redo"))

  @OptionGroup var steps: StepOptions
  @OptionGroup var privacy: PrivacyOptions

  func run() throws { try AppContext().applySteps(.undo, steps, privacy) }
}

/// `bitpal redo`.
struct Redo: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "redo",
    abstract: "Redo the last undone change, or the last N.",
    discussion: examples("bitpal redo", "bitpal redo 2 --yes"))

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

/// The direction of steps through the journal.
private enum StepDirection: String {
  case undo, redo

  var done: String { self == .undo ? "Undone" : "Redone" }
  var title: String { self == .undo ? "Undo" : "Redo" }

  /// The steps available in this direction, in order, up to a limit.
  func pending(_ ledger: SQLiteLedger, _ count: Int) throws -> [PendingStep] {
    try self == .undo ? ledger.peekUndo(count) : ledger.peekRedo(count)
  }

  /// Applies these steps, unless the journal has changed.
  func apply(
    _ ledger: SQLiteLedger, _ pending: [PendingStep], clock: () -> Date
  ) throws -> [LedgerStep] {
    let marks = pending.map(\.mark)
    return try self == .undo
      ? ledger.undo(expecting: marks, clock: clock) : ledger.redo(expecting: marks, clock: clock)
  }
}

extension AppContext {
  /// Applies steps through the journal, all or none; asks first if several rows change.
  ///
  /// Applies exactly the steps shown. If nothing was shown and another process changed the journal,
  /// it applies the steps that are next now, unless they need confirmation.
  fileprivate func applySteps(
    _ direction: StepDirection, _ steps: StepOptions, _ privacy: PrivacyOptions
  ) throws {
    while true {
      let pending = try pending(direction, steps.count)
      let isOfSeveral = pending.count > 1 || pending.contains(where: \.isOfSeveral)
      let mustAsk = !steps.yes && isOfSeveral
      if mustAsk { try confirm(pending, direction) }
      do {
        return try apply(pending, direction, style(privacy))
      } catch LedgerStoreError.changedMeanwhile where !mustAsk {
        continue
      }
    }
  }

  /// The next steps.
  ///
  /// - Throws: A refusal if there are fewer.
  private func pending(_ direction: StepDirection, _ count: Int) throws -> [PendingStep] {
    let pending = try direction.pending(ledger, count)
    guard !pending.isEmpty else {
      throw CommandFailure("Nothing to \(direction.rawValue).", .refused)
    }
    guard pending.count == count else {
      throw CommandFailure(
        "There \(pending.count == 1 ? "is" : "are") only \(countOf(pending.count, "change")) to "
          + "\(direction.rawValue); nothing was changed.",
        help: "`bitpal \(direction.rawValue)\(pending.count == 1 ? "" : " \(pending.count)")` "
          + "\(direction.rawValue)es \(pending.count == 1 ? "it" : "them").", .refused)
    }
    return pending
  }

  private func apply(
    _ pending: [PendingStep], _ direction: StepDirection, _ style: ReportStyle
  ) throws {
    try service.write(note: writeNote) {
      try direction.apply(ledger, pending, clock: clock)
    } recorded: { made in
      for (step, pending) in zip(made, pending) {
        Console.print("\(direction.done): \(step.description(of: pending, style))")
      }
    }
  }

  private func confirm(_ pending: [PendingStep], _ direction: StepDirection) throws {
    let question: String
    if let only = pending.first, pending.count == 1 {
      question = "\(direction.rawValue) \(only.words)\(only.note)"
    } else {
      let list = pending.map { "  \($0.words)\($0.note)" }.joined(separator: "\n")
      question = "\(direction.rawValue) \(countOf(pending.count, "change")):\n\(list)"
    }
    guard Console.canAsk else {
      let end = pending.count == 1 ? "." : ""
      throw CommandFailure(
        "That would \(question)\(end)", help: "Add --yes to confirm.",
        .refused)
    }
    let answer = Console.ask(
      pending.count == 1
        ? "\(direction.title) \(question.dropFirst(direction.rawValue.count + 1))? [y/N]"
        : "That would \(question)\n\(direction.title) all of them? [y/N]")
    guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
      throw CommandFailure.declined("Nothing was changed.")
    }
  }

  /// Warns that a change makes undone changes impossible to redo.
  ///
  /// - Parameter change: The change, applied to a rehearsal: one that is refused or changes nothing
  ///   loses nothing.
  func warnOfLostRedo(before change: (SQLiteLedger) throws -> Void) throws {
    let undone = try ledger.peekRedo(.max)
    guard let pending = undone.first else { return }
    let rehearsal = ledger.rehearsal
    try change(rehearsal)
    guard rehearsal.hasRehearsedChange else { return }
    let what = pending.label.isEmpty ? "the undone change" : "the undone \(pending.label)"
    let more = undone.count > 1 ? " and \(countOf(undone.count - 1, "more undone change"))" : ""
    Console.writeError("After this change, \(what)\(pending.note)\(more) cannot be redone.")
  }
}

extension PendingStep {
  /// ``counts`` in parentheses; empty for a change without transactions and moves.
  fileprivate var note: String { counts.isEmpty ? "" : " (\(counts))" }

  /// Whether more than one transaction or transfer is affected.
  fileprivate var isOfSeveral: Bool { added + edited + deleted > 1 || moves > 2 }
}

extension LedgerStep {
  /// A summary of a step, including moves.
  fileprivate func description(of pending: PendingStep, _ style: ReportStyle) -> String {
    if let transfer = transfer(style) {
      return rows.isEmpty ? "\(transfer)." : "\(transfer); its fee: \(description(style))"
    }
    if rows.isEmpty, pending.rows == 1, moves.count == 1, let change = moves.first,
      let move = change.after ?? change.before
    {
      return "\(change.verb) \(move.words(style))."
    }
    let moves = pending.moves > 0 ? countOf(pending.moves, "move") : ""
    guard !rows.isEmpty else {
      let label = pending.label.isEmpty ? "change" : pending.label
      return label + (moves.isEmpty ? "." : ": \(moves).")
    }
    return description(style) + (moves.isEmpty ? "" : " \(moves) with it.")
  }

  /// The effect on a transfer, if the step affects one: `removed the transfer of 0.05 bitcoin from
  /// coinbase to ledger`.
  private func transfer(_ style: ReportStyle) -> String? {
    let halves = moves.compactMap { $0.after ?? $0.before }
    guard halves.count == 2, let sent = halves.first(where: { $0.amount < 0 }),
      let received = halves.first(where: { $0.amount > 0 }), sent.transfer == received.id,
      let change = moves.first
    else { return nil }
    let amount = FormattedValue.quantity(received.amount).text(isPrivate: style.isPrivate)
    return "\(change.verb) the transfer of \(amount) \(sent.coinId) from \(sent.account) to "
      + received.account
  }
}

extension LedgerStep.MoveChange {
  /// What happens to the move.
  fileprivate var verb: String {
    before == nil ? "added" : after == nil ? "removed" : "changed"
  }
}
