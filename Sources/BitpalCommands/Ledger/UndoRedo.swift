import Application
import ArgumentParser
import LedgerStore
import Portfolio
import Reports

/// `bitpal undo`.
struct Undo: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reverse the last change of the ledger, or the last N.",
    discussion: examples("bitpal undo", "bitpal undo 3", "bitpal redo"))

  @Argument(help: "How many changes.") var count = 1
  @Flag(name: [.long, .short], help: "Do not ask before undoing several transactions.")
  var yes = false
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard (1...1000).contains(count) else {
      throw ValidationError("The number of changes must be from 1 to 1000.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    try context.repeatSteps(count, "undo", "Undone") {
      try context.service.step(context.ledger.undo, note: writeNote)?.description(style)
    }
  }
}

/// `bitpal redo`.
struct Redo: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Redo the last undone change, or the last N.",
    discussion: examples("bitpal redo", "bitpal redo 2"))

  @Argument(help: "How many changes.") var count = 1
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    guard (1...1000).contains(count) else {
      throw ValidationError("The number of changes must be from 1 to 1000.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let style = context.style(privacy)
    try context.repeatSteps(count, "redo", "Redone") {
      try context.service.step(context.ledger.redo, note: writeNote)?.description(style)
    }
  }
}

extension AppContext {
  /// Takes steps through the journal until there is none left.
  fileprivate func repeatSteps(
    _ count: Int, _ verb: String, _ done: String, _ step: () throws -> String?
  ) throws {
    for index in 0..<count {
      guard let text = try step() else {
        guard index > 0 else { throw CommandFailure("Nothing to \(verb).", .refused) }
        Console.writeError("Nothing more to \(verb).")
        return
      }
      Console.print("\(done): \(text)")
    }
  }
}
