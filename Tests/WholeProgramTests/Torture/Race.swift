import Foundation
import Glibc
import Synchronization
import Testing

/// A command of a race.
enum RaceCommand: String, CaseIterable {
  case undo, redo, delete, restore, moves, buy, `import`, refresh
}

/// The output of a command, without parts that differ from run to run.
struct RaceReport: Equatable, CustomStringConvertible {
  var status: Int32
  var output: String
  var standardError: String

  /// Whether it was refused because another process changed its subject.
  var isOvertaken: Bool { status == 2 && standardError.contains("The ledger changed meanwhile") }
  /// Notes depend on the order of commands; a command that fails must give its reason.
  var isSilentFailure: Bool { status != 0 && standardError.isEmpty }

  static func == (left: RaceReport, right: RaceReport) -> Bool {
    left.status == right.status && left.output == right.output
  }

  var description: String { "exit \(status), \(output)\(standardError)" }
}

/// The output of two commands, and the ledger after them.
struct RaceOutcome: Equatable {
  var first: RaceReport
  var second: RaceReport
  var ledger: String
  /// The findings of `bitpal verify`, or that the second command did not end; empty if all is well.
  var fault = ""

  static func == (left: RaceOutcome, right: RaceOutcome) -> Bool {
    left.first == right.first && left.second == right.second && left.ledger == right.ledger
  }
}

/// One command paused before its `number`th call of a kind (`Fixtures/stop.c`) while another runs.
struct Race: CustomStringConvertible {
  var first: RaceCommand
  var stop = "any"
  var number = 1
  var second: RaceCommand
  /// Whether there is no ledger yet.
  var isFirstLedger = false

  var description: String {
    "\(first) at call \(number) (\(stop)), \(second)\(isFirstLedger ? ", no ledger yet" : "")"
  }
}

/// The initial state of a race: a ledger with something to undo and redo, and an open deposit, or
/// no ledger.
final class RaceStart: @unchecked Sendable {
  private let home: TestHome
  private var transaction = ""
  private var move = ""
  private let stopper: String
  /// The outcomes of running two commands in sequence.
  private let inTurn = Mutex<[String: RaceOutcome]>([:])

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    stopper = try home.stopper()
    _ = try home.file(
      "trades.csv",
      "coin_id,type,amount,price,date\ncardano,buy,5,1,2025-02-01\ncardano,sell,2,2,2025-02-02\n")
    // With prices for one coin, a refresh prints the same whether it reads its coins before or
    // after the other command.
    _ = try home.file("prices.json", #"{"bitcoin": "60000"}"#)
    let moves = try home.file(
      "kraken.csv",
      """
      txid,refid,time,type,subtype,asset,amount,fee
      L1,R1,2025-01-04 10:00:00,deposit,,XETH,2,0

      """)
    try home.bitpal("import", moves)
    try home.bitpal("backup", "\(home.path)/backup.sqlite")
    try home.bitpal("buy", "bitcoin", "8", "--price", "50000", "--date", "2025-01-05")
    try home.bitpal("buy", "dogecoin", "3", "--price", "1", "--date", "2025-01-06")
    try home.bitpal("undo")
    try home.bitpal("watch", "add", "bitcoin")
    transaction = try query("SELECT hex(id) FROM ledgerTransaction", home)
    move = try query("SELECT hex(id) FROM ledgerMove", home)
    try #require(transaction.count == 32 && move.count == 32)
    // File times show which files were written later.
    home.environment["BITPAL_NOW"] = "2026-04-28T12:05:00Z"
  }

  private func words(_ command: RaceCommand) -> [String] {
    switch command {
    case .undo, .redo: [command.rawValue]
    case .delete: ["delete", transaction]
    case .restore: ["restore", "\(home.path)/backup.sqlite"]
    case .moves: ["moves", "answer", String(move.prefix(8)), "gift"]
    case .buy: ["buy", "ethereum", "3", "--price", "10", "--date", "2025-03-01"]
    case .import: ["import", "\(home.path)/trades.csv"]
    case .refresh: ["refresh", "--prices", "\(home.path)/prices.json"]
    }
  }

  /// Runs one command after the other.
  func inTurn(
    _ first: RaceCommand, _ second: RaceCommand, isFirstLedger: Bool
  ) throws -> RaceOutcome {
    let key = "\(first) \(second) \(isFirstLedger)"
    if let known = inTurn.withLock({ $0[key] }) { return known }
    let copy = try copied(isFirstLedger)
    let reports = try [first, second].map { command in
      let ended = try copy.run(words(command))
      return report(ended.status, ended.output, ended.standardError, copy)
    }
    let outcome = RaceOutcome(
      first: reports[0], second: reports[1], ledger: try ledger(of: copy))
    inTurn.withLock { $0[key] = outcome }
    return outcome
  }

  /// Runs a command alone.
  func alone(
    _ command: RaceCommand, isFirstLedger: Bool
  ) throws -> (report: RaceReport, ledger: String) {
    let copy = try copied(isFirstLedger)
    let ended = try copy.run(words(command))
    return (
      report(ended.status, ended.output, ended.standardError, copy), try ledger(of: copy)
    )
  }

  /// The ledger before any command.
  func ledgerBefore(isFirstLedger: Bool) throws -> String {
    try ledger(of: copied(isFirstLedger))
  }

  /// Runs a command that is killed before its `number`th file system call.
  ///
  /// - Returns: `nil` if it makes fewer calls.
  func killed(
    _ command: RaceCommand, at number: Int, isFirstLedger: Bool
  ) throws -> (report: RaceReport, ledger: String, verification: String)? {
    let copy = try copied(isFirstLedger)
    let ended = try copy.run(
      ["kill", "\(number)", "\(copy.path)/home", try TestHome.program] + words(command),
      by: stopper)
    guard ended.status == 128 + SIGKILL else { return nil }
    return (
      report(ended.status, ended.output, ended.standardError, copy), try ledger(of: copy),
      try copy.bitpal("verify").standardError
    )
  }

  /// Runs a command on a disk that fails after a number of writing calls.
  func failing(
    _ command: RaceCommand, after calls: Int, code: Int32, isFirstLedger: Bool
  ) throws -> (report: RaceReport, ledger: String, verification: String) {
    let copy = try copied(isFirstLedger)
    let ended = try copy.bitpal(failingAfter: calls, code: code, words(command))
    return (
      report(ended.status, ended.output, ended.standardError, copy), try ledger(of: copy),
      try copy.bitpal("verify").standardError
    )
  }

  /// Runs one command up to a stop, then all of the other, then the rest of the first.
  ///
  /// - Parameter mayWait: Whether the other may wait for a lock of the first, which then continues.
  /// - Returns: `nil` if the first makes fewer calls.
  func run(_ race: Race, mayWait: Bool) throws -> RaceOutcome? {
    let copy = try copied(race.isFirstLedger)
    func begin(_ program: String, _ arguments: [String], _ name: String) throws -> pid_t {
      try start(
        program, arguments, environment: copy.environment, output: "\(copy.path)/\(name).out",
        standardError: "\(copy.path)/\(name).err")
    }
    func report(_ status: Int32, _ name: String) throws -> RaceReport {
      func text(_ end: String) throws -> String {
        try String(contentsOfFile: "\(copy.path)/\(name).\(end)", encoding: .utf8)
      }
      return self.report(status, try text("out"), try text("err"), copy)
    }
    let stopped = try begin(
      stopper,
      [race.stop, "\(race.number)", "\(copy.path)/home", try TestHome.program] + words(race.first),
      "first")
    guard let early = exitStatus(of: stopped, WUNTRACED) else {
      defer { kill(stopped, SIGCONT) }
      let other = try begin(try TestHome.program, words(race.second), "second")
      let hasEnded = try awaitEnd(of: other, milliseconds: mayWait ? 400 : 30_000)
      let status = hasEnded ? exitStatus(of: other) : nil
      let isStuck = status == nil && !mayWait
      kill(stopped, SIGCONT)
      let statuses = (exitStatus(of: stopped), try status ?? #require(exitStatus(of: other)))
      return RaceOutcome(
        first: try report(try #require(statuses.0), "first"),
        second: try report(statuses.1, "second"), ledger: try ledger(of: copy),
        fault: try copy.bitpal("verify").standardError + (isStuck ? "The second one waits." : ""))
    }
    try #require(early == 0 || early == 2, "\(race)")
    return nil
  }

  private func copied(_ isFirstLedger: Bool) throws -> TestHome {
    let copy = try TestHome()
    copy.environment["BITPAL_NOW"] = home.environment["BITPAL_NOW"]
    if !isFirstLedger {
      try FileManager.default.copyItem(
        atPath: "\(home.path)/home", toPath: "\(copy.path)/home")
    }
    return copy
  }

  private func report(
    _ status: Int32, _ output: String, _ standardError: String, _ copy: TestHome
  ) -> RaceReport {
    func plain(_ text: String) -> String {
      text.replacing(copy.path, with: "~").replacing(#/\([0-9a-f]{8}\)/#, with: "(id)")
    }
    return RaceReport(status: status, output: plain(output), standardError: plain(standardError))
  }

  /// Rows and journal, without ids.
  private func ledger(of copy: TestHome) throws -> String {
    try query(
      """
      SELECT coinId, type, amount, pricePerCoin, date FROM ledgerTransaction ORDER BY sequence;
      SELECT account, coinId, amount, transfer IS NULL FROM ledgerMove ORDER BY sequence;
      SELECT sequence, kind, state, CAST(label AS TEXT), target FROM change ORDER BY sequence;
      """, copy)
  }

  /// The output of SQLite's shell for a ledger; empty if there is none.
  private func query(_ sql: String, _ home: TestHome) throws -> String {
    let path = "\(home.container)/BitpalShared.sqlite"
    guard access(path, F_OK) == 0 else { return "" }
    // In read-only mode the shell would leave a log, which changes the calls needed to open it.
    let found = try home.execute("/usr/bin/env", ["sqlite3", path, sql])
    return found.trimmingCharacters(in: .newlines)
  }
}
