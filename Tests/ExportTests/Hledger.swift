import Exact
import Foundation
import Portfolio
import Testing

/// Runs the real hledger or ledger on a journal.
struct Hledger {
  private static let path = path(of: "hledger")
  private static let ledgerPath = path(of: "ledger")

  private static func path(of name: String) -> String? {
    ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether hledger is installed.
  static var isInstalled: Bool { path != nil }

  /// Whether ledger is installed.
  static var isLedgerInstalled: Bool { ledgerPath != nil }

  /// Runs a report over a journal and returns its output; fails the test if hledger reports an
  /// error.
  static func report(_ arguments: [String], on journal: String) throws -> String {
    try run(try #require(path), arguments, on: journal)
  }

  /// The same for ledger.
  static func ledger(_ arguments: [String], on journal: String) throws -> String {
    try run(try #require(ledgerPath), ["--args-only"] + arguments, on: journal)
  }

  private static func run(
    _ program: String, _ arguments: [String], on journal: String
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "bitpal-\(UUID()).journal")
    try Data(journal.utf8).write(to: file)
    defer {
      #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-f", file.path] + arguments
    // Ignore price lists in a user's own configuration.
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
  static func total(_ arguments: [String], on journal: String) throws -> ExactDecimal {
    let table = try report(["balance"] + arguments + ["-O", "csv"], on: journal)
    let last = try #require(table.split(separator: "\n").last)
    let cell = try #require(last.split(separator: ",").last)
    let amount = cell.filter { $0 != "\"" }
    let number = amount.hasSuffix(" USD") ? amount.dropLast(4) : amount[...]
    return try ExactDecimal(exact: number).rounded(places: 2)
  }
}
