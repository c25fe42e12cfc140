import BitpalTesting
import Exact
import Foundation
import Glibc
import Portfolio
import Testing

/// The duration and seed of torture tests: `make torture MINUTES=10 SEED=7`; `make test` runs a few
/// rounds of each kind with a fixed seed.
enum Torture {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed = environment["BITPAL_TORTURE_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// The number of steps of the model's user: few in the debug build, thousands in the release
  /// build, which `make model` uses.
  static let modelSteps = environment["BITPAL_MODEL_STEPS"].flatMap { Int($0) } ?? 40

  /// When a test that begins now has to end, if minutes are set.
  static var end: ContinuousClock.Instant? {
    Repetition.minutes.map { ContinuousClock.now + .seconds(60 * $0) }
  }

  /// Repeats a round `rounds` times, or for the set number of minutes.
  static func rounds(_ rounds: Int, _ round: (inout SeededGenerator) throws -> Void) throws {
    var dice = SeededGenerator(seed: seed)
    guard let end else {
      for _ in 0..<rounds { try round(&dice) }
      return
    }
    while ContinuousClock.now < end { try round(&dice) }
  }

  /// Runs a test that waits for processes on its own thread, so that others can continue.
  static func alone<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await onThread(work)
  }
}

extension TestHome {
  /// Runs the program and kills it after some milliseconds if it still runs.
  ///
  /// - Returns: The exit status; 137 if it was killed.
  func bitpal(killedAfter milliseconds: Int, _ arguments: [String]) throws -> Int32 {
    try spawn(
      "/usr/bin/timeout",
      ["-s", "KILL", "\(Double(milliseconds) / 1000)", try Self.program] + arguments,
      environment: environment, output: "/dev/null")
  }

  /// The JSON output of a command.
  func json(of arguments: String...) throws -> JSONValue {
    try JSONValue(parsing: Array(try run(arguments).output.utf8))
  }

  /// The amounts bought, as recorded in the ledger.
  func amounts() throws -> [String] {
    let ended = try bitpal("transactions", "--json")
    guard ended.status == 0 else { return ["exit \(ended.status): \(ended.standardError)"] }
    return try JSONValue(parsing: Array(ended.output.utf8)).array?
      .compactMap { $0["amount"]?.string } ?? []
  }

  /// Builds the program that runs others up to a file system call (`Fixtures/stop.c`).
  ///
  /// - Returns: Its path.
  func stopper() throws -> String {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/stop.c").path
    let status = try spawn(
      "/usr/bin/env", ["cc", "-O1", "-o", "\(path)/stop", source],
      environment: ProcessInfo.processInfo.environment, output: "/dev/null")
    try #require(status == 0, "the program that stops others could not be built")
    return "\(path)/stop"
  }

  /// Builds one of the libraries that intercept the program's system calls.
  private func library(_ name: String) throws -> String {
    let library = "\(path)/\(name).so"
    if access(library, F_OK) != 0 {
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/\(name).c").path
      let status = try spawn(
        "/usr/bin/env", ["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"],
        environment: ProcessInfo.processInfo.environment, output: "/dev/null")
      try #require(status == 0, "\(name) could not be built")
    }
    return library
  }

  /// Runs the program while a rival runs another command before each file that it opens.
  func bitpal(beside command: String, _ arguments: [String]) throws -> Ended {
    let usual = environment
    defer { environment = usual }
    environment["LD_PRELOAD"] = try library("rival")
    environment["BITPAL_RIVAL_BELOW"] = "\(path)/home"
    environment["BITPAL_RIVAL_COMMAND"] = command
    return try run(arguments)
  }

  /// The environment that makes calls fail.
  func faults(after calls: Int, code: Int32) throws -> [String: String] {
    [
      "LD_PRELOAD": try library("faults"), "BITPAL_FAULT_AFTER": "\(calls)",
      "BITPAL_FAULT_CODE": "\(code)",
      "BITPAL_FAULT_BELOW": "\(path)/home",
    ]
  }

  /// Runs the program on a disk that fails from some call on.
  func bitpal(
    failingAfter calls: Int, code: Int32, _ arguments: [String]
  ) throws -> Ended {
    let usual = environment
    defer { environment = usual }
    environment.merge(try faults(after: calls, code: code)) { $1 }
    return try run(arguments)
  }
}
