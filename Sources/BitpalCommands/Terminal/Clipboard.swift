import Glibc
import Synchronization

/// Hands text to a program that keeps the clipboard, so that it is known whether it was taken.
///
/// The terminal's own way (OSC 52) is for where there is none: many terminals, and tmux as it is
/// installed, drop it without a word.
final class Clipboard: Sendable {
  /// What came of a text.
  enum Result: Equatable {
    /// A program took it.
    case taken
    /// None did; the text is still to be copied.
    case refused(String)
  }

  private let tools: [[String]]
  private let patience: Duration
  private let results = Mutex<[Result]>([])
  private let pipe: WakePipe

  /// - Parameters:
  ///   - environment: The variables, which say what kinds of clipboard there can be.
  ///   - patience: How long a program may take.
  /// - Throws: A refusal when no descriptor is left.
  init(_ environment: [String: String], patience: Duration = .milliseconds(500)) throws {
    tools = Self.tools(environment)
    self.patience = patience
    pipe = try WakePipe()
  }

  /// Becomes readable when there is a result.
  var descriptor: Int32 { pipe.descriptor }

  /// Hands a text over without waiting for the program.
  func copy(_ text: String) {
    onBackgroundThread { [self] in
      let isTaken = tools.contains { take(text, by: $0) }
      results.withLock { $0.append(isTaken ? .taken : .refused(text)) }
      pipe.wake()
    }
  }

  /// What came of texts since the last call, oldest first.
  func nextResults() -> [Result] {
    pipe.drain()
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  /// The programs to try, in order, by their paths: those for which there can be a clipboard here,
  /// as far as they are installed.
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
  /// - Returns: Whether it ended well in time.
  private func take(_ text: String, by words: [String]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = Self.start(words, input: ends[0])
    close(ends[0])
    // One row is far less than a pipe holds: writing does not wait for the program.
    let bytes = Array(text.utf8)
    let isWritten = process != nil && write(ends[1], bytes, bytes.count) == bytes.count
    close(ends[1])
    guard let process else { return false }
    return Self.hasEndedWell(process, within: patience) && isWritten
  }

  /// `POSIX_SPAWN_SETSID`, which Swift does not see.
  private static let newSession: Int16 = 0x80

  /// Starts a program without the terminal: one that stays, to serve the clipboard, must neither
  /// write there nor end with a key that is pressed there.
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

  /// Waits for a program's end, and ends one that takes too long.
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
