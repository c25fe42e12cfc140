public import CellGrid
import Glibc

/// Queries a terminal and reads exactly its reply; input after that is left to the next program.
///
/// From the query until ``close()`` or the probe's release, the terminal does not echo or wait for
/// Enter, and signals are blocked.
public final class TerminalProbe {
  /// The reply so far.
  public private(set) var reply = TerminalReply([])

  private let input: Int32
  private var original: termios
  private var usualSignals: sigset_t
  private var isOpen = true
  private var bytes: [UInt8] = []

  /// The maximum time for a reply to arrive, even on a very slow line.
  static let longestAnswer = Duration.seconds(1)
  /// The maximum time that closing waits for a reply.
  private static let patience = Duration.milliseconds(500)

  /// Asks a terminal for its background.
  ///
  /// - Parameter terminal: The terminal; its name decides whether it can be asked.
  /// - Returns: `nil`, without writing anything, if the descriptors are not a readable terminal,
  ///   the program is in the background, the terminal would print the query, or pending keys would
  ///   be mistaken for the reply.
  public static func askBackground(_ terminal: ScreenTerminal) -> TerminalProbe? {
    ask(TerminalReply.question, terminal)
  }

  /// Asks a terminal for picture support and its background, like ``askBackground(_:)``.
  public static func askPictures(_ terminal: ScreenTerminal) -> TerminalProbe? {
    ask(TerminalReply.pictureQuestion, terminal)
  }

  private static func ask(_ question: String, _ terminal: ScreenTerminal) -> TerminalProbe? {
    guard canAnswer(terminal.name ?? NcursesScreen.environmentName) else { return nil }
    return TerminalProbe(terminal, asking: question, mayTakeKeys: false)
  }

  /// Sends a query and prepares for the reply.
  private convenience init?(_ terminal: ScreenTerminal, asking text: String, mayTakeKeys: Bool) {
    guard isatty(terminal.output) == 1 else { return nil }
    self.init(awaiting: terminal.input)
    let question = Array(text.utf8)
    guard mayTakeKeys || !hasInput(within: .zero),
      write(terminal.output, question, question.count) == question.count
    else {
      restore()
      return nil
    }
  }

  /// Prepares for the reply to an earlier query.
  init?(awaiting input: Int32) {
    var settings = termios()
    guard Self.isReadable(input), Self.isInForeground(input), tcgetattr(input, &settings) == 0
    else { return nil }
    self.input = input
    original = settings
    usualSignals = sigset_t()
    // A signal that ended the program now would leave the terminal without echo.
    var held = sigset_t()
    sigfillset(&held)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&held, crash) }
    pthread_sigmask(SIG_SETMASK, &held, &usualSignals)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(ICRNL | IXON)
    guard tcsetattr(input, TCSANOW, &settings) == 0 else {
      restore()
      return nil
    }
  }

  deinit { restore() }

  /// Reads the reply until it is complete or time runs out.
  ///
  /// - Returns: ``reply``.
  @discardableResult
  public func listen(for patience: Duration) -> TerminalReply {
    let deadline = ContinuousClock.now + patience
    while isOpen, !reply.isComplete, hasInput(within: ContinuousClock.now.duration(to: deadline)) {
      var byte: UInt8 = 0
      guard read(input, &byte, 1) == 1 else { break }
      bytes.append(byte)
      reply = TerminalReply(bytes)
    }
    return reply
  }

  /// Reads the rest of the reply for at most half a second and restores the terminal.
  ///
  /// - Returns: ``reply``.
  @discardableResult
  public func close() -> TerminalReply {
    listen(for: Self.patience)
    restore()
    return reply
  }

  /// Closes the probe, waiting for the reply until a deadline.
  ///
  /// - Parameters:
  ///   - deadline: When the reply is no longer expected.
  ///   - finish: Called after the terminal is restored and before signals are unblocked.
  func close(by deadline: ContinuousClock.Instant, finish: () -> Void) {
    listen(for: min(ContinuousClock.now.duration(to: deadline), Self.patience))
    restore(finish)
  }

  private func restore(_ finish: () -> Void = {}) {
    guard isOpen else { return }
    isOpen = false
    tcsetattr(input, TCSANOW, &original)
    finish()
    pthread_sigmask(SIG_SETMASK, &usualSignals, nil)
  }

  private func hasInput(within patience: Duration) -> Bool {
    let milliseconds = (max(.zero, patience) / .milliseconds(1)).rounded(.up)
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Int32(milliseconds)) > 0
  }

  /// Whether a terminal can be asked: the Linux console, older and unknown terminals print queries.
  static func canAnswer(_ name: String) -> Bool {
    NcursesScreen.refusal(of: name) == nil
      && !["ansi", "cygwin", "eterm", "linux", "vt"].contains(where: name.hasPrefix)
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }

  /// Whether a query would not stop the program, as it does in the background.
  ///
  /// A terminal that is not the controlling one has no foreground group and may be queried.
  private static func isInForeground(_ input: Int32) -> Bool {
    let group = tcgetpgrp(input)
    return isatty(input) == 1 && (group == getpgrp() || group == -1 && errno == ENOTTY)
  }
}

extension TerminalProbe {
  /// Finds a terminfo name to use if the system does not know the terminal's own, such as
  /// `xterm-kitty` on a server without kitty's terminfo.
  ///
  /// Terminals of known families are not queried. Any other terminal that reports its device
  /// attributes (DA1) is assumed to be compatible with xterm.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - patience: The maximum time to wait for the reply.
  /// - Returns: The name, `nil` if the terminal's own is known or it does not reply, and the keys
  ///   pressed in the meantime, which belong to the screen.
  public static func fallbackName(
    for terminal: ScreenTerminal = .standard, patience: Duration = .milliseconds(500)
  ) -> (name: String?, typedAhead: [UInt8]) {
    let name = terminal.name ?? NcursesScreen.environmentName
    let fallback = TerminalFamily.plainFallback
    guard NcursesScreen.refusal(of: name) == .unknownTerminal(name: name), name != "unknown" else {
      return (nil, [])
    }
    if let known = NcursesScreen.knownName(for: name) { return (known, []) }
    guard NcursesScreen.refusal(of: fallback) == nil,
      let probe = TerminalProbe(terminal, asking: "\u{1B}[c", mayTakeKeys: true)
    else { return (nil, []) }
    let reply = probe.listen(for: patience)
    return (reply.isComplete ? fallback : nil, reply.typedAhead)
  }
}
