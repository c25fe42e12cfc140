import Foundation
import Glibc

/// What a key costs in instructions and in bytes at 200×60, which no other program on the machine
/// changes: valgrind counts sessions of so many keys and of twice as many.
struct Instructions {
  let binary: String
  let environment: [String: String]
  let folder: URL

  /// The most that a key may cost.
  private static let instructionBound = 30_000_000
  /// The most that is written where a selection moves and nothing else changes.
  private static let byteBound = 1000
  private static let keys = 10
  /// Milliseconds that a frame may take under valgrind.
  private static let patience: Int32 = 6000
  private static let valgrind = "/usr/bin/valgrind"
  private static let (down, up) = ("\u{1B}OB", "\u{1B}OA")
  /// Pages by their keys; whether a moved selection changes nothing but the list.
  private static let pages = [
    ("home", "1", false), ("portfolio", "2", false), ("transactions", "3", false),
    ("charts", "4", false), ("watchlist", "5", false), ("gains", "6", true),
    ("a coin's page", "2\r", false),
  ]

  /// Prints the figures of every page.
  ///
  /// - Returns: Whether all are within their bounds; also where they cannot be counted.
  func areInBounds() throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: Self.valgrind) else {
      print("valgrind is not installed: no instructions are counted")
      return true
    }
    var isInBounds = true
    for (name, page, movesOnlySelection) in Self.pages {
      let some = try session(page: page, keys: Self.keys)
      let more = try session(page: page, keys: 2 * Self.keys)
      let count = (more.instructions - some.instructions) / Self.keys
      let bytes = (more.bytes - some.bytes) / Self.keys
      let share = Double(count) / Double(Self.instructionBound)
      print(
        "a key on \(name)".padding(toLength: 34, withPad: " ", startingAt: 0),
        String(
          format: "%6.1f M instructions, %4.2f× the bound, %6d bytes", Double(count) / 1e6, share,
          bytes))
      // What is slow to count is read as it comes.
      fflush(nil)
      // Keys that were not seen cost nothing and say nothing.
      if bytes <= 0 || count <= 0 {
        print("  no frame came: the machine is busy, or the ledger too long")
      }
      if bytes <= 0 || count <= 0 || share > 1 || (movesOnlySelection && bytes > Self.byteBound) {
        isInBounds = false
      }
    }
    return isInBounds
  }

  /// Goes down and up a page's list, where all rows have been looked at before.
  private func session(page: String, keys: Int) throws -> (instructions: Int, bytes: Int) {
    let file = folder.appendingPathComponent("calls").path
    // Only the thread of the keys counts: what others read meanwhile keeps no key waiting.
    let counting = ["--tool=callgrind", "--separate-threads=yes", "--callgrind-out-file=\(file)"]
    let terminal = try PseudoTerminal(
      [Self.valgrind, "--quiet"] + counting + [binary],
      environment: environment, columns: 200, rows: 60)
    try terminal.frame(within: 300_000)
    let (down, up) = (Self.down, Self.up)
    type(page.map(String.init), on: terminal)
    type(Array(repeating: down, count: Self.keys), on: terminal)
    type(Array(repeating: up, count: Self.keys), on: terminal)
    terminal.settle(Self.patience)
    let bytes = terminal.received
    type(Array(repeating: down, count: keys / 2), on: terminal)
    type(Array(repeating: up, count: keys / 2), on: terminal)
    let written = terminal.received - bytes
    terminal.type("q")
    terminal.end()
    let lines = try String(contentsOfFile: file + "-01", encoding: .utf8).split(separator: "\n")
    let sums = lines.first { $0.hasPrefix("summary:") }?.split(separator: " ").dropFirst().first
    return (sums.flatMap { Int($0) } ?? 0, written)
  }

  /// Types keys one by one, each after the frame of the one before, if there is one to see.
  private func type(_ keys: [String], on terminal: PseudoTerminal) {
    for key in keys {
      terminal.type(key)
      try? terminal.frame(within: Self.patience)
    }
  }
}
