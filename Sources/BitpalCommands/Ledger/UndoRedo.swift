import Application
import ArgumentParser
import CellGrid
import FoundationEssentials
import LedgerStore
import Portfolio

/// `bitpal undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back the last change of the ledger.")

  func run() throws {
    let context = try AppContext()
    guard let step = try context.service.step(context.ledger.undo, note: writeNote) else {
      throw CommandFailure("Nothing to undo.", .refused)
    }
    Console.print("Undone: \(step.description)")
  }
}

/// `bitpal redo`.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Do again what was undone last.")

  func run() throws {
    let context = try AppContext()
    guard let step = try context.service.step(context.ledger.redo, note: writeNote) else {
      throw CommandFailure("Nothing to redo.", .refused)
    }
    Console.print("Done again: \(step.description)")
  }
}

extension LedgerStep {
  /// One line on what a step did to the ledger.
  var description: String {
    guard rows.count == 1, let row = rows.first else {
      let verb = rows.allSatisfy { $0.before == nil } ? "added" : "removed"
      let days = rows.compactMap { $0.after ?? $0.before }.days
      return "\(verb) \(countOf(rows.count, "transaction")), \(days)."
    }
    switch (row.before, row.after) {
    case (nil, let after?): return "added \(after.words)."
    case (let before?, nil): return "removed \(before.words)."
    case (let before?, let after?): return change(from: before, to: after)
    case (nil, nil): return "nothing"
    }
  }

  /// What became of a transaction, also where it is nothing that its own words show.
  private func change(from before: Transaction, to after: Transaction) -> String {
    guard before.words == after.words else { return "\(before.words) is now \(after.words)." }
    if before.pricePerCoin != after.pricePerCoin {
      return "\(after.words) is now at \(after.pricePerCoin.canonicalText) USD a coin."
    }
    if before.date != after.date { return "\(after.words) is now of \(after.date.utcText)." }
    guard let notes = after.notes else { return "\(after.words) has no notes any more." }
    return "the notes of \(after.words) are now: \(cleaned(notes))"
  }
}
