import Exact
import Foundation
import Portfolio
import Testing

/// The real hledger, run on a journal.
struct Hledger {
  private static let path = [
    "/usr/bin/hledger", "/usr/local/bin/hledger", "/opt/homebrew/bin/hledger",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether this machine has hledger.
  static var isInstalled: Bool { path != nil }

  /// Runs a report over a journal and returns what it prints; fails the test when hledger
  /// complains.
  static func report(_ arguments: [String], on journal: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "bitpal-\(UUID()).journal")
    try Data(journal.utf8).write(to: file)
    defer {
      #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = ["-f", file.path] + arguments
    // A list of prices in a user's own configuration must not take part.
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaint)")
    return String(decoding: printed, as: UTF8.self)
  }

  /// The total of a balance report in dollars, to the cent.
  static func total(_ arguments: [String], on journal: String) throws -> Decimal {
    let table = try report(["balance"] + arguments + ["-O", "csv"], on: journal)
    let last = try #require(table.split(separator: "\n").last)
    let cell = try #require(last.split(separator: ",").last)
    let amount = cell.filter { $0 != "\"" }
    let number = amount.hasSuffix(" USD") ? amount.dropLast(4) : amount[...]
    return try Decimal(exact: number).rounded(toPlaces: 2)
  }
}
