import Glibc

/// A command of bitpal in a process of its own, on the same portfolio.
struct ChildCommand {
  private let process: pid_t
  /// Reads what it writes, `nil` where that goes to the terminal.
  private let output: Int32?

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: The words after `bitpal`.
  ///   - home: The folder of the portfolio.
  ///   - isQuiet: Whether it has no terminal, and what it writes is read by ``wait()``.
  /// - Returns: `nil` where the system starts no process.
  init?(_ arguments: [String], home: String, isQuiet: Bool = false) {
    var ends: [Int32] = [-1, -1]
    if isQuiet {
      guard pipe(&ends) == 0 else { return nil }
      // The child has the end that is put in place of its output, and no other.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isQuiet {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    }
    var process = pid_t()
    let code = Self.withPointers(["bitpal"] + arguments) { words in
      Self.withPointers(Self.environment(home: home)) { variables in
        posix_spawn(&process, "/proc/self/exe", &actions, nil, words, variables)
      }
    }
    if isQuiet { close(ends[1]) }
    guard code == 0 else {
      if isQuiet { close(ends[0]) }
      return nil
    }
    self.process = process
    output = isQuiet ? ends[0] : nil
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit code, or the signal that ended it, and what it wrote.
  func wait() -> (status: Int32, text: String) {
    let text = output.map(Self.read) ?? ""
    let status = waitForEnd(of: process)
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F, text)
  }

  /// Ends it.
  func end() { kill(process, SIGTERM) }

  private static func read(_ descriptor: Int32) -> String {
    defer { close(descriptor) }
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        text += bytes[..<count]
      } else if count == 0 || errno != EINTR {
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// The environment with the portfolio's folder.
  private static func environment(home: String) -> [String] {
    let name = "BITPAL_HOME="
    var variables = ["\(name)\(home)"]
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix(name) { variables.append(text) }
      next += 1
    }
    return variables
  }

  private static func withPointers(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let pointers = texts.map { text in text.withCString { strdup($0) } }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// Waits for the end of a process.
///
/// - Returns: Its status, as `waitpid` gives it.
func waitForEnd(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) == -1, errno == EINTR {}
  return status
}

/// Has a shell that only starts a program wait for it, too, when a Ctrl-C is meant for that one.
let keepingShell = "trap : INT QUIT;"

/// Leaves Ctrl-C and Ctrl-\ to a program on the terminal, such as a pager or an editor, from
/// before it starts until it has ended: ended before it, bitpal would leave it and the shell
/// reading the same keys.
func leavingInterrupts<Result>(_ body: () throws -> Result) rethrows -> Result {
  // A program that is started hears a signal again that bitpal handles, but none that it ignores.
  let before = [SIGINT, SIGQUIT].filter { !isIgnored($0) }.map { ($0, signal($0) { _ in }) }
  defer { for (number, handler) in before { signal(number, handler) } }
  return try body()
}
