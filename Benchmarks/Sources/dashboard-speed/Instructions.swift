import Foundation
import Glibc

/// Measures what a key costs in instructions and bytes at 200×60, independent of machine load.
///
/// One session runs under valgrind, which starts counting once every page has been visited; the
/// uncounted warm-up runs much faster.
struct Instructions {
  let binary: String
  let environment: [String: String]
  let folder: URL

  /// The most instructions that a key may cost.
  private static let instructionBound = 30_000_000
  /// The most bytes written when a selection moves and nothing else changes.
  private static let byteBound = 1000
  private static let valgrind = "/usr/bin/valgrind"
  /// Turns counting on and off; part of valgrind.
  private static let control = "/usr/bin/vgdb"
  /// Down and up again.
  private static let keys =
    Array(repeating: "\u{1B}OB", count: 10) + Array(repeating: "\u{1B}OA", count: 10)
  /// Pages by their keys, and whether a moved selection changes only the list.
  private static let pages = [
    ("home", "1", false), ("portfolio", "2", false), ("transactions", "3", false),
    ("charts", "4", false), ("watchlist", "5", false), ("gains", "6", true),
    ("a coin's page", "2\r", false),
  ]

  /// Prints the measurements of every page.
  ///
  /// - Returns: Whether all are within bounds, or valgrind is missing.
  func areInBounds() throws -> Bool {
    guard [Self.valgrind, Self.control].allSatisfy(FileManager.default.isExecutableFile) else {
      print("valgrind is not installed: no instructions are counted")
      return true
    }
    // Count only the key-handling thread: background reads do not delay a key.
    let counting = [
      "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes",
      "--callgrind-out-file=\(counts)",
    ]
    var environment = environment
    // Fix the clock, since displayed ages change every minute regardless of keys.
    environment["BITPAL_NOW"] = Date().ISO8601Format()
    let terminal = try PseudoTerminal(
      [Self.valgrind, "--quiet"] + counting + [binary], environment: environment, columns: 200,
      rows: 60)
    try terminal.frame(within: 300_000)
    terminal.rest()
    for (_, page, _) in Self.pages { type(page.map(String.init) + Self.keys, on: terminal) }
    try control("instrumentation on", terminal)
    var isInBounds = true
    for (index, (name, page, movesOnlySelection)) in Self.pages.enumerated() {
      let (count, bytes) = try cost(of: page, part: index + 1, on: terminal)
      let share = Double(count) / Double(Self.instructionBound)
      print(
        "a key on \(name)".padding(toLength: 34, withPad: " ", startingAt: 0),
        String(
          format: "%6.1f M instructions, %4.2f× the bound, %6d bytes", Double(count) / 1e6, share,
          bytes))
      // Print each result at once, since counting is slow.
      fflush(nil)
      if bytes == 0 { print("  nothing came of the keys: the page has no rows") }
      if bytes == 0 || share > 1 || (movesOnlySelection && bytes > Self.byteBound) {
        isInBounds = false
      }
    }
    terminal.type("q")
    terminal.end()
    return isInBounds
  }

  private var counts: String { folder.appendingPathComponent("calls").path }

  /// The cost of a key that moves through a page's list whose rows were already visited.
  private func cost(
    of page: String, part: Int, on terminal: PseudoTerminal
  ) throws -> (instructions: Int, bytes: Int) {
    type(page.map(String.init), on: terminal)
    try control("zero", terminal)
    let bytes = terminal.received
    type(Self.keys, on: terminal)
    let written = terminal.received - bytes
    try control("dump", terminal)
    let lines = try String(contentsOfFile: "\(counts).\(part)-01", encoding: .utf8)
      .split(separator: "\n")
    let sums = lines.first { $0.hasPrefix("summary:") }?.split(separator: " ").dropFirst().first
    return ((sums.flatMap { Int($0) } ?? 0) / Self.keys.count, written / Self.keys.count)
  }

  private func control(_ command: String, _ terminal: PseudoTerminal) throws {
    try run([Self.control, "--pid=\(terminal.process)", command], environment)
  }

  /// Types keys one by one, waiting until all effects of the previous one are done.
  private func type(_ keys: [String], on terminal: PseudoTerminal) {
    for key in keys {
      terminal.type(key)
      terminal.rest()
    }
  }
}
