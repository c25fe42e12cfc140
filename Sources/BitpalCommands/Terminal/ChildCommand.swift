import Glibc

/// A bitpal command in a child process on the same portfolio.
struct ChildCommand {
  private let process: pid_t
  /// Reads its output; `nil` if that goes to the terminal.
  private let output: Int32?

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: The words after `bitpal`.
  ///   - home: The portfolio's folder.
  ///   - isQuiet: Whether it has no terminal and ``wait()`` returns its output.
  /// - Returns: `nil` if the process cannot be started.
  init?(_ arguments: [String], home: String, isQuiet: Bool = false) {
    var ends: [Int32] = [-1, -1]
    if isQuiet {
      guard pipe(&ends) == 0 else { return nil }
      // The child only gets the end that becomes its output.
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

  /// Waits for it to exit.
  ///
  /// - Returns: Its exit code or terminating signal, and its output.
  func wait() -> (status: Int32, text: String) {
    let text = output.map(Self.read) ?? ""
    let status = waitForEnd(of: process)
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F, text)
  }

  /// Terminates it.
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

  /// The environment, with the portfolio's folder.
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

/// Waits for a process to exit.
///
/// - Returns: Its `waitpid` status.
func waitForEnd(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) == -1, errno == EINTR {}
  return status
}

/// Makes a shell that only starts a program wait for it when Ctrl-C is meant for the program.
let keepingShell = "trap : INT QUIT;"

/// Leaves Ctrl-C and Ctrl-\ to a program on the terminal, such as a pager or an editor, while it
/// runs.
///
/// If bitpal ended first, the program and the shell would both read the keys.
func leavingInterrupts<Result>(_ body: () throws -> Result) rethrows -> Result {
  // A child resets signals that bitpal handles, but inherits those that it ignores.
  let before = [SIGINT, SIGQUIT].filter { !isIgnored($0) }.map { ($0, signal($0) { _ in }) }
  defer { for (number, handler) in before { signal(number, handler) } }
  return try body()
}
