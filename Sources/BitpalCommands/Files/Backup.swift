import AppGroup
import Application
import ArgumentParser
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio

/// `bitpal backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "backup",
    abstract: "Copy the ledger to a file.",
    discussion: """
      bitpal also makes a backup by itself before the first change of each day and keeps the \
      last seven of those. Backups you make yourself are never removed.


      """
        + examples(
          "bitpal backup", "bitpal backup ~/ledger.sqlite --force",
          "bitpal backup - | gzip > ledger.sqlite.gz"))

  @Argument(
    help: "A file, a folder (default: Backups, next to the ledger), or - for standard output."
  )
  var file: String?
  @Flag(name: .long, help: "Replace the file if it exists.") var force = false
  @Flag(name: .long, help: .init("Make today's backup unless there is one.", visibility: .hidden))
  var daily = false

  func run() throws {
    let context = try AppContext()
    if daily { return try context.service.backUpOncePerDay() }
    if file == "-" { return try context.writeBackup() }
    if let file {
      try context.container.refuseOwnFile(file, isBackup: true)
      try confirmReplacing(file, force: force)
    }
    guard let made = try context.backUp(to: file) else { throw Self.nothingThere }
    Console.print("Copied the ledger to \(made).")
  }

  fileprivate static let nothingThere = CommandFailure(
    "There is no ledger yet, so there is nothing to back up.", .refused)
}

extension AppContext {
  /// Writes a backup to standard output, which must not be a terminal.
  fileprivate func writeBackup() throws {
    guard !Console.isTerminal else {
      throw CommandFailure(
        "A database is not text.", help: "Redirect the output into a file.", .usage)
    }
    // The ledger's disk usually has room for a copy, unless it is full or read-only.
    let temporary = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    let folders = [container.backups, temporary, "/tmp", "/dev/shm"].compactMap(\.self)
    let copy: CInt
    do { copy = try ledger.backups.openCopy(in: folders) } catch LedgerStoreError.missing {
      throw Backup.nothingThere
    }
    defer { close(copy) }
    Console.copy(copy)
  }

  /// Copies the ledger and returns the copy's path; `nil` if there is no ledger.
  ///
  /// - Parameter path: A file or a folder; `nil` for the container's backup folder.
  func backUp(to path: String?) throws -> String? {
    if path == nil { try container.create() }
    let file = try freeDestination(path ?? container.backups)
    do { try ledger.backups.copy(to: file) } catch LedgerStoreError.missing { return nil }
    return file
  }

  /// The path of a backup in a folder, named by the current second.
  func datedBackup(in folder: String) -> String { "\(folder)/\(datedName)" }

  private var datedName: String {
    let second = now.utcText.prefix(19).replacing(":", with: "").replacing("T", with: "-")
    return "BitpalShared-\(second).sqlite"
  }

  /// The named file, or a timestamped file in the named folder.
  ///
  /// That name is unused, and daily backups, which are named by day only, never remove it.
  private func freeDestination(_ path: String) throws -> String {
    var name = datedName
    let stem = name.dropLast(".sqlite".count)
    var number = 1
    while true {
      let file = try destination(path, named: name)
      guard try file != path && fileKind(file) != nil else { return file }
      number += 1
      name = "\(stem)-\(number).sqlite"
    }
  }
}
