public import CellGrid
import Glibc

/// A question to a terminal, whose answer is read as far as its end and no further: what is typed
/// after it is left to the next program.
///
/// The line neither echoes nor waits for Enter, and signals are held, from the question until
/// ``close()`` or the probe's release.
public final class TerminalProbe {
  /// What the terminal has answered so far.
  public private(set) var reply = TerminalReply([])

  private let input: Int32
  private var original: termios
  private var usualSignals: sigset_t
  private var isOpen = true
  private var bytes: [UInt8] = []

  /// How long after a question its answer may still arrive, over the slowest of lines.
  static let longestAnswer = Duration.seconds(1)
  /// How long leaving the terminal waits for it.
  private static let patience = Duration.milliseconds(500)

  /// Asks a terminal for its background.
  ///
  /// - Parameter terminal: Where; its name decides whether it can be asked.
  /// - Returns: `nil`, with nothing written, where the descriptors are not a terminal that can be
  ///   read, the program is in the background, the terminal would print the question, or keys wait
  ///   that would be taken for the answer.
  public static func askBackground(_ terminal: ScreenTerminal) -> TerminalProbe? {
    ask(TerminalReply.question, terminal)
  }

  /// Asks a terminal for pictures and its background, as ``askBackground(_:)`` does.
  public static func askPictures(_ terminal: ScreenTerminal) -> TerminalProbe? {
    ask(TerminalReply.pictureQuestion, terminal)
  }

  private static func ask(_ question: String, _ terminal: ScreenTerminal) -> TerminalProbe? {
    guard canAnswer(terminal.name ?? NcursesScreen.environmentName) else { return nil }
    return TerminalProbe(terminal, asking: question, mayTakeKeys: false)
  }

  /// Asks, and keeps ready for the answer.
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

  /// Keeps ready for an answer to what was asked before.
  init?(awaiting input: Int32) {
    var settings = termios()
    guard Self.isReadable(input), Self.isInForeground(input), tcgetattr(input, &settings) == 0
    else { return nil }
    self.input = input
    original = settings
    usualSignals = sigset_t()
    // A signal that ended the program now would leave the line without an echo.
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

  /// Reads what the terminal answers, until the end of its answer or for so long.
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

  /// Reads the rest of the answer, for half a second at most, and gives the line back.
  ///
  /// - Returns: ``reply``.
  @discardableResult
  public func close() -> TerminalReply {
    listen(for: Self.patience)
    restore()
    return reply
  }

  /// The same, unless an answer is no longer expected.
  ///
  /// - Parameters:
  ///   - deadline: Until when it is.
  ///   - finish: Done with the line as it was found, before signals are let through.
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

  /// The Linux console, older terminals and unknown ones print what they do not understand.
  static func canAnswer(_ name: String) -> Bool {
    NcursesScreen.refusal(of: name) == nil
      && !["ansi", "cygwin", "eterm", "linux", "vt"].contains(where: name.hasPrefix)
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }

  /// Whether a question would not stop the program, as it does in the background.
  ///
  /// A terminal that is not the program's controlling one has no foreground and may be asked.
  private static func isInForeground(_ input: Int32) -> Bool {
    let group = tcgetpgrp(input)
    return isatty(input) == 1 && (group == getpgrp() || group == -1 && errno == ENOTTY)
  }
}

extension TerminalProbe {
  /// Under which name to open a terminal whose own the system does not know, as `xterm-kitty` is
  /// unknown to a server that lacks kitty's terminfo.
  ///
  /// A terminal of a family that bitpal knows is not asked. Of another one that answers the
  /// question about its kind (DA1), it is taken that it understands what xterm does.
  ///
  /// - Parameters:
  ///   - terminal: Where.
  ///   - patience: How long to wait for the answer.
  /// - Returns: The name, `nil` where the terminal's own is known or it does not answer; and the
  ///   keys pressed meanwhile, which belong to the screen.
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
