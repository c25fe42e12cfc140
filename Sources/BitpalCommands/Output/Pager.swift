import FoundationEssentials
import Glibc
import Reports

/// Shows output longer than the screen in the user's pager; not used in a pipe.
enum Pager {
  /// Writes lines to a pager if they don't fit the screen, or else to standard output.
  ///
  /// - Parameters:
  ///   - lines: The number of lines.
  ///   - isWanted: Whether the user wants a pager.
  ///   - body: Writes the lines.
  static func show(
    lines: Int, isWanted: Bool, _ body: (_ write: (String) -> Void) throws -> Void
  ) rethrows {
    let environment = ProcessInfo.processInfo.environment
    guard isWanted, Console.isInteractive, let size = Console.size, lines >= size.rows,
      let command = command(environment),
      let status = try leavingInterrupts({
        try popen("\(keepingShell) \(command)", "w").map { try send(body, to: $0) }
      })
    else { return try batched(Console.write, body) }
    guard hasFailed(status) else { return }
    Console.writeError("The pager could not show this; set PAGER to another, such as less.")
    try body(Console.write)
  }

  /// Writes the lines to a pager and waits for it to exit.
  private static func send(
    _ body: (_ write: (String) -> Void) throws -> Void, to pager: UnsafeMutablePointer<FILE>
  ) rethrows -> Int32 {
    // Quitting a pager early closes the pipe, which is not an error.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    do { try body { fputs($0, pager) } } catch {
      pclose(pager)
      throw error
    }
    return pclose(pager)
  }

  /// Whether a pager failed without showing anything, for example because it isn't installed.
  ///
  /// `less` exits with 2 if the user interrupts it; that is not a failure.
  private static func hasFailed(_ status: Int32) -> Bool {
    let code = status >> 8 & 0xFF
    return status & 0x7F == 0 && code != 0 && code != 2
  }

  /// `$PAGER`, or else `less` with colors and only if needed; `nil` if the user disabled it.
  private static func command(_ environment: [String: String]) -> String? {
    if let named = environment["PAGER"] {
      return named.isEmpty || named == "cat" ? nil : "LESS=${LESS-FRX} \(named)"
    }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/less", X_OK) == 0 } ? "LESS=${LESS-FRX} less" : nil
  }
}
