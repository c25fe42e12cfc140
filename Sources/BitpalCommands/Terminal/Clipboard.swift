import Glibc
import Synchronization

/// Passes text to a clipboard program, whose exit code shows whether it was copied.
///
/// The terminal's own way (OSC 52) is the fallback: many terminals, and tmux by default, silently
/// drop it.
final class Clipboard: Sendable {
  /// The result of copying a text.
  enum Result: Equatable {
    /// A program accepted it.
    case copied
    /// No program accepted it; the text is still to be copied.
    case refused(String)
  }

  private let tools: [[String]]
  private let patience: Duration
  private let results = Mutex<[Result]>([])
  private let pipe: WakePipe

  /// - Parameters:
  ///   - environment: The environment, which shows the available kinds of clipboard.
  ///   - patience: The time limit of a program.
  /// - Throws: A refusal if no file descriptor is available.
  init(_ environment: [String: String], patience: Duration = .milliseconds(500)) throws {
    tools = Self.tools(environment)
    self.patience = patience
    pipe = try WakePipe()
  }

  /// Becomes readable when there is a result.
  var descriptor: Int32 { pipe.descriptor }

  /// Copies a text without waiting for the program.
  func copy(_ text: String) {
    onBackgroundThread { [self] in
      let isCopied = tools.contains { copy(text, with: $0) }
      results.withLock { $0.append(isCopied ? .copied : .refused(text)) }
      pipe.wake()
    }
  }

  /// The results since the last call, oldest first.
  func nextResults() -> [Result] {
    pipe.drain()
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  /// The paths of installed programs to try, in order, for the clipboards available here.
  private static func tools(_ environment: [String: String]) -> [[String]] {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    var tools: [[String]] = []
    if isSet("TMUX") { tools.append(["tmux", "load-buffer", "-w", "-"]) }
    if isSet("WAYLAND_DISPLAY") { tools.append(["wl-copy"]) }
    if isSet("DISPLAY") {
      tools += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    }
    tools.append(["pbcopy"])
    let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return tools.compactMap { words in
      let paths = folders.map { "\($0)/\(words[0])" }
      return paths.first { access($0, X_OK) == 0 }.map { [$0] + words.dropFirst() }
    }
  }

  /// Runs a program with the text as its input.
  ///
  /// - Returns: Whether it succeeded in time.
  private func copy(_ text: String, with words: [String]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = Self.start(words, input: ends[0])
    close(ends[0])
    // A row is far smaller than a pipe's buffer, so writing doesn't block.
    let bytes = Array(text.utf8)
    let isWritten = process != nil && write(ends[1], bytes, bytes.count) == bytes.count
    close(ends[1])
    guard let process else { return false }
    return Self.hasEndedWell(process, within: patience) && isWritten
  }

  /// `POSIX_SPAWN_SETSID`, which is not visible in Swift.
  private static let newSession: Int16 = 0x80

  /// Starts a program in its own session.
  ///
  /// A program that stays to serve the clipboard must not write to the terminal or end with its
  /// keys.
  private static func start(_ words: [String], input: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawn(
      &process, words[0], &actions, &attributes, arguments + [nil], environ)
    return code == 0 ? process : nil
  }

  /// Waits for a program to exit, and terminates it after a time limit.
  private static func hasEndedWell(_ process: pid_t, within patience: Duration) -> Bool {
    let deadline = ContinuousClock.now + patience
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status == 0 }
      if ended == -1, errno != EINTR { return false }
      guard ContinuousClock.now < deadline else { break }
      usleep(1000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return false
  }
}
