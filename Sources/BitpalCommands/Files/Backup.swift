import AppGroup
import ArgumentParser
import FoundationEssentials
import LedgerStore
import Portfolio

/// `bitpal backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the ledger into one file, while others may go on writing.",
    discussion: """
      A copy is also made by itself before the first write of each day; the newest seven of those \
      are kept, and those asked for always.
      """)

  @Argument(help: "A file, or a folder for a dated name (default: Backups beside the ledger).")
  var file: String?

  func run() throws {
    let context = try AppContext()
    guard let made = try context.backUp(to: file) else {
      throw CommandFailure("There is no ledger yet, so there is nothing to back up.", .refused)
    }
    Console.print("The ledger is copied to \(made).")
  }
}

extension AppContext {
  /// Copies the ledger, and returns where; `nil` where there is none.
  ///
  /// - Parameter path: A file or a folder; `nil` is the container's folder of backups.
  func backUp(to path: String?) throws -> String? {
    if path == nil { try container.create() }
    let file = try freeDestination(path ?? container.backups)
    do { try ledger.backUp(to: file) } catch LedgerStoreError.missing { return nil }
    return file
  }

  /// The file named, or a dated one in the folder named that replaces no other and that the daily
  /// backups, which are named by the day alone, never remove.
  private func freeDestination(_ path: String) throws -> String {
    let second = now.utcText.prefix(19).replacing(":", with: "").replacing("T", with: "-")
    var name = "BitpalShared-\(second).sqlite"
    var number = 1
    while true {
      let file = try destination(path, named: name)
      guard try file != path && fileKind(file) != nil else { return file }
      number += 1
      name = "BitpalShared-\(second)-\(number).sqlite"
    }
  }
}
