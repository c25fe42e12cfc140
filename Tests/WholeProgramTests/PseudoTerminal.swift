import Foundation
import Glibc
import Testing

/// A program on a terminal that the test controls, with access to its settings and to every byte.
///
/// The program leads the session, like a login shell, and loses its terminal when the test hangs
/// up.
final class PseudoTerminal: @unchecked Sendable {
  let process: pid_t
  private let home: TestHome
  private var master: Int32
  private let slave: Int32
  /// The terminal settings before the program started.
  let firstSettings: [UInt32]
  private var hasEnded = false
  /// The program's output read so far.
  private(set) var output: [UInt8] = []
  /// The end of the last match; later output may already be read.
  private var seen = 0

  /// The timeout of waits, in milliseconds.
  private static let patience: Int32 = 30_000
  /// `POSIX_SPAWN_SETSID`, which Swift does not import.
  private static let newSession: Int16 = 0x80

  init(
    _ home: TestHome, _ words: [String], columns: UInt16 = 80, rows: UInt16 = 24,
    cell: (width: UInt16, height: UInt16) = (0, 0)
  ) throws {
    self.home = home
    var size = winsize(
      ws_row: rows, ws_col: columns, ws_xpixel: columns * cell.width,
      ws_ypixel: rows * cell.height)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    try #require(openpty(&ends.master, &ends.slave, nil, nil, &size) == 0)
    (master, slave) = ends
    firstSettings = Self.settings(of: ends.slave)
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    // `ttyname` uses one buffer for all concurrent tests.
    var name = [CChar](repeating: 0, count: 64)
    try #require(ttyname_r(slave, &name, name.count) == 0)
    let terminal = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0)
    }
    try inheritStreamsOnly(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals that the program must receive.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = home.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    try #require(
      posix_spawn(&process, words[0], &actions, &attributes, arguments, variables) == 0)
    self.process = process
  }

  /// Starts bitpal with some arguments.
  convenience init(
    bitpal arguments: String..., at home: TestHome, columns: UInt16 = 80, rows: UInt16 = 24,
    cell: (width: UInt16, height: UInt16) = (0, 0)
  ) throws {
    try self.init(
      home, [try TestHome.program] + arguments, columns: columns, rows: rows, cell: cell)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    hangUp()
    close(slave)
  }

  /// The terminal settings, as `stty -g` prints them.
  var settings: [UInt32] { Self.settings(of: slave) }

  private static func settings(of slave: Int32) -> [UInt32] {
    var mode = termios()
    tcgetattr(slave, &mode)
    let keys = withUnsafeBytes(of: mode.c_cc) { $0.map(UInt32.init) }
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag] + keys
  }

  /// Types keys; the next wait ignores output read before.
  func type(_ keys: String) throws {
    seen = output.count
    try #require(write(master, keys, keys.utf8.count) == keys.utf8.count)
  }

  func resize(columns: UInt16, rows: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// Writes until the terminal's buffer is full.
  func fill() throws {
    let other = open("/proc/self/fd/\(slave)", O_WRONLY | O_NOCTTY | O_NONBLOCK)
    try #require(other >= 0)
    defer { close(other) }
    while write(other, " ", 1) == 1 {}
    try #require(errno == EAGAIN)
  }

  /// Closes the window.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Reads until the program has written a text after the last match and the last input.
  ///
  /// - Returns: All output since then.
  @discardableResult
  func wait(for text: String) throws -> String {
    let start = seen
    while true {
      let new = output[start...]
      if let found = new.firstRange(of: text.utf8) {
        seen = found.upperBound
        return String(decoding: new, as: UTF8.self)
      }
      let known = String(decoding: new, as: UTF8.self).debugDescription
      try #require(try read(), "'\(text)' did not come, but \(known)")
    }
  }

  /// Waits for the program to end, reading its output or leaving it unread.
  ///
  /// - Returns: The exit code, or 128 plus the signal that ended it.
  func end(isRead: Bool = true) throws -> Int32 {
    var status: Int32 = 0
    let deadline = ContinuousClock.now + .seconds(30)
    while waitpid(process, &status, WNOHANG) == 0 {
      try #require(ContinuousClock.now < deadline, "the program goes on and on")
      if isRead, master >= 0 {
        _ = try read(within: 10)
      } else {
        _ = try awaitEnd(of: process, milliseconds: 30_000)
      }
    }
    hasEnded = true
    while isRead, master >= 0, try read(within: 0) {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Reads available output, waiting for a while; returns `false` if there is none.
  private func read(within milliseconds: Int32 = patience) throws -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &buffer, buffer.count)
    if count > 0 { output += buffer.prefix(count) }
    return count > 0
  }

  /// Input that the program has not read, as the shell would get it.
  func unread() throws -> String {
    var usual = termios()
    tcgetattr(slave, &usual)
    var mode = usual
    mode.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(slave, TCSANOW, &mode)
    defer { tcsetattr(slave, TCSANOW, &usual) }
    var bytes: [UInt8] = []
    var waiting = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) > 0 {
      var byte: UInt8 = 0
      try #require(Glibc.read(slave, &byte, 1) == 1)
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Output that the test has not read.
  func rest() throws -> String {
    let start = output.count
    while try read(within: 0) {}
    seen = output.count
    return String(decoding: output[start...], as: UTF8.self)
  }

  /// Voluntary context switches of the program's threads: each wait for an event is one.
  var voluntarySwitches: Int {
    get throws {
      let threads = "/proc/\(process)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).map { thread in
        let text = try String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
      }.reduce(0, +)
    }
  }
}
