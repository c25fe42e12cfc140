import CScreen

/// Signals that end a program, and a terminal that is given back all the same.
public enum TerminalGuard {
  /// The signals that ask a program to end: all whose default is its end, real-time signals
  /// included, without crashes and `SIGKILL`.
  public static let endings: [Int32] = (1...64).filter {
    bitpal_effect_of_signal($0) == BITPAL_ENDING
  }

  /// Has a crash give a terminal back, until ``end()``: the settings it has now, and its cursor.
  ///
  /// An ``NcursesScreen`` does that by itself. While one terminal is guarded, another call does
  /// nothing.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - sequence: What a crash sends to it.
  public static func begin(on descriptor: Int32, sending sequence: String) {
    bitpal_guard_line(descriptor, sequence)
  }

  /// Leaves crashes to the system again.
  public static func end() { bitpal_unguard_line() }
}
