import ArgumentParser
import LedgerStore
import Portfolio

/// `bitpal undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take back the last change of the ledger.")

  func run() throws {
    let program = try Program()
    guard let step = try program.step(program.ledger.undo) else {
      throw CommandFailure("Nothing to undo.", .refused)
    }
    Console.print("Undone: \(step.description)")
  }
}

/// `bitpal redo`.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Do again what was undone last.")

  func run() throws {
    let program = try Program()
    guard let step = try program.step(program.ledger.redo) else {
      throw CommandFailure("Nothing to redo.", .refused)
    }
    Console.print("Done again: \(step.description)")
  }
}

extension LedgerStep {
  /// One line on what a step did to the ledger.
  var description: String {
    guard rows.count == 1, let row = rows.first else {
      let added = rows.count { $0.before == nil }
      let verb = added == rows.count ? "added" : added == 0 ? "removed" : "changed"
      return "\(rows.count) transactions \(verb)"
    }
    switch (row.before, row.after) {
    case (nil, let after?): return "added \(after.receipt)"
    case (let before?, nil): return "removed \(before.receipt)"
    case (let before?, let after?): return "\(before.receipt) is now \(after.receipt)"
    case (nil, nil): return "nothing"
    }
  }
}
