import CellGrid
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

/// Delivers triggered alerts to desktop notifications, the terminal and a user-defined program.
///
/// Delivery is optional: the dashboard keeps an alert until it is seen.
struct AlertDelivery {
  /// The time limit of a program for an alert, in seconds.
  private static let timeLimit = 10

  let context: AppContext

  /// Delivers alerts one at a time, and reports failures.
  func deliver(_ alerts: [FiredAlert]) {
    for alert in alerts {
      notify(alert)
      callFromTerminal(alert)
      if let program = context.configuration.alertCommand { run(program, alert) }
    }
  }

  private func run(_ program: String, _ alert: FiredAlert) {
    let ended = TimedProgram.run(
      [
        program, alert.alert.coinId, alert.price.description, alert.alert.currency,
        alert.alert.dataWords, alert.sentence,
      ], seconds: Self.timeLimit)
    if let problem = ended.problem(with: program, seconds: Self.timeLimit) {
      context.warnings.say("\(problem) Correct it: bitpal config set alerts.command PROGRAM")
    }
  }

  /// Shows a notification in a desktop session; if `notify-send` is missing or fails, the dashboard
  /// still has the alert.
  private func notify(_ alert: FiredAlert) {
    guard context.configuration.hasAlertNotices, hasSession else { return }
    _ = TimedProgram.run(
      ["notify-send", "--app-name=bitpal", "--", "bitpal", alert.sentence],
      seconds: Self.timeLimit)
  }

  /// Sends a terminal notification if enabled; the dashboard does so itself while it owns the
  /// terminal.
  private func callFromTerminal(_ alert: FiredAlert) {
    guard isatty(STDERR_FILENO) == 1, !context.warnings.isHeld else { return }
    Console.writeRawError(context.terminalNotice(alert.sentence))
  }

  private var hasSession: Bool {
    let environment = context.environment
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
    guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
    return access("\(folder)/bus", F_OK) == 0
  }
}

extension AppContext {
  /// The escape sequence that makes a terminal show an alert; empty if disabled.
  func terminalNotice(_ sentence: String) -> String {
    configuration.terminalNotice.sequence(
      title: "bitpal", sentence, isInTmux: environment["TMUX"]?.isEmpty == false)
  }
}

/// A program that runs without a shell, a terminal or output, with a time limit.
enum TimedProgram {
  /// How the program ended.
  enum End: Equatable {
    case exited(Int32)
    case notStarted(Int32)
    case tooSlow
  }

  /// Runs a program and waits for it; if it is too slow, terminates it with its child processes.
  ///
  /// - Parameters:
  ///   - words: The program, by path or by name in `PATH`, and its arguments.
  ///   - seconds: The time limit.
  static func run(_ words: [String], seconds: Int) -> End {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The refreshing thread blocks signals; the program must not, and gets its own process group.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { return .notStarted(code) }
    let end = ContinuousClock.now + .seconds(seconds)
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, WNOHANG)
      if found == process { break }
      guard found == 0 || errno == EINTR, ContinuousClock.now < end else {
        kill(-process, SIGKILL)
        _ = waitForEnd(of: process)
        return .tooSlow
      }
      usleep(10_000)
    }
    return .exited(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
  }
}

extension TimedProgram.End {
  /// A description of the failure; `nil` on success.
  func problem(with program: String, seconds: Int) -> String? {
    switch self {
    case .exited(0): nil
    case .exited(let code): "\(program) exited with \(code), so the alert may not have arrived."
    case .notStarted(let code):
      "\(program) cannot be run (\(String(cString: strerror(code)))): the alert did not arrive."
    case .tooSlow: "\(program) took longer than \(seconds) s and was stopped."
    }
  }
}
