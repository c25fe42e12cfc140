import Foundation
import Testing

/// A shell command in its own process, reached through its input and output.
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

  /// Waits for the next byte of output, and returns whether one arrived before the process ended.
  func awaitSign() throws -> Bool {
    try output.fileHandleForReading.read(upToCount: 1)?.isEmpty == false
  }

  /// Closes the process's input, which scripts wait for with `read`.
  func letGo() throws { try input.fileHandleForWriting.close() }

  /// Waits for the process to end.
  func exitCode() -> CInt {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Kills the process, so that it cannot clean up.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(pid, SIGKILL)
    process.waitUntilExit()
  }
}
