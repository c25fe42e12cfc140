import Foundation
import Glibc
import Testing

/// A real terminal to run the program in: its own tmux server.
final class Tmux: @unchecked Sendable {
  private let home: TestHome
  private let control: TmuxControl
  /// A pipe kept open for writing by everything that runs in the terminal.
  private let life: Int32

  /// Starts a shell in a terminal of some size.
  init(_ home: TestHome, columns: Int = 80, rows: Int = 24) throws {
    self.home = home
    let server = "bitpal-\(UUID().uuidString)"
    let pipe = "\(home.path)/\(server)"
    try #require(mkfifo(pipe, 0o600) == 0)
    life = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let session = [
      "-L", server, "-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(columns)", "-y",
      "\(rows)", "PS1='home> ' exec sh 9>'\(pipe)'",
    ]
    try #require(
      try spawn(
        "/usr/bin/tmux", session, environment: home.environment, output: "/dev/null") == 0)
    control = try TmuxControl(server: server, environment: home.environment)
    // The status line would take up a row.
    try tmux("set-option", "-g", "status", "off")
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    try wait(for: "home>")
  }

  deinit {
    // The server may already be gone if its session was closed.
    _ = Result { try tmux("kill-server") }
    // A process that still writes into the home would prevent its removal.
    var end = pollfd(fd: life, events: 0, revents: 0)
    if poll(&end, 1, 30_000) != 1 { Issue.record("a program outlives its terminal") }
    Glibc.close(life)
  }

  /// Types into the terminal; names such as `Enter` and `C-z` are keys.
  func type(_ keys: String...) throws { try send(keys) }

  /// Starts the program.
  func start(_ arguments: String) throws {
    try send(["\(try TestHome.program) \(arguments)", "Enter"])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The screen's contents.
  var screen: String {
    get throws { try tmux("capture-pane", "-p") }
  }

  /// The same with escape sequences for colors and attributes.
  var styledScreen: String {
    get throws { try tmux("capture-pane", "-p", "-e") }
  }

  /// Copies all further terminal output to a file in the home.
  func record(_ name: String) throws -> String {
    let path = "\(home.path)/\(name)"
    try tmux("pipe-pane", "-O", "cat > '\(path)'")
    try wait("the record to begin") { _ in FileManager.default.fileExists(atPath: path) }
    return path
  }

  /// Closes the window.
  func close() throws { try tmux("kill-session") }

  /// Whether the alternate screen is on, the mouse reported and the cursor shown.
  var modes: String {
    get throws {
      try tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")
        .trimmingCharacters(in: .newlines)
    }
  }

  /// Clears the screen, so that the next wait finds only new output.
  func clear() throws {
    try type("clear", "Enter")
    try wait("a clear screen") {
      $0.trimmingCharacters(in: .whitespacesAndNewlines) == "home>"
    }
  }

  /// Waits until a program has stopped and the shell reads input: the program may discard earlier
  /// input.
  func waitForPrompt() throws {
    try wait("the shell's prompt") {
      $0.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("home>")
    }
  }

  /// The cursor's position, from 0, and whether it is visible.
  var cursor: (column: Int, row: Int, isShown: Bool) {
    get throws {
      let text = try tmux("display-message", "-p", "#{cursor_x} #{cursor_y} #{cursor_flag}")
      let numbers = text.split { $0.isWhitespace }.compactMap { Int($0) }
      try #require(numbers.count == 3)
      return (numbers[0], numbers[1], numbers[2] == 1)
    }
  }

  /// Sends a signal to the terminal's foreground process.
  func signal(_ name: String) throws {
    let tty = try tmux("display-message", "-p", "#{pane_tty}").trimmingCharacters(in: .newlines)
    _ = try home.execute(
      "/usr/bin/pkill", ["-\(name)", "-t", String(tty.dropFirst(5)), "-x", "bitpal"])
  }

  /// Waits until the screen contains a text, for at most 30 seconds.
  @discardableResult
  func wait(for text: String) throws -> String {
    try wait("'\(text)' to be seen") { $0.contains(text) }
  }

  /// Waits until the demo's figures are shown, the corner that is painted last, and the chart,
  /// which is read after them.
  @discardableResult
  func waitForDemo() throws -> String {
    try wait("the demo") {
      $0.contains("$41,576.22") && $0.contains("q quit") && !$0.contains("Reading the history")
    }
  }

  /// Waits until the screen meets a condition.
  @discardableResult
  func wait(_ what: String, until isThere: (String) throws -> Bool) throws -> String {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      let screen = try screen
      if try isThere(screen) { return screen }
      try control.waitForOutput()
    }
    throw Waited(what: what, screen: try screen)
  }

  struct Waited: Error, CustomStringConvertible {
    let what: String
    let screen: String
    var description: String { "waited in vain for \(what); the screen shows:\n\(screen)" }
  }

  private func send(_ keys: [String]) throws { try tmux(["send-keys"] + keys) }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  func tmux(_ arguments: [String]) throws -> String { try control.run(arguments) }
}
