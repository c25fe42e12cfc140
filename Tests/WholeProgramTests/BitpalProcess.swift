import Foundation
import Glibc
import Synchronization
import Testing

/// The output of a program run.
struct Ended {
  let status: Int32
  let output: String
  /// The standard error without the labels `error:` and `help:`.
  let standardError: String
  /// The standard error with labels.
  let labeled: String

  init(status: Int32, output: String, standardError: String) {
    self.status = status
    self.output = output
    labeled = standardError
    let lines = "\n\(standardError)".replacing("\nerror: ", with: "\n")
    self.standardError = String(lines.replacing("\nhelp: ", with: " ").dropFirst())
  }
}

/// A user's machine for one test: its own home folder, and the built program.
///
/// A test and its price server use it in turn, never at the same time.
final class TestHome: @unchecked Sendable {
  let path: String
  var environment: [String: String]

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bitpal-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
    environment = [
      "BITPAL_HOME": "\(folder.path)/home", "HOME": folder.path, "TMPDIR": folder.path,
      "LANG": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/local/bin:/usr/bin:/bin",
      // Nothing listens on port 1: a test that wants prices starts a server.
      "BITPAL_API_BASE_URL": "http://127.0.0.1:1/api/v3",
      "BITPAL_DEFILLAMA_BASE_URL": "http://127.0.0.1:1",
      "BITPAL_KRAKEN_BASE_URL": "http://127.0.0.1:1",
      // The toolchain's crash reporter would prompt on the terminal.
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("\(path) was left behind: \(error)")
    }
  }

  /// A home shared by several tests, removed when all tests have ended.
  static func keptUntilTheEnd() throws -> TestHome {
    let home = try TestHome()
    kept.withLock { kept in
      if kept.isEmpty { atexit { TestHome.kept.withLock { $0 = [] } } }
      kept.append(home)
    }
    return home
  }

  private static let kept = Mutex<[TestHome]>([])

  /// The path of the built program, in the same folder as the tests.
  static var program: String {
    get throws {
      if let named = ProcessInfo.processInfo.environment["BITPAL_BINARY"] { return named }
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent()
        .appendingPathComponent("bitpal").path
    }
  }

  var container: String { "\(path)/home/group.com.bitpal.shared" }
  var widgetData: String { "\(container)/Library/Application Support/WidgetData" }

  /// Runs the program without a terminal and waits for its end.
  @discardableResult
  func bitpal(_ arguments: String..., input: String = "") throws -> Ended {
    try run(arguments, input: input)
  }

  /// The same with arguments as a list, optionally run through another program.
  func run(
    _ arguments: [String], by program: String? = nil, input: String = ""
  ) throws -> Ended {
    let paths = ["in", "out", "err"].map { "\(path)/\(UUID()).\($0)" }
    for path in paths {
      try Data(path == paths[0] ? input.utf8 : "".utf8).write(to: URL(fileURLWithPath: path))
    }
    let status = try spawn(
      try program ?? Self.program, arguments, environment: environment, input: paths[0],
      output: paths[1], standardError: paths[2])
    return Ended(
      status: status, output: try String(contentsOfFile: paths[1], encoding: .utf8),
      standardError: try String(contentsOfFile: paths[2], encoding: .utf8))
  }

  /// Runs another program and returns its output.
  func execute(_ program: String, _ arguments: [String]) throws -> String {
    let output = "\(path)/\(UUID()).out"
    defer { unlink(output) }
    _ = try spawn(program, arguments, environment: environment, output: output)
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
  }

  /// Writes a file into the home and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(self.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Records the trades of issue 2's example: buy 2 at 40,000, sell 1 at 50,000.
  func recordExample() throws {
    try bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2025-01-02")
    try bitpal("sell", "bitcoin", "1", "--price", "50000", "--date", "2025-02-03")
  }
}

extension TestHome {
  /// Runs a command, given as one line, that must succeed.
  ///
  /// - Returns: Its output.
  @discardableResult
  func done(_ line: String) throws -> String {
    let answer = try run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 0, "\(line): \(answer.standardError)")
    return answer.output
  }

  /// Runs a command, given as one line, that must be refused.
  ///
  /// - Returns: The reason.
  func refused(_ line: String, status: Int32 = 2) throws -> String {
    let answer = try run(line.split(separator: " ").map(String.init))
    #expect(answer.status == status, "\(line): \(answer.output)")
    return answer.standardError
  }

  /// The short id of the first transaction of a kind, optionally of one coin.
  func id(_ kind: String, _ coin: String = "") throws -> String {
    let rows = try done("ls --kind \(kind) --csv").split(separator: "\n").dropFirst()
    return String(try #require(rows.first { coin.isEmpty || $0.contains(coin) }).prefix(8))
  }
}

/// Runs a program with files as its three standard streams and waits for it to end.
///
/// - Returns: The exit status, or 128 plus the signal that ended it.
func spawn(
  _ program: String, _ arguments: [String], environment: [String: String],
  input: String = "/dev/null", output: String, standardError: String = "/dev/null"
) throws -> Int32 {
  let pid = try start(
    program, arguments, environment: environment, input: input, output: output,
    standardError: standardError)
  return try #require(exitStatus(of: pid))
}

/// Waits for a process.
///
/// - Parameter options: `WUNTRACED` to return when it stops, `WNOHANG` not to wait.
/// - Returns: The exit status, or 128 plus the signal that ended it; `nil` if it has not ended.
func exitStatus(of process: pid_t, _ options: Int32 = 0) -> Int32? {
  var status: Int32 = 0
  var found = waitpid(process, &status, options)
  while found < 0, errno == EINTR { found = waitpid(process, &status, options) }
  guard found == process, status & 0xFF != 0x7F else { return nil }
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}

/// Waits for a process to end, without collecting its exit status.
///
/// - Returns: Whether it ended within that time.
func awaitEnd(of process: pid_t, milliseconds: Int32) throws -> Bool {
  typealias Open = @convention(c) (pid_t, UInt32) -> Int32
  // Swift does not import it.
  let symbol = try #require(dlsym(nil, "pidfd_open"))
  let descriptor = unsafeBitCast(symbol, to: Open.self)(process, 0)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  var count = poll(&end, 1, milliseconds)
  while count < 0, errno == EINTR { count = poll(&end, 1, milliseconds) }
  return count == 1
}

/// Starts a program with files as its three standard streams; the caller waits for it to end.
func start(
  _ program: String, _ arguments: [String], environment: [String: String],
  input: String = "/dev/null", output: String, standardError: String = "/dev/null"
) throws -> pid_t {
  try start(program, arguments, environment: environment) { actions in
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, standardError, O_WRONLY | O_CREAT, 0o600)
  }
}

/// Starts a program with streams set up by file actions.
///
/// Foundation's `Process` would wait until every inherited descriptor is closed, and the servers
/// that tmux leaves running inherit them.
func start(
  _ program: String, _ arguments: [String], environment: [String: String],
  streams: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  streams(&actions)
  try inheritStreamsOnly(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // Test threads block signals; a tmux server that inherited that would never reap its children.
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var words = ([program] + arguments).map { strdup($0) }
  var variables = environment.map { strdup("\($0.key)=\($0.value)") }
  defer { (words + variables).forEach { free($0) } }
  words.append(nil)
  variables.append(nil)
  var pid: pid_t = 0
  try #require(posix_spawn(&pid, program, &actions, &attributes, words, variables) == 0)
  return pid
}

/// Makes a child inherit only its three standard streams: an inherited socket or pipe of another
/// test would stay open.
func inheritStreamsOnly(_ actions: inout posix_spawn_file_actions_t) throws {
  typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  // Swift does not import it.
  let symbol = try #require(dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"))
  try #require(unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3) == 0)
}
