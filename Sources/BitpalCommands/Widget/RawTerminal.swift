import Glibc
import NcursesScreen

/// The terminal without its cursor and without an echo of keys, as long as something is kept in
/// place on it.
final class RawTerminal {
  private static let end = "\n\u{1B}[?25h"
  private var original: termios?

  init() { hideCursorAndEcho() }

  /// Takes the terminal; one that belongs to another job for the moment keeps its echo.
  func hideCursorAndEcho() {
    // Settings that are the shell's are not those to put back.
    if original == nil { TerminalGuard.end() }
    TerminalGuard.begin(on: STDOUT_FILENO, sending: Self.end)
    Console.write("\u{1B}[?25l")
    var settings = termios()
    guard isInForeground, tcgetattr(STDOUT_FILENO, &settings) == 0 else { return }
    original = original ?? settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
  }

  /// Gives it back, the cursor on a row of its own below what was kept.
  func restore() {
    TerminalGuard.end()
    Console.writeLast(Self.end)
    guard var settings = original, isInForeground else { return }
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings)
    original = nil
  }

  /// Whether a change of settings would not stop the program, as it does in the background.
  private var isInForeground: Bool { tcgetpgrp(STDOUT_FILENO) == getpgrp() }
}
