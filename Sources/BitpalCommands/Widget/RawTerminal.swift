import Glibc
import NcursesScreen

/// Hides the cursor and disables echo while rows of the terminal are kept current.
final class RawTerminal {
  private static let end = "\n\u{1B}[?25h"
  private var original: termios?

  init() { hideCursorAndEcho() }

  /// Takes over the terminal; while another job owns it, its echo stays on.
  func hideCursorAndEcho() {
    // Settings read now may be the shell's, so don't restore those.
    if original == nil { TerminalGuard.end() }
    TerminalGuard.begin(on: STDOUT_FILENO, sending: Self.end)
    Console.write("\u{1B}[?25l")
    var settings = termios()
    guard isInForeground, tcgetattr(STDOUT_FILENO, &settings) == 0 else { return }
    original = original ?? settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
  }

  /// Restores the terminal, with the cursor on a new row below the output.
  func restore() {
    TerminalGuard.end()
    Console.writeLast(Self.end)
    guard var settings = original, isInForeground else { return }
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    original = nil
  }

  /// Whether settings can be changed without stopping the program, as would happen in the
  /// background.
  private var isInForeground: Bool { tcgetpgrp(STDOUT_FILENO) == getpgrp() }
}
