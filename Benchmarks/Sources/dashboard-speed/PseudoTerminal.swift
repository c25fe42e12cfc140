import Foundation
import Glibc

/// A program on its own terminal, which types keys and counts the bytes written.
final class PseudoTerminal {
  struct Silence: Error { let afterMilliseconds: Int32 }

  let process: pid_t
  private let master: Int32
  /// Bytes the program has written so far.
  private(set) var received = 0
  private var tail: [UInt8] = []
  private var hasEnded = false

  /// The last bytes of a frame: the end of a synchronized update.
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)
  private static let question = Array("\u{1B}[c".utf8)
  /// `POSIX_SPAWN_SETSID`, which Swift does not import.
  private static let newSession: Int16 = 0x80
  private static let answer = "\u{1B}[?62;22c"

  /// Starts a program on a terminal of that size; a raw terminal passes every byte on unchanged.
  init(
    _ words: [String], environment: [String: String], columns: UInt16 = 120, rows: UInt16 = 40,
    isRaw: Bool = false
  ) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var slave: Int32 = -1
    var end: Int32 = -1
    guard openpty(&end, &slave, nil, nil, &size) == 0, let name = ttyname(slave) else {
      throw POSIXError(.ENXIO)
    }
    master = end
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    if isRaw {
      var mode = termios()
      tcgetattr(slave, &mode)
      cfmakeraw(&mode)
      tcsetattr(slave, TCSANOW, &mode)
    }
    process = try Self.spawn(words, environment: environment, terminal: String(cString: name))
    close(slave)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
  }

  /// The first process of a session gets the terminal it opens as its controlling terminal.
  private static func spawn(
    _ words: [String], environment: [String: String], terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return process
  }

  func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

  /// Reads until the program has finished a frame.
  func frame(within milliseconds: Int32 = 20_000) throws {
    while true {
      let bytes = try read(within: milliseconds)
      tail = tail.suffix(16) + bytes
      if tail.firstRange(of: Self.question) != nil { type(Self.answer) }
      if tail.firstRange(of: Self.frameEnd) != nil {
        tail = []
        return
      }
    }
  }

  /// Reads until the program has ended.
  func end() {
    while !hasEnded {
      settle(200)
      hasEnded = waitpid(process, nil, WNOHANG) != 0
    }
  }

  /// Reads the next bytes.
  @discardableResult
  func read(within milliseconds: Int32) throws -> [UInt8] {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else {
      throw Silence(afterMilliseconds: milliseconds)
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { throw POSIXError(.EIO) }
    received += count
    return Array(buffer.prefix(count))
  }

  /// Reads until no output has arrived for that long.
  func settle(_ milliseconds: Int32) {
    do { while true { try read(within: milliseconds) } } catch {}
    tail = []
  }

  /// Reads until the program is idle: none of its threads runs or has run for a moment, however
  /// slow the program is and however busy the machine.
  func rest() {
    var last: [String]?
    while true {
      do { while true { try read(within: 30) } } catch {}
      let slept = sleeps
      if let slept, slept == last { break }
      last = slept
    }
    tail = []
  }

  /// How often each thread went to sleep, `nil` while one is awake; empty once the program has
  /// ended.
  private var sleeps: [String]? {
    let threads = "/proc/\(process)/task"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    var sleeps: [String] = []
    for number in numbers.sorted() {
      let text = (try? String(contentsOfFile: "\(threads)/\(number)/status", encoding: .utf8)) ?? ""
      guard text.contains("State:\tS") || text.contains("State:\tZ") else { return nil }
      let switches = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      sleeps.append("\(number) \(switches)")
    }
    return sleeps
  }

  /// A line of the kernel's status of the process and all its threads, in kB or as a count.
  func status(_ name: String) -> Int {
    let threads = "/proc/\(process)/task"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    let values = numbers.map { thread in
      let text = (try? String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    return name.hasPrefix("Vm") ? values.max() ?? 0 : values.reduce(0, +)
  }
}
