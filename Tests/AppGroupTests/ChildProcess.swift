import Foundation
import Testing

/// A shell command in a process of its own, spoken to through its input and output.
final class ChildProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts `script`; `arguments` are its `$1`, `$2` and so on.
  init(_ script: String, _ arguments: String...) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh"] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { kill() }

  var pid: pid_t { process.processIdentifier }

  /// Waits for the next byte of output, and says whether one came before the process ended.
  func awaitSign() throws -> Bool {
    try output.fileHandleForReading.read(upToCount: 1)?.isEmpty == false
  }

  /// Ends the process's input, for which scripts wait with `read`.
  func letGo() throws { try input.fileHandleForWriting.close() }

  /// Waits for the end.
  func exitCode() -> CInt {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends the process at once, without a chance to tidy up.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(pid, SIGKILL)
    process.waitUntilExit()
  }
}
