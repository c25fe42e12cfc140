import CScreen

/// Restores the terminal when a signal ends the program.
public enum TerminalGuard {
  /// The signals that ask a program to end: all that end it by default, including real-time
  /// signals, except crashes and `SIGKILL`.
  public static let endings: [Int32] = (1...64).filter {
    bitpal_effect_of_signal($0) == BITPAL_ENDING
  }

  /// Makes crashes restore a terminal's current settings and cursor, until ``end()``.
  ///
  /// An ``NcursesScreen`` does this itself. While one terminal is guarded, further calls do
  /// nothing.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - sequence: The sequence to send on a crash.
  public static func begin(on descriptor: Int32, sending sequence: String) {
    bitpal_guard_line(descriptor, sequence)
  }

  /// Stops handling crashes.
  public static func end() { bitpal_unguard_line() }
}
