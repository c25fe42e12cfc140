import Glibc
import NcursesScreen
import Testing

/// Both ends of a pseudo-terminal: the program's, and the terminal emulator's.
final class PseudoTerminal {
  let slave: Int32
  private var master: Int32

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    try #require(openpty(&ends.master, &ends.slave, nil, nil, &size) == 0)
    (master, slave) = ends
    // Echo would mix input into the output.
    var settings = termios()
    try #require(tcgetattr(slave, &settings) == 0)
    settings.c_lflag &= ~tcflag_t(ECHO)
    try #require(tcsetattr(slave, TCSANOW, &settings) == 0)
    try #require(fcntl(master, F_SETFL, O_NONBLOCK) == 0)
  }

  deinit {
    hangUp()
    close(slave)
  }

  func terminal(_ name: String = "xterm-256color") -> ScreenTerminal {
    ScreenTerminal(name: name, locale: "C.UTF-8", input: slave, output: slave)
  }

  /// Presses keys.
  func type(_ bytes: [UInt8]) throws {
    try #require(write(master, bytes, bytes.count) == bytes.count)
  }

  /// Presses keys.
  func type(_ text: String) throws { try type(Array(text.utf8)) }

  /// Waits until partial input has arrived and the screen has read it without an event.
  func waitUntilRead(by screen: NcursesScreen) throws {
    var waiting = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 10_000) == 1)
    try #require(screen.nextEvent() == nil)
  }

  /// Turns echo on or off, as a shell does.
  func setEcho(_ isOn: Bool) throws {
    var settings = termios()
    try #require(tcgetattr(slave, &settings) == 0)
    settings.c_lflag = isOn ? settings.c_lflag | tcflag_t(ECHO) : settings.c_lflag & ~tcflag_t(ECHO)
    try #require(tcsetattr(slave, TCSANOW, &settings) == 0)
  }

  /// The input that no program has read yet.
  func input() throws -> String {
    var settings = termios()
    try #require(tcgetattr(slave, &settings) == 0)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    try #require(tcsetattr(slave, TCSANOW, &settings) == 0)
    var bytes: [UInt8] = []
    var waiting = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) > 0 {
      var byte: UInt8 = 0
      try #require(read(slave, &byte, 1) == 1)
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Changes the size, as resizing the window does.
  func resize(columns: UInt16, rows: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    // Use `kill`, not `raise`: the threads that run tests have this signal blocked.
    try #require(kill(getpid(), SIGWINCH) == 0)
  }

  /// Closes the window.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The program's output up to a mark that it writes last.
  func output(upTo mark: String) throws -> String {
    var bytes: [UInt8] = []
    let end = Array(mark.utf8)
    while !bytes.suffix(end.count).elementsEqual(end) {
      var byte: UInt8 = 0
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      try #require(poll(&waiting, 1, 10_000) == 1, "no \(mark.debugDescription)")
      if read(master, &byte, 1) == 1 { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads what a slow terminal takes at once: a few thousand bytes.
  func taken() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    try #require(count > 0)
    return Array(bytes.prefix(count))
  }

  /// The program's unread output.
  func outputSoFar() throws -> String {
    // A mark written to the program's end arrives after everything else.
    try #require(write(slave, "\0END", 4) == 4)
    return String(try output(upTo: "\0END").dropLast(4))
  }

  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }
}

extension NcursesScreen {
  /// The next events, waiting for each as the program does.
  func events(_ count: Int) throws -> [ScreenEvent] {
    var events: [ScreenEvent] = []
    while events.count < count {
      if let event = nextEvent() {
        events.append(event)
        continue
      }
      var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&waiting, nfds_t(waiting.count), 10_000)
      try #require(ready > 0 || errno == EINTR, "only \(events) came")
    }
    return events
  }

  /// Waits until every descriptor is readable.
  func waitForAll() throws {
    for descriptor in descriptors {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, 10_000) < 0, errno == EINTR {}
      try #require(waiting.revents != 0)
    }
  }
}
