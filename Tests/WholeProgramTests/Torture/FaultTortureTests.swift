import BitpalTesting
import Foundation
import Glibc
import Testing

/// Every command killed at a file system call, or on a disk that fails from some call on: the
/// ledger is the one before or after the command, and the command's output is true.
///
/// `make torture` tests every call of every command, `make test` some of them.
struct FaultTortureTests {
  private struct Subject: CustomStringConvertible, Sendable {
    let command: RaceCommand
    let isFirstLedger: Bool

    var description: String { "\(command)\(isFirstLedger ? ", no ledger yet" : "")" }
  }

  private static let subjects = RaceCommand.allCases.flatMap { command in
    [false, true].map { Subject(command: command, isFirstLedger: $0) }
  }

  @Test func `a command that is killed leaves the ledger before it or after it`() async throws {
    try await run { start, subject, report in
      let before = try start.ledgerBefore(isFirstLedger: subject.isFirstLedger)
      let after = try start.alone(subject.command, isFirstLedger: subject.isFirstLedger).ledger
      for number in stride(from: 1, to: 1_000, by: Repetition.isLong ? 1 : 71) {
        guard
          let end = try start.killed(
            subject.command, at: number, isFirstLedger: subject.isFirstLedger)
        else { return }
        let isSound = end.ledger == before || end.ledger == after
        // Reported changes must be in the ledger.
        let isTrue = end.report.output.isEmpty || end.ledger == after
        report(
          isSound && isTrue && end.verification.isEmpty,
          "\(subject) killed at call \(number): \(end.report)\(end.verification)\(end.ledger)")
      }
    }
  }

  @Test(arguments: [ENOSPC, EIO])
  func `a command on a failing disk says what is true`(code: Int32) async throws {
    try await run { start, subject, report in
      let before = try start.ledgerBefore(isFirstLedger: subject.isFirstLedger)
      let alone = try start.alone(subject.command, isFirstLedger: subject.isFirstLedger)
      // Stop once nothing fails any more: near its last calls, a command always reports or survives
      // a failure.
      var undisturbed = 0
      // Every third call of a purchase includes the one that syncs its commit.
      let step = Repetition.isLong ? 1 : subject.command == .buy ? 3 : 11
      for calls in stride(from: 0, to: 1_000, by: step) {
        guard undisturbed < 3 else { return }
        let end = try start.failing(
          subject.command, after: calls, code: code, isFirstLedger: subject.isFirstLedger)
        let isDone = end.report.status == alone.report.status && end.ledger == alone.ledger
        // A restored backup whose folder was not synced can be restored again.
        let isRefused =
          end.report.status == 74
          && (end.ledger == before || subject.command == .restore && end.ledger == alone.ledger)
        let isUndisturbed = isDone && end.report.standardError == alone.report.standardError
        undisturbed = isUndisturbed ? undisturbed + 1 : 0
        report(
          (isDone || isRefused) && !end.report.isSilentFailure && end.verification.isEmpty,
          "\(subject) failing after \(calls) calls: \(end.report)\(end.verification)\(end.ledger)")
      }
    }
  }

  /// Runs the work on every subject, several at once, and counts the attempts.
  private func run(
    _ work:
      @escaping @Sendable (
        RaceStart, Subject, _ report: (_ holds: Bool, _ fault: String) -> Void
      ) throws -> Void
  ) async throws {
    let start = try await onThread { try RaceStart() }
    let (counts, faults) = try await withThrowingTaskGroup(
      of: (count: Int, faults: [String]).self
    ) { group in
      for subject in Self.subjects {
        group.addTask {
          try await Torture.alone {
            var count = 0
            var faults: [String] = []
            try work(start, subject) { holds, fault in
              count += 1
              if !holds { faults.append(fault) }
            }
            return (count, faults)
          }
        }
      }
      return try await group.reduce(into: (0, [String]())) { sum, part in
        sum.0 += part.count
        sum.1 += part.faults
      }
    }
    if Repetition.isLong { print("\(counts) ends of a command") }
    #expect(faults == [])
  }
}
