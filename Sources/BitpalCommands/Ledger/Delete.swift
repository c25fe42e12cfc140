import Application
import ArgumentParser
import Portfolio

/// `bitpal delete`.
struct Delete: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Remove a recorded transaction.")

  @Argument(help: "The transaction's id, or its first letters.") var id: String

  func run() throws {
    let context = try AppContext()
    let transaction = try context.transaction(named: id)
    try context.service.apply(.delete(transaction.id), note: writeNote)
    Console.print("Deleted \(transaction.words). `bitpal undo` brings it back.")
  }
}
