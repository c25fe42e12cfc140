import ConfigurationFile
import Glibc
import NcursesScreen

extension Console {
  /// Asks for a line without echo, or reads it from the input if that is not a terminal.
  ///
  /// - Returns: The line without surrounding whitespace; `nil` if there is none.
  /// - Throws: A refusal of several lines, or ``EndedBySignal``.
  static func askSecretly(_ question: String) throws -> String? {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let bytes = try isTerminal ? SecretPrompt(question).answer() : SecretPrompt.wholeInput()
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { line in
        String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      }
      .filter { !$0.isEmpty }
    guard lines.count <= 1 else {
      throw CommandFailure(
        "That has more than one line, and nothing was written.",
        help: "Copy one line and try again.",
        .refused)
    }
    return lines.first
  }
}

/// A prompt on the terminal without echo, like readpassphrase(3): a signal restores the terminal
/// first, and after a stop the question is asked again.
final class SecretPrompt {
  private let question: String
  private let signals: SignalPipe
  private var original: termios?

  init(_ question: String) throws {
    self.question = question
    signals = try SignalPipe(TerminalGuard.endings + [SIGTSTP, SIGCONT])
  }

  /// The typed bytes up to the end of the line, and any that a paste put after it.
  func answer() throws -> [UInt8] {
    defer { restore() }
    var typed: [UInt8] = []
    var isQuiet = false
    var isAsked = false
    while typed.last != UInt8(ascii: "\n") {
      if let signal = signals.next() {
        guard signal == SIGTSTP || signal == SIGCONT else { throw EndedBySignal(number: signal) }
        if signal == SIGTSTP {
          restore()
          signals.stop()
        }
        (isQuiet, isAsked, typed) = (false, false, [])
      } else if !isQuiet {
        hideEcho()
        isQuiet = true
      } else if !isAsked {
        Console.writeQuestion(question)
        isAsked = true
      } else if isInputReady() {
        let bytes = Self.readSome()
        guard !bytes.isEmpty else { break }
        typed += bytes
      }
    }
    return typed + pasted()
  }

  /// Waits for input or a signal.
  private func isInputReady() -> Bool {
    var ends = [STDIN_FILENO, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&ends, 2, -1)
    return ends[1].revents == 0 && ends[0].revents != 0
  }

  /// The whole input, if it is not a terminal, up to the maximum length of a setting.
  static func wholeInput() -> [UInt8] {
    var input: [UInt8] = []
    while input.count <= ConfigurationLimits.size {
      let bytes = readSome()
      guard !bytes.isEmpty else { break }
      input += bytes
    }
    return input
  }

  /// Turns off the echo; in the background only after the shell has made this the foreground job,
  /// because the settings are the shell's until then.
  private func hideEcho() {
    for _ in 0..<64 where isInBackground { raise(SIGTTOU) }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    if original == nil {
      original = settings
      TerminalGuard.begin(on: STDIN_FILENO, sending: "\n")
    }
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  private var isInBackground: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return front > 0 && front != getpgrp()
  }

  private func restore() {
    guard var settings = original else { return }
    original = nil
    TerminalGuard.end()
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    Console.writeError("")
  }

  /// Further lines of a multi-line paste; the last may lack a line feed.
  private func pasted() -> [UInt8] {
    guard var settings = original else { return [] }
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    var pasted: [UInt8] = []
    var end = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while pasted.count <= ConfigurationLimits.size, poll(&end, 1, 100) > 0 {
      let bytes = Self.readSome()
      guard !bytes.isEmpty else { break }
      pasted += bytes
    }
    return pasted
  }

  /// Reads the next bytes; empty at the end of input.
  private static func readSome() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, count)))
    }
  }
}
