public import CellGrid
import Glibc

/// Asks a terminal for its ground, before the screen is opened.
public enum TerminalProbe {
  /// Asks and waits a little; a terminal that does not answer costs the whole patience.
  ///
  /// Asks nothing where the descriptors are not a terminal, the program is in the background, or
  /// the terminal is of a kind that would print the question. A late answer is left to the screen,
  /// which knows it from keys.
  ///
  /// - Parameters:
  ///   - terminal: Where; its name decides whether it can be asked.
  ///   - patience: How long to wait for the end of the answer.
  /// - Returns: The answer; its ``TerminalReply/typedAhead`` belongs to the screen.
  public static func ask(
    _ terminal: ScreenTerminal = .standard, patience: Duration = .milliseconds(100)
  ) -> TerminalReply {
    guard canAnswer(terminal.name ?? NcursesScreen.environmentName) else {
      return TerminalReply([])
    }
    return ask(terminal, TerminalReply.question, patience: patience)
  }

  /// Under which name to open a terminal whose own the system does not know, as `xterm-kitty` is
  /// unknown to a server that lacks kitty's terminfo.
  ///
  /// A terminal that answers the question about its kind (DA1) understands what xterm does.
  ///
  /// - Parameters:
  ///   - terminal: Where.
  ///   - patience: How long to wait for the answer.
  /// - Returns: The name, nil where the terminal's own is known or it does not answer; and the keys
  ///   pressed meanwhile, which belong to the screen.
  public static func fallbackName(
    for terminal: ScreenTerminal = .standard, patience: Duration = .milliseconds(100)
  ) -> (name: String?, typedAhead: [UInt8]) {
    let name = terminal.name ?? NcursesScreen.environmentName
    guard NcursesScreen.refusal(of: name) == .unknownTerminal(name: name), name != "unknown",
      NcursesScreen.refusal(of: fallback) == nil
    else { return (nil, []) }
    let reply = ask(terminal, "\u{1B}[c", patience: patience)
    return (reply.isComplete ? fallback : nil, reply.typedAhead)
  }

  private static let fallback = "xterm-256color"

  private static func ask(
    _ terminal: ScreenTerminal, _ text: String, patience: Duration
  ) -> TerminalReply {
    let silence = TerminalReply([])
    guard isatty(terminal.output) == 1, isInForeground(terminal.input) else { return silence }
    var original = termios()
    guard tcgetattr(terminal.input, &original) == 0 else { return silence }
    var raw = original
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    guard tcsetattr(terminal.input, TCSANOW, &raw) == 0 else { return silence }
    defer { tcsetattr(terminal.input, TCSANOW, &original) }

    let question = Array(text.utf8)
    guard write(terminal.output, question, question.count) == question.count else {
      return silence
    }
    return listen(terminal.input, until: .now + patience)
  }

  private static func listen(
    _ input: Int32, until deadline: ContinuousClock.Instant
  ) -> TerminalReply {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 512)
    var reply = TerminalReply([])
    while !reply.isComplete {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&waiting, 1, Int32(left.rounded(.up))) > 0 else { break }
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
      reply = TerminalReply(bytes)
    }
    return reply
  }

  /// The Linux console, older terminals and unknown ones print what they do not understand.
  private static func canAnswer(_ name: String) -> Bool {
    NcursesScreen.refusal(of: name) == nil && !["ansi", "cygwin"].contains(name)
      && !name.hasPrefix("linux") && !name.hasPrefix("vt")
  }

  /// Whether a question would not stop the program, as it does in the background.
  ///
  /// A terminal that is not the program's controlling one has no foreground and may be asked.
  private static func isInForeground(_ input: Int32) -> Bool {
    let group = tcgetpgrp(input)
    return isatty(input) == 1 && (group == getpgrp() || group == -1 && errno == ENOTTY)
  }
}
